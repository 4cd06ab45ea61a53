import { Readable } from 'node:stream';
import { fitPhoto, MOST_PHOTO_BYTES } from '../../../media/fit-photo';
import { MediaMissing } from '../../storage/storage';
import type { Handle, Outcome, PublishJob } from '../network';
import { asObject, textOf, type Answer, type GraphClient } from './graph-client';
import type { PostProtocol } from './page-post';
import { absoluteLink, type VideoState } from './video-status';

/** Clocks differ, and a post carries the second it was made in. */
const CLOCK_SLACK_MS = 120_000;
const MOST_POSTS = 100;

/**
 * A photo in two steps: `photos published=false`, which nobody sees and may be repeated, then `feed` with it attached,
 * the one public call (reference "Page Photos" and "Page Feed").
 */
export class PagePhotoProtocol implements PostProtocol {
  readonly name = 'photo';

  constructor(private readonly graph: GraphClient) {}

  async start(job: PublishJob): Promise<{ answer: Answer; handle: Handle | null } | { outcome: Outcome }> {
    const { accountId, token } = job.credentials;
    try {
      const { bytes, length } = await fitted(job);
      const file = { field: 'source', bytes, length };
      const answer = await this.graph.postFile(
        `${accountId}/photos`,
        token,
        { published: false },
        file,
        job.signal,
      );
      const photoId = answer.kind === 'ok' ? textOf(answer.json.id) : undefined;
      const usable = photoId !== undefined && /^\w{1,64}$/.test(photoId);
      return {
        answer,
        handle: usable ? { protocol: this.name, accountId, remoteId: photoId, uploaded: true } : null,
      };
    } catch (error) {
      if (error instanceof MediaMissing) return { outcome: { kind: 'refused', reason: error.message } };
      throw error;
    }
  }

  /** The bytes went with the first step. */
  upload(_job: PublishJob, handle: Handle): Promise<{ handle: Handle }> {
    return Promise.resolve({ handle });
  }

  publish({ credentials, text, signal }: PublishJob, { remoteId }: Handle): Promise<Answer> {
    const parameters = { message: text, attached_media: [{ media_fbid: remoteId }] };
    return this.graph.post(`${credentials.accountId}/feed`, credentials.token, parameters, signal);
  }

  async published(
    { credentials, signal }: PublishJob,
    handle: Handle,
    json: Record<string, unknown>,
  ): Promise<Outcome> {
    const remoteId = textOf(json.id) ?? handle.remoteId;
    const answer = await this.graph.get(remoteId, credentials.token, { fields: 'permalink_url' }, signal);
    const permalink = answer.kind === 'ok' ? absoluteLink(textOf(answer.json.permalink_url)) : undefined;
    return { kind: 'published', remoteId, ...(permalink && { permalink }) };
  }

  /** Whether a post of the Page carries this photo. */
  async read({ credentials, text, signal }: PublishJob, handle: Handle): Promise<VideoState> {
    const since = (handle.intentAt ?? 0) - CLOCK_SLACK_MS;
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
    const posts = Array.isArray(answer.json.data)
      ? (answer.json.data as unknown[]).map((post) => asObject(post) ?? {})
      : [];
    const post =
      posts.find((each) => JSON.stringify(each.attachments ?? '').includes(`"${handle.remoteId}"`)) ??
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
}

async function fitted({ media }: PublishJob): Promise<{ bytes: Readable; length: number }> {
  const source = await media.open(0);
  if (media.sizeBytes <= MOST_PHOTO_BYTES) return { bytes: source, length: media.sizeBytes };
  const jpeg = await fitPhoto(source);
  return { bytes: Readable.from([jpeg]), length: jpeg.length };
}
