import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import 'reflect-metadata';
import type { DataSource } from 'typeorm';
import { ENTITIES } from '../../backend/app.module';
import type { DatabaseConfig } from '../../backend/config/config';
import { dataSourceOptions } from '../../backend/database/data-source';
import type { Database } from '../../backend/database/database';
import { openMigrated } from '../../backend/database/migrate';
import { MysqlDatabase } from '../../backend/database/mysql-database';
import { SqliteDatabase } from '../../backend/database/sqlite-database';
import { eventually } from './eventually';
import { fillMigrated } from './migrated';

const HOST = '127.0.0.1';
const PORT = 3306;
const SERVER = `mariadb://root@${HOST}:${PORT}`;

/**
 * Every call makes a database of its own that is gone after the tests of the block. On MariaDB it is migrated already,
 * unless it is for a test of what migrates.
 */
export type MakeConfig = (options?: { empty?: boolean }) => Promise<DatabaseConfig>;

/** The same tests on SQLite and on MariaDB. */
export function eachDatabase(tests: (name: 'SQLite' | 'MariaDB', makeConfig: MakeConfig) => void): void {
  describe('on SQLite', () => {
    const { make, clean } = scratchSqlite();
    tests('SQLite', make);
    // Last, because hooks run in the order in which they are written down.
    afterAll(clean);
  });
  onMariadb('on MariaDB', (make) => tests('MariaDB', make));
}

/** Skipped where no MariaDB listens on this machine, but never in CI: there a missing one is a failure. */
export function onMariadb(name: string, tests: (makeConfig: MakeConfig) => void): void {
  const isWanted = process.env.CI === 'true' || mariadbListens();
  (isWanted ? describe : describe.skip)(name, () => {
    const { make, clean } = scratchMariadb();
    tests(make);
    afterAll(clean);
  });
}

interface Scratch {
  make: MakeConfig;
  clean: () => Promise<void>;
}

export function scratchMariadb(): Scratch {
  const names: string[] = [];
  const clean = async () => {
    for (const name of names) await onServer(`DROP DATABASE IF EXISTS ${name}`);
  };
  const make: MakeConfig = async ({ empty = false } = {}) => {
    const name = `pagecast_test_${randomBytes(6).toString('hex')}`;
    await onServer(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    names.push(name);
    const config = { kind: 'mysql', driver: 'mariadb', url: `${SERVER}/${name}` } as const;
    if (!empty) await fillMigrated(config);
    return config;
  };
  return { make, clean };
}

export function scratchSqlite(): Scratch {
  const dirs: string[] = [];
  const clean = async () => {
    for (const dir of dirs) await rm(dir, { recursive: true, force: true, maxRetries: 10 });
  };
  const make: MakeConfig = async () => {
    const dir = await mkdtemp(join(tmpdir(), 'pagecast-database-'));
    dirs.push(dir);
    return { kind: 'sqlite', file: join(dir, 'pagecast.sqlite') };
  };
  return { make, clean };
}

/** As the product opens it: migrated to the newest. */
export async function openDatabase(
  config: DatabaseConfig,
): Promise<{ dataSource: DataSource; db: Database }> {
  const dataSource = await openMigrated(config, dataSourceOptions(config, ENTITIES));
  const db = config.kind === 'sqlite' ? new SqliteDatabase(dataSource) : new MysqlDatabase(dataSource);
  return { dataSource, db };
}

/** Who has ended a connection has only asked for it: the server lets go of it a moment later. */
export const untilUnused = (url: string): Promise<unknown> =>
  eventually(
    () => onServer('SELECT ID FROM information_schema.PROCESSLIST WHERE DB = ?', nameIn(url)),
    (connections) => connections.length === 0,
  );

const nameIn = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

async function onServer(sql: string, ...params: string[]): Promise<RowDataPacket[]> {
  const connection = await createConnection({ host: HOST, port: PORT, user: 'root' });
  try {
    return (await connection.query<RowDataPacket[]>(sql, params))[0];
  } finally {
    await connection.end();
  }
}

/** Has to be known before the tests are collected, hence not by a promise. */
export function mariadbListens(): boolean {
  const ask = `const socket = require('node:net').connect(${PORT}, '${HOST}');
    socket.once('connect', () => process.exit(0)).once('error', () => process.exit(1));
    setTimeout(() => process.exit(1), 1000);`;
  return spawnSync(process.execPath, ['-e', ask]).status === 0;
}
