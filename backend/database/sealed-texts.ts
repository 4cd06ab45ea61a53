import { sql } from 'kysely';
import type { Database } from './database';
import { idSpans } from './id-spans';
import type { EncryptedColumn } from './key-rotation';
import { anyTable } from './tables';

/** As many characters as `v2.<id of the key>.` has. */
const MARK = 16;
const NAMED_KEY = /^v2\.([0-9a-f]{12})\.$/;
const UNNAMED = 'v1.';

/** How many texts are sealed with which key; `unnamed` are of a time when they did not name theirs. */
export interface SealedTexts {
  byKey: Map<string, number>;
  unnamed: number;
}

/** Counts the sealed texts of a database, which may be of an older version and lack some columns. */
export async function sealedTexts(db: Database, columns: EncryptedColumn[]): Promise<SealedTexts> {
  const found: SealedTexts = { byKey: new Map(), unnamed: 0 };
  const there = await columnsOf(db);
  for (const { table, column } of columns) {
    if (!there.has(`${table}.${column}`)) continue;
    for await (const { from, end } of idSpans(db, table)) {
      const marks = anyTable
        .selectFrom(table)
        .select([
          sql<string>`substr(${sql.ref(column)}, 1, ${MARK})`.as('mark'),
          sql<number | string>`count(*)`.as('texts'),
        ])
        .where('id', '>=', from)
        .where('id', '<', end)
        .where(column, 'is not', null)
        .groupBy('mark');
      for (const { mark, texts } of await db.rows(marks)) {
        const [, id] = NAMED_KEY.exec(mark) ?? [];
        if (id !== undefined) found.byKey.set(id, (found.byKey.get(id) ?? 0) + Number(texts));
        else if (mark.startsWith(UNNAMED)) found.unnamed += Number(texts);
      }
    }
  }
  return found;
}

const SQLITE_COLUMNS = `SELECT t.name AS "table", c.name AS "column"
  FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`;
const MYSQL_COLUMNS =
  'SELECT table_name AS `table`, column_name AS `column` FROM information_schema.columns WHERE table_schema = DATABASE()';

async function columnsOf(db: Database): Promise<Set<string>> {
  const rows = await db.rows<{ table: string; column: string }>(
    db.nowSql === null ? SQLITE_COLUMNS : MYSQL_COLUMNS,
  );
  return new Set(rows.map(({ table, column }) => `${table}.${column}`));
}
