import SqliteHandle from 'better-sqlite3';
import type { DataSource } from 'typeorm';
import type { DatabaseConfig } from '../../backend/config/config';
import { insertStatement, type Database } from '../../backend/database/database';
import { openDatabase, scratchSqlite } from '../support/databases';

const { make, clean } = scratchSqlite();
let file: string;
let dataSource: DataSource;
let db: Database;
/** Another connection, which sees only what is committed. */
let other: SqliteHandle.Database;

beforeAll(async () => {
  const config = (await make()) as Extract<DatabaseConfig, { kind: 'sqlite' }>;
  ({ file } = config);
  ({ dataSource, db } = await openDatabase(config));
  other = new SqliteHandle(file);
});
beforeEach(() => db.run('DELETE FROM publisher_heartbeats'));
afterAll(async () => {
  other.close();
  await dataSource.destroy();
  await clean();
});

const row = (publisher: string) => insertStatement('publisher_heartbeats', [{ publisher, beat_at: 1 }]);
const beat = (publisher: string) => ({
  sql: 'UPDATE publisher_heartbeats SET beat_at = beat_at + 1 WHERE publisher = ?',
  params: [publisher],
  required: true,
});
const committed = () =>
  (
    other.prepare('SELECT publisher FROM publisher_heartbeats ORDER BY publisher').pluck().all() as string[]
  ).join();

describe('units that are asked for in one turn of the event loop', () => {
  it('share a commit', async () => {
    const handle = (dataSource.driver as unknown as { databaseConnection: SqliteHandle.Database })
      .databaseConnection;
    const exec = jest.spyOn(handle, 'exec');
    const units = Array.from({ length: 20 }, (_, n) => [row(`a${n}`), row(`b${n}`)]);
    await Promise.all(units.map((unit) => db.atomically(unit)));
    expect(exec.mock.calls).toEqual([['BEGIN IMMEDIATE'], ['COMMIT']]);
    exec.mockRestore();
    expect(committed().split(',')).toHaveLength(40);
  });

  it('are committed before any of them is answered', async () => {
    const seen: string[] = [];
    const tell = () => seen.push(committed());
    await Promise.all(['a', 'b', 'c'].map((name) => db.atomically([row(name)]).then(tell)));
    expect(seen).toEqual(['a,b,c', 'a,b,c', 'a,b,c']);
  });

  it('are done in the order in which they were asked for, and see those before them', async () => {
    const results = await Promise.all([
      db.atomically([beat('a')]),
      db.atomically([row('a')]),
      db.atomically([beat('a')]),
      db.run('DELETE FROM publisher_heartbeats'),
      db.atomically([beat('a')]),
    ]);
    expect(results.map((each) => (typeof each === 'number' ? each : each !== null))).toEqual([
      false,
      true,
      true,
      1,
      false,
    ]);
  });

  it('undo nothing of each other when one affects too few rows or is refused', async () => {
    const results = await Promise.allSettled([
      db.atomically([row('a')]),
      db.atomically([row('lost'), beat('nobody')]),
      db.atomically([row('lost'), row('a')]),
      db.run('INSERT INTO nowhere VALUES (1)'),
      db.atomically([row('b')]),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(results[1]).toMatchObject({ value: null });
    expect(committed()).toBe('a,b');
  });

  it('tell the ids of the rows that each inserted', async () => {
    const user = (n: number) => ({
      name: 'A',
      email: `a${n}@example.com`,
      password_hash: 'x',
      created_at: 1,
    });
    const ids = await Promise.all([1, 2, 3].map((n) => db.insert('users', user(n))));
    for (const [n, id] of ids.entries())
      expect(await db.row('SELECT email FROM users WHERE id = ?', [id])).toEqual({
        email: `a${n + 1}@example.com`,
      });
  });

  it('are all done, each by itself, when another process has the file in between', async () => {
    other.exec('BEGIN IMMEDIATE');
    const asked = Promise.all(['a', 'b', 'c'].map((name) => db.atomically([row(name)])));
    setTimeout(() => other.exec('COMMIT'), 100);
    await asked;
    expect(committed()).toBe('a,b,c');
  });

  it('are refused one by one where the disk has no room for all of them', async () => {
    const pages = (other.pragma('page_count', { simple: true }) as number) + 4;
    await db.rows(`PRAGMA max_page_count = ${pages}`);
    const large = (name: string) =>
      insertStatement('users', [
        {
          name: 'x'.repeat(200),
          email: `${name}@example.com`,
          password_hash: 'y'.repeat(190),
          created_at: 1,
        },
      ]);
    const names = Array.from({ length: 100 }, (_, n) => `large${n}`);
    const results = await Promise.allSettled(names.map((name) => db.atomically([large(name)])));
    await db.rows('PRAGMA max_page_count = 1000000');
    const done = names.filter((_, n) => results[n]!.status === 'fulfilled');
    expect(done.length).toBeGreaterThan(0);
    expect(done.length).toBeLessThan(100);
    const kept = other.prepare("SELECT email FROM users WHERE email LIKE 'large%'").pluck().all() as string[];
    expect(kept.map((email) => email.split('@')[0]).sort()).toEqual([...done].sort());
  });

  it('leave room for others between a hundred of them and the next', async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const asked = Array.from({ length: 1_000 }, (_, n) => db.atomically([row(`e${n}`)]));
    await Promise.all(asked).finally(() => (isOver = true));
    expect(turns).toBeGreaterThanOrEqual(9);
  });
});
