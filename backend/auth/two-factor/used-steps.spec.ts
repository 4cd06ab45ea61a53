import { isStepUsed, NO_STEP_USED, withStepUsed } from './used-steps';

const NOW = 59_847_364;

const after = (...steps: number[]): number => steps.reduce(withStepUsed, NO_STEP_USED);
const usedOf = (used: number): number[] =>
  [-4, -3, -2, -1, 0, 1, 2].map((offset) => NOW + offset).filter((step) => isStepUsed(used, step));

it('takes every code once, in whatever order', () => {
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    let used = NO_STEP_USED;
    for (const offset of order) {
      expect(isStepUsed(used, NOW + offset)).toBe(false);
      used = withStepUsed(used, NOW + offset);
      expect(isStepUsed(used, NOW + offset)).toBe(true);
    }
    for (const offset of order) expect(isStepUsed(used, NOW + offset)).toBe(true);
  }
});

it('takes no code from before what it remembers', () => {
  expect(usedOf(after(NOW))).toEqual([NOW - 4, NOW - 3, NOW]);
  expect(usedOf(after(NOW - 2, NOW))).toEqual([NOW - 4, NOW - 3, NOW - 2, NOW]);
  expect(usedOf(after(NOW - 3, NOW))).toEqual([NOW - 4, NOW - 3, NOW]);
  expect(usedOf(after(NOW - 1, NOW - 2))).toEqual([NOW - 4, NOW - 2, NOW - 1]);
});

it('reads the bare step of former versions, with all codes before it used', () => {
  expect(usedOf(NOW)).toEqual([NOW - 4, NOW - 3, NOW - 2, NOW - 1, NOW]);
  expect(usedOf(withStepUsed(NOW, NOW + 1))).toEqual([NOW - 4, NOW - 3, NOW - 2, NOW - 1, NOW, NOW + 1]);
});

it('fits into the signed 32 bits of its column', () => {
  expect(after(2 ** 28 - 3, 2 ** 28 - 2, 2 ** 28 - 1)).toBe(2 ** 31 - 1);
});
