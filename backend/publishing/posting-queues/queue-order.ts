import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { AccountList } from '../../accounts/account-list';
import type { AccountView } from '../../accounts/account.view';
import { holdingAccount } from '../../accounts/removal/held-accounts';
import { conflict } from '../../common/errors/errors';
import { Changes } from '../../database/changes';
import { Database, required, type Statement } from '../../database/database';
import { query } from '../../database/tables';
import { FLEETING, KINDS_OF, topicOf } from '../formats/lists';
import { inOrder } from './slots';

const ROWS_AT_ONCE = 500;

export const QUEUE_CHANGED = 'The queue has changed. Look again.';

/** Changes the order in which waiting posts go out. */
@Injectable()
export class QueueOrder {
  constructor(
    private readonly db: Database,
    private readonly accounts: AccountList,
    private readonly changes: Changes,
  ) {}

  /**
   * The posts exchange their places, so that later uploads still come after them.
   * @throws DomainError 404; 409 unless the ids are those of all waiting posts, until the change is through
   */
  async set(userId: number, accountId: number, ids: number[]): Promise<AccountView> {
    const { network } = await this.accounts.get(userId, accountId);
    const rows = await this.db.rows(waitingOn(accountId).select(['id', 'created_at', 'queued_at']));
    const waiting = new Set(rows.map(({ id }) => id));
    if (
      ids.length !== waiting.size ||
      new Set(ids).size !== ids.length ||
      !ids.every((id) => waiting.has(id))
    )
      throw conflict(QUEUE_CHANGED);
    if (ids.length > 0) {
      const places = placesOf(rows);
      const moving = [required(holdingWaiting(userId, accountId, ids.length))];
      for (let n = 0; n < ids.length; n += ROWS_AT_ONCE)
        moving.push(movingTo(accountId, ids.slice(n, n + ROWS_AT_ONCE), places.slice(n, n + ROWS_AT_ONCE)));
      const topics = KINDS_OF[network].map(topicOf);
      const done = await this.changes.commit(moving, { user: userId, topics, account: accountId });
      if (!done) throw conflict(QUEUE_CHANGED);
    }
    return this.accounts.get(userId, accountId);
  }
}

type Placed = { id: number; created_at: number; queued_at: number | null };

/** The places of the posts in order, each later than the one before it: files of one upload are equally old. */
function placesOf(rows: Placed[]): number[] {
  const posts = rows.map(({ id, created_at, queued_at }) => ({
    id,
    begunAt: created_at,
    queuedAt: queued_at,
  }));
  let last = -Infinity;
  return inOrder(posts).map(({ begunAt, queuedAt }) => (last = Math.max(queuedAt ?? begunAt, last + 1)));
}

const waitingOn = (accountId: number) =>
  query
    .selectFrom('posts')
    .where('account_id', '=', accountId)
    .where('status', '=', 'pending')
    .where('draft', '=', 0)
    .where('format', 'not in', FLEETING)
    .where('scheduled_for', 'is', null)
    .where('due_at', 'is', null);

/** Does nothing unless that many posts wait: one more could have come since they were read. */
const holdingWaiting = (userId: number, accountId: number, count: number) =>
  holdingAccount(userId, accountId).where(
    waitingOn(accountId).select(({ fn }) => fn.countAll<number>().as('count')),
    '=',
    count,
  );

function movingTo(accountId: number, ids: number[], places: number[]): Statement {
  const cases = ids.map((id, n) => sql`WHEN ${id} THEN ${places[n]}`);
  return required(
    query
      .updateTable('posts')
      .set({ queued_at: sql<number>`CASE id ${sql.join(cases, sql` `)} END` })
      .where('id', 'in', ids)
      .where('account_id', '=', accountId)
      .where('status', '=', 'pending')
      .where('draft', '=', 0)
      .where('scheduled_for', 'is', null)
      .where('due_at', 'is', null),
    ids.length,
  );
}
