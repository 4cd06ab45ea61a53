import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DataSource, type QueryRunner } from 'typeorm';
import type { DatabaseConfig } from '../config/config';
import { dataSourceOptions, MIGRATIONS } from '../database/data-source';
import type { Backup } from './backup-folder';
import { TABLES } from './mysql-snapshot';

type MysqlConfig = Extract<DatabaseConfig, { kind: 'mysql' }>;

const ROWS_AT_ONCE = 200;

/**
 * A row of `migrations` while the rows are loaded. No version knows it, and none starts with a migration that it does
 * not know.
 */
const UNFINISHED = { timestamp: 9_999_999_999_999, name: 'UnfinishedRestore9999999999999' };

/** @throws when the backup's tables are not those of this version. */
export function refuseOtherTables({ manifest }: Backup): void {
  const known = MIGRATIONS.map(({ name }) => name).sort();
  const theirs = [...manifest.database.migrations].sort();
  if (known.length === theirs.length && known.every((name, n) => name === theirs[n])) return;
  throw new Error(
    `The backup has the tables of another version (${manifest.version}). Restore it with that version, then upgrade.`,
  );
}

/** What a restore left that was cut off is removed. @throws when there is anything else. */
export async function refuseTables(database: MysqlConfig): Promise<void> {
  await onServer(database, async (runner) => {
    const tables = await tablesOf(runner);
    if (tables.length === 0) return;
    const isOurs =
      tables.includes('migrations') &&
      (await read(runner, 'SELECT id FROM migrations WHERE name = ?', [UNFINISHED.name])).length > 0;
    if (!isOurs)
      throw new Error(
        'The database has tables already. Create an empty database and name it in DATABASE_URL: a restore never deletes.',
      );
    for (const table of tables) await runner.query(`DROP TABLE ${quoted(table)}`);
  });
}

/** Fills the migrated tables. The product does not start with them before `finish`. */
export async function loadRows(database: MysqlConfig, { folder, manifest }: Backup): Promise<void> {
  await onServer(database, async (runner) => {
    const { timestamp, name } = UNFINISHED;
    await runner.query('INSERT INTO migrations (timestamp, name) VALUES (?, ?)', [timestamp, name]);
    // Migrations have put rows there, too.
    for (const table of await tablesOf(runner))
      if (table in manifest.database.tables) await runner.query(`DELETE FROM ${quoted(table)}`);
    for (const [table, count] of Object.entries(manifest.database.tables)) {
      const loaded = await loadTable(runner, folder, table);
      if (loaded !== count) throw new Error(`The table ${table} has ${loaded} rows instead of ${count}.`);
    }
  });
}

export async function finish(database: MysqlConfig): Promise<void> {
  await onServer(database, async (runner) => {
    await runner.query('DELETE FROM migrations WHERE name = ?', [UNFINISHED.name]);
  });
}

async function loadTable(runner: QueryRunner, folder: string, table: string): Promise<number> {
  const lines = createInterface({
    input: createReadStream(join(folder, TABLES, `${table}.ndjson`)),
    crlfDelay: Infinity,
  });
  let batch: Record<string, unknown>[] = [];
  let count = 0;
  const send = async () => {
    const [first] = batch;
    if (!first) return;
    const columns = Object.keys(first);
    const places = `(${columns.map(() => '?').join(', ')})`;
    await runner.query(
      `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES ${batch.map(() => places).join(', ')}`,
      batch.flatMap((row) => columns.map((column) => row[column] ?? null)),
    );
    count += batch.length;
    batch = [];
  };
  for await (const line of lines) {
    batch.push(JSON.parse(line) as Record<string, unknown>);
    if (batch.length >= ROWS_AT_ONCE) await send();
  }
  await send();
  return count;
}

async function onServer<T>(database: MysqlConfig, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  const source = await new DataSource({ ...dataSourceOptions(database, []), migrations: [] }).initialize();
  const runner = source.createQueryRunner();
  try {
    // Rows come table by table, before those that they refer to.
    await runner.query('SET SESSION foreign_key_checks = 0');
    return await work(runner);
  } finally {
    await runner.release();
    await source.destroy();
  }
}

async function tablesOf(runner: QueryRunner): Promise<string[]> {
  const rows = await read(
    runner,
    'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
  );
  return rows.map(({ name }) => String(name));
}

const read = async (runner: QueryRunner, sql: string, params: unknown[] = []) =>
  (await runner.query(sql, params)) as Record<string, unknown>[];

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
