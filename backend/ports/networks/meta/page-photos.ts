import { Readable } from 'node:stream';
import { fitPhoto, MOST_PHOTO_BYTES } from '../../../media/pictures/fit-photo';
import { UnusablePhoto } from '../../../media/pictures/open-picture';
import { MediaMissing } from '../../storage/storage';
import type { Media, Outcome, PublishJob } from '../network';
import type { Answer, GraphClient } from './graph-client';
import { textOf } from './json';

/** "Photos should be smaller than 4 MB". Meta also refuses some photos that its reference allows. */
const REFUSED_FOR_SIZE = 1366046;

/** Meta deletes an unpublished photo after about a day. */
export const PHOTO_KEPT_MS = 20 * 60 * 60_000;

/** `photoId` is undefined if the answer does not name the photo. */
export type SentPhoto = { answer: Answer; photoId: string | undefined } | { outcome: Outcome };

/**
 * Uploads a photo of a Page, which stays invisible until a later call publishes it (`photos published=false`). One that
 * the network finds too large is sent again, made to fit.
 */
export async function sendPhoto(graph: GraphClient, job: PublishJob, media: Media): Promise<SentPhoto> {
  try {
    const send = (source: Source) => post(graph, job, media, source);
    const answer =
      media.sizeBytes > MOST_PHOTO_BYTES
        ? await send(await fitted(media))
        : await sendToFit(media, await asItCame(media), send);
    const id = answer.kind === 'ok' ? textOf(answer.json.id) : undefined;
    return { answer, photoId: id !== undefined && /^\w{1,64}$/.test(id) ? id : undefined };
  } catch (error) {
    if (error instanceof MediaMissing || error instanceof UnusablePhoto)
      return { outcome: { kind: 'refused', reason: error.message } };
    throw error;
  }
}

interface Source {
  bytes: Readable;
  length: number;
}

/** Sends a picture, and once more made to fit if the Page finds it too large. */
export async function sendToFit(
  media: Media,
  first: Source,
  send: (source: Source) => Promise<Answer>,
): Promise<Answer> {
  const answer = await send(first);
  if (answer.kind !== 'error' || answer.subcode !== REFUSED_FOR_SIZE) return answer;
  return send(await fitted(media));
}

function post(
  graph: GraphClient,
  { credentials, signal }: PublishJob,
  { altText }: Media,
  { bytes, length }: Source,
): Promise<Answer> {
  const { accountId, token } = credentials;
  const file = { field: 'source', bytes, length };
  const parameters = { published: false, ...(altText !== undefined && { alt_text_custom: altText }) };
  return graph.postFile(`${accountId}/photos`, token, parameters, file, signal);
}

async function asItCame(media: Media): Promise<Source> {
  return { bytes: await media.open(0), length: media.sizeBytes };
}

async function fitted(media: Media): Promise<Source> {
  const jpeg = await fitPhoto(await media.open(0));
  return { bytes: Readable.from([jpeg]), length: jpeg.length };
}
