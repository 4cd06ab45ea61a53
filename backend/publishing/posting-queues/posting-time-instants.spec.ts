import fc from 'fast-check';
import type { PostingTime } from '../../accounts/posting-times';
import { slotInstants } from './posting-time-instants';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The first instants of the posting times after `after`. */
function first(count: number, times: PostingTime[], timezone: string, after: string): string[] {
  const found: string[] = [];
  for (const at of slotInstants(times, timezone, Date.parse(after))) {
    if (found.push(new Date(at).toISOString().slice(0, 16)) === count) break;
  }
  return found;
}

const sundays = (...times: string[]) => times.map((time) => ({ day: 7, time }));

describe('slotInstants', () => {
  it('keeps the time on the wall when the clocks change', () => {
    expect(first(3, sundays('09:00'), 'Europe/Berlin', '2027-03-20T00:00:00Z')).toEqual([
      '2027-03-21T08:00',
      '2027-03-28T07:00',
      '2027-04-04T07:00',
    ]);
  });

  it.each([
    ['Europe/Berlin', '2027-03-27T12:00:00Z', ['02:15', '02:30', '03:00'], '2027-03-28T01:00'],
    ['Australia/Sydney', '2027-10-02T00:00:00Z', ['02:30'], '2027-10-02T16:00'],
    ['Australia/Lord_Howe', '2027-10-02T00:00:00Z', ['02:10'], '2027-10-02T15:30'],
    ['America/Santiago', '2027-09-04T12:00:00Z', ['00:20'], '2027-09-05T04:00'],
  ])('moves a time that %s skips to the first minute after the gap, once', (zone, after, times, gapEnd) => {
    const [moved, next] = first(2, sundays(...times), zone, after);
    expect(moved).toBe(gapEnd);
    expect(Date.parse(`${next}Z`) - Date.parse(`${gapEnd}Z`)).toBeGreaterThan(6 * DAY);
  });

  it.each([
    ['Europe/Berlin', '2027-10-30T12:00:00Z', '02:30', '2027-10-31T00:30'],
    ['Australia/Sydney', '2027-04-03T00:00:00Z', '02:30', '2027-04-03T15:30'],
    ['Australia/Lord_Howe', '2027-04-03T00:00:00Z', '01:45', '2027-04-03T14:45'],
  ])('takes the first of two that %s has', (zone, after, time, instant) => {
    const [doubled, next] = first(2, sundays(time), zone, after);
    expect(doubled).toBe(instant);
    expect(Date.parse(`${next}Z`) - Date.parse(`${instant}Z`)).toBeGreaterThan(6 * DAY);
  });

  it('starts after the instant that is given', () => {
    expect(first(1, sundays('09:00'), 'UTC', '2027-03-21T09:00:00Z')).toEqual(['2027-03-28T09:00']);
    expect(first(1, sundays('09:00'), 'UTC', '2027-03-21T08:59:59.999Z')).toEqual(['2027-03-21T09:00']);
  });

  it('has nothing without posting times', () => {
    expect([...slotInstants([], 'UTC', 0)]).toEqual([]);
  });

  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Sydney',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Pacific/Auckland',
    'Africa/Casablanca',
    'Asia/Kathmandu',
  ];
  const changes = [
    '2027-03-14',
    '2027-03-28',
    '2027-04-04',
    '2027-09-05',
    '2027-09-26',
    '2027-10-03',
    '2027-10-31',
    '2027-11-07',
  ];

  it('agrees with a clock that is read minute by minute, around every change of the clocks', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...changes),
        fc.uniqueArray(
          fc.record({ hour: fc.integer({ min: 0, max: 3 }), minute: fc.integer({ min: 0, max: 59 }) }),
          {
            minLength: 1,
            maxLength: 4,
            selector: ({ hour, minute }) => hour * 60 + minute,
          },
        ),
        (timezone, date, wanted) => {
          const times = wanted.flatMap(({ hour, minute }) =>
            [6, 7, 1].map((day) => ({ day, time: `0${hour}:${String(minute).padStart(2, '0')}` })),
          );
          const from = Date.parse(date) - 1.5 * DAY;
          const until = from + 3 * DAY;
          const found: number[] = [];
          for (const at of slotInstants(times, timezone, from)) {
            if (at > until) break;
            found.push(at);
          }
          expect(found).toEqual(readOffTheWall(times, timezone, from, until));
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** Each time is the first minute at which the clock shows it or something later on its day or after it. */
function readOffTheWall(times: PostingTime[], timezone: string, from: number, until: number): number[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const found = new Set<number>();
  const begin = from - DAY;
  const shown: string[] = [];
  for (let at = begin; at <= until; at += MINUTE) shown.push(format.format(at).replace(', ', ' '));
  for (const day of new Set(shown.map((text) => text.slice(0, 10)))) {
    const weekday = new Date(day).getUTCDay() || 7;
    for (const time of times.filter((each) => each.day === weekday)) {
      const n = shown.findIndex((text) => text >= `${day} ${time.time}`);
      const at = begin + n * MINUTE;
      if (n >= 0 && at > from) found.add(at);
    }
  }
  return [...found].sort((a, b) => a - b);
}
