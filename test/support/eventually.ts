import { setTimeout as pause } from 'node:timers/promises';
import { PATIENCE_MS } from './patience';

/** Asks until `done` says yes, ever less often: a user may make 600 calls a minute. */
export async function eventually<T>(
  ask: () => Promise<T>,
  done: (value: T) => boolean,
  timeoutMs = PATIENCE_MS,
): Promise<T> {
  const begun = performance.now();
  for (;;) {
    const value = await ask();
    if (done(value)) return value;
    const waitedMs = performance.now() - begun;
    if (waitedMs > timeoutMs) throw new Error(`not within ${timeoutMs} ms; last: ${JSON.stringify(value)}`);
    await pause(Math.min(250, 50 + waitedMs / 40));
  }
}
