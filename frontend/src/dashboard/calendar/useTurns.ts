import { useState } from 'react';

/** Calls about one thing, each sent when the one before is answered: calls on their way at once may arrive in any order. */
export function useTurns() {
  const [last] = useState(() => new Map<string, Promise<unknown>>());
  return async <T>(name: string, call: () => Promise<T>): Promise<T> => {
    const turn = last.get(name)?.then(call, call) ?? call();
    last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (last.get(name) === turn) last.delete(name);
    }
  };
}
