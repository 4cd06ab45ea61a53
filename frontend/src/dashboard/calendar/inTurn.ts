const last = new Map<string, Promise<unknown>>();

/**
 * Makes a call about one thing when the one before, from wherever on the screen, is answered: calls on their way at once
 * may arrive in any order.
 */
export async function inTurn<T>(name: string, call: () => Promise<T>): Promise<T> {
  const turn = last.get(name)?.then(call, call) ?? call();
  last.set(name, turn);
  try {
    return await turn;
  } finally {
    if (last.get(name) === turn) last.delete(name);
  }
}
