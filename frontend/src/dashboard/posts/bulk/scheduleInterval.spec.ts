import { intervalOf, minutesOf, timesOf } from './scheduleInterval';

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
