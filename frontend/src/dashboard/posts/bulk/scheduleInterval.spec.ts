import { exactInstantOf, intervalOf, minutesOf, timesOf } from './scheduleInterval';

const at = (value: string, zone: string) => {
  const instant = exactInstantOf(value, zone);
  return instant === undefined ? undefined : new Date(instant).toISOString();
};

it('reads the wall clock of a zone', () => {
  expect(at('2026-12-01T18:30', 'Asia/Kolkata')).toBe('2026-12-01T13:00:00.000Z');
  expect(at('2026-07-01T00:15', 'America/New_York')).toBe('2026-07-01T04:15:00.000Z');
});

it.each(['', '0002-11-25T10:00', '0206-11-25T10:00', '20261-11-25T10:00'])(
  'finds no instant for a time that is being typed: "%s"',
  (value) => {
    expect(at(value, 'Asia/Kolkata')).toBeUndefined();
  },
);

it('reads the last time that a field takes', () => {
  expect(at('9999-12-31T23:59', 'Asia/Kolkata')).toBe('9999-12-31T18:29:00.000Z');
});

it('takes the first of a time that occurs twice, and none for one that is skipped', () => {
  expect(at('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  expect(at('2026-03-29T02:30', 'Europe/Berlin')).toBeUndefined();
});

it('says an interval in the unit a person would use', () => {
  expect([60, 90, 2880].map(intervalOf)).toEqual([
    { every: 1, unit: 'hours' },
    { every: 90, unit: 'minutes' },
    { every: 2, unit: 'days' },
  ]);
  expect(minutesOf({ every: 2, unit: 'days' })).toBe(2880);
});

it('spaces posts evenly in time, also over the change of the clocks', () => {
  expect(timesOf('2026-10-24T12:00', 'Europe/Berlin', { every: 1, unit: 'days' }, 2)).toEqual([
    '2026-10-24T10:00:00.000Z',
    '2026-10-25T10:00:00.000Z',
  ]);
  expect(timesOf('2026-10-24T12:00', 'Europe/Berlin', { every: 0.5, unit: 'minutes' }, 2)).toEqual([]);
});

it('leads to no time beyond the calendar', () => {
  expect(timesOf('2026-10-24T12:00', 'UTC', { every: 1e15, unit: 'days' }, 2)).toEqual([]);
  expect(timesOf('9999-10-24T12:00', 'UTC', { every: 36_500, unit: 'days' }, 2)[1]).toMatch(/^\+010099-/);
});
