import type { Database as Handle } from 'better-sqlite3';
import type { DataSource, EntityMetadata } from 'typeorm';

const HOSTILE = [
  "'; DROP TABLE users; --",
  `\\' OR 1=1 -- "x" \`y\``,
  'ä\u0301 ﬀ ß İ 𝒵 🎬🏳️‍🌈',
  '\u0000 \u0001 \u001A \u007F \uFEFF \u2028',
  '  spaces and a tab\t ',
  '\u202E right to left \u200B',
  '%_!\\\\\r\n\\n',
  'NaN',
  '0x41',
  'x'.repeat(100_000),
];

/** Beyond what a number can hold, below zero, and to the millisecond. */
const BIG = [9_007_199_254_740_993n, 9_223_372_036_854_775_807n, -1n, 0n, 1_763_700_000_123n];

/** Fills every table with so many rows; row n refers to row n of other tables. Values are as odd as the columns allow. */
export function fillWithHostileRows(handle: Handle, { entityMetadatas }: DataSource, count: number): void {
  handle.pragma('foreign_keys = OFF');
  handle.transaction(() => {
    for (const table of entityMetadatas) {
      handle.prepare(`DELETE FROM "${table.tableName}"`).run();
      const names = table.columns.map(({ databaseName }) => databaseName);
      const inserting = handle.prepare(
        `INSERT INTO "${table.tableName}" (${names.map((name) => `"${name}"`).join()}) VALUES (${names.map(() => '?').join()})`,
      );
      for (let n = 1; n <= count; n++)
        inserting.run(...table.columns.map((column) => valueOf(table, column, n)));
    }
  })();
}

function valueOf(table: EntityMetadata, column: EntityMetadata['columns'][number], n: number): unknown {
  const { referencedColumn } = column;
  if (referencedColumn) return valueOf(referencedColumn.entityMetadata, referencedColumn, n);
  const isUnique = column.isPrimary || table.indices.some(({ columns }) => columns.includes(column));
  if (isUnique && column.type !== 'varchar') return n;
  if (column.isNullable && n % 3 === 0) return null;
  if (column.type === 'bigint') return BIG[n % BIG.length];
  if (column.type === 'integer') return n % 2 ? n : -2_147_483_648;
  // 65,535 bytes are what MySQL's text holds.
  const most = column.type === 'varchar' ? Number(column.length) : 60_000;
  const text = `${isUnique ? `${n} ` : ''}${HOSTILE[n % HOSTILE.length] ?? ''}`;
  return Array.from(text).slice(0, most).join('');
}
