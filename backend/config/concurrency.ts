import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/** Generous estimate of the memory for publishing a video of 100 MB (docs/decisions/010-how-many-at-once.md). */
const PER_PUBLICATION = 8 * MB;

/** Share of the memory for publications. The rest is for uploads, the database's cache and the program itself. */
const SHARE = 1 / 4;

const LEAST = 4;
const MOST = 64;

/** Default number of concurrent publications per process. They wait for the network, so memory is the limit. */
export function defaultConcurrency(memory = memoryOfProcess()): number {
  return Math.max(LEAST, Math.min(MOST, Math.floor((memory * SHARE) / PER_PUBLICATION)));
}

/** Bytes; the container's limit if there is one. */
function memoryOfProcess(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
