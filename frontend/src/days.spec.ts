import { addDays, dayOf, startOfDay } from './days';
import { aheadOfUtc } from './zone';

it.each([
  ['Europe/Berlin', '2027-03-28', '2027-03-27T23:00:00.000Z'],
  ['America/Havana', '2027-03-14', '2027-03-14T05:00:00.000Z'],
  ['America/Santiago', '2027-09-05', '2027-09-05T04:00:00.000Z'],
  ['Atlantic/Azores', '2027-03-28', '2027-03-28T01:00:00.000Z'],
])('begins the day in %s on %s', (zone, day, instant) => {
  expect(startOfDay(day, zone)?.toISOString()).toBe(instant);
});

const DAYS = Array.from({ length: 365 }, (_, n) => addDays('2027-01-01', n));
const CHANGES = Intl.supportedValuesOf('timeZone').flatMap((zone) => {
  const ahead = (day: string) => aheadOfUtc(Date.parse(`${day}T12:00Z`), zone);
  return DAYS.filter((day) => ahead(day) !== ahead(addDays(day, -1))).map((day) => [zone, day] as const);
});

it('begins each day where the day before ends, also when the clocks change', () => {
  expect(CHANGES.length).toBeGreaterThan(100);
  for (const [zone, changed] of CHANGES)
    for (const day of [-1, 0, 1, 2].map((n) => addDays(changed, n))) {
      const start = startOfDay(day, zone) ?? new Date(NaN);
      const before = new Date(start.getTime() - 60_000);
      expect([zone, dayOf(start, zone), dayOf(before, zone)]).toEqual([zone, day, addDays(day, -1)]);
    }
});
