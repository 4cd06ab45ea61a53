import type { Credentials } from '../network';
import { cursorAfter } from './cursors';
import type { GraphClient } from './graph-client';
import { asObject, textOf } from './json';
import type { RemoteState } from './remote-state';

const NO_LIST = 'The network gave no list of what is public.';
export const TOO_MANY = 'The account shows too much to find this one among it.';

const AT_ONCE = 100;
const MOST_PAGES = 20;

export type ListRow = Record<string, unknown>;

interface ListQuery {
  edge: string;
  fields: string;
  /** In seconds. */
  since?: number;
  /** Whether what is asked for is on this page, or its rows, and so all after them, are too old to matter. */
  isEnough?: (rows: ListRow[]) => boolean;
}

/**
 * Reads a list of an account page by page, newest first. A page may be shorter than what was asked for, so only a page
 * without a next one ends the list.
 * @returns `complete`: whether nothing of it is missing
 */
export async function readList(
  graph: GraphClient,
  { accountId, token }: Credentials,
  { edge, isEnough = () => false, ...query }: ListQuery,
  signal: AbortSignal,
): Promise<{ rows: ListRow[]; complete: boolean } | Extract<RemoteState, { kind: 'unreadable' }>> {
  const rows: ListRow[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await graph.get(
      `${accountId}/${edge}`,
      token,
      { ...query, limit: AT_ONCE, after },
      signal,
    );
    if (answer.kind === 'lost') return { kind: 'unreadable', reason: answer.reason };
    if (answer.kind === 'error') return { kind: 'unreadable', reason: answer.reason, error: answer };
    // Only a list can show that a post is absent, and sending again relies on that.
    if (!Array.isArray(answer.json.data)) return { kind: 'unreadable', reason: NO_LIST };
    const found = (answer.json.data as unknown[]).map((each) => asObject(each) ?? {});
    rows.push(...found);
    const paging = asObject(answer.json.paging) ?? {};
    if (paging.next === undefined || isEnough(found)) return { rows, complete: true };
    after = cursorAfter(paging);
    if (after === undefined) break;
  }
  return { rows, complete: false };
}

/**
 * Whether all rows of a page are older than that instant. A single one may be: what is pinned comes before newer ones.
 * What tells no time tells nothing.
 *
 * @param times the fields that have a time; the latest one counts
 */
export function areAllBefore(rows: ListRow[], earliestMs: number, times: string[]): boolean {
  const isBefore = (row: ListRow) => {
    const told = times.map((name) => Date.parse(textOf(row[name]) ?? '')).filter((at) => !Number.isNaN(at));
    return told.length > 0 && Math.max(...told) < earliestMs;
  };
  return rows.length > 0 && rows.every(isBefore);
}
