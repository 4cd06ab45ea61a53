const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Pause after the first, second, … failure in a row. One failure more and the post has failed. */
const PAUSES_MS = [5 * SECOND, 15 * SECOND, 45 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE];

export const MOST_TRIES = PAUSES_MS.length;

const SPREAD = 0.2;

/**
 * Pause before the next try, in ms, after the `failures`-th failure in a row (1 is the first). It varies by a fifth, so
 * that posts that failed together do not return together. Undefined when all tries are used up.
 */
export function backOffMs(failures: number, random = Math.random()): number | undefined {
  const pause = PAUSES_MS[failures - 1];
  return pause === undefined ? undefined : Math.round(pause * (1 + SPREAD * (2 * random - 1)));
}
