import type { Clock } from '../../../common/time/clock';
import type { PublishJob, RemoteSession } from '../network';
import type { GraphClient } from './graph-client';
import { textOf } from './json';
import { readList, TOO_MANY, type ListRow } from './long-lists';
import { CLOCK_SLACK_MS, earliestOf } from './meta-time';
import type { Sighting } from './post-protocol';
import { absoluteLink } from './remote-state';

/** How long a story is on the list (guide "Page Stories"). */
export const STORY_MS = 24 * 60 * 60_000;

export const STORY_FIELDS = 'post_id,status,creation_time,media_type,media_id,url';

const GONE = 'A story is shown for 24 hours, so the network no longer says whether this one was.';

/**
 * Looks for the story of this photo or video among those of the Page. A story leaves the list after a day, so from then
 * on its absence proves nothing.
 */
export async function findStory(
  graph: GraphClient,
  clock: Clock,
  { credentials, signal }: PublishJob,
  session: RemoteSession,
): Promise<Sighting> {
  const since = Math.floor(earliestOf(session) / 1000);
  const isIt = ({ media_id, post_id }: ListRow) =>
    textOf(media_id) === session.remoteId || (textOf(post_id) ?? '') === session.postId;
  const query = {
    edge: 'stories',
    fields: STORY_FIELDS,
    since,
    isEnough: (rows: ListRow[]) => rows.some(isIt),
  };
  const read = await readList(graph, credentials, query, signal);
  if ('kind' in read) return read;
  const found = read.rows.find(isIt);
  if (found) {
    const [remoteId, permalink] = [textOf(found.post_id), absoluteLink(textOf(found.url))];
    return { kind: 'live', ...(remoteId && { remoteId }), ...(permalink && { permalink }) };
  }
  if (!read.complete) return { kind: 'unreadable', reason: TOO_MANY };
  const isOver = clock.now() - (session.intentAt ?? 0) >= STORY_MS - 2 * CLOCK_SLACK_MS;
  return isOver ? { kind: 'unreadable', reason: GONE } : { kind: 'absent' };
}
