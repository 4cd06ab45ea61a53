import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DataSource, type QueryRunner } from 'typeorm';
import { makeFolder } from '../../common/files/folders';
import type { DatabaseConfig } from '../../config/config';
import { dataSourceOptions } from '../../database/data-source';
import { MigrationJournal } from '../../database/migration-journal';
import { NOW_IN_MYSQL } from '../../database/mysql-database';
import { sessionSettings } from '../../database/mysql-session';
import { writeWhole } from '../places/durable-files';
import { ASIDE_TABLE } from './mysql-tables';
import { noteKeys, type Snapshot } from './snapshot';

/** A file for each table, with a row per line as JSON. */
export const TABLES = 'tables';

/** The server must not give up a dump that waits for its disk. */
const WRITE_SECONDS = 3600;

/** Tables that belong to the change of the tables, not to what they hold. */
const LEFT_OUT = ['migrations', 'migration_journal', ASIDE_TABLE];

/** Reads everything in one transaction that sees the tables as they were at its begin. Nobody has to wait for it. */
export async function snapshotOfMysql(
  database: Extract<DatabaseConfig, { kind: 'mysql' }>,
  folder: string,
): Promise<Snapshot> {
  const source = await new DataSource(dataSourceOptions(database, [])).initialize();
  const runner = source.createQueryRunner();
  try {
    const [{ now }] = await read<{ now: unknown }>(runner, `SELECT ${NOW_IN_MYSQL} AS now`);
    await runner.query(`SET SESSION ${sessionSettings({ limited: false })}`);
    await runner.query(`SET SESSION net_write_timeout = ${WRITE_SECONDS}`);
    await runner.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await runner.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
    return await dump(runner, folder, Number(now));
  } finally {
    await runner.release();
    await source.destroy();
  }
}

async function dump(runner: QueryRunner, folder: string, takenAt: number): Promise<Snapshot> {
  const names = (
    await read<{ name: string }>(
      runner,
      "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' ORDER BY TABLE_NAME",
    )
  ).map(({ name }) => name);
  if (!names.includes('installation') || !names.includes('migrations'))
    throw new Error('This is not a database of Pagecast, or one from before its first version.');
  const halfDone = await MigrationJournal.halfDone((sql) => runner.query(sql));
  // A restore makes the tables by whole migrations, into which these rows would not fit.
  if (halfDone !== undefined)
    throw new Error(
      `The migration ${halfDone} is under way or was cut off, and what is between two versions cannot be restored. ` +
        'Let it end, or run `cli migrate`, which goes on from there; then back up again. No backup was made.',
    );
  const [installation] = await read<{ uuid: string }>(runner, 'SELECT uuid FROM installation WHERE id = 1');
  const migrations = await read<{ name: string }>(runner, 'SELECT name FROM migrations ORDER BY id');
  const snapshot: Snapshot = {
    installation: installation.uuid,
    takenAt,
    migrations: migrations.map(({ name }) => name),
    tables: {},
    keys: new Map(),
    files: [],
  };
  await makeFolder(join(folder, TABLES));
  for (const table of names.filter((name) => !LEFT_OUT.includes(name)))
    await dumpTable(runner, folder, table, snapshot);
  return snapshot;
}

async function dumpTable(
  runner: QueryRunner,
  folder: string,
  table: string,
  { tables, keys, files }: Snapshot,
): Promise<void> {
  const order = await read<{ name: string }>(
    runner,
    "SELECT COLUMN_NAME AS name FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = DATABASE() AND CONSTRAINT_NAME = 'PRIMARY' AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION",
    [table],
  );
  const by = order.length > 0 ? ` ORDER BY ${order.map(({ name }) => quoted(name)).join(', ')}` : '';
  const rows = await runner.stream(`SELECT * FROM ${quoted(table)}${by}`);
  let count = 0;
  const lines = async function* () {
    for await (const row of rows as AsyncIterable<Record<string, unknown>>) {
      count++;
      noteKeys(keys, table, row);
      yield `${JSON.stringify(row)}\n`;
    }
  };
  const path = join(TABLES, `${table}.ndjson`);
  await writeWhole(Readable.from(lines()), join(folder, path));
  tables[table] = count;
  files.push(path);
}

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

async function read<T>(runner: QueryRunner, sql: string, params: unknown[] = []): Promise<[T, ...T[]]> {
  return (await runner.query(sql, params)) as [T, ...T[]];
}
