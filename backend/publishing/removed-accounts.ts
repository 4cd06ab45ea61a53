import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { query } from '../database/tables';
import { PostDeletion } from './post-deletion';

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
    for (const { id } of accounts)
      await this.deletion.deleteAll(userId, (post) => post.and({ account_id: id, status: 'pending' }));
  }
}

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
