import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import type { ExpressionBuilder, UpdateQueryBuilder, UpdateResult } from 'kysely';
import { Changes, type Touched } from '../../database/changes';
import { Database, required, textOf, type Statement } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { prepared } from '../../database/prepared';
import { query, type Row, type Tables } from '../../database/tables';

/** More than the clocks of two processes differ by. */
const CLOCKS_APART_MS = 120_000;

/**
 * The slots up to then are filled. A later one was filled by a clock that has been set back since; the slots before it
 * come again.
 */
export const filledUpTo = ({ filled_slot }: Pick<Row<'accounts'>, 'filled_slot'>, now: number): number =>
  filled_slot > now + CLOCKS_APART_MS ? 0 : filled_slot;

/**
 * Marks accounts whose automatic schedule must be recomputed. The statements join the unit of the change that causes
 * it.
 */
@Injectable()
export class AutopostSchedule {
  constructor(
    private readonly db: Database,
    changes: Changes,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {
    changes.include((touched) => (touched.account === undefined ? [] : [this.markDirty(touched)]));
  }

  /** Makes the account due for the publisher now. */
  dueNow(accountId: number): Statement {
    return textOf(
      query
        .updateTable('accounts')
        .set((row) => ({ next_due_at: this.clock.now(), changes: row('changes', '+', 1) }))
        .where('id', '=', accountId),
    );
  }

  /** For the unit that gives a turn: not after a change of the queue since the account was read. */
  unchanged({ id, auto_due_at }: Pick<Row<'accounts'>, 'id' | 'auto_due_at'>): Statement {
    return required(
      query
        .updateTable('accounts')
        .set(({ ref }) => ({ auto_due_at: ref('auto_due_at') }))
        .where('id', '=', id)
        .where('auto_due_at', '=', auto_due_at),
    );
  }

  /** Like `unchanged`, for the unit that fills a slot: only once, and none before one that is filled (`filledUpTo`). */
  filling({ id, auto_due_at }: Pick<Row<'accounts'>, 'id' | 'auto_due_at'>, slot: number): Statement {
    return required(
      query
        .updateTable('accounts')
        .set({ filled_slot: slot })
        .where('id', '=', id)
        .where('filled_slot', '<>', slot)
        .where(({ or, eb }) =>
          or([eb('filled_slot', '<', slot), eb('filled_slot', '>', this.clock.now() + CLOCKS_APART_MS)]),
        )
        .where('auto_due_at', '=', auto_due_at),
    );
  }

  /** Sets when to check the account next, unless a change has set a newer instant since it was read. */
  async settle(
    { id, auto_due_at }: Pick<Row<'accounts'>, 'id' | 'auto_due_at'>,
    next: number | null,
  ): Promise<void> {
    await this.db.run(SETTLE({ id, next, auto_due_at }), { durable: false });
  }

  /** Marks the accounts to which `of` narrows the statement down. */
  markDirtyWhere(of: (marking: AccountsUpdate) => AccountsUpdate): Statement {
    const now = this.clock.now();
    const marking = query.updateTable('accounts').set((row) => ({ auto_due_at: supersede(row, now) }));
    return textOf(of(marking.where('removed_at', '=', 0)));
  }

  /**
   * The publisher corrects an instant that turns out too early. Automatic posting checks all accounts of the user: a
   * task that becomes free in the quota is free for each of them.
   */
  private markDirty({ user, account, saysWhenDue }: Touched): Statement {
    const at = { userId: user, now: this.clock.now() };
    if (account === undefined || saysWhenDue) return textOf(MARK_TO_CHECK(at));
    return textOf(account === 'all' ? MARK_ALL_DIRTY(at) : MARK_DIRTY({ ...at, account }));
  }
}

const SETTLE = prepared((at: { id: number; next: number | null; auto_due_at: number | null }) =>
  query
    .updateTable('accounts')
    .set({ auto_due_at: at.next })
    .where('id', '=', at.id)
    .where('auto_due_at', '=', at.auto_due_at),
);

const accountsOf = (userId: number) =>
  query.updateTable('accounts').where('user_id', '=', userId).where('removed_at', '=', 0);

const MARK_ALL_DIRTY = prepared(({ userId, now }: { userId: number; now: number }) =>
  accountsOf(userId).set((row) => ({
    auto_due_at: supersede(row, now),
    next_due_at: now,
    changes: row('changes', '+', 1),
  })),
);

const MARK_DIRTY = prepared(({ userId, account, now }: { userId: number; account: number; now: number }) =>
  accountsOf(userId).set((row) => ({
    auto_due_at: supersede(row, now),
    next_due_at: row.case().when('id', '=', account).then(row.val(now)).else(row.ref('next_due_at')).end(),
    changes: row('changes', '+', 1),
  })),
);

const MARK_TO_CHECK = prepared(({ userId, now }: { userId: number; now: number }) =>
  accountsOf(userId).set((row) => ({ auto_due_at: supersede(row, now), changes: row('changes', '+', 1) })),
);

/** Moves an instant even if it is already due, so that a check in progress notices that it is outdated. */
const supersede = (row: ExpressionBuilder<Tables, 'accounts'>, now: number) =>
  row
    .case()
    .when('auto_due_at', '<=', now)
    .then(row('auto_due_at', '-', 1))
    .else(row.val(now))
    .end();

export type AccountsUpdate = UpdateQueryBuilder<Tables, 'accounts', 'accounts', UpdateResult>;
