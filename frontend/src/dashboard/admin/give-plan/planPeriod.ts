import { instantOf } from '../../../zone';
import { addDays, dayOf } from '../../../days';

/** Plans run by whole days of the subscriber's calendar, to the last minute of the last one. */

/** Fields with years of four digits take no later one. */
export const LAST_DAY = '2199-12-31';

/** A field that is being typed in holds none for a while. */
export const isDay = (text: string) => /^2[01]\d\d-\d\d-\d\d$/.test(text);

export const firstMinute = (day: string, zone: string) => instantOf(`${day}T00:00`, zone).toISOString();
export const lastMinute = (day: string, zone: string) => instantOf(`${day}T23:59`, zone).toISOString();

interface Choice {
  /** Days that the plan lasts. */
  duration: number;
  /** The end of the one that goes on. */
  extended: string | undefined;
  starts: string;
  now: Date;
  zone: string;
}

/** The plan's duration after the end that there is, or after the first day. */
export function proposedEnd({ duration, extended, starts, now, zone }: Choice): string {
  const chosen = isDay(starts) ? starts : dayOf(now, zone);
  return addDays(extended === undefined ? chosen : dayOf(new Date(extended), zone), duration);
}
