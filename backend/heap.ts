/** By then a start is over, and whoever waited for it was answered. */
const AFTER_START_MS = 1_000;

/**
 * Gives back, once, what only the start needed: 25 MB. Left to itself V8 keeps that until much more is allocated, which
 * a process without much to do never does. It takes a tenth of a second.
 */
export function giveBackAfterStart(): void {
  setTimeout(() => void collectEverything().catch(() => undefined), AFTER_START_MS).unref();
}

/**
 * What V8 does when memory is short: it collects everything and keeps no room in reserve. The inspector is the way to
 * that from JavaScript; `global.gc` keeps the room. A Node without an inspector collects when it will.
 *
 * @public Its spec runs it in a process of its own.
 */
export async function collectEverything(): Promise<void> {
  const { Session } = await import('node:inspector');
  const session = new Session();
  session.connect();
  await new Promise((done) => {
    // V8 holds a lock until the answer was taken, and a session that ends takes the same one: not within the answer.
    session.post('HeapProfiler.collectGarbage', () => setImmediate(done));
  });
  session.disconnect();
}
