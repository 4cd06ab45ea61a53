import { backOffMs } from './back-off';

describe('the back-off', () => {
  it.each([
    [1, 5],
    [2, 15],
    [3, 45],
    [4, 120],
    [5, 300],
    [6, 900],
    [7, 1800],
  ])('after failure %s lasts %s s, give or take a fifth', (failures, seconds) => {
    expect([0, 0.5, 1].map((random) => backOffMs(failures, random))).toEqual([
      seconds * 800,
      seconds * 1000,
      seconds * 1200,
    ]);
  });

  it('ends after the seventh failure', () => expect(backOffMs(8)).toBeUndefined());
});
