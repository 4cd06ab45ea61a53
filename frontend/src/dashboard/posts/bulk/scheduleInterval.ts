import { inputValue } from '../../../zone';

/** How far apart posts are, as a person says it. */
export const UNITS = { minutes: 1, hours: 60, days: 1440 };

export type Unit = keyof typeof UNITS;

export interface Interval {
  every: number;
  unit: Unit;
}

export const minutesOf = ({ every, unit }: Interval) => every * UNITS[unit];

/** In the largest unit that says it in whole numbers: 90 -> 90 minutes, 120 -> 2 hours. */
export function intervalOf(minutes: number): Interval {
  const unit = minutes % UNITS.days === 0 ? 'days' : minutes % UNITS.hours === 0 ? 'hours' : 'minutes';
  return { every: minutes / UNITS[unit], unit };
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const asIfUtc = (value: string) => Date.parse(`${value.slice(0, 16)}:00Z`);

/**
 * The instant at which the zone's wall clock shows 'YYYY-MM-DDTHH:mm'; of a time that occurs twice the first,
 * `undefined` for one that the zone skips.
 */
export function instantOf(value: string, zone: string): number | undefined {
  const wanted = asIfUtc(value);
  if (!value || Number.isNaN(wanted)) return undefined;
  const shown = (instant: number) => asIfUtc(inputValue(new Date(instant), zone));
  // The offsets of a day before and a day after are the only ones that can hold in between.
  return [wanted - DAY_MS, wanted + DAY_MS]
    .map((near) => wanted - (shown(near) - near))
    .filter((instant) => shown(instant) === wanted)
    .sort((a, b) => a - b)[0];
}

/** When each of `count` posts goes out; nothing where the start or the interval makes no sense. */
export function timesOf(start: string, zone: string, interval: Interval, count: number): string[] {
  const first = instantOf(start, zone);
  const minutes = minutesOf(interval);
  if (first === undefined || !Number.isInteger(minutes) || minutes < 1) return [];
  return Array.from({ length: count }, (_, n) => new Date(first + n * minutes * MINUTE_MS).toISOString());
}
