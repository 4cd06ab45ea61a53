import type { DataSource } from 'typeorm';
import { AccountList } from '../../backend/accounts/account-list';
import { AccountTurns, type AccountRow } from '../../backend/accounts/turns/account-turns';
import { AutoPosting } from '../../backend/autopost/auto-posting';
import type { Database, Statement } from '../../backend/database/database';
import type { Row } from '../../backend/database/tables';
import { AccountOutlooks } from '../../backend/publishing/posting-queues/account-outlooks';
import { PostingQueues } from '../../backend/publishing/posting-queues/posting-queues';
import type { ShownPost } from '../../backend/publishing/posts/post.view';
import { PostsRepository } from '../../backend/publishing/posts/posts.repository';
import type { PostStatus } from '../../backend/publishing/posts/post-status';
import { RemovedAccounts } from '../../backend/publishing/housekeeping/removed-accounts';
import { MissedPosts } from '../../backend/publishing/publisher/missed-posts';
import type { Container } from '../simulation/container';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, bringUpToDate, insertRows } from '../support/many-accounts';
import { Explainer, rowsExamined } from '../support/query-plans';
import { servicesOn } from '../support/services';

const ACCOUNTS = 500;
const EACH = 12_000;
/** The most rows that one statement reads of a queue. */
const A_PIECE = 1_000;
const HOUR_MS = 3_600_000;

/** The posts of one account are found among those of all others, and what waits on it among what it has published. */
eachDatabase((name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let services: Container;
  let plans: Explainer;

  beforeAll(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    if (name === 'SQLite') await dataSource.query('PRAGMA synchronous = OFF');
    await addAccounts(db, ACCOUNTS);
    await addPosts(0, 'pending', Date.now());
    await addPosts(EACH, 'published', Date.now() - 2 * EACH * HOUR_MS);
    await addPosts(2 * EACH, 'pending', Date.now(), true);
    await bringUpToDate(db);
    if (name === 'MariaDB') await dataSource.query('ANALYZE TABLE posts, accounts');
  });
  beforeEach(() => {
    services = servicesOn({ db, dataSource });
    plans = new Explainer(db, name);
  });
  afterEach(() => plans.stop());
  afterAll(() => dataSource.destroy());

  /** An hour apart; one in ten on the first account, the others dealt out to the rest. */
  async function addPosts(after: number, status: PostStatus, from: number, timed = false): Promise<void> {
    const accountOf = (n: number) => (n % 10 === 0 ? 1 : (n % (ACCOUNTS - 1)) + 2);
    await insertRows(db, 'posts', EACH, (n) => ({
      id: after + n,
      user_id: accountOf(n),
      account_id: accountOf(n),
      kind: 'video' as const,
      network: 'facebook' as const,
      format: 'video' as const,
      title: 'When its turn comes',
      status,
      file_key: `film${after + n}.mp4`,
      size_bytes: 1000,
      width: 1080,
      height: 1920,
      scheduled_for: timed ? from + n * HOUR_MS : null,
      due_at: timed ? from + n * HOUR_MS : null,
      published_at: status === 'published' ? from + n * HOUR_MS : null,
      created_at: from + n * HOUR_MS,
      stored_at: from + n * HOUR_MS,
    }));
  }

  it('describes the accounts of a user by what waits on them', async () => {
    const all = { dialect: 'all', offset: 0, limit: 1000, page: 1, sort: null, filter: {} } as const;
    expect((await services.get(AccountList).list(5, all)).rows).toHaveLength(1);
    expect(plans.waysTo('posts', /rests_until/)).toEqual([whole('account_id=? AND status=? AND due_at=?')]);
  });

  it('looks at each post a few times to describe accounts, however many wait on one of them', async () => {
    await db.run('UPDATE accounts SET user_id = 1, is_default = NULL');
    if (name === 'MariaDB') await dataSource.query('ANALYZE TABLE accounts');
    const reading = jest.spyOn(db as unknown as { read: (statement: Statement) => unknown }, 'read');
    const all = { dialect: 'all', offset: 0, limit: 1000, page: 1, sort: null, filter: {} } as const;
    const { rows } = await services.get(AccountList).list(1, all);
    const statements = reading.mock.calls.map(([statement]) => statement);
    reading.mockRestore();
    expect(rows).toHaveLength(ACCOUNTS);
    if (name === 'MariaDB')
      for (const statement of statements)
        expect(await rowsExamined(dataSource, statement)).toBeLessThan(10 * EACH);
    await db.run('UPDATE accounts SET user_id = id, is_default = 1');
  });

  it('posts automatically from what waits on an account, in pieces', async () => {
    await db.run('UPDATE accounts SET auto_due_at = 1 WHERE id = 1');
    const looks = services.get(AutoPosting);
    looks.onApplicationBootstrap();
    await looks.look();
    looks.beforeApplicationShutdown();
    expect(ways(/rests_until/)).toEqual(['posts_of_account']);
    expect(mostRows()).toBe(A_PIECE);
  });

  it('finds the last publication at the end of an index', async () => {
    await services.get(AccountOutlooks).of(1, await db.rows('SELECT * FROM accounts WHERE id = 1'));
    await services.get(PostingQueues).ofUser(1, Date.now(), { accountId: 1 });
    const [account] = await db.rows<AccountRow>('SELECT * FROM accounts WHERE id = 1');
    await services.get(PostingQueues).load(account!, 'video', Date.now());
    const last = plans.plans.filter(({ sql }) => /order by .*published_at. desc/.test(sql));
    expect(last).toHaveLength(2);
    for (const { text } of last) expect(text).not.toMatch(/TEMP B-TREE|filesort/);
    expect(ways(/order by .*published_at. desc/)).toEqual(['posts_published']);
  });

  it('reads the queues of a user and of one account in pieces', async () => {
    const queues = services.get(PostingQueues);
    expect((await queues.ofUser(1, Date.now())).open).toHaveLength(EACH / 5);
    expect((await queues.ofUser(1, Date.now(), { accountId: 1 })).open).toHaveLength(EACH / 5);
    expect((await queues.ofUser(2, Date.now(), { accountId: 1 })).open).toHaveLength(0);
    await queues.ofSlotsMode(await slotsMode(), undefined, Date.now(), () => []);
    const byUser = ['posts_by_status', 'posts_failed'];
    expect(ways(/rests_until/).filter((way) => !byUser.includes(way ?? ''))).toEqual(['posts_of_account']);
    expect(ways(/published_at. is null/)).toEqual(['posts_by_status']);
    expect(mostRows()).toBe(A_PIECE);
  });

  async function between(start: number, end: number, account?: number): Promise<ShownPost[]> {
    const found: ShownPost[] = [];
    for await (const some of services.get(PostsRepository).between(1, start, end, account))
      found.push(...some);
    return found;
  }

  it.each([undefined, 1])(
    'reads the calendar and the failed of a window alone, account %s',
    async (account) => {
      const posts = services.get(PostsRepository);
      const now = Date.now();
      const shown = await between(now + 20 * HOUR_MS, now + 100 * HOUR_MS, account);
      expect(shown.map(({ status }) => status)).toEqual(Array(8).fill('pending'));
      const out = now - 2 * EACH * HOUR_MS;
      const earlier = await between(out, out + 100.5 * HOUR_MS, account);
      expect(earlier.map(({ status }) => status)).toEqual(Array(10).fill('published'));
      await posts.failedSince(1, now, 3, account);
      expect((await posts.lastPublished(1, account))?.id).toBe(2 * EACH);
      expect(await posts.lastPublished(2, 1)).toBeUndefined();
      if (name === 'MariaDB') {
        expect(plans.waysTo('posts', /order by .scheduled_for/)).toEqual(['posts by posts_by_time']);
        expect(plans.waysTo('posts', /scheduled_for, 0/)).toEqual(['posts by posts_by_status']);
        return;
      }
      expect(plans.waysTo('posts')).toEqual([
        'posts by posts_by_status (user_id=? AND status=? AND published_at>? AND published_at<?)',
        ...(account ? [] : ['posts by posts_by_status (user_id=? AND status=?)']),
        'posts by posts_by_time (user_id=? AND scheduled_for>? AND scheduled_for<?)',
        'posts by posts_failed (user_id=? AND status=? AND failed_at=?)',
        'posts by posts_failed (user_id=? AND status=? AND failed_at>?)',
        'posts by posts_published (account_id=? AND kind=? AND published_at>?)',
      ]);
    },
  );

  it('takes a turn back behind a backlog of missed posts, of which each look reads a part', async () => {
    const missed = `id BETWEEN ${2 * EACH + 1} AND ${2 * EACH + 600}`;
    await db.run(`UPDATE posts SET scheduled_for = id, due_at = id WHERE ${missed}`);
    await db.run('UPDATE posts SET due_at = ? WHERE id = 7', [3 * EACH]);
    await services.get(MissedPosts).endMissed();
    const overdue = /due_at. >= .*order by .due_at/;
    expect(plans.plans.filter(({ sql }) => overdue.test(sql)).map(({ rows }) => rows)).toEqual([500]);
    expect(plans.waysTo('posts', overdue)).toEqual([
      name === 'SQLite' ? 'posts by posts_due (due_at>? AND due_at<?)' : 'posts by posts_due',
    ]);
    expect(plans.plans.find(({ sql }) => overdue.test(sql))?.text).not.toMatch(/TEMP B-TREE|filesort/);
    await services.get(MissedPosts).endMissed();
    expect(await db.row('SELECT due_at, status FROM posts WHERE id = 7')).toEqual({
      due_at: null,
      status: 'pending',
    });
  });

  it('deletes what waits on removed accounts by their index, however many were removed', async () => {
    await db.run('UPDATE accounts SET removed_at = 5, token = NULL WHERE id > 1');
    await db.run('UPDATE posts SET account_id = NULL WHERE account_id > 4 AND status = ?', ['pending']);
    await db.run(
      "INSERT INTO accounts (user_id, network, remote_id, removed_at) SELECT user_id, 'facebook', CONCAT('9', id), 6 FROM accounts",
    );
    await services.get(RemovedAccounts).run();
    expect(plans.waysTo('posts', /^select .*limit/)).toEqual([whole('account_id=? AND status=?')]);
    expect(plans.waysTo('posts', /^select distinct/)).toEqual([whole('account_id=? AND status=?')]);
    expect(mostRows()).toBe(500);
    const left = 'SELECT id FROM posts WHERE account_id BETWEEN 2 AND 4';
    expect(await db.rows(`${left} AND status = 'pending'`)).toEqual([]);
    expect(await db.rows(`${left} AND status = 'published'`)).not.toEqual([]);
  });

  async function slotsMode(): Promise<Row<'accounts'>[]> {
    const account = await services.get(AccountTurns).find(1);
    return account ? [{ ...account, posting: 'slots', slots: '[]' }] : [];
  }

  /** The indexes by which the posts are found. */
  const ways = (of: RegExp) => [
    ...new Set(plans.waysTo('posts', of).map((way) => /posts by (\w+)/.exec(way)?.[1])),
  ];

  const mostRows = () => Math.max(...plans.plans.map(({ rows = 0 }) => rows));

  const whole = (columns: string) => `posts by posts_of_account${name === 'SQLite' ? ` (${columns})` : ''}`;
});
