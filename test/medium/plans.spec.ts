import type { DataSource } from 'typeorm';
import { AccountList } from '../../backend/accounts/account-list';
import { AccountMonitor } from '../../backend/accounts/checks/account-monitor';
import { AccountTurns } from '../../backend/accounts/turns/account-turns';
import { AutoPosting } from '../../backend/autopost/auto-posting';
import { CalendarService } from '../../backend/calendar/calendar.service';
import type { Caller } from '../../backend/common/http/caller.decorator';
import type { Database } from '../../backend/database/database';
import { Metrics } from '../../backend/health/metrics';
import type { Outcome } from '../../backend/ports/networks/network';
import { Storage } from '../../backend/ports/storage/storage';
import { Claims, type Claim } from '../../backend/publishing/publisher/claims';
import { Heartbeats } from '../../backend/publishing/publisher/heartbeats';
import { Housekeeping } from '../../backend/publishing/housekeeping/housekeeping';
import { NextPosts } from '../../backend/publishing/publisher/next-posts';
import { MissedPosts } from '../../backend/publishing/publisher/missed-posts';
import { Publisher } from '../../backend/publishing/publisher/publisher';
import { PostsRepository } from '../../backend/publishing/posts/posts.repository';
import { Settlement } from '../../backend/publishing/publisher/settlement';
import { PostWarnings } from '../../backend/publishing/warnings/post-warnings';
import { givingBack } from '../../backend/shared-videos/picked-videos';
import type { Container } from '../simulation/container';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, addPosts, bringUpToDate, insertRows, pageOf } from '../support/many-accounts';
import { Explainer } from '../support/query-plans';
import { servicesOn } from '../support/services';

const ACCOUNTS = 2_000;
const WAITING = 8_000;
const DONE = 2_000;
const DUE = 20;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LONG_AGO_MS = 400 * DAY_MS;

/** They grow with the installation; everything else that is read from end to end has a few rows. */
const LARGE = [
  'posts',
  'accounts',
  'publish_steps',
  'users',
  'subscriptions',
  'quota_usage',
  'change_counters',
  'library_uses',
];

/** Each statement of the product finds its rows by an index, however many others there are. */
eachDatabase((name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let services: Container;
  let plans: Explainer;

  beforeAll(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    if (name === 'SQLite') await dataSource.query('PRAGMA synchronous = OFF');
    const now = Date.now();
    await addAccounts(db, ACCOUNTS);
    await addPosts(db, { count: WAITING, accounts: ACCOUNTS, dueAt: now + DAY_MS });
    await history(now);
    await bringUpToDate(db);
    await db.run('UPDATE quota_usage SET tasks_used = tasks_used + 1 WHERE user_id <= 3');
    // The statistics that a server gathers by itself in the course of a day.
    if (name === 'MariaDB')
      await dataSource.query(
        'ANALYZE TABLE posts, accounts, publish_steps, users, subscriptions, quota_usage',
      );
  });
  beforeEach(() => {
    services = servicesOn({ db, dataSource });
    plans = new Explainer(db, name);
  });
  afterEach(() => plans.stop());
  afterAll(() => dataSource.destroy());

  /** Some were published, with the ledger of how: a few so long ago that housekeeping wants them. */
  async function history(now: number): Promise<void> {
    const at = (n: number) => (n % 20 === 0 ? now - LONG_AGO_MS : now - 2 * HOUR_MS) + n;
    await insertRows(db, 'posts', DONE, (n) => ({
      id: 100_000 + n,
      user_id: (n % ACCOUNTS) + 1,
      account_id: (n % ACCOUNTS) + 1,
      kind: 'video' as const,
      network: 'facebook' as const,
      format: 'video' as const,
      title: 'Gone out',
      status: 'published' as const,
      scheduled_for: at(n),
      file_key: `gone${n}.mp4`,
      size_bytes: 1000,
      width: 1080,
      height: 1920,
      remote_id: String(10 ** 14 + n),
      published_at: at(n),
      idle_since: at(n),
      created_at: at(n) - DAY_MS,
    }));
    await insertRows(db, 'publish_steps', DONE, (n) => ({
      post_id: 100_000 + n,
      fence: 1,
      step: 'start',
      outcome: 'done',
      started_at: at(n),
      finished_at: at(n),
    }));
  }

  /** The first posts of some accounts, and their accounts with them. */
  async function makeDue(at: number): Promise<void> {
    const due = `id <= ${DUE}`;
    await db.run(
      `UPDATE posts SET status = 'pending', locked_by = NULL, scheduled_for = ?, due_at = ? WHERE ${due}`,
      [at, at],
    );
    await db.run(
      `UPDATE accounts SET turn = NULL, held_by = NULL, held_until = NULL, next_due_at = ? WHERE ${due}`,
      [at],
    );
  }

  async function taken(): Promise<Claim> {
    const publisher = services.get(Publisher).name;
    for (const { id } of await services.get(NextPosts).accounts(DUE)) {
      const claim = await services.get(Claims).take(id, publisher);
      if (claim) return claim;
    }
    throw new Error('nothing could be taken');
  }

  const spokenTo = ({ remoteId, account }: Claim) => ({
    accountId: remoteId,
    sealed: account.token ?? '',
    token: 'known',
  });

  /** As it ran: nothing was scanned, and there was something to explain. */
  function expectNoScans(atLeast: number): void {
    expect(plans.scansOf(LARGE)).toEqual([]);
    expect(plans.plans.length).toBeGreaterThanOrEqual(atLeast);
  }

  it('looks at who comes next without reading a table from end to end', async () => {
    await services.get(NextPosts).accounts(32);
    await services.get(AccountTurns).nextDue();
    await makeDue(Date.now() - 1000);
    expect((await services.get(NextPosts).accounts(32)).length).toBe(DUE);
    const away = jest.spyOn(services.get(Storage), 'presence').mockResolvedValue('away');
    await services.get(NextPosts).accounts(32);
    away.mockRestore();
    expectNoScans(5);
  });

  it('claims, renews and ends a claim by an index', async () => {
    await makeDue(Date.now() - 1000);
    const claims = services.get(Claims);
    const given = await taken();
    expect(await claims.renew(given)).toBe(true);
    expect(await claims.giveBack(given, { toUser: true })).toBe(true);
    const lost = await taken();
    expect(await claims.giveBack(lost, { toUser: false })).toBe(true);
    expectNoScans(12);
  });

  it.each<[string, Outcome]>([
    ['published', { kind: 'published', remoteId: '900' }],
    ['refused', { kind: 'refused', reason: 'No.', unlisted: true }],
    [
      'waiting',
      { kind: 'waiting', session: { protocol: 'x', remoteId: '1' }, askAgainMs: 1000, live: false },
    ],
    [
      'unknown',
      { kind: 'unknown', session: { protocol: 'x', remoteId: '1' }, askAgainMs: 1000, reason: '?' },
    ],
    ['busy', { kind: 'busy', session: null, reason: 'Later.' }],
    [
      'an account that waits',
      { kind: 'account', session: null, action: 'wait', untilMs: 1, reason: 'Later.' },
    ],
    [
      'an account that is refused',
      { kind: 'account', session: null, action: 'reconnect', everyAccount: true, reason: 'No.' },
    ],
  ])('settles a post by an index: %s', async (_what, outcome) => {
    await makeDue(Date.now() - 1000);
    const claim = await taken();
    expect(await services.get(Settlement).settle(claim, spokenTo(claim), outcome)).toBe(true);
    expectNoScans(10);
  });

  it('publishes by an index in every step', async () => {
    await makeDue(Date.now() - 1000);
    for (const { id } of await services.get(NextPosts).accounts(3))
      expect(await services.get(Publisher).publish(id)).toBe(true);
    expectNoScans(15);
  });

  it('finds overdue posts, leases and heartbeats by an index', async () => {
    await makeDue(Date.now() - 3 * DAY_MS);
    await db.run('UPDATE posts SET scheduled_for = NULL WHERE id = 1');
    const held = await taken();
    await db.run('UPDATE accounts SET held_until = held_until + ? WHERE id = ?', [DAY_MS, held.account.id]);
    await services.get(MissedPosts).shortenLeases();
    await services.get(MissedPosts).endMissed();
    const heartbeats = services.get(Heartbeats);
    await heartbeats.beat('one');
    await heartbeats.beat('one');
    await heartbeats.alive();
    await heartbeats.end('one');
    expectNoScans(12);
  });

  it('checks accounts by an index', async () => {
    await db.run('UPDATE accounts SET next_check_at = ? WHERE id <= 3', [Date.now() - 1000]);
    await db.run('UPDATE accounts SET expires_at = ? WHERE id <= 3', [Date.now() + DAY_MS]);
    await db.run('UPDATE accounts SET data_access_expires_at = ? WHERE id = 4', [Date.now() + DAY_MS]);
    const care = services.get(AccountMonitor);
    care.onApplicationBootstrap();
    await care.round();
    care.beforeApplicationShutdown();
    expectNoScans(6);
  });

  it('describes the accounts of a user by an index', async () => {
    const all = { dialect: 'all', offset: 0, limit: 1000, page: 1, sort: null, filter: {} } as const;
    const { rows } = await services.get(AccountList).list(5, all);
    expect(rows).toHaveLength(1);
    expectNoScans(5);
  });

  it('posts automatically by an index', async () => {
    await db.run('UPDATE accounts SET auto_due_at = ? WHERE id <= 3', [Date.now() - 1000]);
    await db.run(
      "UPDATE posts SET status = 'pending', scheduled_for = NULL, due_at = NULL, stored_at = 1 WHERE account_id = 1",
    );
    const looks = services.get(AutoPosting);
    looks.onApplicationBootstrap();
    await looks.look();
    looks.beforeApplicationShutdown();
    expectNoScans(6);
  });

  it('housekeeping', async () => {
    await services.get(Housekeeping).tidy();
    expectNoScans(8);
  });

  it('reads a window of the calendar by an index', async () => {
    const caller = { id: 5, timezone: 'UTC' } as Caller;
    const day = (after: number) => new Date(Date.now() + after * DAY_MS).toISOString();
    const window = await services.get(CalendarService).window(caller, { from: day(-1), to: day(30) });
    expect(window.items.length).toBeGreaterThan(0);
    expectNoScans(4);
  });

  it('finds what to warn of by an index', async () => {
    const posts = services.get(PostsRepository);
    const ids: number[] = [];
    for await (const some of posts.between(5, 0, Date.now() + 30 * DAY_MS))
      ids.push(...some.map(({ id }) => id));
    const own = await posts.findAll(5, ids);
    const rows = own.map((row) => ({ ...row, description: 'Fresh from the oven', fingerprint: 'the same' }));
    expect(await services.get(PostWarnings).of(5, rows)).not.toEqual([]);
    expectNoScans(5);
    const read = plans.plans.filter(({ sql }) => /fingerprint|description/.test(sql));
    for (const { text } of read.slice(2)) {
      expect(text).toMatch(/posts_of_account/);
      expect(text).toMatch(/posts_published/);
    }
  });

  it('gives a picked video back by an index, of the posts and the uses of its user', async () => {
    await insertRows(db, 'shared_videos', 1, () => ({
      ...{ id: 1, title: 'Popular', file_key: 'all.mp4', size_bytes: 1, width: 1, height: 1, created_at: 1 },
    }));
    await insertRows(db, 'library_uses', ACCOUNTS, (n) => ({
      ...{ user_id: n, network: 'facebook' as const, remote_id: pageOf(n), shared_video_id: 1, used_at: 1 },
      picked: 1 as const,
    }));
    await db.atomically([givingBack(5, [1]), givingBack(6)]);
    if (name === 'SQLite') {
      expect(plans.waysTo('posts', /^delete/i).join()).toMatch(/\(user_id=\? AND status=\?\)$/);
      expect(plans.waysTo('library_uses', /^delete/i)[0]).toMatch(/shared_video_id=\? AND user_id=\?/);
    }
    expectNoScans(2);
  });

  it('reads the metrics by an index', async () => {
    await services.get(Metrics).exposition();
    expectNoScans(4);
  });
});
