import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/**
 * Generous estimate of the memory of one publication. Sixty-four send their bytes at a time, and take 0.7 MB each; the
 * others take next to nothing (docs/decisions/010-how-many-at-once.md).
 */
const PER_PUBLICATION = 1 * MB;

/** Share of the memory for publications. The rest is for uploads, the database's cache and the program itself. */
const SHARE = 1 / 4;

const LEAST = 16;
export const MOST_AT_ONCE = 1024;

/** Default number of concurrent publications per process. They wait for the network, so memory is the limit. */
export function defaultConcurrency(memory = memoryOfProcess()): number {
  return Math.max(LEAST, Math.min(MOST_AT_ONCE, Math.floor((memory * SHARE) / PER_PUBLICATION)));
}

/** Bytes; the container's limit if there is one. */
function memoryOfProcess(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
