import { aheadOfUtc, asIfUtc, instantOf, wallClock } from './zone';

/** Days as 'YYYY-MM-DD'. */

const DAY_MS = 86_400_000;

const utc = (day: string) => new Date(`${day}T00:00:00Z`);

export function addDays(day: string, n: number): string {
  const date = utc(day);
  date.setUTCDate(date.getUTCDate() + n);
  return date.toISOString().slice(0, 10);
}

/** The day on the zone's wall clock. */
export function dayOf(instant: Date, zone: string): string {
  const { year, month, day } = wallClock(instant, zone);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** The first instant of the day on the zone's wall clock; where DST skips midnight, the end of the gap. */
export function startOfDay(day: string, zone: string): Date | undefined {
  const midnight = `${day}T00:00`;
  const shown = asIfUtc(midnight);
  return (
    instantOf(midnight, zone, 0) ??
    (shown === undefined ? undefined : new Date(shown - aheadOfUtc(shown - DAY_MS, zone)))
  );
}
