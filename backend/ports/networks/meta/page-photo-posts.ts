import type { PublishJob, RemoteSession } from '../network';
import type { GraphClient } from './graph-client';
import { asObject, textOf } from './json';
import type { ListRow } from './long-lists';
import { isBefore, listedSince, liveAs, missingFrom } from './page-posts';
import type { Sighting } from './post-protocol';
import { sameWords } from './same-words';

const UNCLEAR =
  'The Page shows a post with these words, and another item with the same words may be that post as well.';

/**
 * Looks for the post of these photos on a list of the Page. Meta does not document what it shows as attached: where that
 * names one of the photos, it is the post, and where it names nothing, the words and the time must do.
 */
export async function findPhotoPost(
  graph: GraphClient,
  job: PublishJob,
  session: RemoteSession,
  list: 'published_posts' | 'feed',
): Promise<Sighting> {
  const listed = await listedSince(graph, job, session, list);
  if ('kind' in listed) return listed;
  const photos = [session.remoteId, ...(session.children ?? [])];
  const own = listed.posts.find(({ attachments }) => mentions(attachments, photos));
  if (own) return liveAs(own);
  const alike = await notTaken(
    job,
    listed.posts.filter((post) => isAlike(post, job.text) && !isBefore(post, session)),
  );
  if (alike.length === 0) return missingFrom(listed);
  const named = await postOfPhoto(graph, job, session);
  if (named.kind === 'live') {
    const shown = alike.find(({ id }) => textOf(id) === named.remoteId);
    return shown ? liveAs(shown) : named;
  }
  return amongAlike(job, session, alike);
}

/** Asks the photo for its post. Not every photo names it, so that it names none is no proof that there is none. */
export async function postOfPhoto(
  graph: GraphClient,
  { credentials, signal }: PublishJob,
  { remoteId }: RemoteSession,
): Promise<Sighting> {
  const answer = await graph.get(remoteId, credentials.token, { fields: 'page_story_id' }, signal);
  if (answer.kind === 'lost') return { kind: 'unreadable', reason: answer.reason };
  if (answer.kind === 'error') return { kind: 'unreadable', reason: answer.reason, error: answer };
  const post = textOf(answer.json.page_story_id);
  return post ? { kind: 'live', remoteId: post } : { kind: 'absent' };
}

/** The newest, but for those that were sent later. With too few for all that may be there, it can be another item's. */
async function amongAlike(
  { ledger, text }: PublishJob,
  { intentAt = 0, aheadMs }: RemoteSession,
  alike: ListRow[],
): Promise<Sighting> {
  const rivals = (await ledger.othersInDoubt()).filter(
    (other) =>
      ['photo', 'text'].includes(other.protocol) &&
      sameWords(other.text, text) &&
      alike.some((post) => !isBefore(post, { intentAt: other.intentAt, aheadMs })),
  );
  if (alike.length <= rivals.length) return { kind: 'unreadable', reason: UNCLEAR };
  const later = rivals.filter((other) => other.intentAt > intentAt).length;
  const chosen = alike[later];
  return chosen ? liveAs(chosen) : { kind: 'unreadable', reason: UNCLEAR };
}

async function notTaken({ ledger }: PublishJob, posts: ListRow[]): Promise<ListRow[]> {
  const taken = await ledger.knownOfOthers(posts.flatMap(({ id }) => textOf(id) ?? []));
  return posts.filter(({ id }) => !taken.has(textOf(id) ?? ''));
}

const isAlike = ({ id, message, attachments }: ListRow, text: string): boolean =>
  sameWords(message, text) &&
  !namesOthers(attachments, (textOf(id) ?? '').split('_')) &&
  !isOtherMedium(attachments);

/** Only known types exclude it, for the same reason. */
function isOtherMedium(attachments: unknown): boolean {
  const data = asObject(attachments)?.data;
  const types = (Array.isArray(data) ? (data as unknown[]) : []).flatMap(
    (each) => typeOf(asObject(each)) ?? [],
  );
  return types.length > 0 && types.every((type) => /video|link|share|event/.test(type));
}

const typeOf = (fields: Record<string, unknown> | undefined) =>
  textOf(fields?.media_type) ?? textOf(fields?.type);

/** Whether anything inside is one of these ids, or an address with one. Meta nests albums, and prints some ids as numbers. */
function mentions(value: unknown, ids: string[]): boolean {
  if (Array.isArray(value)) return value.some((each) => mentions(each, ids));
  const fields = asObject(value);
  if (fields) return Object.values(fields).some((each) => mentions(each, ids));
  const text = textOf(value);
  return text !== undefined && (ids.includes(text) || partsOf(text).some((part) => ids.includes(part)));
}

/** The parts of an address in which an id may stand: `/photos/1/`, `photo.php?fbid=1`. */
function partsOf(text: string): string[] {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return [];
  const { pathname, searchParams } = new URL(text);
  return [...pathname.split('/'), ...searchParams.values()];
}

/**
 * Whether an id is named inside that can be a photo's: none of the `known` ones of the post itself and of its Page. An
 * album names itself by its target, which says nothing of its photos.
 */
function namesOthers(value: unknown, known: string[]): boolean {
  if (Array.isArray(value)) return value.some((each) => namesOthers(each, known));
  const fields = asObject(value);
  if (!fields) return false;
  const isAlbum = /album/.test(typeOf(fields) ?? '');
  return Object.entries(fields).some(([name, each]) => {
    if (isAlbum && name === 'target') return false;
    const id = /(^|_)(fb)?id$/.test(name) ? textOf(each) : undefined;
    return id === undefined ? namesOthers(each, known) : !known.includes(id.split('_').at(-1) ?? '');
  });
}
