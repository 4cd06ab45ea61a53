import { refusalOf, TIME_OF_DAY } from './posting-times';

const MONDAY = { day: 1, time: '09:00' };

it.each([
  ['frequency', []],
  ['slots', [MONDAY]],
  ['slots', [MONDAY, { day: 2, time: '09:00' }, { day: 1, time: '09:01' }]],
] as const)('accepts, with %s, %j', (posting, times) => {
  expect(refusalOf(posting, times)).toBeUndefined();
});

it.each([
  ['slots', [], 'Add at least one posting time.'],
  ['slots', [MONDAY, MONDAY], 'Monday 09:00 is there twice.'],
  [
    'frequency',
    [MONDAY, { day: 7, time: '23:59' }, { day: 7, time: '23:59' }],
    'Sunday 23:59 is there twice.',
  ],
] as const)('refuses, with %s, %j', (posting, times, refusal) => {
  expect(refusalOf(posting, times)).toBe(refusal);
});

it.each(['9:00', '24:00', '23:60', '09:00:00', ' 09:00', '09:00\n', '０9:00'])(
  'takes %j for no time',
  (text) => {
    expect(TIME_OF_DAY.test(text)).toBe(false);
  },
);
