import { setImmediate as nextTurn } from 'node:timers/promises';

/** Time for which a loop may block the process without being noticed. */
const MOST_MS = 5;

/**
 * Yields inside loops over many rows. `await` on SQLite only drains microtasks, so requests and timers would wait for
 * the whole loop.
 */
export class EventLoopShare {
  private since = performance.now();

  /** To be called between two pieces of work. Yields to the event loop once the loop has used up its time. */
  async share(): Promise<void> {
    if (performance.now() - this.since < MOST_MS) return;
    await nextTurn();
    this.since = performance.now();
  }
}
