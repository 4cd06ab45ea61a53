import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Config } from '../config/config';

const LOCK_WAIT_MS = 60_000;

/** Opens the database and brings it to the newest migration. Processes that start together take turns. */
export async function openMigrated(
  database: Config['database'],
  options: DataSourceOptions,
): Promise<DataSource> {
  return database.kind === 'sqlite' ? openSqlite(database.file, options) : openMysql(options);
}

/** The lock is a transaction on a file of its own: the kernel frees it when its holder dies. */
async function openSqlite(file: string, options: DataSourceOptions): Promise<DataSource> {
  mkdirSync(dirname(file), { recursive: true });
  const lock = new SqliteHandle(`${file}.migrating`, { timeout: LOCK_WAIT_MS });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    const dataSource = await new DataSource(options).initialize();
    await dataSource.runMigrations({ transaction: 'each' });
    return dataSource;
  } finally {
    lock.close();
  }
}

async function openMysql(options: DataSourceOptions): Promise<DataSource> {
  const dataSource = await new DataSource(options).initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('SELECT GET_LOCK(CONCAT(DATABASE(), ".migrating"), ?)', [LOCK_WAIT_MS / 1000]);
    await dataSource.runMigrations({ transaction: 'each' });
    await runner.query('SELECT RELEASE_LOCK(CONCAT(DATABASE(), ".migrating"))');
    return dataSource;
  } finally {
    await runner.release();
  }
}
