import type { PublishJob } from '../network';
import type { GraphClient } from './graph-client';
import { asObject, textOf } from './json';
import type { Sighting } from './publish-flow';
import { absoluteLink } from './remote-state';

const MOST_VIDEOS = 100;

/** Looks for a video among the newest public ones of a Page (`GET /{page-id}/video_reels`, `/videos`). */
export async function findListed(
  graph: GraphClient,
  { credentials, signal }: PublishJob,
  list: string,
  remoteId: string,
): Promise<Sighting> {
  const query = { fields: 'id,published,permalink_url', limit: MOST_VIDEOS };
  const answer = await graph.get(list, credentials.token, query, signal);
  if (answer.kind === 'lost') return { kind: 'unreadable', reason: answer.reason };
  if (answer.kind === 'error') return { kind: 'unreadable', reason: answer.reason, error: answer };
  if (!Array.isArray(answer.json.data)) return { kind: 'unreadable', reason: NO_LIST };
  const found = (answer.json.data as unknown[])
    .map((each) => asObject(each) ?? {})
    .find(({ id, published }) => textOf(id) === remoteId && published !== false);
  if (!found) return { kind: 'absent' };
  const permalink = absoluteLink(textOf(found.permalink_url));
  return { kind: 'live', ...(permalink && { permalink }) };
}

export const NO_LIST = 'The network gave no list of what is public.';
