export type SubscriptionStatus = 'active' | 'inactive' | 'expired';

interface Period {
  startsAt: number;
  expiresAt: number;
  endedAt: number | null;
}

/** Derived from the clock, so that no job has to have run for it to be right. */
export function subscriptionStatus(
  { startsAt, expiresAt, endedAt }: Period,
  now: number,
): SubscriptionStatus {
  if (endedAt !== null || now < startsAt) return 'inactive';
  return now < expiresAt ? 'active' : 'expired';
}

/** The same, as a condition on the table `subscriptions s`, with the instant as its two parameters. */
export const ACTIVE = 's.ended_at IS NULL AND s.starts_at <= ? AND s.expires_at > ?';

/** What `subscriptionStatus` says, as an expression on the table `subscriptions s`. */
export const statusAt = (now: number) =>
  `CASE WHEN s.ended_at IS NOT NULL OR s.starts_at > ${Math.trunc(now)} THEN 'inactive'
        WHEN s.expires_at > ${Math.trunc(now)} THEN 'active' ELSE 'expired' END`;
