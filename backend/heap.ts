/** By then a start is over, and whoever waited for it was answered. */
const AFTER_START_MS = 1_000;

/**
 * Gives back, once, what only the start needed: 25 MB. Left to itself V8 keeps that until much more is allocated, which
 * a process without much to do never does. It takes a tenth of a second.
 */
export function giveBackAfterStart(): void {
  setTimeout(() => void collect().catch(() => undefined), AFTER_START_MS).unref();
}

/**
 * What V8 does when memory is short: it collects everything and keeps no room in reserve. The inspector is the way to
 * that from JavaScript; `global.gc` keeps the room. A Node without an inspector collects when it will.
 */
async function collect(): Promise<void> {
  const { Session } = await import('node:inspector');
  const session = new Session();
  session.connect();
  session.post('HeapProfiler.collectGarbage', () => session.disconnect());
}
