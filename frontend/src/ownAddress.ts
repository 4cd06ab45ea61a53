/**
 * Router state of an address that holds what a user searched for. The browser keeps it with the history entry, so that
 * Back does not show it to whoever signs in next.
 */
export interface OwnAddress {
  userId: number;
  /** Key of the navigation that opened the screen, which later changes of the address keep. */
  visit: string;
}

export function ownAddress(state: unknown): OwnAddress | undefined {
  const { own } = (state ?? {}) as { own?: OwnAddress };
  return own;
}
