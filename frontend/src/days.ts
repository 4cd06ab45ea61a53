import { wallClock } from './zone';

/** Days as 'YYYY-MM-DD'. */

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
