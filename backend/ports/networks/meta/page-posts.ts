import type { Outcome, PublishJob, RemoteSession } from '../network';
import type { GraphClient } from './graph-client';
import { asObject, textOf } from './json';
import { readList, type ListRow } from './long-lists';
import { earliestOf } from './meta-time';
import { permalinkOf } from './permalinks';
import type { Sighting } from './post-protocol';
import { absoluteLink, type RemoteState } from './remote-state';

const TOO_MANY = 'The Page shows too many posts to find this one among them.';

const POST_FIELDS = 'id,message,created_time,permalink_url,attachments';

/** The feed also has posts that are scheduled, and those of visitors. */
const FIELDS = { published_posts: POST_FIELDS, feed: `${POST_FIELDS},is_published,from` };

const isPublicPostOf = ({ is_published, from }: ListRow, accountId: string): boolean =>
  is_published !== false && (textOf(asObject(from)?.id) ?? accountId) === accountId;

interface ListedPosts {
  posts: ListRow[];
  complete: boolean;
}

/** The posts that a Page shows since the intent, from one of its lists. */
export async function listedSince(
  graph: GraphClient,
  { credentials, signal }: PublishJob,
  session: RemoteSession,
  list: 'published_posts' | 'feed',
): Promise<ListedPosts | Extract<RemoteState, { kind: 'unreadable' }>> {
  const query = {
    edge: list,
    fields: FIELDS[list],
    since: Math.floor(earliestOf(session) / 1000),
  };
  const read = await readList(graph, credentials, query, signal);
  if ('kind' in read) return read;
  const posts = read.rows.filter((post) => isPublicPostOf(post, credentials.accountId));
  return { posts, complete: read.complete };
}

/** A time that cannot be read excludes nothing: to overlook the post would send it twice. */
export const isBefore = ({ created_time }: ListRow, sent: Parameters<typeof earliestOf>[0]): boolean =>
  Date.parse(textOf(created_time) ?? '') < earliestOf(sent);

/** The sighting of a post that is not on this list. */
export const missingFrom = ({ complete }: Pick<ListedPosts, 'complete'>): Sighting =>
  complete ? { kind: 'absent' } : { kind: 'unreadable', reason: TOO_MANY };

/** The first of these that is not known to be another post. */
export async function firstNotTaken(
  { ledger }: Pick<PublishJob, 'ledger'>,
  posts: ListRow[],
): Promise<ListRow | undefined> {
  const taken = await ledger.knownOfOthers(posts.flatMap(({ id }) => textOf(id) ?? []));
  return posts.find(({ id }) => !taken.has(textOf(id) ?? ''));
}

export function liveAs(post: ListRow): Extract<RemoteState, { kind: 'live' }> {
  const permalink = absoluteLink(textOf(post.permalink_url));
  return {
    kind: 'live',
    ...(textOf(post.id) && { remoteId: textOf(post.id) }),
    ...(permalink && { permalink }),
  };
}

/** Not everything that names a post tells its link, so the post itself is asked. */
export async function withLink(graph: GraphClient, job: PublishJob, sighting: Sighting): Promise<Sighting> {
  if (sighting.kind !== 'live' || sighting.remoteId === undefined || sighting.permalink !== undefined)
    return sighting;
  const permalink = await permalinkOf(graph, job, sighting.remoteId, 'permalink_url');
  return { ...sighting, ...(permalink && { permalink }) };
}

/** Of a post whose public call was answered with this id. */
export async function publishedAs(graph: GraphClient, job: PublishJob, remoteId: string): Promise<Outcome> {
  const permalink = await permalinkOf(graph, job, remoteId, 'permalink_url');
  return { kind: 'published', remoteId, ...(permalink && { permalink }) };
}
