import { lazy } from 'react';
import { unanswered, whenReached } from './reach';

const KEY = 'pagecast-reloaded-at';
const ONCE_IN_MS = 60_000;

/**
 * A part of the product that loads when it is first shown. While the server cannot be reached it waits, and comes by
 * itself. A part that the server does not have belongs to an older release: the page is loaded anew.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => arrival(load));

export async function arrival<Part>(load: () => Promise<Part>): Promise<Part> {
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
