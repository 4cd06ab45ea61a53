import { Inject, Injectable } from '@nestjs/common';
import { expressionBuilder, sql, type Expression } from 'kysely';
import { Clock } from '../common/time/clock';
import type { ListFields, ListRequest, Page } from '../common/lists/lists';
import { clearInBatches, deleteInBatches } from '../database/batches';
import { Database, ofRow, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { listOf } from '../database/list-rows';
import { query, type Row } from '../database/tables';
import type { Action, Target, TargetKind } from './actions';
import { viewActivity, type ActivityView } from './activity.view';

const HOUR_MS = 3_600_000;
const KEPT_DAYS = 180;

/** Entries per account and hour. Guessing from many addresses must not fill the table. */
const MOST_FAILURES = 20;

/** The user who does something, and their address. The id is null for the product itself. */
export interface Actor {
  id: number | null;
  address: string | null;
}

export interface NewActivity {
  action: Action;
  /** The account in which it happens; by default the actor's own. */
  account?: number | null;
  target?: Target;
}

export const ACTIVITY_FIELDS: ListFields<keyof Row<'activity'>> = {
  sort: { id: 'id', at: 'at', user_id: 'user_id', action: 'action' },
  filter: { id: 'id', user_id: 'id', action: 'text', target: 'text' },
};

const entries = query.selectFrom('activity').select(['id', 'at', 'user_id', 'action', 'target', 'address']);

const source = (rows: typeof entries) => ({
  rows,
  filter: { id: 'id', user_id: 'user_id', action: 'action', target: 'target' } as const,
  order: [['id', 'desc'] as const],
});

const listAll = listOf(() => source(entries));

const listOwn = listOf((at: { userId: number }) =>
  source(
    entries.where((entry) =>
      entry.or([entry('account_id', '=', at.userId), entry('user_id', '=', at.userId)]),
    ),
  ),
);

/**
 * Records who did what to what, for 180 days. `noting` is a statement for the unit of the deed, so that the entry
 * exists exactly if the deed took place.
 */
@Injectable()
export class Activity {
  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  noting(actor: Actor, deed: NewActivity): Statement {
    return textOf(inserting(query.selectNoFrom(this.entry(actor, deed))));
  }

  /** Like `noting`, for a deed whose target an earlier INSERT of the unit makes; `insert` is its number in the unit. */
  notingNew(actor: Actor, deed: Omit<NewActivity, 'target'>, kind: TargetKind, insert = 0): Statement {
    return ofRow(insert, inserting(query.selectNoFrom(this.entry(actor, deed, newRowOf(kind)))));
  }

  /** The users who were deleted since `instant`. */
  async usersDeletedSince(instant: number): Promise<number[]> {
    const deletions = query
      .selectFrom('activity')
      .select('target')
      .where('at', '>=', instant)
      .where('action', '=', 'user_deleted');
    const rows = await this.db.rows(deletions);
    return rows.map(({ target }) => Number(target?.replace(/^user:/, '')));
  }

  /** For a deed that is not a statement in a unit. */
  async note(actor: Actor, deed: NewActivity): Promise<void> {
    await this.db.run(inserting(query.selectNoFrom(this.entry(actor, deed))));
  }

  /** Records a failed sign-in, up to a limit per account and hour. */
  async noteFailure(accountId: number, address: string | null): Promise<void> {
    const failures = query
      .selectFrom('activity')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .where('at', '>', this.clock.now() - HOUR_MS)
      .where('action', '=', 'sign_in_failed');
    const entry = query
      .selectFrom('users as u')
      .select(this.entry({ id: accountId, address }, { action: 'sign_in_failed' }))
      .where('u.id', '=', accountId)
      .where(failures, '<', MOST_FAILURES);
    await this.db.run(inserting(entry));
  }

  /**
   * Deletes the entries that concern only this account; what its owner did to others stays. To be run before the
   * account is deleted.
   */
  forgetting(accountId: number): Statement {
    return textOf(
      query.deleteFrom('activity').where('account_id', '=', accountId).where('user_id', '=', accountId),
    );
  }

  /**
   * Like `forgetting`, in batches, for an account that may have many entries. Of what stays, it forgets whose account it
   * was: the foreign keys would do that to all of it in one statement.
   */
  async forget(accountId: number): Promise<void> {
    await deleteInBatches(this.db, 'activity', 'id', (entry) =>
      entry.and([entry('account_id', '=', accountId), entry('user_id', '=', accountId)]),
    );
    await clearInBatches(this.db, 'activity', 'user_id', 'id', (entry) => entry('user_id', '=', accountId));
    await clearInBatches(this.db, 'activity', 'account_id', 'id', (entry) =>
      entry('account_id', '=', accountId),
    );
  }

  /** What a user did, and what was done in their account. Hides the addresses from which others did it. */
  async listOwn(userId: number, request: ListRequest): Promise<Page<ActivityView>> {
    const { rows, total } = await listOwn(this.db, request, { userId });
    const seen = rows.map((row) => (row.user_id === userId ? row : { ...row, address: null }));
    return { rows: seen.map(viewActivity), total };
  }

  async listAll(request: ListRequest): Promise<Page<ActivityView>> {
    const { rows, total } = await listAll(this.db, request, {});
    return { rows: rows.map(viewActivity), total };
  }

  async forgetOld(): Promise<void> {
    const old = this.clock.now() - KEPT_DAYS * 24 * HOUR_MS;
    await deleteInBatches(this.db, 'activity', 'id', (entry) => entry('at', '<', old));
  }

  /** The columns of an entry, in the order of `COLUMNS`. The id of a user who was deleted meanwhile becomes null. */
  private entry(
    { id, address }: Actor,
    { action, account, target }: NewActivity,
    of: Expression<string | null> = expressionBuilder().val(target ?? null),
  ) {
    const { val } = expressionBuilder();
    const user = (who: number | null) => query.selectFrom('users').select('id').where('id', '=', who);
    return [
      sql<string | null>`${of}`.as('target'),
      val(this.clock.now()).as('at'),
      user(account === undefined ? id : account).as('account_id'),
      user(id).as('user_id'),
      val(action).as('action'),
      val(address).as('address'),
    ] as const;
  }
}

/** The target is first, because the id of a new row is the first parameter of its statement. */
const COLUMNS = ['target', 'at', 'account_id', 'user_id', 'action', 'address'] as const;

/** The place of the id is 0. SQLite gets numbers as floating point, and would write 5.0. */
const newRowOf = (kind: TargetKind): Expression<string> =>
  sql`concat(${sql.lit(`${kind}:`)}, cast(${0} as signed integer))`;

const inserting = (entry: Expression<unknown>) =>
  query.insertInto('activity').columns(COLUMNS).expression(entry);
