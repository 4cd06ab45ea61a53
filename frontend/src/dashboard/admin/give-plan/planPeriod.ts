import { instantOf } from '../../../zone';
import { addDays, dayOf } from '../../../days';

/** Plans run by whole days of the subscriber's calendar, to the last minute of the last one. */

/** The latest day that the date field accepts. */
export const LAST_DAY = '2199-12-31';

/** A date field is incomplete while it is edited. */
export const isDay = (text: string) => /^2[01]\d\d-\d\d-\d\d$/.test(text);

export const firstMinute = (day: string, zone: string) => minuteOf(day, '00:00', zone);
export const lastMinute = (day: string, zone: string) => minuteOf(day, '23:59', zone);

/** An absurd day stays as it is, for the server to refuse. */
const minuteOf = (day: string, time: string, zone: string) =>
  instantOf(`${day}T${time}`, zone)?.toISOString() ?? day;

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
