import { frequencyText } from './postingFrequency';

it.each([
  [1, 'every minute'],
  [45, 'every 45 min'],
  [60, 'every hour'],
  [90, 'every 1 h 30 min'],
  [1440, 'every day'],
  [1500, 'every 1 day 1 h'],
  [2880, 'every 2 days'],
  [0, undefined],
  [1.5, undefined],
  [Number.NaN, undefined],
])('%d minutes are %s', (minutes, said) => {
  expect(frequencyText(minutes)).toBe(said);
});
