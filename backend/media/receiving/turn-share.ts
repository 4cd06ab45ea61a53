/** Bytes that all uploads together take in one turn of the event loop. It then answers the other calls. */
export const SHARE_BYTES = 512 * 1024;

let taken = 0;

/**
 * Counts bytes of an upload. libuv reads up to 32 pieces of each connection in a turn, so a few fast uploads would hold
 * up every other call for tens of milliseconds.
 * @returns whether the share of this turn is used up: the upload then pauses until the next one.
 */
export function isTurnUsedUp(bytes: number): boolean {
  if (taken === 0) setImmediate(() => (taken = 0));
  taken += bytes;
  return taken >= SHARE_BYTES;
}
