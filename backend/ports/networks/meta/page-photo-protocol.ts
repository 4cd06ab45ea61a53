import { Readable } from 'node:stream';
import { BrokenPhoto, fitPhoto, MOST_PHOTO_BYTES } from '../../../media/fit-photo';
import { MediaMissing } from '../../storage/storage';
import type { RemoteSession, Outcome, PublishJob } from '../network';
import type { Answer, GraphClient } from './graph-client';
import { asObject, textOf } from './json';
import { NO_LIST } from './published-lists';
import type { PostProtocol, Sighting } from './publish-flow';
import { absoluteLink, type RemoteState } from './remote-state';

/** Clocks differ, and the time of a post has a resolution of one second. */
const CLOCK_SLACK_MS = 120_000;
const MOST_POSTS = 100;

/** "Photos should be smaller than 4 MB". Meta also refuses some photos that its reference allows. */
const REFUSED_FOR_SIZE = 1366046;

/**
 * Posts a photo in two steps: `photos published=false`, which is invisible and can be repeated, then `feed` with the
 * photo attached, the one public call (reference "Page Photos" and "Page Feed").
 */
export class PagePhotoProtocol implements PostProtocol {
  readonly name = 'photo';
  readonly publishesOnce = false;

  constructor(private readonly graph: GraphClient) {}

  async start(
    job: PublishJob,
  ): Promise<{ answer: Answer; session: RemoteSession | null } | { outcome: Outcome }> {
    const { accountId } = job.credentials;
    try {
      const isTooLarge = job.media.sizeBytes > MOST_PHOTO_BYTES;
      let answer = await this.send(job, await (isTooLarge ? fitted(job) : asItCame(job)));
      if (!isTooLarge && answer.kind === 'error' && answer.subcode === REFUSED_FOR_SIZE)
        answer = await this.send(job, await fitted(job));
      const photoId = answer.kind === 'ok' ? textOf(answer.json.id) : undefined;
      const usable = photoId !== undefined && /^\w{1,64}$/.test(photoId);
      return {
        answer,
        session: usable ? { protocol: this.name, accountId, remoteId: photoId, uploaded: true } : null,
      };
    } catch (error) {
      if (error instanceof MediaMissing || error instanceof BrokenPhoto)
        return { outcome: { kind: 'refused', reason: error.message } };
      throw error;
    }
  }

  private send({ credentials, signal }: PublishJob, { bytes, length }: Source): Promise<Answer> {
    const { accountId, token } = credentials;
    const file = { field: 'source', bytes, length };
    return this.graph.postFile(`${accountId}/photos`, token, { published: false }, file, signal);
  }

  /** The first step has already sent the bytes. */
  upload(_job: PublishJob, session: RemoteSession): Promise<{ session: RemoteSession }> {
    return Promise.resolve({ session });
  }

  publish({ credentials, text, signal, held }: PublishJob, { remoteId }: RemoteSession): Promise<Answer> {
    const parameters = { message: text, attached_media: [{ media_fbid: remoteId }] };
    return this.graph.post(`${credentials.accountId}/feed`, credentials.token, parameters, signal, held);
  }

  async published(
    { credentials, signal }: PublishJob,
    session: RemoteSession,
    json: Record<string, unknown>,
  ): Promise<Outcome> {
    const remoteId = textOf(json.id) ?? session.remoteId;
    const answer = await this.graph.get(remoteId, credentials.token, { fields: 'permalink_url' }, signal);
    const permalink = answer.kind === 'ok' ? absoluteLink(textOf(answer.json.permalink_url)) : undefined;
    return { kind: 'published', remoteId, ...(permalink && { permalink }) };
  }

  /** Reads whether a post of the Page carries this photo. */
  async read({ credentials, text, signal }: PublishJob, session: RemoteSession): Promise<RemoteState> {
    const since = (session.intentAt ?? 0) - CLOCK_SLACK_MS;
    const query = {
      fields: 'id,message,created_time,permalink_url,attachments',
      since: Math.floor(since / 1000),
      limit: MOST_POSTS,
    };
    const answer = await this.graph.get(
      `${credentials.accountId}/published_posts`,
      credentials.token,
      query,
      signal,
    );
    if (answer.kind === 'lost') return { kind: 'unreadable', reason: answer.reason };
    if (answer.kind === 'error') return { kind: 'unreadable', reason: answer.reason, error: answer };
    // Only a list can show that the post is absent, and sending again relies on that.
    if (!Array.isArray(answer.json.data)) return { kind: 'unreadable', reason: NO_LIST };
    const posts = (answer.json.data as unknown[]).map((post) => asObject(post) ?? {});
    const post =
      posts.find(({ attachments }) => mentions(attachments, session.remoteId)) ??
      posts.find(
        (each) =>
          each.attachments === undefined &&
          each.message === text &&
          Date.parse(textOf(each.created_time) ?? '') >= since,
      );
    if (!post) return { kind: 'absent' };
    const permalink = absoluteLink(textOf(post.permalink_url));
    return {
      kind: 'live',
      ...(textOf(post.id) && { remoteId: textOf(post.id) }),
      ...(permalink && { permalink }),
    };
  }

  /** The photo itself names the post that it belongs to. */
  async witness({ credentials, signal }: PublishJob, { remoteId }: RemoteSession): Promise<Sighting> {
    const answer = await this.graph.get(remoteId, credentials.token, { fields: 'page_story_id' }, signal);
    if (answer.kind === 'lost') return { kind: 'unreadable', reason: answer.reason };
    if (answer.kind === 'error') return { kind: 'unreadable', reason: answer.reason, error: answer };
    const post = textOf(answer.json.page_story_id);
    return post ? { kind: 'live', remoteId: post } : { kind: 'absent' };
  }
}

/** Whether anything inside has this id. Meta nests albums, and prints some ids as numbers. */
function mentions(value: unknown, id: string): boolean {
  if (Array.isArray(value)) return value.some((each) => mentions(each, id));
  const fields = asObject(value);
  if (!fields) return false;
  return textOf(fields.id) === id || Object.values(fields).some((each) => mentions(each, id));
}

interface Source {
  bytes: Readable;
  length: number;
}

async function asItCame({ media }: PublishJob): Promise<Source> {
  return { bytes: await media.open(0), length: media.sizeBytes };
}

async function fitted({ media }: PublishJob): Promise<Source> {
  const jpeg = await fitPhoto(await media.open(0));
  return { bytes: Readable.from([jpeg]), length: jpeg.length };
}
