import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { ExpressionBuilder } from 'kysely';
import { holdingRemoved } from '../../accounts/removal/held-accounts';
import { Database } from '../../database/database';
import { query, type Row, type Tables } from '../../database/tables';
import { PostDeletion } from '../posts/post-deletion';

/** Rows of removed accounts never go: one statement looks at so many of them. */
const ACCOUNTS_AT_ONCE = 500;

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
    for (let last: Removed | undefined; ;) {
      const some: Removed[] = await this.db.rows(removedAfter(last));
      const ids = some.map(({ id }) => id);
      const pending = ids.length > 0 ? await this.db.rows(withPendingAmong(ids)) : [];
      const accounts = new Set(pending.map(({ account_id }) => account_id));
      const users = some.filter(({ id }) => accounts.has(id)).map(({ user_id }) => user_id);
      for (const userId of new Set(users)) {
        if (isStopped()) return;
        await this.deletePending(userId);
      }
      last = some.at(-1);
      if (some.length < ACCOUNTS_AT_ONCE || isStopped()) return;
      await nextTurn();
    }
  }

  async deletePending(userId: number): Promise<void> {
    const accounts = await this.db.rows(withPending.select('a.id').where('a.user_id', '=', userId));
    // An account that is connected again meanwhile keeps what is posted there from then on.
    for (const { id } of accounts)
      await this.deletion.deleteAll(userId, pendingOfRemoved(id), {
        holding: [holdingRemoved(id)],
        accountId: id,
      });
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

type Removed = Pick<Row<'accounts'>, 'id' | 'user_id' | 'removed_at'>;

/** The next ones of all that were ever removed, in the order of their index. */
const removedAfter = (last: Removed = { id: 0, user_id: 0, removed_at: 1 }) =>
  query
    .selectFrom('accounts')
    .select(['id', 'user_id', 'removed_at'])
    .where('removed_at', '>=', last.removed_at)
    .where((account) =>
      account.or([
        account('removed_at', '>', last.removed_at),
        account('user_id', '>', last.user_id),
        account.and([account('user_id', '=', last.user_id), account('id', '>', last.id)]),
      ]),
    )
    .orderBy('removed_at')
    .orderBy('user_id')
    .orderBy('id')
    .limit(ACCOUNTS_AT_ONCE);

const withPendingAmong = (ids: number[]) =>
  query
    .selectFrom('posts')
    .select('account_id')
    .distinct()
    .where('account_id', 'in', ids)
    .where('status', '=', 'pending');

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
