import { DateTime } from 'luxon';
import { invalid } from '../../common/errors/errors';
import { fromIso } from '../../common/time/iso';

const WALL_CLOCK = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?$/;
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;
const A_MINUTE_MS = 60_000;
const LATEST_YEAR = 2100;

/**
 * Reads a time from the client: wall-clock time `YYYY-MM-DD HH:mm:00` in `timezone`, or ISO 8601 with an offset.
 * @returns milliseconds since 1970.
 * @throws DomainError 422 on `field` if it is no time, the zone skips it, or it lies before the current minute.
 */
export function readScheduledTime(
  value: unknown,
  timezone: string,
  now: number,
  field = 'scheduled_for',
): number {
  const refuse = (sentence: string) => invalid({ [field]: [sentence] });
  const text = typeof value === 'string' ? value.trim() : '';
  // The picker cuts off the seconds, so the current minute means now.
  const thisMinute = Math.floor(now / A_MINUTE_MS) * A_MINUTE_MS;
  const time = WITH_OFFSET.test(text)
    ? fromIso(text, { setZone: true })
    : onTheWall(text, timezone, thisMinute);
  if (time === 'skipped')
    throw refuse(
      `This time does not exist in ${timezone}: the clocks are set forward over it. Choose another one.`,
    );
  if (!time?.isValid) throw refuse('Choose a date and time, like 2026-12-24 18:30:00.');
  if (time.year > LATEST_YEAR) throw refuse(`Choose a time up to the year ${LATEST_YEAR}.`);
  const instant = time.toMillis();
  if (instant < thisMinute) throw refuse('Choose a time that has not passed.');
  return instant;
}

/**
 * Reads the `scheduled_for` of new items; an empty entry is no time.
 * @param nowOf what each is compared with
 * @throws DomainError 422
 */
export const readTimes = (
  given: readonly unknown[],
  timezone: string,
  nowOf: (n: number) => number,
): (number | null)[] =>
  given.map((time, n) =>
    time === null || time === '' || time === undefined
      ? null
      : readScheduledTime(time, timezone, nowOf(n), `scheduled_for[${n}]`),
  );

/**
 * Reads what `PUT …/reschedule` takes: a time, "now" for the current minute, or null.
 * @throws DomainError 422
 */
export function readNewTime(value: unknown, timezone: string, now: number, field?: string): number | null {
  if (value === null) return null;
  if (value === 'now') return Math.floor(now / A_MINUTE_MS) * A_MINUTE_MS;
  return readScheduledTime(value, timezone, now, field);
}

/** Reads a time that an item had, which may have passed; null for none. @throws DomainError 422 */
export const readEarlierTime = (value: unknown, timezone: string, field?: string): number | null =>
  value === null ? null : readScheduledTime(value, timezone, 0, field);

/**
 * Reads the beginning or end of a span: an instant, or a date in the zone.
 * @throws DomainError 422
 */
export function readEdge(value: unknown, field: string, timezone: string): number {
  const time = typeof value === 'string' ? fromIso(value.trim(), { zone: timezone }) : undefined;
  if (time?.isValid) return time.toMillis();
  throw invalid({
    [field]: [`${field} must be a date or an instant, like 2026-12-01 or 2026-12-01T00:00:00Z.`],
  });
}

/** A time that occurs twice means its first occurrence, or the second once the first has passed. */
function onTheWall(text: string, timezone: string, thisMinute: number): DateTime | 'skipped' | undefined {
  const match = WALL_CLOCK.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second = 0] = (match.slice(1) as (string | undefined)[]).map(
    (part) => Number(part ?? 0),
  );
  const wall = { year, month, day, hour, minute, second };
  const read = DateTime.fromObject(wall, { zone: 'utc' });
  // Hour 24 is read as the midnight that follows.
  if (!read.isValid || read.hour !== hour) return undefined;
  const time = DateTime.fromObject(wall, { zone: timezone });
  if (!time.isValid) return undefined;
  if (time.hour !== hour || time.minute !== minute) return 'skipped';
  const occurrences = time.getPossibleOffsets().sort((one, other) => one.toMillis() - other.toMillis());
  return occurrences.find((each) => each.toMillis() >= thisMinute) ?? occurrences[0];
}
