import type { Clock } from '../../../common/time/clock';
import type { Outcome, PublishJob, RemoteSession } from '../network';
import { failedWithoutReason } from './failed-without-reason';
import type { Answer, GraphClient } from './graph-client';
import { textOf } from './json';
import { PHOTO_KEPT_MS, sendPhoto } from './page-photos';
import { findStory } from './page-stories';
import type { PostProtocol, Sighting } from './post-protocol';

/**
 * Makes a story of a picture in two steps: `photos published=false`, which is invisible and can be repeated, then
 * `photo_stories`, the one public call (guide "Page Stories").
 */
export class PhotoStoryProtocol implements PostProtocol {
  readonly name = 'photo_story';
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
    const startedAt = this.clock.now();
    const sent = await sendPhoto(this.graph, job, job.media);
    if ('outcome' in sent) return sent;
    const { answer, photoId } = sent;
    const { accountId } = job.credentials;
    const session = { protocol: this.name, accountId, remoteId: photoId ?? '', startedAt, uploaded: true };
    return { answer, session: photoId === undefined ? null : session };
  }

  /** The first step has sent the bytes. */
  upload(_job: PublishJob, session: RemoteSession): Promise<{ session: RemoteSession }> {
    return Promise.resolve({ session });
  }

  async publish({ credentials, signal, held }: PublishJob, { remoteId }: RemoteSession): Promise<Answer> {
    const path = `${credentials.accountId}/photo_stories`;
    const parameters = { photo_id: remoteId };
    return failedWithoutReason(await this.graph.post(path, credentials.token, parameters, signal, held));
  }

  /** @returns undefined when the answer does not name the story, which is then looked for. */
  async published(
    job: PublishJob,
    session: RemoteSession,
    json: Record<string, unknown>,
  ): Promise<Outcome | undefined> {
    const remoteId = textOf(json.post_id);
    if (remoteId === undefined) return undefined;
    const listed = await this.read(job, session);
    return { kind: 'published', remoteId, ...(listed.kind === 'live' && { permalink: listed.permalink }) };
  }

  read(job: PublishJob, session: RemoteSession): Promise<Sighting> {
    return findStory(this.graph, this.clock, job, session);
  }

  witness(job: PublishJob, session: RemoteSession): Promise<Sighting> {
    return this.read(job, session);
  }
}
