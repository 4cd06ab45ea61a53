import { join } from 'node:path';
import SqliteHandle, { type Database as Handle } from 'better-sqlite3';
import { isThere } from '../../common/files/presence';
import { syncFile } from '../places/durable-files';
import { KEY_COLUMNS, noteKeys, SIZE_COLUMNS, type NamedKeys, type Snapshot } from './snapshot';

export const SQLITE_FILE = 'database.sqlite';
const BUSY_MS = 10_000;

/**
 * `VACUUM INTO` reads everything in one transaction, which in WAL mode blocks no writer. What is copied is one file; a
 * copy of the file alone would lack what is still in the log beside it.
 */
export async function snapshotOfSqlite(file: string, folder: string): Promise<Snapshot> {
  if (!isThere(file)) throw new Error(`There is no database ${file}. Nothing was done.`);
  const path = join(folder, SQLITE_FILE);
  const takenAt = Date.now();
  const source = new SqliteHandle(file, { timeout: BUSY_MS });
  try {
    source.prepare('VACUUM INTO ?').run(path);
  } finally {
    source.close();
  }
  await syncFile(path);
  const copy = new SqliteHandle(path, { readonly: true });
  try {
    refuseBroken(copy);
    const { installation, migrations, tables } = aboutSqlite(copy);
    return { takenAt, installation, migrations, tables, keys: keysIn(copy, tables), files: [SQLITE_FILE] };
  } finally {
    copy.close();
  }
}

/** @throws when SQLite finds the file broken. */
export function refuseBroken(handle: Handle): void {
  const found = handle.pragma('integrity_check', { simple: true });
  if (found !== 'ok') throw new Error(`The database is broken (${String(found).slice(0, 200)}).`);
}

export function aboutSqlite(handle: Handle): Pick<Snapshot, 'installation' | 'migrations' | 'tables'> {
  const names = column(
    handle,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  if (!names.includes('installation') || !names.includes('migrations'))
    throw new Error('This is not a database of Pagecast, or one from before its first version.');
  const count = (name: string) => Number(column(handle, `SELECT count(*) FROM "${name}"`)[0]);
  return {
    installation: String(column(handle, 'SELECT uuid FROM installation WHERE id = 1')[0]),
    migrations: column(handle, 'SELECT name FROM migrations ORDER BY id').map(String),
    tables: Object.fromEntries(names.map((name) => [String(name), count(String(name))])),
  };
}

function keysIn(handle: Handle, tables: Record<string, number>): NamedKeys {
  const keys: NamedKeys = new Map();
  for (const [table, columns] of Object.entries(KEY_COLUMNS)) {
    if (!(table in tables)) continue;
    const there = column(handle, `SELECT name FROM pragma_table_info('${table}')`);
    const names = [...columns, ...SIZE_COLUMNS].filter((each) => there.includes(each));
    if (names.length === 0) continue;
    const rows = handle.prepare(`SELECT ${names.join(', ')} FROM ${table}`).iterate();
    for (const row of rows) noteKeys(keys, table, row as Record<string, unknown>);
  }
  return keys;
}

const column = (handle: Handle, sql: string): unknown[] => handle.prepare(sql).pluck().all();
