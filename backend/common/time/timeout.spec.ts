import { stat } from 'node:fs/promises';
import { withTimeout } from './timeout';

const never = () => new Promise<never>(() => undefined);

it('settles like the work', async () => {
  expect(await withTimeout(1_000, Promise.resolve(7))).toBe(7);
  await expect(withTimeout(1_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

it('gives up on what never answers', async () => {
  await expect(withTimeout(30, never())).rejects.toThrow('no answer in 30 ms');
});

it('does not give up on an answer because this process was busy', async () => {
  const look = () => stat(__dirname);
  const answer = look()
    .then(look)
    .then(look)
    .then(() => 'here');
  const waiting = withTimeout(200, answer);
  const until = performance.now() + 400;
  while (performance.now() < until);
  expect(await waiting).toBe('here');
});
