import { useSyncExternalStore } from 'react';
import { parse } from '../../api';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isId = (value: unknown): value is number => typeof value === 'number';

/** Ids that this browser remembers under a key, the same in all components. Whatever else stands there is none. */
export function useRememberedIds(key: string): [number[], (ids: number[]) => void] {
  const kept = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const found = kept === null ? undefined : parse(kept);
  return [
    Array.isArray(found) ? found.filter(isId) : [],
    (ids) => {
      localStorage.setItem(key, JSON.stringify(ids));
      listeners.forEach((tell) => {
        tell();
      });
    },
  ];
}
