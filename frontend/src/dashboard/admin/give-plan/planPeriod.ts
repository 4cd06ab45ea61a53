import { addDays, dayOf, startOfDay } from '../../../days';

/** Plans run by whole days of the subscriber's calendar, to the last minute of the last one. */

const MINUTE_MS = 60_000;

/** The latest day that the date field accepts. */
export const LAST_DAY = '2199-12-31';

/** A date field is incomplete while it is edited. */
export const isDay = (text: string) => /^2[01]\d\d-\d\d-\d\d$/.test(text);

/** An absurd day stays as it is, for the server to refuse; so in `lastMinute`. */
export const firstMinute = (day: string, zone: string) => startOfDay(day, zone)?.toISOString() ?? day;

export function lastMinute(day: string, zone: string): string {
  const next = isDay(day) ? startOfDay(addDays(day, 1), zone) : undefined;
  return next ? new Date(next.getTime() - MINUTE_MS).toISOString() : day;
}

interface Choice {
  /** In days. */
  duration: number;
  /** End of the subscription that is extended. */
  extended: string | undefined;
  starts: string;
  now: Date;
  zone: string;
}

/** The current end, or else the start, plus the plan's duration. */
export function proposedEnd({ duration, extended, starts, now, zone }: Choice): string {
  const chosen = isDay(starts) ? starts : dayOf(now, zone);
  return addDays(extended === undefined ? chosen : dayOf(new Date(extended), zone), duration);
}
