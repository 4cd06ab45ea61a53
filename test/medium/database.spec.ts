import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { Clock } from '../../backend/common/time/clock';
import { required, insertStatement, type Database } from '../../backend/database/database';
import { query } from '../../backend/database/tables';
import { PublisherHeartbeat } from '../../backend/publishing/publisher/heartbeat.entity';
import { Quota } from '../../backend/subscriptions/quota';
import { environment } from '../support/app';
import { eachDatabase, openDatabase } from '../support/databases';

eachDatabase((name, makeConfig) => {
  let dataSource: DataSource;
  let db: Database;

  beforeAll(async () => {
    ({ dataSource, db } = await openDatabase(await makeConfig()));
  });
  afterAll(() => dataSource.destroy());

  const row = (publisher: string) => insertStatement('publisher_heartbeats', [{ publisher, beat_at: 1 }]);
  const names = async () =>
    (
      await db.rows<{ publisher: string }>('SELECT publisher FROM publisher_heartbeats ORDER BY publisher')
    ).map(({ publisher }) => publisher);
  beforeEach(() => db.run('DELETE FROM publisher_heartbeats'));

  it('loses nothing acknowledged and keeps nothing undone, whatever runs beside a list of statements', async () => {
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    const fails = (n: number) => n % 3 === 0;
    const list = (n: number) =>
      db.atomically([
        row(`first ${n}`),
        {
          sql: 'UPDATE publisher_heartbeats SET beat_at = beat_at + 1 WHERE publisher = ?',
          params: [fails(n) ? 'nobody' : `first ${n}`],
          required: true,
        },
        row(`second ${n}`),
      ]);
    const repository = dataSource.getRepository(PublisherHeartbeat);
    const done = await Promise.all(
      numbers.map(async (n) => {
        const [result] = await Promise.all([
          list(n),
          db.run(...both(row(`plain ${n}`))),
          repository.insert({ publisher: `typeorm ${n}`, beatAt: 1 }),
        ]);
        return result !== null;
      }),
    );
    expect(done).toEqual(numbers.map((n) => !fails(n)));
    const expected = numbers.flatMap((n) => [
      ...(fails(n) ? [] : [`first ${n}`, `second ${n}`]),
      `plain ${n}`,
      `typeorm ${n}`,
    ]);
    expect((await names()).sort()).toEqual(expected.sort());
  });

  it('undoes a list when one of its statements is refused', async () => {
    const refused = await db.atomically([row('a'), row('b'), row('a')]).catch((error: unknown) => error);
    // Not by its class: a native module's errors are of another realm than the test's.
    expect(refused).toHaveProperty('code', expect.stringMatching(/CONSTRAINT|ER_/));
    expect(await names()).toEqual([]);
    await db.atomically([row('a')]);
    expect(await names()).toEqual(['a']);
  });

  it('knows the refusal of a unique index from other errors', async () => {
    const user = { name: 'A', email: 'same@example.com', password_hash: 'x', created_at: 1 };
    await db.insert('users', user);
    const twice = await db.insert('users', user).catch((error: unknown) => error);
    const wrong = await db.run('UPDATE nothing SET a = 1').catch((error: unknown) => error);
    expect([db.isDuplicate(twice), db.isDuplicate(wrong)]).toEqual([true, false]);
  });

  it('counts a row that an UPDATE matched although it changed nothing in it', async () => {
    await db.run(...both(row('a')));
    const set = "UPDATE publisher_heartbeats SET beat_at = 1 WHERE publisher = 'a'";
    expect(await db.run(set)).toBe(1);
    expect(await db.atomically([{ sql: set, params: [], required: true }])).toMatchObject([{ affected: 1 }]);
  });

  it('gives back bytes beyond 32 bits and text beyond the basic plane as they were', async () => {
    const id = await db.insert('users', {
      name: '𝒵oë 🎬',
      email: 'wide@example.com',
      password_hash: 'x',
      created_at: 4_102_444_800_123,
    });
    expect(await db.row('SELECT name, created_at FROM users WHERE id = ?', [id])).toEqual({
      name: '𝒵oë 🎬',
      created_at: 4_102_444_800_123,
    });
  });

  it('runs typed statements: reads, changes, and units of both kinds', async () => {
    const id = await db.insert('users', {
      name: 'A',
      email: 'a@example.com',
      password_hash: 'x',
      created_at: 1,
    });
    const own = query.selectFrom('captions').where('user_id', '=', id);
    const caption = (content: string, last_used_at: number | null) =>
      query.insertInto('captions').values({ user_id: id, content, last_used_at, created_at: 2 ** 41 });
    await db.run(caption('one', null));
    const done = await db.atomically([caption('"two" `2` ?', 7)]);
    expect(done).toMatchObject([{ affected: 1 }]);
    expect(await db.rows(own.select(['content', 'created_at']).orderBy('last_used_at').limit(1))).toEqual([
      { content: 'one', created_at: 2 ** 41 },
    ]);
    expect(await db.row(own.select('content').where('last_used_at', 'in', [7, 8]))).toEqual({
      content: '"two" `2` ?',
    });
    const ofNobody = query
      .updateTable('captions')
      .set({ content: 'x' })
      .where('user_id', '=', id + 1);
    const all = query.updateTable('captions').set({ content: 'y' }).where('user_id', '=', id);
    expect(await db.atomically([all, required(ofNobody)])).toBeNull();
    expect(await db.rows(own.select('content').where('content', '=', 'y'))).toEqual([]);
    expect(await db.run(query.deleteFrom('captions').where('user_id', '=', id))).toBe(2);
  });

  it('lets exactly ten of a hundred at once reserve ten free tasks', async () => {
    const userId = await db.insert('users', {
      name: 'A',
      email: 'quota@example.com',
      password_hash: 'x',
      created_at: 1,
    });
    await db.run('INSERT INTO quota_usage (user_id, tasks_used, storage_used) VALUES (?, 20, 0)', [userId]);
    const quota = new Quota(db, new Clock());
    const limits = { maxTasks: 30, maxStorageBytes: 1e9, tasksUsed: 20, storageUsed: 0 };
    const reserved = await Promise.all(
      Array.from({ length: 100 }, () => db.atomically([quota.reserving(userId, limits, 1, 1000)])),
    );
    expect(reserved.filter((done) => done !== null)).toHaveLength(10);
    expect(
      await db.row('SELECT tasks_used, storage_used FROM quota_usage WHERE user_id = ?', [userId]),
    ).toEqual({
      tasks_used: 30,
      storage_used: 10_000,
    });
  });

  if (name === 'SQLite')
    it('writes every commit through to the disk, and ties rows by foreign keys', async () => {
      expect(await db.row('PRAGMA synchronous')).toEqual({ synchronous: 2 });
      expect(await db.row('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
      expect(await db.row('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 });
    });

  it('serves two processes that start on it together while it is empty', async () => {
    const config = await makeConfig();
    const dir = await mkdtemp(join(tmpdir(), 'pagecast-two-'));
    const env = environment(dir, {
      DATABASE_URL: config.kind === 'sqlite' ? `sqlite:${config.file}` : config.url,
      ...(config.kind === 'mysql' && { JWT_SECRET: 's'.repeat(40), ENCRYPTION_KEY: 'ab'.repeat(32) }),
    });
    const children = [start(env), start(env)];
    try {
      expect(await Promise.all(children.map(whatItSays))).toEqual([
        expect.stringMatching(/Pagecast is running: http/),
        expect.stringMatching(/Pagecast is running: http/),
      ]);
      const { dataSource: later, db: read } = await openDatabase(config);
      expect(await read.rows('SELECT name FROM plans ORDER BY id')).toEqual([
        { name: 'Starter' },
        { name: 'Growth' },
        { name: 'Studio' },
      ]);
      expect(await read.rows('SELECT is_admin FROM users')).toEqual([{ is_admin: 1 }]);
      await later.destroy();
    } finally {
      await Promise.all(children.map(stop));
      await rm(dir, { recursive: true, force: true });
    }
  }, 150_000);
});

const both = ({ sql, params }: { sql: string; params: (string | number | null)[] }) =>
  [sql, params] as [string, (string | number | null)[]];

/** The product in a process of its own, from its sources, so that no stale build is what is tested. */
function start(env: Record<string, string>): ChildProcess {
  const register = resolve(__dirname, '../support/register-ts.js');
  return spawn(process.execPath, ['--require', register, resolve(__dirname, '../../backend/main.ts')], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** What it says until it runs, or until it gives up. */
async function whatItSays(child: ChildProcess): Promise<string> {
  let said = '';
  const listen = (chunk: Buffer) => (said += chunk.toString());
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  const until = Date.now() + 100_000;
  while (!said.includes('is running') && child.exitCode === null && Date.now() < until) await pause(20);
  return said;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
