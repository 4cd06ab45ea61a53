import type { Clock } from '../../../common/time/clock';
import type { PublishJob, RemoteSession } from '../network';
import type { GraphClient } from './graph-client';
import { asObject, textOf } from './json';
import { CLOCK_SLACK_MS, earliestOf } from './meta-time';
import { NO_LIST } from './published-lists';
import type { Sighting } from './publish-flow';
import { absoluteLink } from './remote-state';

/** How long a story is on the list (guide "Page Stories"). */
export const STORY_MS = 24 * 60 * 60_000;

const MOST_STORIES = 100;
export const STORY_FIELDS = 'post_id,status,creation_time,media_type,media_id,url';

const TOO_MANY = 'The Page shows more stories than the network lists at once.';
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
  const query = { fields: STORY_FIELDS, since, limit: MOST_STORIES };
  const answer = await graph.get(`${credentials.accountId}/stories`, credentials.token, query, signal);
  if (answer.kind === 'lost') return { kind: 'unreadable', reason: answer.reason };
  if (answer.kind === 'error') return { kind: 'unreadable', reason: answer.reason, error: answer };
  if (!Array.isArray(answer.json.data)) return { kind: 'unreadable', reason: NO_LIST };
  const found = (answer.json.data as unknown[])
    .map((each) => asObject(each) ?? {})
    .find(({ media_id }) => textOf(media_id) === session.remoteId);
  if (found) {
    const [remoteId, permalink] = [textOf(found.post_id), absoluteLink(textOf(found.url))];
    return { kind: 'live', ...(remoteId && { remoteId }), ...(permalink && { permalink }) };
  }
  if (asObject(answer.json.paging)?.next !== undefined) return { kind: 'unreadable', reason: TOO_MANY };
  const isOver = clock.now() - (session.intentAt ?? 0) >= STORY_MS - 2 * CLOCK_SLACK_MS;
  return isOver ? { kind: 'unreadable', reason: GONE } : { kind: 'absent' };
}
