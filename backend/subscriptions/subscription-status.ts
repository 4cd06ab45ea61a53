import { expressionBuilder } from 'kysely';
import type { Tables } from '../database/tables';

export type SubscriptionStatus = 'active' | 'inactive' | 'expired';

interface Period {
  startsAt: number;
  expiresAt: number;
  endedAt: number | null;
}

/** Derived from the clock, so that it is right although no job has run. */
export function subscriptionStatus(
  { startsAt, expiresAt, endedAt }: Period,
  now: number,
): SubscriptionStatus {
  if (endedAt !== null || now < startsAt) return 'inactive';
  return now < expiresAt ? 'active' : 'expired';
}

/**
 * Which of one user's subscriptions is shown: the lowest rank, then the one that begins last. One that was ended before
 * it began says nothing about what the user has or had.
 */
export function shownRank(period: Period, now: number): number {
  if (subscriptionStatus(period, now) === 'active') return 0;
  return period.endedAt !== null && period.endedAt <= period.startsAt ? 2 : 1;
}

/** Whether the status is `active`, as a condition on the table `subscriptions as s`. */
export const isActive = (now: number) =>
  s.and([s('s.ended_at', 'is', null), s('s.starts_at', '<=', now), s('s.expires_at', '>', now)]);

const s = expressionBuilder<{ s: Tables['subscriptions'] }, 's'>();

/** `subscriptionStatus` as an expression on the table `subscriptions as s`. */
export const statusAt = (now: number) =>
  s
    .case()
    .when(s.or([s('s.ended_at', 'is not', null), s('s.starts_at', '>', now)]))
    .then('inactive')
    .when('s.expires_at', '>', now)
    .then('active')
    .else('expired')
    .end();

/** `shownRank` as an expression on the table `subscriptions as s`. */
export const shownRankAt = (now: number) =>
  s.case().when(isActive(now)).then(0).when('s.ended_at', '<=', s.ref('s.starts_at')).then(2).else(1).end();
