import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import type { DatabaseConfig } from '../../config/config';
import { dataSourceOptions } from '../../database/data-source';
import { sessionSettings } from '../../database/mysql-session';

export type MysqlConfig = Extract<DatabaseConfig, { kind: 'mysql' }>;

/** Works on one connection, on which rows may come before those that they refer to. */
export async function onServer<T>(
  database: MysqlConfig,
  work: (runner: QueryRunner) => Promise<T>,
): Promise<T> {
  const alone = { migrations: [], poolSize: 1 };
  const options = { ...dataSourceOptions(database, []), ...alone } as DataSourceOptions;
  const source = await new DataSource(options).initialize();
  const runner = source.createQueryRunner();
  try {
    await runner.query(`SET SESSION ${sessionSettings({ limited: false })}, foreign_key_checks = 0`);
    return await work(runner);
  } finally {
    await runner.release();
    await source.destroy();
  }
}

/** Where a restore notes what it has moved aside, until it has ended. It is none of the tables of the product. */
export const ASIDE_TABLE = 'restore_aside';

/** Its tables and views. */
export const tablesOf = async (runner: QueryRunner): Promise<string[]> =>
  (await namesOf(runner, 'TABLES')).filter((name) => name !== ASIDE_TABLE);

export const viewsOf = (runner: QueryRunner): Promise<string[]> => namesOf(runner, 'VIEWS');

async function namesOf(runner: QueryRunner, list: 'TABLES' | 'VIEWS'): Promise<string[]> {
  const rows = await read(
    runner,
    `SELECT TABLE_NAME AS name FROM information_schema.${list} WHERE TABLE_SCHEMA = DATABASE()`,
  );
  return rows.map(({ name }) => String(name));
}

export const read = async (
  runner: QueryRunner,
  sql: string,
  params: unknown[] = [],
): Promise<Record<string, unknown>[]> => (await runner.query(sql, params)) as Record<string, unknown>[];

export const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
