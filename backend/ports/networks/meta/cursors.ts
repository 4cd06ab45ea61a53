import { asObject, textOf } from './json';

/**
 * Where the page after this one begins. Without `cursors` only `next` tells; it contains the token, so nothing else of it is
 * taken.
 */
export function cursorAfter({ cursors, next }: Record<string, unknown>): string | undefined {
  const after = textOf(asObject(cursors)?.after);
  const address = textOf(next);
  if (after !== undefined || address === undefined || !URL.canParse(address)) return after;
  return new URL(address).searchParams.get('after') || undefined;
}
