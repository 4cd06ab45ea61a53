import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Migration, MigrationExecutor, type MigrationInterface, type QueryRunner } from 'typeorm';
import { MIGRATIONS } from '../database/data-source';
import type { Backup, LocalBackup } from './backups';
import { onServer, quoted, tablesOf, type MysqlConfig } from './mysql-tables';
import { TABLES } from './mysql-snapshot';

const ROWS_AT_ONCE = 200;

/**
 * A row of `migrations` while the rows are loaded. No version knows it, and none starts with a migration that it does
 * not know, except for the restore itself.
 */
export class UnfinishedRestore9999999999999 implements MigrationInterface {
  readonly timestamp = 9_999_999_999_999;
  readonly name = 'UnfinishedRestore9999999999999';

  up(): Promise<void> {
    return Promise.resolve();
  }

  down(): Promise<void> {
    return this.up();
  }
}

/** The migrations that the backup's tables have had, and the mark. @throws when this version does not know all of them. */
export function migrationsOf({ manifest }: Backup): (new () => MigrationInterface)[] {
  const theirs = new Set(manifest.database.migrations);
  const known = MIGRATIONS.filter(({ name }) => theirs.has(name));
  if (known.length === theirs.size) return [...known, UnfinishedRestore9999999999999];
  throw new Error(
    `The backup has the tables of a newer version (${manifest.version}). Restore it with that version.`,
  );
}

/** Before there is any other table: a restore that was cut off is known by this mark, wherever that was. */
export async function markUnfinished(database: MysqlConfig): Promise<void> {
  await onServer(database, async (runner) => {
    const mark = new UnfinishedRestore9999999999999();
    await new MigrationExecutor(runner.dataSource, runner).executeMigration(
      new Migration(undefined, mark.timestamp, mark.name, mark),
    );
  });
}

/** Fills the tables, as the backup's version has made them. The product does not start with them before `finish`. */
export async function loadRows(database: MysqlConfig, { folder, manifest }: LocalBackup): Promise<void> {
  await onServer(database, async (runner) => {
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
    await runner.query('DELETE FROM migrations WHERE name = ?', [UnfinishedRestore9999999999999.name]);
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
