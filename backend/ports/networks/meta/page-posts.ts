import type { Outcome, PublishJob, RemoteSession } from '../network';
import type { GraphClient } from './graph-client';
import { asObject, textOf } from './json';
import { NO_LIST } from './published-lists';
import { absoluteLink, type RemoteState } from './remote-state';

/** Clocks differ, and the time of a post has a resolution of one second. */
export const CLOCK_SLACK_MS = 120_000;
const MOST_POSTS = 100;

export type ListedPost = Record<string, unknown>;

/** From when on the post of this session can be on a list, in ms. */
export const earliestOf = ({ intentAt = 0 }: RemoteSession): number => intentAt - CLOCK_SLACK_MS;

/** The posts that a Page shows since the intent, from one of its lists. */
export async function listedSince(
  graph: GraphClient,
  { credentials, signal }: PublishJob,
  session: RemoteSession,
  list: 'published_posts' | 'feed',
): Promise<{ posts: ListedPost[] } | Extract<RemoteState, { kind: 'unreadable' }>> {
  const query = {
    fields: 'id,message,created_time,permalink_url,attachments',
    since: Math.floor(earliestOf(session) / 1000),
    limit: MOST_POSTS,
  };
  const answer = await graph.get(`${credentials.accountId}/${list}`, credentials.token, query, signal);
  if (answer.kind === 'lost') return { kind: 'unreadable', reason: answer.reason };
  if (answer.kind === 'error') return { kind: 'unreadable', reason: answer.reason, error: answer };
  // Only a list can show that the post is absent, and sending again relies on that.
  if (!Array.isArray(answer.json.data)) return { kind: 'unreadable', reason: NO_LIST };
  return { posts: (answer.json.data as unknown[]).map((post) => asObject(post) ?? {}) };
}

export function liveAs(post: ListedPost): Extract<RemoteState, { kind: 'live' }> {
  const permalink = absoluteLink(textOf(post.permalink_url));
  return {
    kind: 'live',
    ...(textOf(post.id) && { remoteId: textOf(post.id) }),
    ...(permalink && { permalink }),
  };
}

/** Of a post whose public call was answered with this id. */
export async function publishedAs(
  graph: GraphClient,
  { credentials, signal }: PublishJob,
  remoteId: string,
): Promise<Outcome> {
  const answer = await graph.get(remoteId, credentials.token, { fields: 'permalink_url' }, signal);
  const permalink = answer.kind === 'ok' ? absoluteLink(textOf(answer.json.permalink_url)) : undefined;
  return { kind: 'published', remoteId, ...(permalink && { permalink }) };
}
