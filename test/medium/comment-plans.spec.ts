import type { DataSource } from 'typeorm';
import type { Caller } from '../../backend/common/http/caller.decorator';
import type { Database } from '../../backend/database/database';
import { CommentClaims, type CommentClaim } from '../../backend/publishing/first-comments/comment-claims';
import { Commenter } from '../../backend/publishing/first-comments/commenter';
import { FirstCommentRetries } from '../../backend/publishing/first-comments/first-comment-retries.service';
import { PostEdits } from '../../backend/publishing/edits/post-edits.service';
import { PostsOnAccountChange } from '../../backend/publishing/posts/posts-on-account-change';
import { PostsService } from '../../backend/publishing/posts/posts.service';
import { MediaRemoval } from '../../backend/uploads/media-removal';
import type { Container } from '../simulation/container';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, addPosts, insertRows, pageOf } from '../support/many-accounts';
import { Explainer } from '../support/query-plans';
import { servicesOn } from '../support/services';

const ACCOUNTS = 1_000;
const WAITING = 2_000;
const COMMENTED = 1_000;
const HOUR_MS = 3_600_000;

const FIRST = 100_000;

const LARGE = ['posts', 'accounts', 'publish_steps', 'users', 'quota_usage', 'media', 'post_media'];

const idOf = (n: number) => n.toString(16).padStart(32, '0');

/** The statements of first comments and of covers find their rows by an index, however many others there are. */
eachDatabase((name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let services: Container;
  let plans: Explainer;

  beforeAll(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    if (name === 'SQLite') await dataSource.query('PRAGMA synchronous = OFF');
    await addAccounts(db, ACCOUNTS);
    await addPosts(db, { count: WAITING, accounts: ACCOUNTS, dueAt: Date.now() + 24 * HOUR_MS });
    await commentedPosts(Date.now());
    if (name === 'MariaDB') await dataSource.query(`ANALYZE TABLE ${LARGE.join()}`);
  });
  beforeEach(() => {
    services = servicesOn({ db, dataSource });
    plans = new Explainer(db, name);
  });
  afterEach(() => plans.stop());
  afterAll(() => dataSource.destroy());

  /** Each with a first comment of which most are posted, and with an upload as its cover and one more file. */
  async function commentedPosts(now: number): Promise<void> {
    await insertRows(db, 'media', COMMENTED, (n) => ({
      id: idOf(n),
      user_id: n,
      name: 'cover.jpg',
      purpose: 'post' as const,
      state: 'ready' as const,
      size_bytes: 10,
      held_bytes: 10,
      type: 'image/jpeg',
      width: 1080,
      height: 1080,
      file_key: `cover${n}.jpg`,
      created_at: now,
    }));
    await insertRows(db, 'posts', COMMENTED, (n) => ({
      id: FIRST + n,
      user_id: n,
      account_id: n,
      kind: 'video' as const,
      network: 'facebook' as const,
      format: 'reel' as const,
      title: 'With a comment',
      status: n === 1 ? ('pending' as const) : ('published' as const),
      first_comment: 'Read more',
      first_comment_status:
        n === 1 ? null : n <= 5 ? ('waiting' as const) : n === 6 ? ('failed' as const) : ('posted' as const),
      first_comment_session: JSON.stringify({ accountId: pageOf(n), since: now }),
      first_comment_due_at: n > 1 && n <= 5 ? now - n : null,
      cover_key: `cover${n}.jpg`,
      file_key: `film${n}.mp4`,
      size_bytes: 10,
      width: 1080,
      height: 1920,
      duration_ms: 4_000,
      remote_id: String(10 ** 14 + n),
      published_at: now - HOUR_MS,
      created_at: now - 2 * HOUR_MS,
      stored_at: now - 2 * HOUR_MS,
    }));
    await insertRows(db, 'post_media', COMMENTED, (n) => ({
      post_id: FIRST + n,
      position: 1,
      type: 'image' as const,
      file_key: `further${n}.jpg`,
      size_bytes: 10,
      width: 1080,
      height: 1080,
    }));
  }

  function expectNoScans(atLeast: number): void {
    expect(plans.scansOf(LARGE)).toEqual([]);
    expect(plans.plans.length).toBeGreaterThanOrEqual(atLeast);
  }

  const caller = (id: number) => ({ id, timezone: 'UTC' }) as Caller;

  async function taken(): Promise<CommentClaim> {
    const claims = services.get(CommentClaims);
    const { due } = await claims.due();
    for (const { id } of due) {
      const claim = await claims.take(id, 'this process');
      if (claim) return claim;
    }
    throw new Error('nothing could be taken');
  }

  it('takes a first comment, renews its lease, records its intent and settles it', async () => {
    const claims = services.get(CommentClaims);
    const claim = await taken();
    expect(await claims.renew(claim)).toBe(true);
    await claims.knownOfOthers(claim, ['1', '2']);
    const session = { accountId: pageOf(claim.post.account_id ?? 0), since: 1, intentAt: 2 };
    await claims.othersInDoubt(claim, session.accountId);
    const receipt = await claims.intend(claim, session);
    const end = {
      outcome: 'done',
      message: null,
      code: null,
      subcode: null,
      trace_id: null,
      remote_id: null,
    };
    const change = { first_comment_status: 'posted', first_comment_due_at: null } as const;
    expect(await claims.settle(claim, change, { receipt, end: end })).toBe(true);
    expectNoScans(10);
  });

  it('reads what is due, not what waits for later', async () => {
    const later = `id > ${FIRST + 10} AND user_id > 1`;
    await db.run(`UPDATE posts SET first_comment_due_at = ? + id WHERE ${later}`, [Date.now() + HOUR_MS]);
    const claims = services.get(CommentClaims);
    const dueFirst = await claims.due();
    const read = jest.spyOn(db, 'rows');
    expect(await claims.due()).toEqual(dueFirst);
    const answers = await Promise.all(read.mock.results.map(({ value }) => value as Promise<unknown[]>));
    read.mockRestore();
    expect(answers.flat()).toHaveLength(dueFirst.due.length);
    expect(plans.waysTo('posts').map((way) => /by (\w+)/.exec(way)?.[1])).toContain('posts_first_comment');
    expect(plans.plans.map(({ text }) => text).join()).not.toMatch(/TEMP B-TREE|filesort/);
    expect(Math.max(...plans.plans.map(({ rows = 0 }) => rows))).toBeLessThanOrEqual(500);
    await db.run(`UPDATE posts SET first_comment_due_at = NULL WHERE ${later}`);
  });

  it('posts one', async () => {
    const { due } = await services.get(CommentClaims).due();
    await services.get(Commenter).work(due[0]!.id, 'this process', new AbortController().signal);
    expectNoScans(6);
  });

  it('finds those that are being sent, however many posts the account has', async () => {
    await services.get(PostsOnAccountChange).isCommenting([5]);
    expect(plans.plans.map(({ text }) => text).join()).not.toMatch(/posts_published|account_id=/);
    expectNoScans(1);
  });

  it('tries one again', async () => {
    await services.get(FirstCommentRetries).retry(null, caller(6), FIRST + 6);
    expectNoScans(3);
  });

  it('changes the comment and the cover of a post, and forgets the former cover', async () => {
    const change = { first_comment: 'Other words', cover: { at_ms: 100 } };
    await services.get(PostEdits).edit(null, caller(1), FIRST + 1, change);
    expect((await services.get(PostsService).find(null, caller(1), FIRST + 1)).cover_key).toBeNull();
    await services.get(MediaRemoval).forget('cover2.jpg');
    expectNoScans(8);
  });
});
