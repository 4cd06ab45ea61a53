import { useEffect } from 'react';

const IDLE_MS = 2_000;

/** Preloads a lazy part when the screen is idle. A failure surfaces when the part is opened. */
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
