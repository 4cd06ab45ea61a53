import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SqliteHandle from 'better-sqlite3';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { errorCode } from '../common/error-code';
import { makeFolder } from '../common/folders';
import type { Config } from '../config/config';

const LOCK_WAIT_MS = 60_000;
const LOCK_AGAIN_MS = 100;

/** Set after the migrations. A wait inside SQLite blocks the whole process, so `SqliteDatabase` waits outside of it. */
const SQLITE_BUSY_MS = 5;

interface MigrateOptions {
  lockWaitMs?: number;
}

/**
 * Opens the database and runs the missing migrations. Processes that start at the same time take turns. Nothing is
 * migrated without the lock, nor after a newer version has migrated the database.
 */
export async function openMigrated(
  database: Config['database'],
  options: DataSourceOptions,
  { lockWaitMs = LOCK_WAIT_MS }: MigrateOptions = {},
): Promise<DataSource> {
  return database.kind === 'sqlite'
    ? openSqlite(database.file, options, lockWaitMs)
    : openMysql(options, lockWaitMs);
}

/** The lock is a transaction on a separate file; the kernel releases it when the process dies. */
async function openSqlite(file: string, options: DataSourceOptions, lockWaitMs: number): Promise<DataSource> {
  await makeFolder(dirname(file));
  const lock = new SqliteHandle(`${file}.migrating`, { timeout: 0 });
  try {
    await patiently(lockWaitMs, () => Promise.resolve().then(() => Boolean(lock.exec('BEGIN EXCLUSIVE'))));
    const dataSource = await migrated(options);
    await dataSource.query(`PRAGMA busy_timeout = ${SQLITE_BUSY_MS}`);
    return dataSource;
  } finally {
    lock.close();
  }
}

async function openMysql(options: DataSourceOptions, lockWaitMs: number): Promise<DataSource> {
  const locking = await new DataSource({ ...options, entities: [], migrations: [] }).initialize();
  const runner = locking.createQueryRunner();
  try {
    const [{ name }] = (await runner.query('SELECT DATABASE() AS name')) as [{ name: string }];
    // Locks belong to the server, not to the database, and their names have at most 64 characters.
    const lock = `pagecast.${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;
    await patiently(lockWaitMs, async () => {
      const [{ got }] = (await runner.query('SELECT GET_LOCK(?, 0) AS got', [lock])) as [{ got: unknown }];
      return Number(got) === 1;
    });
    try {
      return await migrated(options);
    } finally {
      await runner.query('SELECT RELEASE_LOCK(?)', [lock]).catch(() => undefined);
    }
  } finally {
    await runner.release();
    await locking.destroy();
  }
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

async function migrated(options: DataSourceOptions): Promise<DataSource> {
  const dataSource = await new DataSource(options).initialize();
  try {
    await refuseNewer(dataSource);
    await dataSource.runMigrations({ transaction: 'each' });
    return dataSource;
  } catch (error) {
    await dataSource.destroy().catch(() => undefined);
    throw error;
  }
}

/** Refuses a database with unknown migrations: they may have changed what this code relies on. */
async function refuseNewer(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    if (!(await runner.hasTable('migrations'))) return;
    const known = new Set(dataSource.migrations.map(({ name }) => name));
    const done = (await runner.query('SELECT name FROM migrations ORDER BY id')) as { name: string }[];
    const unknown = done.filter(({ name }) => !known.has(name));
    if (unknown.length)
      throw new Error(
        `the database was migrated by a newer version (${unknown.map(({ name }) => name).join(', ')}). ` +
          'Start that version, or restore a backup that was made before it.',
      );
  } finally {
    await runner.release();
  }
}
