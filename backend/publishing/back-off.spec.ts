import { backOffMs } from './back-off';

describe('the pause after a failure', () => {
  it.each([
    [1, 5],
    [2, 15],
    [3, 45],
    [4, 120],
    [5, 300],
    [6, 900],
    [7, 1800],
  ])('after the %s. is %s s, give or take a fifth', (failures, seconds) => {
    expect([0, 0.5, 1].map((random) => backOffMs(failures, random))).toEqual([
      seconds * 800,
      seconds * 1000,
      seconds * 1200,
    ]);
  });

  it('ends after the seventh', () => expect(backOffMs(8)).toBeUndefined());
});
