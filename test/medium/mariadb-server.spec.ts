import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { createConnection, type Connection } from 'mysql2/promise';
import type { DataSource } from 'typeorm';
import type { Manifest } from '../../backend/backup/places/manifest';
import { loadRows } from '../../backend/backup/restoring/mysql-restore';
import { snapshotOfMysql } from '../../backend/backup/snapshots/mysql-snapshot';
import { loadConfig } from '../../backend/config/config';
import { insertStatement, type Database } from '../../backend/database/database';
import { sessionSettings } from '../../backend/database/mysql-session';
import { reportStart } from '../../backend/start-report';
import { cli } from '../support/cli';
import { eventually } from '../support/client';
import { mariadbListens, openDatabase } from '../support/databases';
import { OwnMariadb } from '../support/own-mariadb';

jest.setTimeout(120_000);

const AWAY = { name: 'DatabaseAway', statusCode: 503, code: 'unavailable' };

/** As no distribution delivers it, but as administrators may set it up. */
const ODD = [
  '--sql-mode=ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT',
  '--character-set-server=latin1',
  '--collation-server=latin1_swedish_ci',
  '--innodb-snapshot-isolation=ON',
];

const isWanted = process.env.CI === 'true' || mariadbListens();
(isWanted ? describe : describe.skip)('on a MariaDB of its own', () => {
  let server: OwnMariadb;
  let dataSource: DataSource;
  let db: Database;
  beforeAll(async () => {
    server = await OwnMariadb.start(...ODD);
    await server.query('CREATE DATABASE pagecast');
    ({ dataSource, db } = await openDatabase(server.config));
  });
  afterAll(async () => {
    await dataSource.destroy().catch(() => undefined);
    await server.end();
  });
  beforeEach(() => db.run('DELETE FROM publisher_heartbeats'));

  const beat = (publisher: string) => insertStatement('publisher_heartbeats', [{ publisher, beat_at: 1 }]);
  const beats = () =>
    db.rows<{ beat_at: number }>('SELECT beat_at FROM publisher_heartbeats ORDER BY beat_at');
  const add = "UPDATE publisher_heartbeats SET beat_at = beat_at + 1 WHERE publisher = 'x'";
  const write = (publisher: string) => db.atomically([beat(publisher)]);

  const threads = async (where: string): Promise<number[]> =>
    (
      await server.query(`SELECT id FROM information_schema.processlist WHERE user = 'pagecast' AND ${where}`)
    ).map(({ id }: { id: number }) => id);

  const user = (name: string, email: string) =>
    db.insert('users', { name, email, password_hash: 'x', created_at: 1 });

  it('keeps text as it was given, and values from becoming SQL, whatever the modes of the server', async () => {
    const hostile = `\\' OR 1=1 -- "a" || 'b' \\\\ 🎬 ä\u0301 \u202E\n`;
    const id = await user(hostile, 'hostile@example.com');
    expect(await db.rows('SELECT name FROM users WHERE id = ?', [id])).toEqual([{ name: hostile }]);
    expect(await db.rows('SELECT id FROM users WHERE name = ?', [`\\' OR 1=1 -- `])).toEqual([]);
  });

  it('gets back from a backup what it was given', async () => {
    const texts = [`it's "two"\nlines \\ and '); DROP TABLE users; --`, '{"a":"b\\nc"}'];
    for (const [n, text] of texts.entries()) await user(text, `text${n}@example.com`);
    const folder = await mkdtemp(join(tmpdir(), 'pagecast-odd-backup-'));
    const copy = { ...server.config, url: server.config.url.replace(/pagecast$/, 'pagecast_copy') };
    try {
      const { migrations, tables } = await snapshotOfMysql(server.config, folder);
      await server.query('CREATE DATABASE pagecast_copy');
      const restored = await openDatabase(copy);
      await restored.dataSource.destroy();
      const database = { kind: 'mysql' as const, migrations, tables };
      await loadRows(copy, { name: '', folder, manifest: { database } as Manifest });
      const names = await server.query('SELECT name FROM pagecast_copy.users ORDER BY id');
      expect(names).toEqual(await server.query('SELECT name FROM pagecast.users ORDER BY id'));
      expect(names.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(texts));
    } finally {
      await server.query('DROP DATABASE IF EXISTS pagecast_copy');
      await rm(folder, { recursive: true, force: true });
    }
  });

  it.each([
    ['in summer', '2025-10-26T00:30:00.123Z'],
    ['after its clocks are set back', '2025-10-26T01:30:00.123Z'],
    ['while its clocks are set forward', '2026-03-29T01:00:00.000Z'],
  ])('knows what time it is %s', async (_when, instant) => {
    const set = `SET timestamp = ${Date.parse(instant) / 1000}`;
    const [{ now }] = await server.query(set, `SELECT ${db.nowSql} AS now`);
    expect(new Date(Number(now)).toISOString()).toBe(instant);
  });

  it('has one account for an address, and accounts of their own for addresses that look alike', async () => {
    const alike = [
      'jorg@example.com',
      'jörg@example.com',
      'JORG@example.com',
      '🎬@example.com',
      '🎉@example.com',
    ];
    for (const email of alike) await user('A', email);
    for (const email of alike) {
      expect(await db.rows('SELECT email FROM users WHERE email = ?', [email])).toEqual([{ email }]);
      const again = await user('B', email).catch((error: unknown) => error);
      expect(db.isDuplicate(again)).toBe(true);
    }
  });

  it('waits for a row that another transaction holds, and changes it once', async () => {
    await write('x');
    const other: Connection = await createConnection(server.config.url.replace('mariadb:', 'mysql:'));
    await other.beginTransaction();
    await other.query(add);
    const waiting = db.run(add);
    // The server refuses the wait after three seconds, and it begins anew.
    await eventually(
      () => server.query("SHOW GLOBAL STATUS LIKE 'Com_update'"),
      ([{ Value }]) => Number(Value) >= 3,
    );
    await other.commit();
    await other.end();
    expect(await waiting).toBe(1);
    expect(await beats()).toEqual([{ beat_at: 3 }]);
  });

  it('has the server stop a statement that takes too long, and keeps the connection', async () => {
    const [{ id }] = (await db.rows('SELECT CONNECTION_ID() AS id')) as [{ id: number }];
    const slow = await db.rows('SELECT SLEEP(60)').catch((error: unknown) => error);
    expect(slow).toMatchObject({ ...AWAY, cause: { errno: 1969 } });
    expect(await threads(`id = ${id}`)).toEqual([id]);
  });

  it('has the server undo what a machine that died has begun, and lets a migration take its time', async () => {
    const limit = 'SELECT @@idle_write_transaction_timeout AS seconds';
    expect(await db.rows(limit)).toEqual([{ seconds: 15 }]);
    const whole = `SET SESSION ${sessionSettings({ limited: false })}`;
    expect(await server.query('SET GLOBAL idle_write_transaction_timeout = 9', whole, limit)).toEqual([
      { seconds: 0 },
    ]);
  });

  it('is told of by the start and the doctor if it may lose what it has just written', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'pagecast-odd-doctor-'));
    const secrets = { JWT_SECRET: 'x'.repeat(48), ENCRYPTION_KEY: 'ab'.repeat(32) };
    const env = { ...secrets, DATABASE_URL: server.config.url, GRAPH_URL: 'http://127.0.0.1:1', PORT: '0' };
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const log = jest.spyOn(Logger.prototype, 'log').mockReturnValue();
    const told = async () => {
      warn.mockClear();
      await reportStart(loadConfig({ ...env, DATA_DIR: dir }), db);
      const { out } = await cli(dir, ['doctor', '--json'], { env });
      const checks = JSON.parse(out) as { check: string; state: string; text: string }[];
      const { state, text } = checks.find(({ check }) => check === 'database')!;
      return [state, ...[text, warn.mock.calls.join()].map((each) => each.includes('may lose'))];
    };
    try {
      expect(await told()).toEqual(['warn', true, true]);
      await server.query('SET GLOBAL innodb_flush_log_at_trx_commit = 1');
      expect(await told()).toEqual(['ok', false, false]);
    } finally {
      await server.query('SET GLOBAL innodb_flush_log_at_trx_commit = 2');
      for (const spy of [warn, log]) spy.mockRestore();
      await rm(dir, { recursive: true, force: true });
    }
  });

  it('refuses writes as unavailable while the server takes none, and then takes them again', async () => {
    await server.query('SET GLOBAL read_only = 1');
    await expect(write('x')).rejects.toMatchObject(AWAY);
    await expect(db.run(add)).rejects.toMatchObject(AWAY);
    expect(await beats()).toEqual([]);
    await server.query('SET GLOBAL read_only = 0');
    await write('x');
    expect(await db.run(add)).toBe(1);
  });

  it('is unavailable while the server has no connection to give, and no longer', async () => {
    await server.query('SET GLOBAL max_connections = 10');
    for (const id of await threads('true')) await server.query(`KILL ${id}`);
    // What was killed, and what asked for that, keep their places for a moment.
    const occupy = () => createConnection(server.config.url.replace('mariadb:', 'mysql:'));
    const occupants: Connection[] = [];
    while (occupants.length < 10)
      await occupy().then(
        (one) => occupants.push(one),
        () => pause(20),
      );
    await expect(beats()).rejects.toMatchObject(AWAY);
    for (const each of occupants) await each.end();
    expect(await beats()).toEqual([]);
    await server.query('SET GLOBAL max_connections = 151');
  });

  it('does a unit once whose connection is killed before the commit', async () => {
    // Long enough to be found at it.
    const unit = db.atomically([beat('x'), { sql: 'SELECT SLEEP(3)', params: [] }, beat('y')]);
    const [id] = await eventually(
      () => threads("info LIKE 'SELECT SLEEP%'"),
      (found) => found.length > 0,
    );
    await server.query(`KILL ${id}`);
    expect(await unit).toHaveLength(3);
    expect(await beats()).toHaveLength(2);
  });

  it('keeps what was committed when the server dies, and goes on with the next one at its address', async () => {
    await write('x');
    await server.kill();
    await expect(beats()).rejects.toMatchObject(AWAY);
    await expect(write('y')).rejects.toMatchObject(AWAY);
    await server.resume();
    await write('z');
    expect(await db.rows('SELECT publisher FROM publisher_heartbeats ORDER BY publisher')).toEqual([
      { publisher: 'x' },
      { publisher: 'z' },
    ]);
  });
});
