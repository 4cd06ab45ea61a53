import type { DataSource } from 'typeorm';
import { AccountPosts, type PendingPosts } from '../../backend/accounts/removal/account-posts';
import type { Caller } from '../../backend/common/http/caller.decorator';
import { Changes } from '../../backend/database/changes';
import type { Database } from '../../backend/database/database';
import type { Row } from '../../backend/database/tables';
import { markForReadBack } from '../../backend/publishing/after-restore/mark-for-read-back';
import { BulkChanges } from '../../backend/publishing/edits/bulk-changes.service';
import { PostEdits } from '../../backend/publishing/edits/post-edits.service';
import { formatIn, listOf } from '../../backend/publishing/formats/lists';
import { PostDuplicates } from '../../backend/publishing/new-posts/post-duplicates.service';
import { PostCreation, type LibraryPick } from '../../backend/publishing/posts/post-creation';
import { PostsService } from '../../backend/publishing/posts/posts.service';
import { Claims } from '../../backend/publishing/publisher/claims';
import { PostLedgers } from '../../backend/publishing/publisher/post-ledger';
import type { SharedVideoRow } from '../../backend/shared-videos/shared-video.view';
import { Quota } from '../../backend/subscriptions/quota';
import type { Container } from '../simulation/container';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, pageOf } from '../support/many-accounts';
import { addAccount } from '../support/more-accounts';
import { servicesOn } from '../support/services';
import { signedIn } from '../support/signed-in';

const USER = 1;
const PAGE = 1;
const VIDEO = 7;
const OTHER_VIDEO = 8;
const FORMAT = formatIn(listOf('video'));

/** Automatic posting never gives an account a video that the account has used. */
eachDatabase((_name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let services: Container;
  let other: number;
  let caller: Caller;

  beforeEach(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    services = servicesOn({ db, dataSource });
    await addAccounts(db, 2);
    caller = await signedIn(db, USER);
    other = await addAccount(services, USER, { id: '71' });
    for (const id of [VIDEO, OTHER_VIDEO])
      await db.insert('shared_videos', {
        ...{ id, title: 'For all', description: '', file_key: `${id}.mp4`, duration_ms: 5000 },
        ...{ size_bytes: 5, width: 540, height: 960, created_at: 1 },
      });
  });
  afterEach(() => dataSource.destroy());

  async function pick(more: Partial<LibraryPick> = {}, userId = USER): Promise<number> {
    const video = (await db.row<SharedVideoRow>('SELECT * FROM shared_videos WHERE id = ?', [VIDEO]))!;
    const limits = await services.get(Quota).limits(userId);
    const one = { video, title: 'Picked', accountId: userId, dueAt: null, unused: false, ...more };
    const made = await services.get(PostCreation).insertFromLibrary(userId, FORMAT, limits, [one]);
    return made![0]!;
  }
  const automatic = () => pick({ dueAt: Date.now(), unused: true });

  const discard = (id: number) => services.get(PostsService).discard(caller, id);
  const edit = (id: number, change: object) => services.get(PostEdits).edit(null, caller, id, change);
  const move = (id: number, account_id: number) => edit(id, { account_id });
  const remove = async (pending: PendingPosts) => {
    const accountPosts = services.get(AccountPosts);
    const removing = await accountPosts.removing(USER, PAGE, pending);
    expect(await services.get(Changes).commit(removing, { user: USER, account: 'all' })).not.toBeNull();
    await accountPosts.endRemovals(USER);
  };

  /** `account video` of each use of this user. */
  async function uses(userId = USER): Promise<string[]> {
    const rows = await db.rows<Row<'library_uses'>>('SELECT * FROM library_uses WHERE user_id = ?', [userId]);
    return rows.map((use) => `${use.remote_id} ${use.shared_video_id}`).sort();
  }
  const HERE = `${pageOf(PAGE)} ${VIDEO}`;
  const THERE = `71 ${VIDEO}`;

  it('gets a video back whose pick is deleted, and keeps those of others', async () => {
    await pick({ accountId: 2 }, 2);
    await pick({ accountId: other });
    const id = await pick();
    await discard(id);
    expect([await uses(), await uses(2)]).toEqual([[THERE], [`${pageOf(2)} ${VIDEO}`]]);
    await automatic();
  });

  it('gets it back with the last of several picks, some at once', async () => {
    const ids = [await pick(), await pick(), await pick()];
    await discard(ids[0]!);
    await edit(ids[1]!, { draft: 1 });
    expect(await uses()).toEqual([HERE]);
    const { done } = await services.get(BulkChanges).run(caller, { action: 'delete', ids } as never);
    expect([done, await uses()]).toEqual([[{ id: ids[1] }, { id: ids[2] }], []]);
  });

  it('does not get back what it posted itself, nor when the user picks that again', async () => {
    await discard(await automatic());
    expect(await uses()).toEqual([HERE]);
    await discard(await pick());
    expect(await uses()).toEqual([HERE]);
  });

  it('does not get back what may be public, whatever becomes of the post and its copies', async () => {
    const id = await pick({ dueAt: Date.now() });
    await db.run('UPDATE accounts SET turn = 1, next_due_at = 1 WHERE id = ?', [PAGE]);
    const claim = (await services.get(Claims).take(PAGE, 'publisher'))!;
    const ledger = services.get(PostLedgers).open(claim, () => undefined);
    await ledger.begin('start', { protocol: 'x', remoteId: '' });
    const picked = () => db.rows('SELECT picked FROM library_uses');
    expect(await picked()).toEqual([{ picked: 1 }]);
    await ledger.begin('publish', { protocol: 'x', remoteId: '5', intentAt: Date.now(), uploaded: true });
    expect(await picked()).toEqual([{ picked: 0 }]);
    await db.run("UPDATE posts SET status = 'failed', locked_by = NULL WHERE id = ?", [id]);
    const copy = await services.get(PostDuplicates).duplicate(caller, id);
    await services.get(PostsService).unschedule(null, caller, id);
    await discard(id);
    await discard(copy.id);
    expect(await uses()).toEqual([HERE]);
  });

  it('gets back one that failed before it could be public, once it is deleted', async () => {
    const id = await pick();
    await db.run("UPDATE posts SET status = 'failed' WHERE id = ?", [id]);
    await discard(await pick());
    expect(await uses()).toEqual([HERE]);
    await services.get(PostsService).unschedule(null, caller, id);
    await discard(id);
    expect(await uses()).toEqual([]);
  });

  it('gets it back when the pick moves to another account, and that one when it is deleted there', async () => {
    const id = await pick();
    await move(id, other);
    expect(await uses()).toEqual([THERE]);
    await discard(id);
    expect(await uses()).toEqual([]);
  });

  it('does not get back what it posted itself and the user moved and deleted', async () => {
    const id = await automatic();
    await move(id, other);
    await discard(id);
    expect(await uses()).toEqual([HERE, THERE].sort());
  });

  it('gets it back when the pick gets another file, on the account that it leaves, too', async () => {
    const id = await pick();
    await edit(id, { media: [{ shared_video_id: OTHER_VIDEO }], account_id: other });
    expect(await uses()).toEqual([`71 ${OTHER_VIDEO}`]);
    await discard(id);
    expect(await uses()).toEqual([]);
  });

  it.each<[string, (id: number) => PendingPosts, string[]]>([
    ['delete', () => 'delete', []],
    ['move', () => ({ moveTo: other }), [THERE]],
  ])('gets it back when its account is removed: %s', async (_what, pending, left) => {
    const id = await pick();
    await remove(pending(id));
    expect(await uses()).toEqual(left);
    if (left.length === 0) return;
    await discard(id);
    expect(await uses()).toEqual([]);
  });

  it('keeps it while the pick waits for an account, and gets it back with the account that it went to', async () => {
    const id = await pick();
    const changes = services.get(Changes);
    const touched = { user: USER, account: 'all' } as const;
    await changes.commit(services.get(AccountPosts).leaving(USER, [PAGE, other]), touched);
    expect(await db.row('SELECT account_id FROM posts')).toEqual({ account_id: null });
    expect(await uses()).toEqual([HERE]);
    await addAccount(services, USER, { id: '73', is_default: 1 });
    await changes.commit(services.get(AccountPosts).arriving(USER, 'facebook'), touched);
    expect(await uses()).toEqual([`73 ${VIDEO}`]);
    await discard(id);
    expect(await uses()).toEqual([]);
  });

  it('gets it back when its account becomes another one, to which the pick follows', async () => {
    const id = await pick();
    await db.run("UPDATE accounts SET remote_id = '74' WHERE id = ?", [PAGE]);
    await db.atomically(services.get(AccountPosts).following(USER, PAGE));
    expect(await uses()).toEqual([`74 ${VIDEO}`]);
    await discard(id);
    expect(await uses()).toEqual([]);
  });

  it('does not get back what may have gone out since a backup', async () => {
    const id = await pick({ time: 5, dueAt: 5 });
    await markForReadBack(db, { since: Date.now() - 1000, now: Date.now() });
    await db.run("UPDATE posts SET status = 'pending' WHERE id = ?", [id]);
    await discard(id);
    expect(await uses()).toEqual([HERE]);
  });
});
