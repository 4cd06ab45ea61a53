import type { PublishJob, RemoteSession } from '../network';
import type { GraphClient } from './graph-client';
import { textOf } from './json';
import { areAllBefore, readList, TOO_MANY, type ListRow } from './long-lists';
import { earliestOf } from './meta-time';
import type { Sighting } from './post-protocol';
import { absoluteLink } from './remote-state';

/** Looks for a video among the newest public ones of a Page (`GET /{page-id}/video_reels`, `/videos`). */
export async function findListed(
  graph: GraphClient,
  { credentials, signal }: PublishJob,
  edge: 'video_reels' | 'videos',
  session: RemoteSession,
): Promise<Sighting> {
  const { remoteId, startedAt, intentAt, aheadMs } = session;
  // Meta may order them by when they were begun, which can be long before they were to be public.
  const begunAt = startedAt === undefined ? undefined : Math.min(startedAt, intentAt ?? startedAt);
  const earliest = begunAt === undefined ? -Infinity : earliestOf({ intentAt: begunAt, aheadMs });
  const isIt = ({ id, published }: ListRow) => textOf(id) === remoteId && published !== false;
  const query = {
    edge,
    fields: 'id,published,permalink_url,created_time,updated_time',
    isEnough: (rows: ListRow[]) =>
      rows.some(isIt) || areAllBefore(rows, earliest, ['created_time', 'updated_time']),
  };
  const read = await readList(graph, credentials, query, signal);
  if ('kind' in read) return read;
  const found = read.rows.find(isIt);
  if (!found) return read.complete ? { kind: 'absent' } : { kind: 'unreadable', reason: TOO_MANY };
  const permalink = absoluteLink(textOf(found.permalink_url));
  return { kind: 'live', ...(permalink && { permalink }) };
}
