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
