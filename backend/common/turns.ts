import { setImmediate as nextTurn } from 'node:timers/promises';

/** Nobody notices a process that is away for so long. */
const MOST_MS = 5;

/**
 * For loops over many rows. An `await` of SQLite only ends this turn's microtasks: requests and timers would wait until
 * the loop is over.
 */
export class Turns {
  private since = performance.now();

  /** Between two pieces of work: lets the others go first, if this one has had its time. */
  async share(): Promise<void> {
    if (performance.now() - this.since < MOST_MS) return;
    await nextTurn();
    this.since = performance.now();
  }
}
