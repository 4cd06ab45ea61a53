import type { Account } from '../../../accounts/account';

export type PostingTime = Account['slots'][number];

/** A posting time while it is being chosen. */
export interface ChosenTime extends PostingTime {
  /** Stays while the time changes. */
  key: number;
}

export const DAYS = [1, 2, 3, 4, 5, 6, 7];

const FIRST = '09:00';
const LAST_HOUR = 23;

const byTime = (a: PostingTime, b: PostingTime) => a.day - b.day || a.time.localeCompare(b.time);

const nextKey = (times: readonly ChosenTime[]) => Math.max(0, ...times.map(({ key }) => key)) + 1;

export const chosen = (times: readonly PostingTime[]): ChosenTime[] =>
  [...times].sort(byTime).map((time, key) => ({ ...time, key }));

export const ofDay = (times: readonly ChosenTime[], day: number) => times.filter((time) => time.day === day);

/** As the server takes them. */
export const plain = (times: readonly ChosenTime[]): PostingTime[] =>
  times.map(({ day, time }) => ({ day, time })).sort(byTime);

/** Two hours after the last one of that day, if the day has them. */
export function withAnother(times: readonly ChosenTime[], day: number): ChosenTime[] {
  const last = plain(times)
    .filter((each) => each.day === day)
    .at(-1)?.time;
  const hour = Math.min(Number(last?.slice(0, 2)) + 2, LAST_HOUR);
  const time = last ? `${String(hour).padStart(2, '0')}${last.slice(2)}` : FIRST;
  return [...times, { day, time, key: nextKey(times) }];
}

/** Every day gets the times of this one, and no others. */
export function copied(times: readonly ChosenTime[], from: number): ChosenTime[] {
  const own = ofDay(times, from);
  const first = nextKey(times);
  const others = DAYS.filter((day) => day !== from);
  const copies = others.flatMap((day, n) =>
    own.map(({ time }, m) => ({ day, time, key: first + n * own.length + m })),
  );
  return [...own, ...copies];
}

/** The keys of times that are there twice. */
export function twins(times: readonly ChosenTime[]): Set<number> {
  const same = (a: ChosenTime, b: ChosenTime) => a.day === b.day && a.time === b.time && a.key !== b.key;
  return new Set(times.filter((a) => times.some((b) => same(a, b))).map(({ key }) => key));
}
