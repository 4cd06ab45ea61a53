import { Inject, Injectable } from '@nestjs/common';
import { AccountPosts, type PostsRule } from '../../accounts/removal/account-posts';
import { defaultAccount } from '../../accounts/settings/default-account';
import { holdingBeside } from '../../accounts/removal/held-accounts';
import { Clock } from '../../common/time/clock';
import { Database, required, textOf, type Statement } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query } from '../../database/tables';
import type { NetworkName } from '../../ports/networks/network';
import { Quota } from '../../subscriptions/quota';
import { holdingUser } from '../../users/user-changes';
import { usingVideosOfAccount } from '../../shared-videos/library-uses';
import { givingBack } from '../../shared-videos/picked-videos';
import { movedPlaces } from '../posting-queues/moved-places';
import { MissedPosts } from '../publisher/missed-posts';
import { inDoubtOn } from '../publisher/unreadable-posts';
import { postsOf } from './post-ref';
import { OPEN, UNDER_WAY, type PostStatus } from './post-status';
import { isOnPageOfAccount } from './where-published';
import { RemovedAccounts } from '../housekeeping/removed-accounts';

/**
 * Moves posts when an account is connected or removed. Both hold the user's quota row, so they wait for posts that are
 * just being stored, and those wait for them.
 */
@Injectable()
export class PostsOnAccountChange implements PostsRule {
  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
    private readonly removedAccounts: RemovedAccounts,
    private readonly missedPosts: MissedPosts,
    @Inject(DatabaseTime) private readonly clock: Clock,
    accountPosts: AccountPosts,
  ) {
    accountPosts.include(this);
  }

  arriving(userId: number, network: NetworkName): Statement[] {
    const account = defaultAccount(userId, network).select('id').$asScalar();
    return [
      this.quota.freeing(userId, 0, 0),
      textOf(
        query
          .updateTable('posts')
          .set({ account_id: account })
          .where('user_id', '=', userId)
          .where('network', '=', network)
          .where('account_id', 'is', null)
          .where('status', '<>', 'published'),
      ),
      usingVideosOfAccount(account, this.clock.now()),
      givingBack(userId),
    ];
  }

  returning(userId: number, accountId: number): Statement[] {
    return [withoutPosts(userId, [accountId], ['pending'])];
  }

  comingBack(userId: number, accountId: number): Statement[] {
    return [
      this.quota.freeing(userId, 0, 0),
      textOf(
        query
          .updateTable('posts')
          .set({ account_id: accountId })
          .where('user_id', '=', userId)
          .where('status', 'in', DETACHED)
          .where('account_id', 'is', null)
          .where('left_account_id', 'in', formerRowsOf(userId, accountId)),
      ),
      ...this.following(userId, accountId),
    ];
  }

  following(userId: number, accountId: number): Statement[] {
    return [usingVideosOfAccount(accountId, this.clock.now()), givingBack(userId)];
  }

  /**
   * Takes posts under way back from their publisher and detaches the account's posts. The unit is undone while one of
   * them may be going public.
   */
  leaving(userId: number, accountIds: readonly number[]): Statement[] {
    return [
      this.quota.freeing(userId, 0, 0),
      textOf(
        query
          .updateTable('posts')
          .set((post) => ({
            status: 'pending',
            locked_by: null,
            fence: post('fence', '+', 1),
            tries: 0,
            due_at: post.ref('scheduled_for'),
          }))
          .where('account_id', 'in', accountIds)
          .where('status', 'in', UNDER_WAY)
          .where('intent_account', 'is', null),
      ),
      textOf(
        query
          .updateTable('posts')
          // MySQL assigns from left to right: a column is read before it is overwritten.
          .set((post) => ({ left_account_id: post.ref('account_id'), account_id: null }))
          .where('account_id', 'in', accountIds)
          .where('status', 'in', DETACHED),
      ),
      withoutPosts(userId, accountIds, UNDER_WAY),
      this.withoutComments(userId, accountIds),
    ];
  }

  staying(userId: number, accountId: number): Statement[] {
    return [
      this.quota.freeing(userId, 0, 0),
      withoutPosts(userId, [accountId], OPEN),
      this.withoutComments(userId, [accountId]),
    ];
  }

  async moving(userId: number, fromAccountId: number, toAccountId: number): Promise<Statement[]> {
    const { last, keeping } = await movedPlaces(this.db, this.clock, fromAccountId, toAccountId);
    return [
      this.quota.freeing(userId, 0, 0),
      holdingBeside(userId, fromAccountId, toAccountId),
      required(
        holdingUser(userId).where(({ not, exists }) => not(exists(postedThere(fromAccountId, toAccountId)))),
      ),
      textOf(
        query
          .updateTable('posts')
          .set((post) => ({
            account_id: toAccountId,
            queued_at: last,
            // A turn that the former account gave is not one of this account.
            due_at: post.case().when('scheduled_for', 'is', null).then(null).else(post.ref('due_at')).end(),
            tries: 0,
            remote_session: null,
            posted_text: null,
          }))
          .where('account_id', '=', fromAccountId)
          .where('status', '=', 'pending'),
      ),
      ...keeping,
      usingVideosOfAccount(toAccountId, this.clock.now(), fromAccountId),
      givingBack(userId),
      withoutPosts(userId, [fromAccountId], OPEN),
      this.withoutComments(userId, [fromAccountId]),
    ];
  }

  deleting(userId: number, accountId: number): Statement[] {
    return [
      this.quota.freeing(userId, 0, 0),
      withoutPosts(userId, [accountId], UNDER_WAY),
      this.withoutComments(userId, [accountId]),
    ];
  }

  deletePending(userId: number): Promise<void> {
    return this.removedAccounts.deletePending(userId);
  }

  async pendingOf(userId: number, accountId: number): Promise<number> {
    const pending = postsOf(userId).where('account_id', '=', accountId).where('status', '=', 'pending');
    return (await this.db.row(pending.select(({ fn }) => fn.countAll<number>().as('count'))))?.count ?? 0;
  }

  async alreadyOn(accountId: number, otherId: number): Promise<number> {
    const posts = postedThere(accountId, otherId).clearSelect();
    return (await this.db.row(posts.select(({ fn }) => fn.countAll<number>().as('count'))))?.count ?? 0;
  }

  async isUnderWay(accountId: number): Promise<boolean> {
    return (await this.db.row(onAccounts([accountId], UNDER_WAY).limit(1))) !== undefined;
  }

  endUnreadable(accountIds: readonly number[]): Promise<void> {
    return this.missedPosts.endUnreadable(accountIds);
  }

  async isInDoubt(accountIds: readonly number[]): Promise<boolean> {
    if (accountIds.length === 0) return false;
    const posts = inDoubtOn(accountIds, this.clock.now()).select('id');
    return (await this.db.row(posts.limit(1))) !== undefined;
  }

  async endDoubts(accountIds: readonly number[]): Promise<void> {
    if (accountIds.length > 0) await this.missedPosts.endDoubts(accountIds);
  }

  async mayBePublishing(accountIds: readonly number[]): Promise<boolean> {
    if (accountIds.length === 0) return false;
    const posts = onAccounts(accountIds, UNDER_WAY).where('intent_account', 'is not', null);
    return (await this.db.row(posts.limit(1))) !== undefined;
  }

  async isCommenting(accountIds: readonly number[]): Promise<boolean> {
    if (accountIds.length === 0) return false;
    return (await this.db.row(commentsBeingSent(accountIds, this.clock.now()).limit(1))) !== undefined;
  }

  /** Fails while a first comment is being sent on one of the accounts. */
  private withoutComments(userId: number, accountIds: readonly number[]): Statement {
    const comments = commentsBeingSent(accountIds, this.clock.now());
    return required(holdingUser(userId).where(({ not, exists }) => not(exists(comments))));
  }
}

/** The statuses of posts that may wait without an account. */
const DETACHED: readonly PostStatus[] = ['pending', 'failed'];

/**
 * All rows of what this account is on its network: one that was removed may
 * be connected again in another row.
 */
const formerRowsOf = (userId: number, accountId: number) =>
  query
    .selectFrom('accounts as former')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.network', '=', 'former.network').onRef('a.remote_id', '=', 'former.remote_id'),
    )
    .select('former.id')
    .where('a.id', '=', accountId)
    .where('former.user_id', '=', userId);

/**
 * Their intents are committed, and those who sent them hold their leases. By the plain column, SQLite would read all
 * published posts of the accounts.
 */
const commentsBeingSent = (accountIds: readonly number[], now: number) =>
  query
    .selectFrom('posts')
    .select('id')
    .where('first_comment_due_at', '>', now)
    .where('locked_by', 'is not', null)
    .where(({ fn, lit }) => fn.coalesce('account_id', lit(0)), 'in', accountIds)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('publish_steps as s')
          .select('s.id')
          .whereRef('s.post_id', '=', 'posts.id')
          .whereRef('s.fence', '=', 'posts.fence')
          .where('s.step', '=', 'comment')
          .where('s.finished_at', 'is', null),
      ),
    );

const onAccounts = (accountIds: readonly number[], statuses: readonly PostStatus[]) =>
  query
    .selectFrom('posts')
    .select('id')
    .where('account_id', 'in', accountIds)
    .where('status', 'in', statuses);

/** Pending posts of the account with a library video that the other account shows, or will. */
const postedThere = (accountId: number, otherId: number) =>
  query
    .selectFrom('posts as p')
    .select('p.id')
    .where('p.account_id', '=', accountId)
    .where('p.status', '=', 'pending')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('posts as there')
          .select('there.id')
          .where('there.account_id', '=', otherId)
          .whereRef('there.shared_video_id', '=', 'p.shared_video_id')
          .where('there.status', '<>', 'failed')
          .where(isOnPageOfAccount('there')),
      ),
    );

/** Fails while an account has posts in one of these statuses. */
const withoutPosts = (
  userId: number,
  accountIds: readonly number[],
  statuses: readonly PostStatus[],
): Statement =>
  required(holdingUser(userId).where(({ not, exists }) => not(exists(onAccounts(accountIds, statuses)))));
