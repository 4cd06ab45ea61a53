import { Injectable } from '@nestjs/common';
import { AccountPosts, type PostsRule } from '../accounts/account-posts';
import { defaultAccount } from '../accounts/default-account';
import { Database, required, textOf, type Statement } from '../database/database';
import { query } from '../database/tables';
import type { NetworkName } from '../ports/networks/network';
import { Quota } from '../subscriptions/quota';
import { holdingUser } from '../users/user-changes';
import { UNDER_WAY } from './post-status';

/**
 * Moves posts when an account is connected or removed. Both hold the user's quota row, so they wait for posts that are
 * just being stored, and those wait for them.
 */
@Injectable()
export class PostsOnAccountChange implements PostsRule {
  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
    accountPosts: AccountPosts,
  ) {
    accountPosts.include(this);
  }

  arriving(userId: number, network: NetworkName): Statement[] {
    return [
      this.quota.freeing(userId, 0, 0),
      textOf(
        query
          .updateTable('posts')
          .set({ account_id: defaultAccount(userId, network).select('id') })
          .where('user_id', '=', userId)
          .where('network', '=', network)
          .where('account_id', 'is', null)
          .where('status', '<>', 'published'),
      ),
    ];
  }

  /**
   * Takes posts under way back from their publisher and detaches the account's posts. The unit is undone while one of
   * them may be going public.
   */
  leaving(userId: number, accountIds: readonly number[]): Statement[] {
    const underWay = query.selectFrom('posts').select('id').where('account_id', 'in', accountIds);
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
          .set({ account_id: null })
          .where('account_id', 'in', accountIds)
          .where('status', 'in', ['pending', 'failed']),
      ),
      required(
        holdingUser(userId).where(({ not, exists }) =>
          not(exists(underWay.where('status', 'in', UNDER_WAY))),
        ),
      ),
    ];
  }

  async mayBePublishing(accountIds: readonly number[]): Promise<boolean> {
    if (accountIds.length === 0) return false;
    const posts = query
      .selectFrom('posts')
      .select('id')
      .where('account_id', 'in', accountIds)
      .where('status', 'in', UNDER_WAY)
      .where('intent_account', 'is not', null);
    return (await this.db.row(posts.limit(1))) !== undefined;
  }
}
