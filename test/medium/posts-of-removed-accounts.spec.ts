import type { DataSource } from 'typeorm';
import { AccountAdding } from '../../backend/accounts/connection/account-adding';
import { AccountPosts, type PendingPosts } from '../../backend/accounts/removal/account-posts';
import { Changes } from '../../backend/database/changes';
import type { Database } from '../../backend/database/database';
import type { NewRow, Row } from '../../backend/database/tables';
import { Storage } from '../../backend/ports/storage/storage';
import { PostCreation } from '../../backend/publishing/posts/post-creation';
import { QuotaRecount } from '../../backend/publishing/housekeeping/quota-recount';
import { RemovedAccounts } from '../../backend/publishing/housekeeping/removed-accounts';
import { Quota } from '../../backend/subscriptions/quota';
import type { Container } from '../simulation/container';
import { eachDatabase, openDatabase } from '../support/databases';
import { turnsDuring } from '../support/event-loop-turns';
import { addAccounts, pageOf } from '../support/many-accounts';
import { addAccount } from '../support/more-accounts';
import { servicesOn } from '../support/services';
import { signedIn } from '../support/signed-in';

const USER = 1;
const PAGE = 1;
const FOREIGN_PAGE = 2;
const VIDEO = 7;
const SOON = Date.now() + 3_600_000;

eachDatabase((_name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let services: Container;
  let accountPosts: AccountPosts;
  let deleted: string[];
  let other: number;
  let instagram: number;

  beforeEach(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    services = servicesOn({ db, dataSource });
    accountPosts = services.get(AccountPosts);
    deleted = [];
    services.get(Storage).delete = (key) => Promise.resolve(void deleted.push(key));
    await addAccounts(db, 2);
    other = await addAccount(services, USER, { id: '71' });
    instagram = await addAccount(services, USER, { id: '72', network: 'instagram' });
  });
  afterEach(() => dataSource.destroy());

  /** One that takes a task and 10 bytes. */
  async function addPost(more: Partial<NewRow<'posts'>> = {}): Promise<number> {
    const id = await db.insert('posts', {
      user_id: USER,
      account_id: PAGE,
      kind: 'video',
      network: 'facebook',
      format: 'video',
      title: 'Waits',
      status: 'pending',
      file_key: 'own.mp4',
      size_bytes: 10,
      width: 1,
      height: 1,
      created_at: 1,
      ...more,
    });
    await services.get(QuotaRecount).run();
    return id;
  }

  const post = async (id: number) => {
    const row = await db.row<Row<'posts'>>('SELECT * FROM posts WHERE id = ?', [id]);
    return row ?? null;
  };
  const account = async (id: number) =>
    (await db.row<Row<'accounts'>>('SELECT * FROM accounts WHERE id = ?', [id])) as Row<'accounts'>;
  const usage = () => db.row('SELECT tasks_used, storage_used FROM quota_usage WHERE user_id = ?', [USER]);

  const remove = async (pending: PendingPosts) => {
    const removing = await accountPosts.removing(USER, PAGE, pending);
    return services.get(Changes).commit(removing, { user: USER, topics: ['videos'], account: 'all' });
  };

  it('go to the account that was named, and wait there for their time or their turn', async () => {
    const timed = await addPost({ scheduled_for: SOON, due_at: SOON, tries: 3, remote_session: '{}' });
    const itsTurn = await addPost({ due_at: 5, posted_text: 'As begun there', queued_at: 0 });
    const published = await addPost({ status: 'published' });
    const failed = await addPost({ status: 'failed' });
    expect(await accountPosts.pendingOf(USER, PAGE)).toBe(2);
    const before = await usage();
    expect(await remove({ moveTo: other })).not.toBeNull();
    expect(await post(timed)).toMatchObject({
      account_id: other,
      due_at: SOON,
      tries: 0,
      remote_session: null,
    });
    expect(await post(itsTurn)).toMatchObject({ account_id: other, due_at: null, posted_text: null });
    expect((await post(itsTurn))?.queued_at).toBeLessThan((await post(timed))?.queued_at ?? 0);
    for (const id of [published, failed]) expect(await post(id)).toMatchObject({ account_id: PAGE });
    expect(await account(PAGE)).toMatchObject({ name: 'Page 1', token: null, given_token: null });
    expect((await account(PAGE)).removed_at).toBeGreaterThan(0);
    expect(await usage()).toEqual(before);
    expect(await accountPosts.pendingOf(USER, other)).toBe(2);
  });

  it('from the library count as used by the account that they move to', async () => {
    await db.insert('shared_videos', {
      id: VIDEO,
      title: 'For all',
      file_key: 'all.mp4',
      size_bytes: 5,
      width: 1,
      height: 1,
      created_at: 1,
    });
    for (let n = 0; n < 2; n++) await addPost({ shared_video_id: VIDEO });
    expect(await remove({ moveTo: other })).not.toBeNull();
    const uses = await db.rows('SELECT user_id, network, remote_id, shared_video_id FROM library_uses');
    expect(uses).toEqual([{ user_id: USER, network: 'facebook', remote_id: '71', shared_video_id: VIDEO }]);
  });

  it('from the library do not go to an account that has one of their videos already', async () => {
    await db.insert('shared_videos', {
      id: VIDEO,
      title: 'For all',
      file_key: 'all.mp4',
      size_bytes: 5,
      width: 1,
      height: 1,
      created_at: 1,
    });
    const here = await addPost({ shared_video_id: VIDEO });
    const there = await addPost({ shared_video_id: VIDEO, account_id: other, status: 'published' });
    expect(await accountPosts.alreadyOn(PAGE, other)).toBe(1);
    expect(await remove({ moveTo: other })).toBeNull();
    expect(await post(here)).toMatchObject({ account_id: PAGE });
    await db.run("UPDATE posts SET status = 'failed' WHERE id = ?", [there]);
    expect(await accountPosts.alreadyOn(PAGE, other)).toBe(0);
    expect(await remove({ moveTo: other })).not.toBeNull();
    expect(await post(here)).toMatchObject({ account_id: other });
  });

  it.each<[string, () => number | Promise<number>]>([
    ['the account itself', () => PAGE],
    ['one of another network', () => instagram],
    ['one of another user', () => FOREIGN_PAGE],
    ['one that does not exist', () => 999],
    ['a removed one', () => addAccount(services, USER, { id: '73', removed_at: 5 })],
  ])('do not go to %s: nothing changes', async (_what, to) => {
    const id = await addPost();
    expect(await remove({ moveTo: await to() })).toBeNull();
    expect(await post(id)).toMatchObject({ account_id: PAGE });
    expect(await account(PAGE)).toMatchObject({ removed_at: 0, token: expect.any(String) });
  });

  it('keep their account while nobody says what becomes of them', async () => {
    const id = await addPost();
    expect(await remove(null)).toBeNull();
    expect(await account(PAGE)).toMatchObject({ removed_at: 0 });
    await db.run("UPDATE posts SET status = 'published' WHERE id = ?", [id]);
    expect(await remove(null)).not.toBeNull();
    expect((await account(PAGE)).removed_at).toBeGreaterThan(0);
  });

  it.each<PendingPosts>([null, 'delete', { moveTo: 3 }])(
    'keep their account while one is under way (%j)',
    async (pending) => {
      await addPost();
      const underWay = await addPost({ status: 'uploaded', due_at: SOON });
      expect(await accountPosts.isUnderWay(PAGE)).toBe(true);
      expect(await remove(pending)).toBeNull();
      expect(await account(PAGE)).toMatchObject({ removed_at: 0 });
      await db.run("UPDATE posts SET status = 'failed' WHERE id = ?", [underWay]);
      expect(await accountPosts.isUnderWay(PAGE)).toBe(false);
    },
  );

  it('are deleted a few at a time, with their files and what they took of the quota', async () => {
    const count = 45;
    for (let n = 0; n < count; n++) await addPost({ file_key: `${n}.mp4`, poster_key: `${n}.jpg` });
    const elsewhere = await addPost({ account_id: other });
    const failed = await addPost({ status: 'failed', file_key: 'kept.mp4' });
    expect(await usage()).toEqual({ tasks_used: count + 1, storage_used: 10 * (count + 2) });
    expect(await remove('delete')).not.toBeNull();
    expect(await turnsDuring(() => accountPosts.endRemovals(USER))).toBeGreaterThanOrEqual(4);
    expect(await db.rows('SELECT id FROM posts ORDER BY id')).toEqual([{ id: elsewhere }, { id: failed }]);
    expect(deleted).toHaveLength(2 * count);
    expect(deleted).not.toContain('kept.mp4');
    expect(await usage()).toEqual({ tasks_used: 1, storage_used: 20 });
  });

  const uploading = async (accountId: number) =>
    services.get(PostCreation).insert(await signedIn(db, USER), await services.get(Quota).limits(USER), [
      {
        user_id: USER,
        account_id: accountId,
        kind: 'video',
        network: 'facebook',
        format: 'video',
        title: 'Just uploaded',
        status: 'pending',
        file_key: 'new.mp4',
        size_bytes: 10,
        width: 1,
        height: 1,
        created_at: 1,
      },
    ]);

  it.each<PendingPosts>([null, 'delete', { moveTo: 3 }])(
    'are uploaded before the account is removed, or not at all, whoever is first (%j)',
    async (pending) => {
      const both =
        pending === 'delete'
          ? [() => remove(pending), () => uploading(PAGE)]
          : [() => uploading(PAGE), () => remove(pending)];
      await Promise.all(both.map((act) => act()));
      await accountPosts.endRemovals(USER);
      const { removed_at } = await account(PAGE);
      const posts = await db.rows<{ account_id: number }>('SELECT account_id FROM posts');
      // The account is removed and nothing waits there, or the upload was first and nobody said what becomes of it.
      if (removed_at > 0) expect(posts.map(({ account_id }) => account_id)).not.toContain(PAGE);
      else expect([pending, posts]).toEqual([null, [{ account_id: PAGE }]]);
      expect(await usage()).toEqual({ tasks_used: posts.length, storage_used: 10 * posts.length });
      expect((await uploading(PAGE)) === undefined).toBe(removed_at > 0);
    },
  );

  it('leave the files of the library to the library', async () => {
    await db.insert('shared_videos', {
      id: VIDEO,
      title: 'For all',
      file_key: 'all.mp4',
      size_bytes: 5,
      width: 1,
      height: 1,
      created_at: 1,
    });
    await addPost({ shared_video_id: VIDEO, file_key: 'all.mp4', size_bytes: 0 });
    await remove('delete');
    await accountPosts.endRemovals(USER);
    expect(await db.rows('SELECT id FROM posts')).toEqual([]);
    expect(deleted).toEqual([]);
  });

  it('are deleted by housekeeping when the deletion broke off, and never move on meanwhile', async () => {
    const id = await addPost({ scheduled_for: SOON, due_at: SOON });
    await remove('delete');
    expect(await post(id)).toMatchObject({ status: 'pending', account_id: PAGE });
    const connecting = accountPosts.arriving(USER, 'facebook');
    await db.atomically(connecting);
    expect(await post(id)).toMatchObject({ account_id: PAGE });
    await services.get(RemovedAccounts).run();
    expect(await post(id)).toBeNull();
    expect(await usage()).toEqual({ tasks_used: 0, storage_used: 0 });
  });

  const connectAgain = () =>
    services.get(AccountAdding).add(USER, [
      {
        network: 'facebook',
        remoteId: pageOf(PAGE),
        pageRemoteId: null,
        name: 'Page 1',
        token: 'EAAB_again',
        metaUserId: null,
        expiresAt: null,
        dataAccessExpiresAt: null,
        missing: [],
      },
    ]);

  it('are deleted before the account is connected again, also if it was removed at the same moment', async () => {
    const id = await addPost();
    await remove('delete');
    // As if the account was removed just after the other process had looked.
    jest.spyOn(accountPosts, 'endRemovals').mockResolvedValueOnce();
    expect(await connectAgain()).toEqual([PAGE]);
    expect(await post(id)).toBeNull();
    expect((await account(PAGE)).removed_at).toBe(0);
  });

  it('are not those of an account that is connected again while the former ones are deleted', async () => {
    for (let n = 0; n < 45; n++) await addPost({ file_key: `${n}.mp4` });
    await remove('delete');
    let connected: Promise<number[]> | undefined;
    services.get(Storage).delete = async (key) => {
      deleted.push(key);
      if (connected) return;
      connected = connectAgain();
      await connected;
      await uploading(PAGE);
    };
    await accountPosts.endRemovals(USER);
    expect(await connected).toEqual([PAGE]);
    expect(await db.rows('SELECT title, account_id FROM posts')).toEqual([
      { title: 'Just uploaded', account_id: PAGE },
    ]);
    expect(deleted).not.toContain('new.mp4');
    expect(await usage()).toEqual({ tasks_used: 1, storage_used: 10 });
  });
});
