import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';
import { fetchFailedSheets } from './failedSheets';
import { unanswered, whenReached } from './serverReachability';

const KEY = 'pagecast-reloaded-at';
const ONCE_IN_MS = 60_000;

interface Module<Props> {
  default: ComponentType<Props>;
}

export type LazyPart<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Preloads the code, so that it renders without suspending. */
  ready: () => Promise<void>;
};

/**
 * A component whose code loads when it is first shown. While the server is unreachable it waits and retries. If the
 * server no longer has the file, the page belongs to an older release and is reloaded.
 */
export function lazyPart<Props>(load: () => Promise<Module<Props>>): LazyPart<Props> {
  let here: Module<Props> | undefined;
  const part = lazy(() => (here ? atOnce(here) : arrival(load)));
  const ready = async () => {
    here ??= await whole(load);
  };
  return Object.assign(part, { ready });
}

/** React delays replacing a fallback by 300 ms, so loaded code must resolve synchronously. */
const atOnce = <Part>(part: Part) =>
  ({
    then: (take: (value: Part) => void) => {
      take(part);
    },
  }) as unknown as Promise<Part>;

/** Code that is no component, in the same way. */
export async function arrival<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await whole(load);
  } catch {
    await unanswered();
    await whenReached();
  }
  // Some browsers cache a failed module fetch.
  return whole(load).catch((error: unknown) => {
    if (!reloadOnce()) throw error;
    return new Promise<never>(() => undefined);
  });
}

/** With its style, also when that failed an earlier time. */
async function whole<Part>(load: () => Promise<Part>): Promise<Part> {
  await fetchFailedSheets();
  return load();
}

function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (Date.now() - last < ONCE_IN_MS) return false;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
  return true;
}
