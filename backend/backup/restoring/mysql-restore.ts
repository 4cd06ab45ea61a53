import { join } from 'node:path';
import { Migration, MigrationExecutor, type MigrationInterface, type QueryRunner } from 'typeorm';
import { MIGRATIONS } from '../../database/data-source';
import { UNFINISHED_RESTORE } from '../../database/migrate';
import type { Backup, LocalBackup } from '../places/backups';
import { linesOfFile } from '../snapshots/lines';
import { rowBatches } from '../snapshots/row-batches';
import { onServer, quoted, tablesOf, type MysqlConfig } from '../snapshots/mysql-tables';
import { TABLES } from '../snapshots/mysql-snapshot';

/**
 * A row of `migrations` while the rows are loaded. No version knows it, and none starts with a migration that it does
 * not know, except for the restore itself.
 */
export class UnfinishedRestore9999999999999 implements MigrationInterface {
  readonly timestamp = 9_999_999_999_999;
  readonly name = UNFINISHED_RESTORE;

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

/**
 * Before there is any other table: a restore that was cut off is known by this mark, wherever that was.
 * @throws when a process of the product has made tables since there was room
 */
export async function markUnfinished(holder: QueryRunner): Promise<void> {
  if ((await tablesOf(holder)).length > 0)
    throw new Error('A process has begun to use the database. Stop the product, then restore.');
  const mark = new UnfinishedRestore9999999999999();
  await new MigrationExecutor(holder.dataSource, holder).executeMigration(
    new Migration(undefined, mark.timestamp, mark.name, mark),
  );
}

/**
 * Fills the tables, as the backup's version has made them. The product does not start with them before `finish`.
 * @returns the tables of the backup that no version has made: the operator's own
 */
export async function loadRows(database: MysqlConfig, { folder, manifest }: LocalBackup): Promise<string[]> {
  return onServer(database, async (runner) => {
    // Migrations have put rows there, too.
    const ours = await tablesOf(runner);
    for (const table of ours)
      if (table in manifest.database.tables) await runner.query(`DELETE FROM ${quoted(table)}`);
    for (const [table, count] of Object.entries(manifest.database.tables)) {
      if (!ours.includes(table)) continue;
      const loaded = await loadTable(runner, folder, table);
      if (loaded !== count) throw new Error(`The table ${table} has ${loaded} rows instead of ${count}.`);
    }
    return Object.keys(manifest.database.tables).filter((table) => !ours.includes(table));
  });
}

/** On the connection of the lock: a restore that has lost it cannot end, since another may have begun. */
export async function finish(holder: QueryRunner): Promise<void> {
  try {
    await holder.query('DELETE FROM migrations WHERE name = ?', [UnfinishedRestore9999999999999.name]);
  } catch (error) {
    throw new Error(
      `The connection that kept others from restoring was lost (${(error as Error).message}). Restore again.`,
    );
  }
}

async function loadTable(runner: QueryRunner, folder: string, table: string): Promise<number> {
  let count = 0;
  for await (const batch of rowBatches(linesOfFile(join(folder, TABLES, `${table}.ndjson`)))) {
    const columns = Object.keys(batch[0]);
    const places = `(${columns.map(() => '?').join(', ')})`;
    await runner.query(
      `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES ${batch.map(() => places).join(', ')}`,
      batch.flatMap((row) => columns.map((column) => row[column] ?? null)),
    );
    count += batch.length;
  }
  return count;
}
