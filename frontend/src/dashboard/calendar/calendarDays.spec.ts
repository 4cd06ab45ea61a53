import { addDays } from '../../days';
import { nameOf, step, titleOf, windowOf } from './calendarDays';

// ICU sets thin spaces around the dash.
const plain = (text: string) => text.replace(/[\u2009\u202f\u00a0]/g, ' ');

it('a month shows whole weeks, from Monday', () => {
  expect(windowOf('month', '2026-11-21')).toEqual({ from: '2026-10-26', to: '2026-12-07' });
  // February 2027 is four weeks and nothing else.
  expect(windowOf('month', '2027-02-28')).toEqual({ from: '2027-02-01', to: '2027-03-01' });
});

it('a week begins on Monday, also that of a Sunday', () => {
  expect(windowOf('week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-23' });
  expect(windowOf('week', '2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-30' });
});

it('an agenda is two weeks from its day on', () => {
  expect(windowOf('agenda', '2026-12-25')).toEqual({ from: '2026-12-25', to: '2027-01-08' });
});

it('counts days over a change of the clocks and over a year', () => {
  expect(addDays('2026-03-07', 2)).toBe('2026-03-09');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
});

it('steps by what a view shows', () => {
  expect(step('month', '2026-01-31', 1)).toBe('2026-02-01');
  expect(step('month', '2026-01-31', -1)).toBe('2025-12-01');
  expect(step('week', '2026-11-21', 1)).toBe('2026-11-28');
  expect(step('agenda', '2026-11-21', -1)).toBe('2026-11-07');
});

it('says what it shows', () => {
  expect(titleOf('month', '2026-11-21')).toBe('November 2026');
  expect(plain(titleOf('week', '2026-11-21'))).toBe('Nov 16 – 22, 2026');
  expect(plain(titleOf('week', '2026-12-30'))).toBe('Dec 28, 2026 – Jan 3, 2027');
  expect(nameOf('2026-11-21', '2026-11-21')).toBe('Today, Saturday, November 21');
  expect(nameOf('2026-11-22', '2026-11-21')).toBe('Tomorrow, Sunday, November 22');
  expect(nameOf('2026-11-23', '2026-11-21')).toBe('Monday, November 23');
});
