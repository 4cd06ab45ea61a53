import { date, plural } from '../../format';
import type { Subscription } from '../../types';
import { TEXTS } from './texts';

/** Only one that has not begun has days left without being active. */
export function timeLeft(
  {
    subscription_status,
    starts_at,
    expiry,
  }: Pick<Subscription, 'subscription_status' | 'starts_at' | 'expiry'>,
  timezone: string,
): string {
  const end = date(expiry.date, timezone);
  if (subscription_status === 'active') return TEXTS.left(plural(expiry.days_left, 'day'), end);
  return expiry.days_left > 0 ? TEXTS.begins(date(starts_at, timezone)) : TEXTS.ended(end);
}
