import { instantOf } from '../../../zone';

/** An interval between posts, in the unit that the user chose. */
export const UNITS = { minutes: 1, hours: 60, days: 1440 };

export type Unit = keyof typeof UNITS;

export interface Interval {
  every: number;
  unit: Unit;
}

export const minutesOf = ({ every, unit }: Interval) => every * UNITS[unit];

/** In the largest unit with a whole number: 90 -> 90 minutes, 120 -> 2 hours. */
export function intervalOf(minutes: number): Interval {
  const unit = minutes % UNITS.days === 0 ? 'days' : minutes % UNITS.hours === 0 ? 'hours' : 'minutes';
  return { every: minutes / UNITS[unit], unit };
}

const MINUTE_MS = 60_000;

/** In minutes. Longer intervals lead out of the calendar. */
const A_CENTURY = 52_560_000;

export const isInterval = (minutes: number) =>
  Number.isInteger(minutes) && minutes >= 1 && minutes <= A_CENTURY;

/** The times of `count` posts; empty if the start or interval is invalid. */
export function timesOf(start: string, zone: string, interval: Interval, count: number): string[] {
  const first = instantOf(start, zone)?.getTime();
  const minutes = minutesOf(interval);
  if (first === undefined || !isInterval(minutes)) return [];
  return Array.from({ length: count }, (_, n) => new Date(first + n * minutes * MINUTE_MS).toISOString());
}
