import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';
import { unanswered, whenReached } from './serverReachability';

const KEY = 'pagecast-reloaded-at';
const ONCE_IN_MS = 60_000;

interface Module<Props> {
  default: ComponentType<Props>;
}

type LazyPart<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Fetches its code, so that it is drawn at once when it is shown. */
  ready: () => Promise<void>;
};

/**
 * A part of the product that loads when it is first shown. While the server cannot be reached it waits, and comes by
 * itself. A part that the server does not have belongs to an older release: the page is loaded anew.
 */
export function lazyPart<Props>(load: () => Promise<Module<Props>>): LazyPart<Props> {
  let here: Module<Props> | undefined;
  const part = lazy(() => (here ? atOnce(here) : arrival(load)));
  const ready = async () => {
    here ??= await load();
  };
  return Object.assign(part, { ready });
}

/** React shows what replaces a fallback 300 ms later at the earliest: whatever is here must not wait for a promise. */
const atOnce = <Part>(part: Part) =>
  ({
    then: (take: (value: Part) => void) => {
      take(part);
    },
  }) as unknown as Promise<Part>;

async function arrival<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    await unanswered();
    await whenReached();
  }
  // Some browsers remember that a module could not be fetched.
  return load().catch((error: unknown) => {
    if (!reloadOnce()) throw error;
    return new Promise<never>(() => undefined);
  });
}

function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (Date.now() - last < ONCE_IN_MS) return false;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
  return true;
}
