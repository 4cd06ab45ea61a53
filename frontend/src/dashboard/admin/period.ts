import type { Plan } from '../../types';
import { inputValue, instantOf } from '../../zone';
import type { SubscriptionPeriod } from './records';

const DAY_MS = 24 * 3_600_000;

interface Choice {
  plan: Pick<Plan, 'duration_days'> | undefined;
  /** The subscription that goes on. */
  extended: Pick<SubscriptionPeriod, 'expires_at'> | undefined;
  /** 'YYYY-MM-DDTHH:mm' in the zone; absent: now. */
  starts: string | undefined;
  now: Date;
  zone: string;
}

/** Once the plan's duration: after the end that there is, or after the start. */
export function proposedEnd({ plan, extended, starts, now, zone }: Choice): string {
  const from = extended ? new Date(extended.expires_at) : starts ? instantOf(starts, zone) : now;
  return inputValue(new Date(from.getTime() + (plan?.duration_days ?? 0) * DAY_MS), zone);
}

export const endOf = (value: string, zone: string) => instantOf(value, zone).toISOString();
