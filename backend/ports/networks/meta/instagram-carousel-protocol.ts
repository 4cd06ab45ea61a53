import type { Clock } from '../../../common/time/clock';
import type { Media, Outcome, PublishJob, RemoteItem, RemoteSession } from '../network';
import type { GraphClient } from './graph-client';
import {
  bytesIn,
  containerIdIn,
  containerRefused,
  hasNotFetched,
  obstacleIn,
  readContainer,
} from './instagram-container';
import { limitUsedUp } from './instagram-limit';
import { InstagramProtocol } from './instagram-protocol';
import { openSession, type Opened } from './open-session';
import { reasonOf } from './outcomes';
import type { PictureAddresses } from './picture-addresses';
import { pushResumably } from './resumable-upload';

/**
 * How long a finished item is not read again while others are processed: each reading counts against what Meta allows. A
 * container can still expire.
 */
const READY_FOR_MS = 10 * 60_000;

type Continued = { session: RemoteSession } | { outcome: Outcome };

/**
 * Two to ten pictures and videos in one post (guide "Content Publishing", carousels): a container for each, and one for
 * all of them, which is what becomes public. Each container is committed before the next call.
 */
export class InstagramCarouselProtocol extends InstagramProtocol {
  readonly name = 'instagram_carousel';

  constructor(
    graph: GraphClient,
    clock: Clock,
    private readonly pictures: PictureAddresses,
  ) {
    super(graph, clock);
  }

  /** The container of the first item. */
  async start(job: PublishJob): Promise<Opened> {
    const full = await limitUsedUp(this.graph, this.clock, job);
    if (full) return { outcome: full };
    const { accountId } = job.credentials;
    return this.openItem(job, { protocol: this.name, accountId, remoteId: '' }, 0);
  }

  /** The containers of the other items, and the bytes of the videos. */
  async upload(job: PublishJob, begun: RemoteSession): Promise<Continued> {
    let session = begun;
    for (const index of filesOf(job).keys()) {
      const item = await this.item(job, session, index);
      if ('outcome' in item) return item;
      session = item.session;
    }
    return { session };
  }

  /** All containers must be FINISHED: those of the items before the one for all is made, and then that one. */
  async beforePublish(job: PublishJob, begun: RemoteSession): Promise<Continued> {
    const ready = begun.remoteId === '' ? await this.openWhole(job, begun) : { session: begun };
    if ('outcome' in ready) return ready;
    const { session } = ready;
    const container = await readContainer(this.graph, job, session.remoteId);
    return this.ready(job, session, container);
  }

  private async item(job: PublishJob, begun: RemoteSession, index: number): Promise<Continued> {
    const opened = begun.items?.[index]
      ? { session: begun }
      : await openSession(this.clock, job, begun, () => this.openItem(job, begun, index));
    if ('outcome' in opened) return opened;
    const item = opened.session.items?.[index];
    return !item || item.uploaded ? opened : this.push(job, opened.session, item, index);
  }

  private async openItem(
    job: PublishJob,
    kept: RemoteSession,
    index: number,
    unfetched?: number,
  ): Promise<Opened> {
    const { accountId, token } = job.credentials;
    const media = filesOf(job)[index];
    if (!media) throw new Error('a carousel without its file');
    const create = (parameters: object) =>
      this.graph.post(`${accountId}/media`, token, { ...parameters, is_carousel_item: true }, job.signal);
    const { type, altText } = media;
    const isVideo = type === 'video';
    const described = altText === undefined ? {} : { alt_text: altText };
    const made = isVideo
      ? { answer: await create({ media_type: 'VIDEO', upload_type: 'resumable' }), unfetched: 0 }
      : await this.pictures.give(job, media, { unfetched, kept: kept.items ? kept : null }, (address) =>
          create({ image_url: address, ...described }),
        );
    if ('outcome' in made) return made;
    const { answer } = made;
    const remoteId = answer.kind === 'ok' ? containerIdIn(answer.json) : undefined;
    if (answer.kind !== 'ok' || remoteId === undefined) return { answer, session: null };
    const { uri } = answer.json;
    if (isVideo && !this.graph.trusts(uri)) return { answer, session: null };
    const item: RemoteItem = isVideo
      ? { remoteId, uploadUrl: uri as string }
      : { remoteId, uploaded: true, ...(made.unfetched > 0 && { unfetched: made.unfetched }) };
    return { answer, session: withItem(kept, index, item) };
  }

  private async push(
    job: PublishJob,
    session: RemoteSession,
    item: RemoteItem,
    index: number,
  ): Promise<Continued> {
    const media = filesOf(job)[index] ?? job.media;
    const receipt = await job.ledger.begin('upload', session);
    const received = async () => {
      const container = await readContainer(this.graph, job, item.remoteId);
      return bytesIn(container, media.sizeBytes, session, this.clock.now());
    };
    const isKnown = job.session?.items?.[index]?.remoteId === item.remoteId;
    const one = { ...job, media, session: isKnown ? session : null };
    const target = { ...session, uploadUrl: item.uploadUrl };
    const pushed = await pushResumably(this.graph, one, target, received, () => this.clock.now());
    const { remoteId } = item;
    if ('outcome' in pushed) {
      const outcome = continuing(pushed.outcome, session);
      await job.ledger.finish(receipt, { outcome: 'failed', remoteId, ...reasonOf(outcome) });
      return { outcome };
    }
    const sent = withItem(session, index, { ...item, uploaded: true });
    await job.ledger.finish(receipt, { outcome: 'done', remoteId }, sent);
    return { session: sent };
  }

  private async openWhole(job: PublishJob, begun: RemoteSession): Promise<Continued> {
    let session = begun;
    for (const [index, item] of (begun.items ?? []).entries()) {
      if (isStillReady(item, this.clock.now())) continue;
      const container = await readContainer(this.graph, job, item.remoteId);
      if (hasNotFetched(container) && filesOf(job)[index]?.type === 'image') {
        if (this.pictures.isLast(item.unfetched)) return { outcome: containerRefused(container) };
        return this.openItemAgain(job, session, index);
      }
      const now = this.clock.now();
      const outcome = container.code === 'PUBLISHED' ? undefined : obstacleIn(container, session, now);
      if (outcome) return { outcome };
      session = withItem(session, index, { ...item, readyAt: now });
    }
    return this.openWholeOf(job, session);
  }

  private openWholeOf(job: PublishJob, begun: RemoteSession): Promise<Continued> {
    const { items = [] } = begun;
    const { accountId, token } = job.credentials;
    const whole = {
      media_type: 'CAROUSEL',
      children: items.map(({ remoteId }) => remoteId),
      caption: job.text,
    };
    return openSession(this.clock, job, begun, async () => {
      const answer = await this.graph.post(`${accountId}/media`, token, whole, job.signal);
      const remoteId = answer.kind === 'ok' ? containerIdIn(answer.json) : undefined;
      const session = { ...begun, remoteId: remoteId ?? '', waitingSince: undefined, unseenSince: undefined };
      return { answer, session: remoteId === undefined ? null : session };
    });
  }

  /** In a new container, since Instagram could not fetch its picture. */
  private async openItemAgain(job: PublishJob, begun: RemoteSession, index: number): Promise<Continued> {
    const unfetched = (begun.items?.[index]?.unfetched ?? 0) + 1;
    const opened = await openSession(this.clock, job, begun, () =>
      this.openItem(job, begun, index, unfetched),
    );
    if ('outcome' in opened) return opened;
    const reason = 'Instagram could not fetch a picture; it was given another address.';
    return { outcome: { kind: 'busy', session: opened.session, retryMs: 1_000, reason } };
  }
}

const filesOf = ({ media, further = [] }: PublishJob): Media[] => [media, ...further];

/** A clock that was set back makes it be read again. */
const isStillReady = ({ readyAt = -Infinity }: RemoteItem, now: number): boolean =>
  now >= readyAt && now - readyAt < READY_FOR_MS;

function withItem(session: RemoteSession, index: number, item: RemoteItem): RemoteSession {
  const items = [...(session.items ?? [])];
  items[index] = item;
  return { ...session, items };
}

/** The outcome of the transfer of one item, with the session of the whole post. */
const continuing = (outcome: Outcome, session: RemoteSession): Outcome =>
  'session' in outcome && outcome.session ? { ...outcome, session } : outcome;
