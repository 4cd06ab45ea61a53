import type { Clock } from '../../../common/time/clock';
import type { Outcome, PublishJob, RemoteSession } from '../network';
import { failedWithoutId } from './failed-without-reason';
import type { Answer, GraphClient } from './graph-client';
import {
  EXPIRED,
  isUnseenForLong,
  LIFE_MS,
  obstacleIn,
  readContainer,
  type Container,
} from './instagram-container';
import { findMedia, findStory, type Search } from './instagram-media';
import { textOf } from './json';
import type { Opened } from './open-session';
import { permalinkOf } from './permalinks';
import type { PostProtocol, Sighting } from './post-protocol';
import { isPassing, type RemoteState } from './remote-state';

/** A little less than stories are listed for. */
const LISTED_FOR_MS = 23 * 3_600_000;

const NO_LONGER_LISTED = 'Instagram lists stories for 24 hours, and they have passed.';

type Name = `instagram_${'reel' | 'photo' | 'story' | 'carousel'}`;

/**
 * A post on Instagram: a container is made, and `media_publish` is called once it is FINISHED (guide "Content
 * Publishing"). Instagram publishes a container at most once, so a call whose answer was lost can be repeated safely.
 */
export abstract class InstagramProtocol implements PostProtocol {
  abstract readonly name: Name;
  readonly publishesOnce = true;

  constructor(
    protected readonly graph: GraphClient,
    protected readonly clock: Clock,
  ) {}

  abstract start(job: PublishJob): Promise<Opened>;

  abstract upload(
    job: PublishJob,
    session: RemoteSession,
  ): Promise<{ session: RemoteSession } | { outcome: Outcome }>;

  abstract beforePublish(
    job: PublishJob,
    session: RemoteSession,
  ): Promise<{ session: RemoteSession } | { outcome: Outcome }>;

  async publish({ credentials, signal, held }: PublishJob, { remoteId }: RemoteSession): Promise<Answer> {
    const edge = `${credentials.accountId}/media_publish`;
    const parameters = { creation_id: remoteId };
    return failedWithoutId(await this.graph.post(edge, credentials.token, parameters, signal, held));
  }

  /** @returns undefined when the answer does not name the post, which is then looked for. */
  async published(
    job: PublishJob,
    _session: RemoteSession,
    json: Record<string, unknown>,
  ): Promise<Outcome | undefined> {
    const remoteId = textOf(json.id);
    if (remoteId === undefined) return undefined;
    const permalink = await permalinkOf(this.graph, job, remoteId, 'permalink');
    return { kind: 'published', remoteId, ...(permalink && { permalink }) };
  }

  /** Whether a container can be published now. */
  protected async ready(
    job: PublishJob,
    session: RemoteSession,
    container: Container,
  ): Promise<{ session: RemoteSession } | { outcome: Outcome }> {
    const now = this.clock.now();
    // From here the time begins anew, so that a call that came too early is repeated, but not at once. A story is not
    // published unseen: were the answer lost, no words would tell it from another one.
    if (this.name !== 'instagram_story' && isUnseenForLong(container, session, now))
      return { session: { ...session, unseenSince: now } };
    const outcome =
      container.code === 'PUBLISHED'
        ? await this.publicAlready(job, session)
        : obstacleIn(container, session, now);
    return outcome ? { outcome } : { session: { ...session, unseenSince: undefined } };
  }

  /** Its public call was refused, or the intent was lost. It can have been made within the life of a container. */
  private async publicAlready(job: PublishJob, session: RemoteSession): Promise<Outcome> {
    const { intentAt = this.clock.now() - LIFE_MS } = session;
    const media = await this.find(job, { ...session, intentAt });
    if (media.kind !== 'live') return { kind: 'published', remoteId: session.remoteId };
    const { remoteId = session.remoteId, permalink } = media;
    return { kind: 'published', remoteId, ...(permalink && { permalink }) };
  }

  async read(job: PublishJob, session: RemoteSession): Promise<RemoteState> {
    // Nothing was made yet that could be published.
    if (session.remoteId === '') return { kind: 'absent' };
    const container = await readContainer(this.graph, job, session.remoteId);
    switch (container.code) {
      case 'PUBLISHED': {
        const media = await this.find(job, session);
        return media.kind === 'live' ? media : { kind: 'live' };
      }
      case 'FINISHED':
        return { kind: 'absent' };
      case 'IN_PROGRESS':
        return { kind: 'working' };
      case 'EXPIRED':
        return { kind: 'expired', reason: EXPIRED };
      case 'ERROR': {
        const media = await this.witness(job, session);
        if (media.kind !== 'absent') return media;
        const { reason, subcode } = container;
        const passing = isPassing({ subcode });
        // An answer with the id of the post was lost in a crash: it is public, and only not listed yet.
        if (passing && session.acceptedAt !== undefined) return { kind: 'absent' };
        return { kind: 'failed', reason, ...(subcode && { code: subcode }), ...(passing && { passing }) };
      }
      case 'UNREADABLE': {
        const { reason, error } = container;
        return { kind: 'unreadable', reason, ...(error && { error }) };
      }
    }
  }

  async witness(job: PublishJob, session: RemoteSession): Promise<Sighting> {
    if (this.name === 'instagram_story') return this.witnessStory(job, session);
    const found = await findMedia(this.graph, searchFor(job, session));
    if (found.kind !== 'live' || found.isSure) return found;
    // To call again for a container that is public after all is safe. To take another post for this one would lose it.
    const container = await readContainer(this.graph, job, session.remoteId);
    if (container.code === 'UNREADABLE')
      return { kind: 'unreadable', reason: container.reason, error: container.error };
    return container.code === 'FINISHED' ? { kind: 'absent' } : found;
  }

  /** A story is not told from another one by its words, and its absence proves nothing once it would have ended. */
  private async witnessStory(job: PublishJob, session: RemoteSession): Promise<Sighting> {
    const container = await readContainer(this.graph, job, session.remoteId);
    // Of a container that is not published, no story can be.
    if (container.code === 'FINISHED' || container.code === 'IN_PROGRESS') return { kind: 'absent' };
    // Only a container that is gone leaves it to the list, where another story may look the same.
    if (container.code === 'UNREADABLE' && container.error?.class !== 'missing')
      return { kind: 'unreadable', reason: container.reason, error: container.error };
    const sighting = await findStory(this.graph, job, session);
    const { intentAt = 0 } = session;
    return sighting.kind === 'absent' && this.clock.now() - intentAt >= LISTED_FOR_MS
      ? { kind: 'unreadable', reason: NO_LONGER_LISTED }
      : sighting;
  }

  private find(job: PublishJob, session: RemoteSession): Promise<Sighting> {
    return this.name === 'instagram_story'
      ? findStory(this.graph, job, session)
      : findMedia(this.graph, searchFor(job, session));
  }
}

const searchFor = ({ credentials, signal, ledger, text }: PublishJob, session: RemoteSession): Search => {
  const { protocol, intentAt = 0, aheadMs } = session;
  return { credentials, signal, ledger, protocol, text, intentAt, aheadMs };
};
