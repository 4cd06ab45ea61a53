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

/** A new end, unless a subscription would run beside this one then. The limit is for MySQL, as it is for `otherAdmins`. */
export const extending = (row: PeriodRow, until: number, now: number) =>
  query
    .updateTable('subscriptions')
    .set({ expires_at: until })
    .where('id', '=', row.id)
    .where('ended_at', 'is', null)
    .where(({ not, exists }) =>
      not(
        exists(query.selectFrom(besides(row, until, now).select('s.id').limit(1).as('others')).select('id')),
      ),
    );

/** A subscription that runs when the new one starts ends then; one that would start later is cancelled. */
export function replacing(userId: number, startsAt: number, now: number): Statement[] {
  const own = query.updateTable('subscriptions').where('user_id', '=', userId).where('ended_at', 'is', null);
  const cutting = own.set({ expires_at: startsAt }).where('starts_at', '<', startsAt);
  return [
    textOf(cutting.where('expires_at', '>', startsAt)),
    textOf(own.set({ ended_at: now }).where('starts_at', '>=', startsAt)),
  ];
}
