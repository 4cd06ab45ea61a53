import { useSyncExternalStore } from 'react';

/** `offline`: this device has no network; `away`: the server does not answer. */
export type Reach = 'ok' | 'offline' | 'away';

/** Needs no session and no database, and is not rate-limited. */
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

/** Resolves when the server answers, immediately if it does. */
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

/** Report that a call got any response. */
export const answered = () => {
  become('ok');
};

/** Report that a call got no response. Probes the server, since one lost call proves nothing. Resolves when known. */
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
    // Any response of the server counts, also a 404 from a proxy that hides this path.
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
// Timers are throttled in hidden tabs.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && reach !== 'ok') void probe();
});
