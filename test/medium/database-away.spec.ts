import SqliteHandle from 'better-sqlite3';
import type { DataSource } from 'typeorm';
import { ENTITIES } from '../../backend/app.module';
import type { DatabaseConfig } from '../../backend/config/config';
import { dataSourceOptions } from '../../backend/database/data-source';
import { insertStatement, type Database } from '../../backend/database/database';
import { openMigrated } from '../../backend/database/migrate';
import { MysqlDatabase } from '../../backend/database/mysql-database';
import { SqliteDatabase } from '../../backend/database/sqlite-database';
import { NetworkCut } from '../support/network-cut';
import { eventually } from '../support/client';
import { onMariadb, scratchSqlite } from '../support/databases';

jest.setTimeout(90_000);

const AWAY = { name: 'DatabaseAway', statusCode: 503, code: 'unavailable' };
const beat = (publisher: string) => insertStatement('publisher_heartbeats', [{ publisher, beat_at: 1 }]);
const count = async (db: Database) =>
  (await db.row<{ n: number }>('SELECT COUNT(*) AS n FROM publisher_heartbeats'))!.n;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

onMariadb('on MariaDB', (makeConfig) => {
  let config: Extract<DatabaseConfig, { kind: 'mysql' }>;
  let link: NetworkCut;
  let direct: DataSource;
  let dataSource: DataSource;
  let db: Database;
  beforeEach(async () => {
    config = (await makeConfig()) as typeof config;
    direct = await openMigrated(config, dataSourceOptions(config, ENTITIES));
    link = await NetworkCut.to(config.url.replace('mariadb:', 'http:'));
    const through = { ...config, url: config.url.replace('127.0.0.1:3306', new URL(link.url).host) };
    dataSource = await openMigrated(through, dataSourceOptions(through, ENTITIES));
    db = new MysqlDatabase(dataSource);
  });
  afterEach(async () => {
    link.end();
    await dataSource.destroy().catch(() => undefined);
    await direct.destroy();
  });

  it('throws silent connections away, and does on new ones what was not done', async () => {
    await Promise.all(Array.from({ length: 10 }, () => db.row('SELECT SLEEP(0.2)')));
    link.silence();
    const begin = performance.now();
    expect(await count(db)).toBe(0);
    expect(await db.atomically([beat('a'), beat('b')])).toHaveLength(2);
    // After 8 s without an answer, and not after 8 s for each of them.
    expect(performance.now() - begin).toBeLessThan(15_000);
    expect(await count(db)).toBe(2);
  });

  it('does not repeat a single write on a guess when its answer was lost', async () => {
    await count(db);
    link.silence();
    await expect(db.run(...both(beat('once')))).rejects.toMatchObject(AWAY);
    expect(await count(db)).toBe(0);
  });

  it.each(['ER_ERROR_DURING_COMMIT', 'ER_QUERY_INTERRUPTED'])(
    'leaves open whether a unit was done whose commit ended in %s',
    async (code) => {
      const create = dataSource.createQueryRunner.bind(dataSource);
      const runners = jest.spyOn(dataSource, 'createQueryRunner').mockImplementation(() => {
        const runner = create();
        const commit = runner.commitTransaction.bind(runner);
        runner.commitTransaction = async () => {
          await commit();
          throw Object.assign(new Error('the answer to COMMIT'), { code });
        };
        return runner;
      });
      const unit = db.atomically([beat('a'), beat('b')]);
      await expect(unit).rejects.toMatchObject({ ...AWAY, mayBeDone: true });
      runners.mockRestore();
      expect(await count(db)).toBe(2);
      await expect(db.atomically([beat('a'), beat('c')])).rejects.toMatchObject({ code: 'ER_DUP_ENTRY' });
    },
  );

  it('locks that a silent connection holds are given back', async () => {
    await direct.query("INSERT INTO publisher_heartbeats (publisher, beat_at) VALUES ('held', 1)");
    const held = db.atomically([
      { sql: "UPDATE publisher_heartbeats SET beat_at = 2 WHERE publisher = 'held'", params: [] },
      { sql: 'SELECT SLEEP(1)', params: [] },
    ]);
    await pause(300);
    link.silence();
    await held.catch(() => undefined);
    // Left to itself, the server keeps them for hours; and with this, whoever asks does not wait for one.
    const find = "SELECT beat_at FROM publisher_heartbeats WHERE publisher = 'held' FOR UPDATE NOWAIT";
    await eventually(
      () => direct.query<unknown[]>(find).catch((error: unknown) => String(error)),
      (found) => Array.isArray(found),
    );
  });

  it('is away while it refuses connections, and back as soon as it takes them', async () => {
    await count(db);
    link.cut();
    await expect(count(db)).rejects.toMatchObject(AWAY);
    await expect(db.atomically([beat('a')])).rejects.toMatchObject(AWAY);
    link.mend();
    expect(await count(db)).toBe(0);
  });

  it('tells those who wait in time when every connection is in use', async () => {
    const slow = Array.from({ length: 10 }, () => db.row('SELECT SLEEP(6)'));
    await pause(200);
    let hasOneEnded = false;
    void Promise.race(slow).then(() => (hasOneEnded = true));
    const waiting = dataSource.query('SELECT 1').catch((error: unknown) => error);
    expect(await waiting).toMatchObject({ code: 'NO_FREE_CONNECTION' });
    expect(hasOneEnded).toBe(false);
    await Promise.all(slow);
    expect(await count(db)).toBe(0);
  });

  it('brings all units through that deadlock', async () => {
    for (const name of ['x', 'y']) await db.run(...both(beat(name)));
    const add = (name: string) => ({
      sql: 'UPDATE publisher_heartbeats SET beat_at = beat_at + 1 WHERE publisher = ?',
      params: [name],
      required: true,
    });
    const units = Array.from({ length: 40 }, (_, n) => (n % 2 ? [add('x'), add('y')] : [add('y'), add('x')]));
    await Promise.all(units.map((unit) => db.atomically(unit)));
    expect(await db.rows('SELECT beat_at FROM publisher_heartbeats')).toEqual([
      { beat_at: 41 },
      { beat_at: 41 },
    ]);
  });

  it('brings a unit through a deadlock over the next number of a table', async () => {
    for (const name of ['x', 'y']) await db.run(...both(beat(name)));
    await direct.query('CREATE TABLE numbered (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(9) NOT NULL)');
    const touch = "UPDATE publisher_heartbeats SET beat_at = 2 WHERE publisher = 'y'";
    const statements = [touch, 'DO SLEEP(0.6)', "INSERT INTO numbered (name) VALUES ('late')"];
    const unit = db.atomically(statements.map((sql) => ({ sql, params: [] })));
    await pause(300);
    // Takes the number for the first row, then waits for the second. The server undoes the unit that changed less.
    const other = direct.createQueryRunner();
    await other.startTransaction('READ COMMITTED');
    await other.query(`INSERT INTO numbered (name) VALUES ${Array(9).fill("('early')").join()}`);
    await other.query(`INSERT INTO numbered (name) SELECT publisher FROM publisher_heartbeats
      ORDER BY publisher FOR UPDATE`);
    await other.commitTransaction();
    await other.release();
    expect(await unit).toHaveLength(3);
    const names = await direct.query<{ name: string }[]>(
      'SELECT name FROM numbered ORDER BY id DESC LIMIT 3',
    );
    expect(names.map(({ name }) => name)).toEqual(['late', 'y', 'x']);
  });
});

describe('on SQLite, while another process has the file', () => {
  const { make, clean } = scratchSqlite();
  let db: Database;
  let dataSource: DataSource;
  let other: SqliteHandle.Database;
  beforeAll(async () => {
    const config = (await make()) as Extract<DatabaseConfig, { kind: 'sqlite' }>;
    dataSource = await openMigrated(config, dataSourceOptions(config, ENTITIES));
    db = new SqliteDatabase(dataSource);
    other = new SqliteHandle(config.file);
  });
  afterAll(async () => {
    other.close();
    await dataSource.destroy();
    await clean();
  });

  it('makes a write wait without holding up anything else', async () => {
    other.exec('BEGIN IMMEDIATE');
    // Who held this process up would not let the other one end, and be refused.
    let turns = 0;
    const others = setInterval(() => {
      if (++turns === 100) other.exec('COMMIT');
    }, 5);
    await Promise.all([db.run(...both(beat('a'))), db.atomically([beat('b')])]);
    clearInterval(others);
    expect(turns).toBeGreaterThanOrEqual(100);
    expect(await count(db)).toBe(2);
  });

  it('refuses the write as unavailable after a while, and goes on reading', async () => {
    other.exec('BEGIN IMMEDIATE');
    const refused = expect(db.run(...both(beat('c')))).rejects.toMatchObject(AWAY);
    expect(await count(db)).toBe(2);
    await refused;
    other.exec('ROLLBACK');
    await db.run(...both(beat('c')));
  });
});

function both({ sql, params }: ReturnType<typeof beat>): [string, typeof params] {
  return [sql, params];
}
