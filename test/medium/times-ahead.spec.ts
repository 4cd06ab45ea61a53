import type { DataSource } from 'typeorm';
import type { Database } from '../../backend/database/database';
import type { CommentSession } from '../../backend/ports/networks/first-comment';
import { TimesAhead } from '../../backend/publishing/publisher/times-ahead';
import type { Container } from '../simulation/container';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, addPosts, insertRows } from '../support/many-accounts';
import { Explainer } from '../support/query-plans';
import { servicesOn } from '../support/services';

const ACCOUNTS = 1_000;
const WAITING = 2_000;
const ENDED = 1_000;
/** More than are read at once. */
const AHEAD = 150;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const LARGE = ['posts', 'accounts', 'users', 'change_counters'];

/** What the clock wrote while it was ahead. */
eachDatabase((name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let services: Container;
  let plans: Explainer;
  let now: number;

  beforeAll(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    if (name === 'SQLite') await dataSource.query('PRAGMA synchronous = OFF');
    now = Date.now();
    await addAccounts(db, ACCOUNTS);
    await addPosts(db, { count: WAITING, accounts: ACCOUNTS, dueAt: now + 24 * HOUR });
    await ended();
    if (name === 'MariaDB') await dataSource.query(`ANALYZE TABLE ${LARGE.join()}`);
  });
  beforeEach(() => {
    services = servicesOn({ db, dataSource });
    plans = new Explainer(db, name);
  });
  afterEach(() => plans.stop());
  afterAll(() => dataSource.destroy());

  /** The last of them ended hours from now; every tenth has failed. */
  const ended = (): Promise<void> =>
    insertRows(db, 'posts', ENDED, (n) => {
      const at = n > ENDED - AHEAD ? now + 5 * HOUR + n : now - 24 * HOUR + n;
      const hasFailed = n % 10 === 0;
      return {
        id: 100_000 + n,
        user_id: n,
        account_id: n,
        kind: 'video' as const,
        network: 'facebook' as const,
        format: 'video' as const,
        title: 'Gone out',
        status: hasFailed ? ('failed' as const) : ('published' as const),
        file_key: `gone${n}.mp4`,
        size_bytes: 1000,
        width: 1080,
        height: 1920,
        published_at: hasFailed ? null : at,
        failed_at: hasFailed ? at : null,
        idle_since: at,
        created_at: now - 48 * HOUR,
      };
    });

  const rows = (where: string) =>
    db.rows<{ id: number; at: number; idle_since: number }>(
      `SELECT id, COALESCE(published_at, failed_at) AS at, idle_since FROM posts
        WHERE id > 100000 AND ${where} ORDER BY COALESCE(published_at, failed_at), id`,
    );

  it('ends no post later than now, and keeps their order', async () => {
    const before = await rows(`idle_since < ${now}`);
    await services.get(TimesAhead).correct();
    expect(plans.scansOf(LARGE)).toEqual([]);
    const all = await rows('1 = 1');
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: ENDED }, (_none, n) => 100_001 + n));
    expect(all.slice(0, before.length)).toEqual(before);
    for (const { at, idle_since } of all.slice(before.length)) {
      expect(at).toBe(idle_since);
      expect(at).toBeLessThanOrEqual(Date.now());
      expect(at).toBeGreaterThan(now - MINUTE);
    }
  });

  it('keeps their order while two processes find them', async () => {
    await db.run('UPDATE posts SET idle_since = ? + id WHERE id > ? AND id <= ?', [
      now + HOUR,
      100_000 + ENDED - AHEAD,
      100_000 + ENDED - AHEAD / 2,
    ]);
    await db.run('UPDATE posts SET idle_since = ? + id WHERE id > ?', [
      now + 2 * HOUR,
      100_000 + ENDED - AHEAD / 2,
    ]);
    const other = servicesOn({ db, dataSource });
    const done = await Promise.all([services, other].map((each) => each.get(TimesAhead).correct()));
    expect(done.sort()).toEqual([false, true]);
    expect(await other.get(TimesAhead).correct()).toBe(true);
    const all = await rows('1 = 1');
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: ENDED }, (_none, n) => 100_001 + n));
    expect(Math.max(...all.map(({ idle_since }) => idle_since))).toBeLessThanOrEqual(Date.now());
  });

  it('wakes the accounts on which something is due, and no others', async () => {
    const later = now + 5 * HOUR;
    await db.run('UPDATE accounts SET next_due_at = ?', [later]);
    await db.run('UPDATE posts SET scheduled_for = ?, due_at = ? WHERE account_id = 3 AND id < 100000', [
      now,
      now,
    ]);
    // What the test itself writes is no statement of the product.
    plans.stop();
    plans = new Explainer(db, name);
    await services.get(TimesAhead).endWaits();
    const woken = await db.rows<{ id: number }>('SELECT id FROM accounts WHERE next_due_at < ?', [later]);
    expect(woken).toEqual([{ id: 3 }]);
    expect(plans.scansOf(LARGE)).toEqual([]);
  });

  it('ends the pauses that no network asks for, and no others', async () => {
    await db.run(`UPDATE accounts SET paused_reason = 'Too many calls', resumes_at = ? + id * ?`, [
      now,
      HOUR,
    ]);
    plans.stop();
    plans = new Explainer(db, name);
    await services.get(TimesAhead).endWaits();
    expect(plans.scansOf(LARGE)).toEqual([]);
    const paused = await db.rows<{ id: number }>('SELECT id FROM accounts WHERE resumes_at > ? ORDER BY id', [
      Date.now(),
    ]);
    expect(paused.map(({ id }) => id)).toEqual(Array.from({ length: 24 }, (_none, n) => n + 1));
    await db.run('UPDATE accounts SET paused_reason = NULL, resumes_at = NULL');
  });

  it('corrects the newest uploads only, and keeps their order', async () => {
    const later = now + 5 * HOUR;
    await db.run(
      `UPDATE posts SET status = 'pending', created_at = ? + id, stored_at = ? + id WHERE id > ?`,
      [later, later, 100_000 + ENDED - AHEAD],
    );
    plans.stop();
    plans = new Explainer(db, name);
    await services.get(TimesAhead).correct();
    expect(plans.scansOf(LARGE)).toEqual([]);
    const newest = await db.rows<{ id: number }>(
      `SELECT id FROM posts WHERE status = 'pending' AND id > 100000 ORDER BY created_at, id`,
    );
    expect(newest.map(({ id }) => id)).toEqual(
      Array.from({ length: AHEAD }, (_none, n) => 100_001 + ENDED - AHEAD + n),
    );
    const last = await db.row<{ at: number }>('SELECT MAX(created_at) AS at FROM posts WHERE id > 100000');
    expect(last?.at).toBeLessThanOrEqual(Date.now());
  });

  it('is found once by the heartbeat of a process that was killed', async () => {
    const times = services.get(TimesAhead);
    expect(await times.areThere()).toBe(false);
    await db.run('INSERT INTO publisher_heartbeats (publisher, beat_at) VALUES (?, ?)', ['a', now + HOUR]);
    expect(await times.areThere()).toBe(true);
    await times.endWaits();
    expect(await times.areThere()).toBe(false);
    expect(plans.scansOf(LARGE)).toEqual([]);
  });

  describe('a first comment', () => {
    const ID = 100_001;
    const session = (more: object) =>
      JSON.stringify({ accountId: 'page', since: now + 5 * HOUR, notBefore: now + 6 * HOUR, ...more });
    const waits = (lockedBy: string | null, more = {}) =>
      db.run(
        `UPDATE posts SET first_comment = 'Words', first_comment_status = 'waiting', first_comment_due_at = ?,
           first_comment_session = ?, locked_by = ? WHERE id = ?`,
        [now + 6 * HOUR, session(more), lockedBy, ID],
      );
    const corrected = async () => {
      await services.get(TimesAhead).correct();
      const row = await db.row<{ due: number; session: string }>(
        'SELECT first_comment_due_at AS due, first_comment_session AS session FROM posts WHERE id = ?',
        [ID],
      );
      return { due: row!.due, session: JSON.parse(row!.session) as CommentSession };
    };

    it('does not wait until the wrong time, and remembers what may have been sent', async () => {
      await waits(null, { intentAt: now + 4 * HOUR, absentSince: now + 5 * HOUR });
      const { due, session: after } = await corrected();
      for (const at of [due, after.since, after.notBefore]) expect(at).toBeLessThanOrEqual(Date.now());
      expect(after).toMatchObject({ intentAt: now + 4 * HOUR, absentSince: now + 5 * HOUR });
      expect(plans.scansOf(LARGE)).toEqual([]);
    });

    it('that is leased keeps its lease, and waits no longer after it', async () => {
      await waits('a process');
      const { due, session: after } = await corrected();
      expect(due).toBe(now + 6 * HOUR);
      expect(Math.max(after.since, after.notBefore!)).toBeLessThanOrEqual(Date.now());
    });
  });
});
