import type { Ledger, PublishJob, RemoteSession } from '../network';
import type { GraphClient } from './graph-client';
import { asObject, textOf } from './json';
import { NO_LIST } from './published-lists';
import type { Sighting } from './publish-flow';
import { absoluteLink } from './remote-state';
import { sameWords } from './same-words';

const CLOCK_SLACK_MS = 120_000;
const MOST_MEDIA = 50;

type Listed = Record<string, unknown>;

/** Who asks, and for what. */
export interface Search extends Pick<PublishJob, 'credentials' | 'text' | 'signal'> {
  ledger: Pick<Ledger, 'knownOfOthers'>;
}

type Since = Pick<RemoteSession, 'intentAt'>;

/**
 * Looks for what a container became. The container does not reveal the id, so the media are searched by caption and
 * time.
 */
export const findMedia = (graph: GraphClient, job: Search, session: Since): Promise<Sighting> =>
  findIn(graph, job, session, 'media', ({ caption }) => sameWords(caption, job.text));

/** The same for a story, which has no caption: by time and medium. */
export const findStory = (graph: GraphClient, job: PublishJob, session: RemoteSession): Promise<Sighting> => {
  const type = job.media.type === 'video' ? 'VIDEO' : 'IMAGE';
  return findIn(graph, job, session, 'stories', ({ media_type }) => (media_type ?? type) === type);
};

async function findIn(
  graph: GraphClient,
  { credentials, signal, ledger }: Omit<Search, 'text'>,
  { intentAt = 0 }: Since,
  edge: 'media' | 'stories',
  isAlike: (media: Listed) => boolean,
): Promise<Sighting> {
  const query = { fields: 'id,caption,permalink,timestamp,media_type', limit: MOST_MEDIA };
  const answer = await graph.get(`${credentials.accountId}/${edge}`, credentials.token, query, signal);
  if (answer.kind === 'lost') return { kind: 'unreadable', reason: answer.reason };
  if (answer.kind === 'error') return { kind: 'unreadable', reason: answer.reason, error: answer };
  if (!Array.isArray(answer.json.data)) return { kind: 'unreadable', reason: NO_LIST };
  const candidates = (answer.json.data as unknown[])
    .map((each) => asObject(each) ?? {})
    .filter(
      (media) => isAlike(media) && Date.parse(textOf(media.timestamp) ?? '') >= intentAt - CLOCK_SLACK_MS,
    );
  // Several posts may look alike; media that belong to other posts are excluded.
  const taken = await ledger.knownOfOthers(candidates.flatMap(({ id }) => textOf(id) ?? []));
  const media = candidates.find(({ id }) => !taken.has(textOf(id) ?? ''));
  if (!media) return { kind: 'absent' };
  const permalink = absoluteLink(textOf(media.permalink));
  return {
    kind: 'live',
    ...(textOf(media.id) && { remoteId: textOf(media.id) }),
    ...(permalink && { permalink }),
  };
}
