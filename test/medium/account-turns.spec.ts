import { createConnection } from 'mysql2/promise';
import { AccountTurns } from '../../backend/accounts/turns/account-turns';
import type { DatabaseConfig } from '../../backend/config/config';
import { Changes } from '../../backend/database/changes';
import { insertStatement, type Database } from '../../backend/database/database';
import type { DatabaseTime } from '../../backend/database/database-time';
import type { NewRow } from '../../backend/database/tables';
import { Claims } from '../../backend/publishing/publisher/claims';
import { NextPosts } from '../../backend/publishing/publisher/next-posts';
import type { Presence, Storage } from '../../backend/ports/storage/storage';
import { eachDatabase, openDatabase } from '../support/databases';

const SECOND = 1000;
const NOON = Date.UTC(2040, 0, 1, 12);

eachDatabase((name, makeConfig) => {
  let db: Database;
  let close: () => Promise<void>;
  let config: DatabaseConfig;
  let now = NOON;
  const time = { now: () => now, measure: () => Promise.resolve() } as unknown as DatabaseTime;
  let presence: Presence = 'here';
  const storage = { presence: () => Promise.resolve(presence) } as Storage;
  let line: AccountTurns;
  let nextPosts: NextPosts;
  let claims: Claims;

  beforeAll(async () => {
    config = await makeConfig();
    const opened = await openDatabase(config);
    ({ db } = opened);
    close = () => opened.dataSource.destroy();
    line = new AccountTurns(db, time);
    nextPosts = new NextPosts(db, line, storage, time);
    claims = new Claims(db, line, nextPosts, new Changes(db), time);
    const users = [1, 2, 3].map((id) => ({
      id,
      name: 'U',
      email: `u${id}@example.com`,
      password_hash: 'none',
      created_at: 0,
    }));
    await db.run(
      "INSERT INTO plans (id, name, description, price_minor, duration_days, max_storage_bytes, max_pending_submissions, created_at) VALUES (1, 'P', '', 0, 30, 1, 1, 0)",
    );
    await db.atomically([
      insertStatement('users', users),
      insertStatement(
        'subscriptions',
        // The third has no plan before the evening.
        users.map(({ id }) => ({
          user_id: id,
          plan_id: 1,
          starts_at: id === 3 ? NOON + 3600 * SECOND : 0,
          expires_at: NOON * 2,
          created_at: 0,
        })),
      ),
    ]);
  });
  beforeEach(async () => {
    now = NOON;
    presence = 'here';
    await db.run('DELETE FROM posts');
    await db.run('DELETE FROM accounts');
  });
  afterAll(() => close());

  const account = (id: number, more: Partial<NewRow<'accounts'>> = {}) =>
    db.insert('accounts', {
      id,
      user_id: id,
      network: 'facebook',
      remote_id: String(100 + id),
      token: 'sealed',
      is_default: 1,
      next_due_at: 0,
      ...more,
    });
  const post = (accountId: number, dueAt: number | null, more: Partial<NewRow<'posts'>> = {}) =>
    db.insert('posts', {
      user_id: accountId,
      account_id: accountId,
      kind: 'video',
      network: 'facebook',
      format: 'video',
      title: 'T',
      status: 'pending',
      due_at: dueAt,
      size_bytes: 1,
      width: 1,
      height: 1,
      created_at: 0,
      ...more,
    });
  const inLine = async (limit: number) => (await nextPosts.accounts(limit)).map(({ id }) => id);
  const stateOf = async (id: number) => {
    const row = await db.row<{ turn: number | null; next_due_at: number | null; held_by: number | null }>(
      'SELECT turn, next_due_at, held_by FROM accounts WHERE id = ?',
      [id],
    );
    return row && [row.turn, row.next_due_at, row.held_by];
  };

  it('has those in front that were served longest ago, whoever waited longer', async () => {
    await account(1, { served_at: NOON - 5, next_due_at: NOON - 9000 });
    await account(2, { served_at: NOON - 500, next_due_at: NOON - 1 });
    await account(3, { next_due_at: NOON });
    expect(await inLine(10)).toEqual([3, 2, 1]);
    expect(await inLine(1)).toEqual([3]);
  });

  it('is left by an account with nothing to do until its next post is due', async () => {
    await account(1);
    await post(1, NOON + 60 * SECOND);
    expect(await inLine(10)).toEqual([1]);
    expect(await claims.take(1, 'me')).toBeUndefined();
    expect(await stateOf(1)).toEqual([null, NOON + 60 * SECOND, null]);
    expect(await line.nextDue()).toBe(NOON + 60 * SECOND);
    expect(await inLine(10)).toEqual([]);
  });

  it('names an instant that comes between the look and the question', async () => {
    await account(1, { next_due_at: NOON + 1 });
    expect(await inLine(10)).toEqual([]);
    now = NOON + 5;
    expect(await line.nextDue()).toBe(NOON + 1);
  });

  it('gets some at a time, and is looked at again at once while more are due', async () => {
    for (let id = 1; id <= 30; id++)
      await account(id, { user_id: 1, is_default: null, next_due_at: NOON - 1 });
    const first = await nextPosts.accounts(100);
    expect(first.length).toBeGreaterThanOrEqual(10);
    expect(first.length).toBeLessThan(30);
    expect(await line.nextDue()).toBe(NOON - 1);
    expect(await nextPosts.accounts(100)).toHaveLength(30);
    expect(await line.nextDue()).toBeUndefined();
  });

  if (name === 'MariaDB')
    it('is entered by the others while a machine that died still holds an account', async () => {
      for (let id = 1; id <= 30; id++)
        await account(id, { user_id: 1, is_default: null, next_due_at: NOON - 100 + id });
      const dead = await createConnection((config as { url: string }).url.replace('mariadb:', 'mysql:'));
      try {
        await dead.beginTransaction();
        await dead.query('UPDATE accounts SET changes = changes + 1 WHERE id = 2');
        await dead.query('UPDATE accounts SET next_due_at = next_due_at + 1 WHERE id = 1');
        const began = performance.now();
        expect(await inLine(100)).toEqual(Array.from({ length: 24 }, (_, n) => n + 3));
        expect(await line.nextDue()).toBe(NOON - 100 + 27);
        expect(await inLine(100)).toEqual(Array.from({ length: 28 }, (_, n) => n + 3));
        expect(performance.now() - began).toBeLessThan(2_500);
        // Whoever holds one for a moment only is not waited for until the next tick.
        expect(await line.nextDue()).toBe(NOON + SECOND);
        await dead.rollback();
      } finally {
        await dead.end();
      }
      expect(await inLine(100)).toHaveLength(30);
      expect(await line.nextDue()).toBeUndefined();
    });

  it('is left for good by one that waits for nothing, and until the plan begins by one that waits for that', async () => {
    await account(1);
    await account(3);
    await post(3, NOON - 1);
    await nextPosts.accounts(10);
    for (const id of [1, 3]) expect(await claims.take(id, 'me')).toBeUndefined();
    expect(await stateOf(1)).toEqual([null, null, null]);
    expect(await stateOf(3)).toEqual([null, NOON + 3600 * SECOND, null]);
  });

  it('is not left when something changed since the account was read', async () => {
    await account(1);
    await nextPosts.accounts(10);
    const before = (await line.find(1))!;
    await db.run('UPDATE accounts SET changes = changes + 1, next_due_at = ? WHERE id = 1', [NOON]);
    await line.leave(before, null);
    expect(await inLine(10)).toEqual([1]);
  });

  it('gives the first post of the account, what is under way before what is pending', async () => {
    await account(1);
    await post(1, NOON - 9 * SECOND);
    const begun = await post(1, NOON - SECOND, { status: 'processing' });
    const claim = await claims.take(1, 'me');
    expect(claim?.post.id).toBe(begun);
    expect(await stateOf(1)).toEqual([null, NOON + 30 * SECOND, begun]);
    // Nobody else has the account meanwhile, nor is it asked for before the lease ends.
    expect(await claims.take(1, 'another')).toBeUndefined();
    expect(await stateOf(1)).toEqual([null, NOON + 30 * SECOND, begun]);
  });

  it('has a Page that two users connected for one of them, and for the other when it is free', async () => {
    await account(1, { remote_id: '7' });
    await account(2, { remote_id: '7' });
    const first = await post(1, NOON - 2);
    const second = await post(2, NOON - 1);
    const claim = (await claims.take(1, 'me'))!;
    expect(claim.post.id).toBe(first);
    expect(await claims.take(2, 'me')).toBeUndefined();
    expect(await stateOf(2)).toEqual([null, NOON + 30 * SECOND, first]);
    expect(await claims.giveBack(claim, { toUser: false })).toBe(true);
    expect(await inLine(10)).toEqual([1, 2]);
    expect((await claims.take(2, 'me'))?.post.id).toBe(second);
  });

  it('is entered again when the lease of a process ends that died', async () => {
    await account(1);
    const id = await post(1, NOON);
    expect((await claims.take(1, 'me'))?.post.id).toBe(id);
    now = NOON + 30 * SECOND;
    expect(await inLine(10)).toEqual([1]);
    const again = await claims.take(1, 'another');
    expect([again?.post.id, again?.post.tries, again?.fence]).toEqual([id, 1, 2]);
  });

  it('holds up nobody while an account may not send', async () => {
    await account(1, { paused_reason: 'No.', resumes_at: NOON + SECOND });
    await account(2, { paused_reason: 'No.' });
    for (const id of [1, 2]) await post(id, NOON - 1);
    await nextPosts.accounts(10);
    for (const id of [1, 2]) expect(await claims.take(id, 'me')).toBeUndefined();
    expect(await stateOf(1)).toEqual([null, NOON + SECOND, null]);
    expect(await stateOf(2)).toEqual([null, null, null]);
  });

  it('shows what needs no bytes behind a long line while the storage is away', async () => {
    const waiting = Array.from({ length: 1_500 }, (_, n) => ({
      user_id: 1,
      network: 'facebook' as const,
      remote_id: String(10_000 + n),
      is_default: null,
      turn: NOON - 2_000 + n,
    }));
    await db.atomically([insertStatement('accounts', waiting)]);
    await account(2, { turn: NOON - 1, next_due_at: null });
    await post(2, NOON - 1, { status: 'uploaded' });
    presence = 'away';
    expect(await inLine(10)).toEqual([2]);
  });

  it('is left for a moment when the bytes of its posts cannot be read', async () => {
    await account(1);
    await account(2);
    await post(1, NOON - 1);
    const uploaded = await post(2, NOON - 1, { status: 'uploaded' });
    presence = 'away';
    expect(await inLine(10)).toEqual([2]);
    expect(await claims.take(1, 'me')).toBeUndefined();
    expect(await line.nextDue()).toBe(NOON + SECOND);
    expect((await claims.take(2, 'me'))?.post.id).toBe(uploaded);
  });
});
