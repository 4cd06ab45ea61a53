import { setTimeout as pause } from 'node:timers/promises';

/** Longer than a request takes to arrive, also on a busy machine. */
const ON_ITS_WAY_MS = 10_000;
const A_MINUTE_MS = 60_000;

/** How long to wait so that this time is still in the present minute when it arrives: the server refuses an earlier one. */
export const untilSafeMs = (at: number): number => {
  const left = A_MINUTE_MS - (at % A_MINUTE_MS);
  return left < ON_ITS_WAY_MS ? left : 0;
};

/** Now, or so much later, as a time that a post can be given. */
export async function nowToPost(aheadMs = 0): Promise<Date> {
  let wait: number;
  // A timer may end a millisecond before its time.
  while ((wait = untilSafeMs(Date.now() + aheadMs)) > 0) await pause(wait);
  return new Date(Date.now() + aheadMs);
}
