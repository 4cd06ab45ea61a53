import { textOf, type Statement } from '../database/database';
import { query, type Row } from '../database/tables';

/* How the periods of one user's subscriptions affect one another. Of those that run, the one that began last counts. */

export type PeriodRow = Pick<
  Row<'subscriptions'>,
  'id' | 'user_id' | 'starts_at' | 'expires_at' | 'ended_at'
>;

/** Subscriptions that would run beside this one, or take its place, before `until`. */
export const besides = ({ id, user_id, starts_at, expires_at }: PeriodRow, until: number, now: number) =>
  query
    .selectFrom('subscriptions as s')
    .where('s.user_id', '=', user_id)
    .where('s.id', '<>', id)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('s.starts_at', '<', until)
    // While this one runs, what began before it has been replaced.
    .$if(expires_at > now, (others) => others.where('s.starts_at', '>', starts_at))
    .orderBy('s.starts_at');

/**
 * A new end, unless a subscription would run beside this one then. MySQL reads the table that it updates only in a
 * derived table, which the limit keeps one.
 */
export const extending = (row: PeriodRow, until: number, now: number) =>
  query
    .updateTable('subscriptions')
    .set({ expires_at: until, original_expires_at: null })
    .where('id', '=', row.id)
    .where('ended_at', 'is', null)
    .where(({ not, exists }) =>
      not(
        exists(query.selectFrom(besides(row, until, now).select('s.id').limit(1).as('others')).select('id')),
      ),
    );

const open = (userId: number) =>
  query.updateTable('subscriptions').where('user_id', '=', userId).where('ended_at', 'is', null);

/**
 * For a new subscription: one that runs when it starts ends then, and one that would start while it runs is cancelled.
 * MySQL assigns from left to right: what is read comes before what is written over it, here and below.
 */
export function replacing(userId: number, startsAt: number, until: number, now: number): Statement[] {
  const cutting = open(userId)
    .set(({ fn }) => ({
      original_expires_at: fn.coalesce('original_expires_at', 'expires_at'),
      expires_at: startsAt,
    }))
    .where('starts_at', '<', startsAt)
    .where('expires_at', '>', startsAt);
  const cancelling = open(userId)
    .set({ ended_at: now })
    .where('starts_at', '>=', startsAt)
    .where('starts_at', '<', until);
  return [textOf(cutting), textOf(cancelling)];
}

/** For the end of a subscription that has not begun: what it cut runs to its own end, or to the next one that begins. */
export function givingBack({ user_id, starts_at }: PeriodRow): Statement[] {
  const next = query
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.min('starts_at').as('start'))
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .where('starts_at', '>', starts_at);
  const start = query.selectFrom(next.as('next')).select('start');
  const before = open(user_id).where('starts_at', '<', starts_at);
  const restoring = before
    .set(({ ref }) => ({ expires_at: ref('original_expires_at').$notNull(), original_expires_at: null }))
    .where('expires_at', '=', starts_at)
    .where('original_expires_at', 'is not', null);
  const cutting = before
    .set(({ ref }) => ({ original_expires_at: ref('expires_at'), expires_at: start }))
    .where('expires_at', '>', start);
  return [textOf(restoring), textOf(cutting)];
}
