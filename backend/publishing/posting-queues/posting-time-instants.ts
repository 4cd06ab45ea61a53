import { IANAZone } from 'luxon';
import type { PostingTime } from '../../accounts/posting-times';

const A_SECOND_MS = 1000;
const A_MINUTE_MS = 60_000;
const A_DAY_MS = 86_400_000;

/** The offset of a zone from UTC at an instant, in ms. */
type OffsetAt = (instant: number) => number;

/**
 * The instants after `after` at which the posting times of each week come, in order, each once. A time that the zone
 * skips moves to the first minute after the gap; of one that occurs twice the first counts.
 */
export function* slotInstants(
  times: readonly PostingTime[],
  timezone: string,
  after: number,
): Generator<number, void> {
  if (times.length === 0) return;
  const zone = IANAZone.create(timezone);
  const offsetAt = steady((instant) => (zone.isValid ? zone.offset(instant) * A_MINUTE_MS : 0));
  const ofDay = byDay(times);
  // A gap can move a time of yesterday into today.
  const firstDay = startOfDay(after + offsetAt(after)) - A_DAY_MS;
  let last = after;
  for (let day = firstDay; ; day += A_DAY_MS)
    for (const inDay of ofDay[new Date(day).getUTCDay()] ?? []) {
      const instant = instantOf(day + inDay, offsetAt);
      if (instant <= last) continue;
      last = instant;
      yield instant;
    }
}

/** Shorter than the time between two changes of the clocks in any zone. */
const STEADY_MS = 14 * A_DAY_MS;

/** Asks a zone, which is slow, once for many instants that lie close together. */
function steady(offsetAt: OffsetAt): OffsetAt {
  let [from, until, offset] = [0, -1, 0];
  return (instant) => {
    if (instant >= from && instant <= until) return offset;
    const start = instant - 3 * A_DAY_MS;
    const atStart = offsetAt(start);
    if (atStart !== offsetAt(start + STEADY_MS)) return offsetAt(instant);
    [from, until, offset] = [start, start + STEADY_MS, atStart];
    return offset;
  };
}

/** The milliseconds into the day of each time, in order, by day of the week as JavaScript counts it (Sunday is 0). */
function byDay(times: readonly PostingTime[]): number[][] {
  const ofDay: number[][] = [[], [], [], [], [], [], []];
  for (const { day, time } of times) {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    ofDay[day % 7]?.push((hours * 60 + minutes) * A_MINUTE_MS);
  }
  for (const inDay of ofDay) inDay.sort((a, b) => a - b);
  return ofDay;
}

const startOfDay = (wall: number): number => Math.floor(wall / A_DAY_MS) * A_DAY_MS;

/** @param wall what the clock on the wall shows, as if it showed UTC */
function instantOf(wall: number, offsetAt: OffsetAt): number {
  const [before, behind] = [offsetAt(wall - A_DAY_MS), offsetAt(wall + A_DAY_MS)];
  const meant = [wall - before, wall - behind].filter((instant) => instant + offsetAt(instant) === wall);
  return meant.length > 0 ? Math.min(...meant) : endOfGap(wall - behind, wall - before, offsetAt);
}

/** The instant in (low, high] at which the clocks are set forward. */
function endOfGap(low: number, high: number, offsetAt: OffsetAt): number {
  const before = offsetAt(low);
  while (high - low > A_SECOND_MS) {
    const middle = Math.floor((low + high) / 2 / A_SECOND_MS) * A_SECOND_MS;
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
