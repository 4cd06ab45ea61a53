import { ok, type Answer } from './answer';
import type { MetaCall } from './call';
import { count, instant } from './fields';
import type { Kind, Start } from './store';
import type { Published } from './world';

const MOST = 100;
const BY_DEFAULT = 25;

interface Item {
  /** The position in the list, for cursors. */
  mark: string;
  node: () => object;
}

/**
 * One page of a list. `next` contains the access token, as Meta's does, so clients must not log or store it.
 *
 * @param find the items after the mark `after`, at most `limit`
 * @param most items of one page, however many are asked for
 */
export function listed(
  call: MetaCall,
  find: (page: { after: string | undefined; limit: number }) => Item[],
  most = MOST,
): Answer {
  const { params, settings } = call;
  const limit = Math.min(most, params.limit === undefined ? BY_DEFAULT : count('limit', params.limit));
  const found = find({ after: fromCursor(params.after), limit: limit + 1 });
  const items = found.slice(0, limit);
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return ok({ data: [] });
  const cursors = { before: toCursor(first.mark), after: toCursor(last.mark) };
  const next = new URL(call.url.pathname + call.url.search, settings.graphUrl);
  next.searchParams.set('after', cursors.after);
  next.searchParams.set('access_token', call.identity?.token ?? '');
  const paging = { cursors, ...(found.length > limit && { next: next.href }) };
  return ok({ data: items.map(({ node }) => node()), paging });
}

/** The public objects of an account since that instant, newest first. */
export function listedPosts(
  call: MetaCall,
  kinds: readonly Kind[],
  node: (post: Published) => Record<string, unknown>,
  { fits, earliestMs = 0 }: { fits?: (start: Start) => boolean; earliestMs?: number } = {},
): Answer {
  const sinceMs = Math.max(earliestMs, instant('since', call.params.since) ?? 0);
  const untilMs = instant('until', call.params.until);
  const owner = call.account?.id ?? '';
  return listed(call, (page) =>
    call.world
      .published({ owner, kinds, fits, sinceMs, untilMs, ...page })
      .map((post) => ({ mark: post.mark, node: () => node(post) })),
  );
}

const toCursor = (mark: string) => Buffer.from(mark).toString('base64url');

const fromCursor = (cursor: string | undefined) =>
  cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
