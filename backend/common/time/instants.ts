import { BoundedMap } from '../limits/bounded-map';

const SECOND_MS = 1000;
const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_MS = 86_400_000;
/** The last instant that a Date can hold (ECMA-262, 21.4.1.1). */
const END_OF_TIME = 8_640_000_000_000_000;

/** `2026-11-21T` by days since 1970. A cache, because a list has far more instants than days. */
const dates = new BoundedMap<number, string>(5000);

const numbers = (count: number, digits: number) =>
  Array.from({ length: count }, (_, n) => String(n).padStart(digits, '0'));
const two = numbers(60, 2);
const three = numbers(1000, 3);

/**
 * Formats an instant (milliseconds since 1970) as ISO 8601 UTC with `Z`, the form on the wire: the same as
 * `Date.toISOString`, in a third of the time.
 *
 * @throws RangeError for a number that is not an instant, as Date does
 */
export function toIso(ms: number): string {
  if (!Number.isInteger(ms) || Math.abs(ms) > END_OF_TIME) return new Date(ms).toISOString();
  const day = Math.floor(ms / DAY_MS);
  const rest = ms - day * DAY_MS;
  const seconds = Math.floor(rest / SECOND_MS);
  const [hour, minute] = [Math.floor(seconds / HOUR_S), Math.floor(seconds / MINUTE_S) % MINUTE_S];
  return `${dateOf(day)}${two[hour]}:${two[minute]}:${two[seconds % MINUTE_S]}.${three[rest % SECOND_MS]}Z`;
}

export const toIsoOrNull = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : toIso(ms);

function dateOf(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * DAY_MS).toISOString().slice(0, -'00:00:00.000Z'.length);
  dates.set(day, date);
  return date;
}
