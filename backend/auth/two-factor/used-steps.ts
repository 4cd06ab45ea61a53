/**
 * Which codes of an authenticator were used, as one number: the latest of their steps and, in the bits below it, which
 * of that step and the two before. Those are all that a clock which does not go back still takes; of earlier ones
 * nothing is remembered, so that they count as used.
 */
const REMEMBERED = 3;
const ALL = 2 ** REMEMBERED - 1;

/** Once only the latest step was stored. Steps are less than this until 2225, and such numbers more since 2001. */
const FIRST_WITH_BITS = 2 ** 28;

export const NO_STEP_USED = 0;

export function isStepUsed(used: number, step: number): boolean {
  const { latest, bits } = read(used);
  const before = latest - step;
  return before >= REMEMBERED || (before >= 0 && (bits & (1 << before)) !== 0);
}

/** @returns what is to be stored once the code of this step, which is not used, is. */
export function withStepUsed(used: number, step: number): number {
  const { latest, bits } = read(used);
  if (step <= latest) return numberOf(latest, bits | (1 << (latest - step)));
  const ahead = Math.min(step - latest, REMEMBERED);
  return numberOf(step, ((bits << ahead) & ALL) | 1);
}

const numberOf = (latest: number, bits: number): number => latest * 2 ** REMEMBERED + bits;

const read = (used: number): { latest: number; bits: number } =>
  used < FIRST_WITH_BITS
    ? { latest: used, bits: ALL }
    : { latest: Math.floor(used / 2 ** REMEMBERED), bits: used % 2 ** REMEMBERED };
