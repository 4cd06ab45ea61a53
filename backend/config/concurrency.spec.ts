import { defaultConcurrency } from './concurrency';

const GB = 1024 ** 3;

it.each([
  [0.05 * GB, 16],
  [0.5 * GB, 128],
  [1 * GB, 256],
  [4 * GB, 1024],
  [64 * GB, 1024],
])('given %d bytes of memory, allows %d concurrent publications', (memory, expected) => {
  expect(defaultConcurrency(memory)).toBe(expected);
});

it('uses the memory of this machine by default', () => {
  expect(defaultConcurrency()).toBeGreaterThanOrEqual(16);
});
