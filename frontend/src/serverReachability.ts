import { useSyncExternalStore } from 'react';

/** Whether the server answers: `offline` is this device without a network, `away` a server that does not answer. */
export type Reach = 'ok' | 'offline' | 'away';

/** Answers without a session, counts against no limit, and needs no database. */
const PROBE = '/health/live';
const PROBE_MS = 5_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;

let reach: Reach = navigator.onLine ? 'ok' : 'offline';
let probing: Promise<void> | undefined;
let pause: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<(reach: Reach, before: Reach) => void>();

const currentReach = () => reach;

export function onReach(listener: (reach: Reach, before: Reach) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useReach = () => useSyncExternalStore(onReach, currentReach);

/** Resolves at once while the server answers, else as soon as it does again. */
export function whenReached(): Promise<void> {
  if (reach === 'ok') return Promise.resolve();
  return new Promise((resolve) => {
    const leave = onReach((now) => {
      if (now !== 'ok') return;
      leave();
      resolve();
    });
  });
}

/** A call had an answer, whatever it was. */
export const answered = () => {
  become('ok');
};

/** A call had none. One lost call is no proof: the server is asked first. Resolves when it is known. */
export async function unanswered(): Promise<void> {
  if (navigator.onLine) await probe();
  else become('offline');
}

function become(next: Reach): void {
  if (next === 'ok') {
    clearTimeout(pause);
    pause = undefined;
  }
  if (next === reach) return;
  const before = reach;
  reach = next;
  for (const tell of [...listeners]) tell(reach, before);
}

function probe(failures = 0): Promise<void> {
  probing ??= ask(failures).finally(() => {
    probing = undefined;
  });
  return probing;
}

async function ask(failures: number): Promise<void> {
  clearTimeout(pause);
  const signal = AbortSignal.timeout(PROBE_MS);
  const isThere = await fetch(PROBE, { signal, cache: 'no-store' }).then(
    // Any answer of the server's own will do, also where a proxy hides this address.
    ({ status }) => ![502, 503, 504].includes(status),
    () => false,
  );
  if (isThere) {
    answered();
    return;
  }
  become(navigator.onLine ? 'away' : 'offline');
  const wait = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  pause = setTimeout(() => void probe(failures + 1), wait);
}

addEventListener('offline', () => {
  become('offline');
});
addEventListener('online', () => void probe());
// The timers of a tab that nobody sees run late.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && reach !== 'ok') void probe();
});
