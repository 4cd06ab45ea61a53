import type { DataSource } from 'typeorm';

export type Row = Record<string, unknown>;
/** All rows of an installation, by table. */
export type Rows = Record<string, Row[]>;

/**
 * What migrations after 0.1.0 have renamed or dropped: the new name, or null for what is gone on purpose. A column
 * is written as table.column, under the names of 0.1.0.
 */
const RENAMED: Record<string, string | null> = {};

/** Values that migrations after 0.1.0 have changed on purpose, by table and under its new name. */
const CHANGED: Record<string, (row: Row) => Row> = {
  // A film for a Page was a reel if it was short enough.
  posts: (row) =>
    row.network === 'facebook' && row.format === 'video' && Number(row.duration_ms) <= 90_000
      ? { ...row, format: 'reel' }
      : row,
};

/** Kept by the tools, not by the product. */
const NOT_OURS = /^(migrations|typeorm_metadata|sqlite_)/;

/** Reads all tables as they are, without any entity. */
export async function readRows(dataSource: DataSource): Promise<Rows> {
  const isSqlite = dataSource.options.type === 'better-sqlite3';
  const named = await dataSource.query<{ name: string }[]>(
    isSqlite
      ? "SELECT name FROM sqlite_master WHERE type = 'table'"
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  const rows: Rows = {};
  for (const { name } of named.filter((table) => !NOT_OURS.test(table.name)))
    rows[name] = await dataSource.query<Row[]>(`SELECT * FROM ${name}`);
  return rows;
}

const unchanged = (row: Row): Row => row;

/** The older rows as they are today, each with exactly the columns that both versions have. */
export function underNewNames(older: Rows): Rows {
  const result: Rows = {};
  for (const [table, rows] of Object.entries(older)) {
    const name = newName(table);
    if (name !== null) result[name] = rows.map((row) => (CHANGED[name] ?? unchanged)(renamed(table, row)));
  }
  return result;
}

function renamed(table: string, row: Row): Row {
  const entries = Object.entries(row).flatMap(([column, value]) => {
    const name = newName(`${table}.${column}`)?.split('.').at(-1);
    return name === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

const newName = (name: string): string | null => (Object.hasOwn(RENAMED, name) ? RENAMED[name]! : name);

/** In an order of their own: a table that a migration copied may give its rows in another one. */
export const inOrder = (rows: Row[]): Row[] =>
  rows
    .map((row) => ({ row, key: JSON.stringify(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ row }) => row);
