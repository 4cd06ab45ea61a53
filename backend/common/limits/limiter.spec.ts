import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { Limiter, LineIsFull } from './limiter';

it('runs all tasks in order, never more at a time than its width', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
      async (width, fails) => {
        const limiter = new Limiter(width);
        const started: number[] = [];
        let running = 0;
        let most = 0;
        const done = await Promise.allSettled(
          fails.map((fail, n) =>
            limiter.run(async () => {
              started.push(n);
              most = Math.max(most, ++running);
              await pause(0);
              running--;
              if (fail) throw new Error('no');
              return n;
            }),
          ),
        );
        expect(done.map(({ status }) => status === 'rejected')).toEqual(fails);
        expect(started).toEqual(fails.map((_, n) => n));
        expect(most).toBe(Math.min(width, fails.length));
      },
    ),
    { numRuns: 40 },
  );
});

it('refuses a task when the line is full, and accepts one when there is room again', async () => {
  const limiter = new Limiter(1, 1);
  let finish: () => void = () => undefined;
  const first = limiter.run(() => new Promise<void>((resolve) => (finish = resolve)));
  const second = limiter.run(() => Promise.resolve('second'));
  await expect(limiter.run(() => Promise.resolve('third'))).rejects.toBeInstanceOf(LineIsFull);
  finish();
  await first;
  expect(await second).toBe('second');
  expect(await limiter.run(() => Promise.resolve('fourth'))).toBe('fourth');
});
