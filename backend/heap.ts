import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow to four times its size between two full collections: what V8 itself allows a process that
 * allocates slowly, and denies one that allocates fast.
 *
 * The pieces of an upload count as V8's memory while they pass by, and there is no faster allocation. Left to itself V8
 * therefore gives uploads next to no room, and collects the whole heap fifteen times a second: half the rate, twice the
 * processor (bench/upload.ts).
 */
export function leaveRoomForUploads(): void {
  setFlagsFromString('--heap-growing-percent=300');
}
