import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow to four times its size between two full collections. V8 itself allows that to a process that
 * allocates slowly, and denies it to one that allocates fast.
 *
 * The pieces of an upload count as V8's memory while they pass by, and nothing allocates faster. By default V8
 * therefore gives uploads little room and collects the whole heap fifteen times a second: half the rate, twice the
 * processor time (bench/upload.ts).
 */
export function leaveRoomForUploads(): void {
  setFlagsFromString('--heap-growing-percent=300');
}
