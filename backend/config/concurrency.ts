import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/** What one publication of a video of 100 MB takes at most, generously (docs/decisions/010-how-many-at-once.md). */
const PER_PUBLICATION = 8 * MB;

/** The rest is for uploads, the database's cache and the program itself. */
const SHARE = 1 / 4;

const LEAST = 4;
const MOST = 64;

/** How many publications one process does at once by default: they wait for the network, so memory is what limits. */
export function defaultConcurrency(memory = memoryOfProcess()): number {
  return Math.max(LEAST, Math.min(MOST, Math.floor((memory * SHARE) / PER_PUBLICATION)));
}

/** A container's limit, where there is one. */
function memoryOfProcess(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
