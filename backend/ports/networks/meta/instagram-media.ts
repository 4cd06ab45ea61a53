import type { Ledger, PublishJob, RemoteSession, SentPost } from '../network';
import type { GraphClient } from './graph-client';
import { textOf } from './json';
import { areAllBefore, readList, TOO_MANY } from './long-lists';
import { earliestOf } from './meta-time';
import type { Sighting } from './post-protocol';
import { absoluteLink } from './remote-state';
import { sameWords } from './same-words';

type Listed = Record<string, unknown>;
type Live = Extract<Sighting, { kind: 'live' }>;
type Unreadable = Extract<Sighting, { kind: 'unreadable' }>;

/** Who asks, and for what. */
export interface Search
  extends Pick<PublishJob, 'credentials' | 'signal'>, SentPost, Pick<RemoteSession, 'aheadMs'> {
  ledger: Pick<Ledger, 'knownOfOthers' | 'othersInDoubt'>;
}

/** `isSure`: it cannot be another post of ours that looks alike. */
export type Found = Exclude<Sighting, { kind: 'live' }> | (Live & { isSure: boolean });

/** What Instagram calls the medium of a post (`media_type`), by the protocol that the post was sent with. */
const TYPES: Record<string, string> = {
  instagram_photo: 'IMAGE',
  instagram_reel: 'VIDEO',
  instagram_carousel: 'CAROUSEL_ALBUM',
};

/**
 * Looks for what a container became. The container does not reveal the id, so the media are searched by kind, caption
 * and time. Where several posts look alike, it is the newest but for those that were sent later. If Instagram published
 * two of them in the other order, they are exchanged: it lists nothing that would tell them apart.
 */
export async function findMedia(graph: GraphClient, search: Search): Promise<Found> {
  const { protocol, text, intentAt, ledger } = search;
  const isAlike = ({ caption, media_type }: Listed) =>
    isOfType(media_type, TYPES[protocol]) && sameWords(caption, text);
  const media = await listSince(graph, search, 'media', isAlike);
  if ('kind' in media) return media;
  const [first] = media;
  if (!first) return { kind: 'absent' };
  const rivals = (await ledger.othersInDoubt()).filter(
    (other) => other.protocol === protocol && sameWords(other.text, text),
  );
  const later = rivals.filter((other) => other.intentAt > intentAt).length;
  const chosen = media[Math.min(later, media.length - 1)] ?? first;
  return { ...live(chosen), isSure: media.length > rivals.length };
}

/** The same for a story, which has no caption: by time and medium. */
export async function findStory(
  graph: GraphClient,
  job: PublishJob,
  { intentAt, aheadMs }: RemoteSession,
): Promise<Sighting> {
  const type = job.media.type === 'video' ? 'VIDEO' : 'IMAGE';
  const isAlike = ({ media_type }: Listed) => isOfType(media_type, type);
  const stories = await listSince(graph, { ...job, intentAt, aheadMs }, 'stories', isAlike);
  if ('kind' in stories) return stories;
  const [first] = stories;
  return first ? live(first) : { kind: 'absent' };
}

/** Only a known type that is another one excludes it: to overlook a post would send it twice. */
function isOfType(listed: unknown, wanted: string | undefined): boolean {
  return wanted === undefined || listed === wanted || !Object.values(TYPES).includes(textOf(listed) ?? '');
}

/** Those that do not belong to other posts, the newest first. */
async function listSince(
  graph: GraphClient,
  {
    credentials,
    signal,
    ledger,
    ...sent
  }: Pick<Search, 'credentials' | 'signal' | 'ledger'> & Parameters<typeof earliestOf>[0],
  edge: 'media' | 'stories',
  isAlike: (media: Listed) => boolean,
): Promise<Listed[] | Unreadable> {
  const earliest = earliestOf(sent);
  const query = {
    ...{ edge, fields: 'id,caption,permalink,timestamp,media_type' },
    isEnough: (rows: Listed[]) => areAllBefore(rows, earliest, ['timestamp']),
  };
  const read = await readList(graph, credentials, query, signal);
  if ('kind' in read) return read;
  const candidates = read.rows.filter(
    (media) => isAlike(media) && Date.parse(textOf(media.timestamp) ?? '') >= earliest,
  );
  // Several posts may look alike; media that belong to other posts are excluded.
  const taken = await ledger.knownOfOthers(candidates.flatMap(({ id }) => textOf(id) ?? []));
  const own = candidates.filter(({ id }) => !taken.has(textOf(id) ?? ''));
  return own.length === 0 && !read.complete ? { kind: 'unreadable', reason: TOO_MANY } : own;
}

function live({ id, permalink }: Listed): Live {
  const link = absoluteLink(textOf(permalink));
  return { kind: 'live', ...(textOf(id) && { remoteId: textOf(id) }), ...(link && { permalink: link }) };
}
