import { Injectable } from '@nestjs/common';
import type { ExpressionBuilder } from 'kysely';
import { holdingRemoved } from '../../accounts/removal/held-accounts';
import { Database } from '../../database/database';
import { query, type Tables } from '../../database/tables';
import { PostDeletion } from '../posts/post-deletion';

/**
 * Deletes the pending posts of removed accounts. Whoever removes an account moves its pending posts away or detaches
 * them, unless they are to be deleted.
 */
@Injectable()
export class RemovedAccounts {
  constructor(
    private readonly db: Database,
    private readonly deletion: PostDeletion,
  ) {}

  /** Deletes those of all users, for removals that a crash broke off. */
  async run(isStopped: () => boolean = () => false): Promise<void> {
    const accounts = await this.db.rows(withPending.select('a.user_id'));
    for (const userId of new Set(accounts.map(({ user_id }) => user_id))) {
      if (isStopped()) return;
      await this.deletePending(userId);
    }
  }

  async deletePending(userId: number): Promise<void> {
    const accounts = await this.db.rows(withPending.select('a.id').where('a.user_id', '=', userId));
    // An account that is connected again meanwhile keeps what is posted there from then on.
    for (const { id } of accounts)
      await this.deletion.deleteAll(userId, pendingOfRemoved(id), [holdingRemoved(id)]);
  }
}

const pendingOfRemoved = (accountId: number) => (post: ExpressionBuilder<Tables, 'posts'>) =>
  post.and([
    post('posts.account_id', '=', accountId),
    post('posts.status', '=', 'pending'),
    post.exists(
      post
        .selectFrom('accounts as a')
        .select('a.id')
        .where('a.id', '=', accountId)
        .where('a.removed_at', '>', 0),
    ),
  ]);

/** Removed accounts that have pending posts. */
const withPending = query
  .selectFrom('accounts as a')
  .where('a.removed_at', '>', 0)
  .where(({ exists, selectFrom }) =>
    exists(
      selectFrom('posts as p')
        .select('p.id')
        .whereRef('p.account_id', '=', 'a.id')
        .where('p.status', '=', 'pending'),
    ),
  );
