import { createHash } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import { errorCode } from '../../common/errors/error-code';
import { NOW_IN_MYSQL } from '../../database/mysql-database';
import { OTHER_RESTORE, PROCESS, publisherOf, YOUNG_MS, type DatabaseUser } from '../database-user';
import type { Aside } from './aside';
import { UnfinishedRestore9999999999999 } from './mysql-restore';
import { onServer, quoted, read, tablesOf, viewsOf, type MysqlConfig } from '../snapshots/mysql-tables';

/** Names of databases have 64 characters at most. */
const LONGEST = 38;

/** The server may take a moment to see that a process was killed. */
const WAIT_SECONDS = 5;

/** Servers and what is in between close connections that are silent for minutes. */
const BEAT_MS = 20_000;

/**
 * Does the work while nobody else restores this MySQL database. The lock lives as long as the connection that the work
 * is given: what it does there is never done without the lock.
 */
export function aloneOnServer<T>(
  database: MysqlConfig,
  work: (holder: QueryRunner) => Promise<T>,
): Promise<T> {
  return onServer(database, async (runner) => {
    await claim(runner);
    const beat = setInterval(() => void runner.query('DO 0').catch(() => undefined), BEAT_MS);
    try {
      return await work(runner);
    } finally {
      clearInterval(beat);
    }
  });
}

async function claim(runner: QueryRunner): Promise<void> {
  const [here] = await read(runner, 'SELECT DATABASE() AS name');
  const name = String(here?.name);
  // Locks belong to the server, and their names have at most 64 characters.
  const lock = `pagecast.restore.${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;
  // The one that restores must not take those that wait for processes of the product.
  await runner.query('USE information_schema');
  const [answer] = await read(runner, 'SELECT GET_LOCK(?, ?) AS got', [lock, WAIT_SECONDS]);
  if (answer?.got === null)
    throw new Error(
      'The database server cannot lock the restore (GET_LOCK answers NULL). See its error log.',
    );
  if (Number(answer?.got) !== 1) throw new Error(OTHER_RESTORE);
  await runner.query(`USE ${quoted(name)}`);
}

/**
 * Makes the database empty: what a restore left that was cut off is removed, and anything else is moved to a database
 * beside it, which the product can use as it is. `holder` has the lock of the restore.
 * @throws when it is in use, or may not be moved
 */
export async function makeRoom(holder: QueryRunner, replace: boolean, aside: Aside): Promise<void> {
  const tables = await tablesOf(holder);
  if (tables.length === 0) return;
  if (await isUnfinished(holder, tables)) {
    for (const table of tables) await holder.query(`DROP TABLE ${quoted(table)}`);
    return;
  }
  if (!replace)
    throw new Error(
      'The database has tables already. With --replace they are moved to a database beside it; or create an empty database and name it in DATABASE_URL. A restore never deletes.',
    );
  await refuseViews(holder);
  await refuseInUse(holder, tables);
  await moveTables(holder, tables, aside);
}

/** The mark of a restore is its first row; it may have been cut off before. */
async function isUnfinished(runner: QueryRunner, tables: string[]): Promise<boolean> {
  if (!tables.includes('migrations')) return false;
  const rows = await read(runner, 'SELECT name FROM migrations');
  if (rows.length === 0) return tables.length === 1;
  return rows.some(({ name }) => name === UnfinishedRestore9999999999999.name);
}

/** A view cannot be moved to another database. */
async function refuseViews(runner: QueryRunner): Promise<void> {
  const views = await viewsOf(runner);
  if (views.length > 0)
    throw new Error(
      `The database has views, which cannot be moved aside: ${views.join(', ')}. Drop them, then restore. Nothing was done.`,
    );
}

async function refuseInUse(runner: QueryRunner, tables: string[]): Promise<void> {
  const user = await userAmong(runner, tables);
  if (user !== undefined) throw new Error(`${user.who} Stop the product, ${user.wait}then restore.`);
}

/** A process of the product that uses the database, in words. */
export const userOf = (database: MysqlConfig): Promise<DatabaseUser | undefined> =>
  onServer(database, async (runner) => userAmong(runner, await tablesOf(runner)));

async function userAmong(runner: QueryRunner, tables: string[]): Promise<DatabaseUser | undefined> {
  if (tables.includes('publisher_heartbeats')) {
    const [beat] = await read(
      runner,
      // A beat far ahead was written by a wrong clock.
      `SELECT MIN(ABS(${NOW_IN_MYSQL} - beat_at)) AS age FROM publisher_heartbeats`,
    );
    if (beat?.age !== null && Number(beat?.age) < YOUNG_MS) return publisherOf(Number(beat?.age));
  }
  // Without further rights, a user sees its own connections: the product's.
  const [others] = await read(
    runner,
    'SELECT COUNT(*) AS count FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID()',
  );
  return Number(others?.count) > 0 ? PROCESS : undefined;
}

/** One statement, which the server ends even if this process is killed. Foreign keys follow their tables. */
async function moveTables(runner: QueryRunner, tables: string[], aside: Aside): Promise<void> {
  const [here] = await read(
    runner,
    'SELECT SCHEMA_NAME AS name, DEFAULT_CHARACTER_SET_NAME AS charset, DEFAULT_COLLATION_NAME AS collation FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = DATABASE()',
  );
  const name = String(here?.name);
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const beside = `${name.slice(0, LONGEST)}_replaced_${stamp}`;
  try {
    await runner.query(
      `CREATE DATABASE ${quoted(beside)} CHARACTER SET ${String(here?.charset)} COLLATE ${String(here?.collation)}`,
    );
  } catch (error) {
    if (!/DENIED/.test(errorCode(error) ?? '')) throw error;
    throw new Error(await whoMayNot(runner, name, beside));
  }
  await runner.query('SET SESSION foreign_key_checks = 1');
  const moves = tables.map((table) => `${quoted(table)} TO ${quoted(beside)}.${quoted(table)}`);
  await aside.move({ database: beside }, () => runner.query(`RENAME TABLE ${moves.join(', ')}`));
}

async function whoMayNot(runner: QueryRunner, name: string, beside: string): Promise<string> {
  const [user] = await read(runner, 'SELECT CURRENT_USER() AS name');
  const grantee = String(user?.name).replace(/^(.*)@(.*)$/, "'$1'@'$2'");
  const pattern = `${name.slice(0, LONGEST)}_replaced_%`.replaceAll('_', '\\_');
  return (
    `The user of DATABASE_URL may not create the database ${beside}, to which the tables are moved. ` +
    `Let an administrator of the server run GRANT ALL ON \`${pattern}\`.* TO ${grantee}; ` +
    'or create an empty database and name it in DATABASE_URL. Nothing was done.'
  );
}
