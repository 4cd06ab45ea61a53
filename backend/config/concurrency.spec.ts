import { defaultConcurrency } from './concurrency';

const GB = 1024 ** 3;

it.each([
  [0.1 * GB, 4],
  [0.5 * GB, 16],
  [1 * GB, 32],
  [2 * GB, 64],
  [64 * GB, 64],
])('with %d bytes of memory, %d publications at once', (memory, expected) => {
  expect(defaultConcurrency(memory)).toBe(expected);
});

it('is taken of this machine where nothing is said', () => {
  expect(defaultConcurrency()).toBeGreaterThanOrEqual(4);
});
