import { useEffect } from 'react';

const IDLE_MS = 2_000;

/** Fetches a part that is opened by a press, once the screen has what it needs; that it fails is told when it is opened. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      load().catch(() => undefined);
    }, IDLE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [load]);
}
