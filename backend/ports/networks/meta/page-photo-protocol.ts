import type { Clock } from '../../../common/time/clock';
import type { RemoteSession, Outcome, PublishJob } from '../network';
import { failedWithoutId } from './failed-without-reason';
import type { Answer, GraphClient } from './graph-client';
import { textOf } from './json';
import { toOutcome, withProgress } from './outcomes';
import { PHOTO_KEPT_MS, sendPhoto } from './page-photos';
import { findPhotoPost, postOfPhoto } from './page-photo-posts';
import { publishedAs, withLink } from './page-posts';
import type { PostProtocol, Sighting } from './post-protocol';
import type { RemoteState } from './remote-state';

/**
 * Posts one or several photos in two steps: `photos published=false`, which is invisible and can be repeated, then `feed`
 * with them attached, the one public call (reference "Page Photos" and "Page Feed").
 */
export class PagePhotoProtocol implements PostProtocol {
  readonly name = 'photo';
  readonly publishesOnce = false;
  readonly startSendsBytes = true;
  readonly keptForMs = PHOTO_KEPT_MS;

  constructor(
    private readonly graph: GraphClient,
    private readonly clock: Clock,
  ) {}

  async start(
    job: PublishJob,
  ): Promise<{ answer: Answer; session: RemoteSession | null } | { outcome: Outcome }> {
    const { accountId } = job.credentials;
    const startedAt = this.clock.now();
    const sent = await sendPhoto(this.graph, job, job.media);
    if ('outcome' in sent) return sent;
    const { answer, photoId } = sent;
    const uploaded = (job.further ?? []).length === 0;
    const session = { protocol: this.name, accountId, remoteId: photoId ?? '', startedAt, uploaded };
    return { answer, session: photoId === undefined ? null : session };
  }

  /** The first step has already sent the first photo; a photo that was sent twice stays invisible. */
  async upload(
    job: PublishJob,
    session: RemoteSession,
  ): Promise<{ session: RemoteSession } | { outcome: Outcome }> {
    const photos = [...(session.children ?? [])];
    for (const media of (job.further ?? []).slice(photos.length)) {
      const sent = await sendPhoto(this.graph, job, media);
      if ('outcome' in sent) return sent;
      const { answer, photoId } = sent;
      const soFar = { ...session, children: [...photos] };
      if (answer.kind !== 'ok') {
        const outcome = toOutcome(answer, soFar, this.clock.now());
        return { outcome: withProgress(outcome, photos.length > (session.children?.length ?? 0)) };
      }
      if (photoId === undefined)
        return { outcome: { kind: 'busy', session: soFar, reason: 'The network did not name a photo.' } };
      photos.push(photoId);
    }
    return { session: { ...session, children: photos } };
  }

  async publish(
    { credentials, text, signal, held }: PublishJob,
    { remoteId, children = [] }: RemoteSession,
  ): Promise<Answer> {
    const attached_media = [remoteId, ...children].map((media_fbid) => ({ media_fbid }));
    const parameters = { message: text, attached_media };
    const path = `${credentials.accountId}/feed`;
    return failedWithoutId(await this.graph.post(path, credentials.token, parameters, signal, held));
  }

  /** @returns undefined when the answer does not name the post, which is then looked for. */
  async published(
    job: PublishJob,
    _session: RemoteSession,
    json: Record<string, unknown>,
  ): Promise<Outcome | undefined> {
    const remoteId = textOf(json.id);
    return remoteId === undefined ? undefined : publishedAs(this.graph, job, remoteId);
  }

  async read(job: PublishJob, session: RemoteSession): Promise<RemoteState> {
    return withLink(this.graph, job, await findPhotoPost(this.graph, job, session, 'published_posts'));
  }

  /** The photo itself names the post that it belongs to. Where it does not, the feed is a second list. */
  async witness(job: PublishJob, session: RemoteSession): Promise<Sighting> {
    const named = await postOfPhoto(this.graph, job, session);
    const seen = named.kind === 'absent' ? await findPhotoPost(this.graph, job, session, 'feed') : named;
    return withLink(this.graph, job, seen);
  }
}
