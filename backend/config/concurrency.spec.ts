import { defaultConcurrency } from './concurrency';

const GB = 1024 ** 3;

it.each([
  [0.1 * GB, 4],
  [0.5 * GB, 16],
  [1 * GB, 32],
  [2 * GB, 64],
  [64 * GB, 64],
])('given %d bytes of memory, allows %d concurrent publications', (memory, expected) => {
  expect(defaultConcurrency(memory)).toBe(expected);
});

it('uses the memory of this machine by default', () => {
  expect(defaultConcurrency()).toBeGreaterThanOrEqual(4);
});
