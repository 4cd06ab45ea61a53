import { chosen, copied, plain, twins, withAnother } from './week';

const MORNING = { day: 1, time: '09:00' };
const EVENING = { day: 1, time: '18:30' };
const LATE = { day: 3, time: '22:15' };

describe('posting times of a week', () => {
  it('are in order, whatever order they were chosen in', () => {
    expect(plain(chosen([LATE, EVENING, MORNING]))).toEqual([MORNING, EVENING, LATE]);
  });

  it('begin in the morning, and go on two hours after the last one of the day', () => {
    let times = withAnother([], 2);
    times = withAnother(times, 2);
    expect(plain(times).map(({ time }) => time)).toEqual(['09:00', '11:00']);
    expect(plain(withAnother(chosen([LATE]), 3)).at(-1)).toEqual({ day: 3, time: '23:15' });
    expect(new Set(times.map(({ key }) => key)).size).toBe(2);
  });

  it('are copied to all days, in place of what was there', () => {
    const times = copied(chosen([MORNING, EVENING, LATE]), 1);
    expect(plain(times)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].flatMap((day) => [MORNING, EVENING].map(({ time }) => ({ day, time }))),
    );
    expect(new Set(times.map(({ key }) => key)).size).toBe(14);
  });

  it('tell which are there twice', () => {
    const times = chosen([MORNING, EVENING, MORNING]);
    expect([...twins(times)]).toEqual(times.filter(({ time }) => time === '09:00').map(({ key }) => key));
    expect(twins(chosen([MORNING, { ...MORNING, day: 2 }])).size).toBe(0);
  });
});
