import { cellAt } from './cellKeys';

const at = { day: '2026-11-30', hour: 9 };

it('leads from a day to its neighbours, and to the same weekday above and below', () => {
  expect(cellAt('ArrowRight', at, 'month')).toEqual({ day: '2026-12-01', hour: 9 });
  expect(cellAt('ArrowLeft', at, 'week')).toEqual({ day: '2026-11-29', hour: 9 });
  expect(cellAt('ArrowUp', at, 'month')?.day).toBe('2026-11-23');
  expect(cellAt('ArrowDown', at, 'month')?.day).toBe('2026-12-07');
  expect(cellAt('Tab', at, 'month')).toBeUndefined();
});

it('leads from hour to hour of a week, within the day', () => {
  expect(cellAt('ArrowDown', at, 'week')).toEqual({ day: at.day, hour: 10 });
  expect(cellAt('ArrowUp', { ...at, hour: 0 }, 'week')?.hour).toBe(0);
  expect(cellAt('ArrowDown', { ...at, hour: 23 }, 'week')?.hour).toBe(23);
});
