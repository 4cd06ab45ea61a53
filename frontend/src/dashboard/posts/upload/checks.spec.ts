import { Checks } from './checks';

afterEach(() => {
  jest.useRealTimers();
});

it('looks at three files at a time, in the order in which they came', async () => {
  const checks = new Checks();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const looks = [1, 2, 3, 4, 5].map((n) =>
    checks.inTurn(() => {
      begun.push(n);
      return new Promise<number>((resolve) => {
        ends.push(() => {
          resolve(n);
        });
      });
    }),
  );
  expect(begun).toEqual([1, 2, 3]);
  ends[1]?.();
  expect(await looks[1]).toBe(2);
  expect(begun).toEqual([1, 2, 3, 4]);
  ends.forEach((end) => {
    end();
  });
  await looks[3];
  ends[4]?.();
  expect(await Promise.all(looks)).toEqual([1, 2, 3, 4, 5]);
});

it('goes on after a look that failed, and gives up those that never end', async () => {
  jest.useFakeTimers();
  const checks = new Checks();
  await expect(checks.inTurn(() => Promise.reject(new Error('unreadable')))).rejects.toThrow('unreadable');
  const endless = Array.from({ length: 3 }, () => checks.inTurn(() => new Promise(() => undefined)));
  const given = Promise.allSettled(endless);
  const later = checks.inTurn(() => 'seen');
  await jest.advanceTimersByTimeAsync(20_000);
  expect(await later).toBe('seen');
  expect((await given).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});
