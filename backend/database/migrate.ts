import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SqliteHandle from 'better-sqlite3';
import { DataSource, MigrationExecutor, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { errorCode } from '../common/errors/error-code';
import { makeFolder } from '../common/files/folders';
import type { Config } from '../config/config';
import { MigrationJournal } from './migration-journal';
import { sessionSettings } from './mysql-session';

const LOCK_WAIT_MS = 60_000;
const LOCK_AGAIN_MS = 100;

/** Set after the migrations. A wait inside SQLite blocks the whole process, so `SqliteDatabase` waits outside of it. */
const SQLITE_BUSY_MS = 5;

/** The table that marks a database into which another one is being moved. */
export const UNFINISHED_MOVE = 'unfinished_move';

/** The row of `migrations` that marks a database into which a backup is being restored. No version knows it. */
export const UNFINISHED_RESTORE = 'UnfinishedRestore9999999999999';

const HALF_RESTORED =
  'a backup is being restored into this database, or was, and that did not end. Let it end, or run that `cli restore` again; it begins anew.';

export interface MigrateOptions {
  lockWaitMs?: number;
  /** The database is opened by the move itself. */
  isMove?: boolean;
  /** Told how many migrations this process ran, which others may have done before it. */
  onMigrated?: (count: number) => void;
}

/**
 * Opens the database and runs the missing migrations. Processes that start at the same time take turns. Nothing is
 * migrated without the lock, nor after a newer version has migrated the database.
 */
export async function openMigrated(
  database: Config['database'],
  options: DataSourceOptions,
  { lockWaitMs = LOCK_WAIT_MS, isMove = false, onMigrated }: MigrateOptions = {},
): Promise<DataSource> {
  const { dataSource, count } =
    database.kind === 'sqlite'
      ? await openSqlite(database.file, options, lockWaitMs)
      : await openMysql(options, lockWaitMs, isMove);
  onMigrated?.(count);
  return dataSource;
}

interface Migrated {
  dataSource: DataSource;
  /** Migrations that were run. */
  count: number;
}

/** The lock is a transaction on a separate file; the kernel releases it when the process dies. */
async function openSqlite(file: string, options: DataSourceOptions, lockWaitMs: number): Promise<Migrated> {
  await makeFolder(dirname(file));
  const lock = new SqliteHandle(`${file}.migrating`, { timeout: 0 });
  try {
    await patiently(lockWaitMs, () => Promise.resolve().then(() => Boolean(lock.exec('BEGIN EXCLUSIVE'))));
    const migrated = await migratedSqlite(options);
    await migrated.dataSource.query(`PRAGMA busy_timeout = ${SQLITE_BUSY_MS}`);
    return migrated;
  } finally {
    lock.close();
  }
}

async function openMysql(options: DataSourceOptions, lockWaitMs: number, isMove: boolean): Promise<Migrated> {
  const dataSource = await new DataSource(options).initialize();
  let count = 0;
  try {
    const runner = dataSource.createQueryRunner();
    try {
      await runner.query(`SET SESSION ${sessionSettings({ limited: false })}`);
      await withMysqlLock(runner, lockWaitMs, async () => {
        if (!isMove) await refuseUnfinishedMove(runner);
        count = await migrateMysql(dataSource, runner);
      });
    } finally {
      await runner.release();
    }
    return { dataSource, count };
  } catch (error) {
    await dataSource.destroy().catch(() => undefined);
    throw error;
  }
}

/**
 * Works while this connection holds the lock. The work uses the same connection: when the process is killed, the server
 * ends the statement under way before it closes the connection, and only then is the lock free.
 */
async function withMysqlLock(runner: QueryRunner, waitMs: number, work: () => Promise<void>): Promise<void> {
  const [{ name }] = (await runner.query('SELECT DATABASE() AS name')) as [{ name: string }];
  // Locks belong to the server, not to the database, and their names have at most 64 characters.
  const lock = `pagecast.${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;
  await patiently(waitMs, async () => {
    const [{ got }] = (await runner.query('SELECT GET_LOCK(?, 0) AS got', [lock])) as [{ got: unknown }];
    if (got === null)
      throw new Error(
        'the database server cannot lock the migration (GET_LOCK answers NULL). See its error log.',
      );
    return Number(got) === 1;
  });
  try {
    await work();
  } finally {
    await runner.query('SELECT RELEASE_LOCK(?)', [lock]).catch(() => undefined);
  }
}

/** @returns how many migrations were run */
async function migrateMysql(dataSource: DataSource, runner: QueryRunner): Promise<number> {
  await refuseNewer(dataSource, runner);
  const executor = new MigrationExecutor(dataSource, runner);
  const pending = await executor.getPendingMigrations();
  // A process that was killed at its very end has left the journal.
  if (pending.length === 0 && !(await MigrationJournal.isThere(runner))) return 0;
  await useUtf8(runner);
  for (const migration of pending) {
    // The statements of a migration must not depend on what an earlier one has left in memory.
    Object.assign(runner, { loadedTables: [] });
    await MigrationJournal.keep(runner, migration.name, async () => {
      await executor.executeMigration(migration);
    });
  }
  await MigrationJournal.discard(runner);
  return pending.length;
}

/** @throws an error in words when a database or a backup was being brought here, and that did not end. */
export async function refuseHalfFilled(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await refuseUnfinishedMove(runner);
    if ((await migrationsIn(runner)).includes(UNFINISHED_RESTORE)) throw new Error(HALF_RESTORED);
  } finally {
    await runner.release();
  }
}

async function refuseUnfinishedMove(runner: QueryRunner): Promise<void> {
  if (!(await runner.hasTable(UNFINISHED_MOVE))) return;
  throw new Error(
    'a database was being moved here, and that did not end. Run `cli move-database` again; it begins anew.',
  );
}

/** New tables take their character set from the database, and a server may make databases in latin1. */
async function useUtf8(runner: QueryRunner): Promise<void> {
  const [{ name, charset }] = (await runner.query(
    'SELECT DATABASE() AS name, @@character_set_database AS charset',
  )) as [{ name: string; charset: string }];
  if (charset === 'utf8mb4') return;
  await runner.query(`ALTER DATABASE \`${name.replaceAll('`', '``')}\` CHARACTER SET utf8mb4`);
}

async function patiently(waitMs: number, take: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + waitMs;
  for (;;) {
    const taken = await take().catch((error: unknown) => {
      if (errorCode(error) !== 'SQLITE_BUSY') throw error;
      return false;
    });
    if (taken) return;
    if (performance.now() >= until)
      throw new Error(
        `another process has been migrating the database for ${Math.round(waitMs / 1000)} s. Wait until it has ended, then start again.`,
      );
    await sleep(LOCK_AGAIN_MS);
  }
}

async function migratedSqlite(options: DataSourceOptions): Promise<Migrated> {
  const dataSource = await new DataSource(options).initialize();
  try {
    await refuseNewer(dataSource, dataSource.createQueryRunner());
    const run = await dataSource.runMigrations({ transaction: 'each' });
    return { dataSource, count: run.length };
  } catch (error) {
    await dataSource.destroy().catch(() => undefined);
    throw error;
  }
}

/** Refuses a database with unknown migrations: they may have changed what this code relies on. */
async function refuseNewer(dataSource: DataSource, runner: QueryRunner): Promise<void> {
  const known = new Set(dataSource.migrations.map(({ name }) => name));
  const unknown = (await migrationsIn(runner)).filter((name) => !known.has(name));
  if (unknown.includes(UNFINISHED_RESTORE)) throw new Error(HALF_RESTORED);
  if (unknown.length)
    throw new Error(
      `the database was migrated by a newer version (${unknown.join(', ')}). ` +
        'Start that version, or restore a backup that was made before it.',
    );
}

async function migrationsIn(runner: QueryRunner): Promise<string[]> {
  if (!(await runner.hasTable('migrations'))) return [];
  const rows = (await runner.query('SELECT name FROM migrations ORDER BY id')) as { name: string }[];
  return rows.map(({ name }) => name);
}
