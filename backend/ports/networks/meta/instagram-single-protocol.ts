import type { Clock } from '../../../common/time/clock';
import type { Media, Outcome, PublishJob, RemoteSession } from '../network';
import { listedClass } from './error-classes';
import type { Answer, GraphClient, MetaError } from './graph-client';
import {
  bytesIn,
  containerIdIn,
  containerRefused,
  hasNotFetched,
  readContainer,
  type FailedContainer,
} from './instagram-container';
import { limitUsedUp } from './instagram-limit';
import { InstagramProtocol } from './instagram-protocol';
import { openSession, type Opened } from './open-session';
import type { PictureAddresses } from './picture-addresses';
import { pushResumably } from './resumable-upload';

type Parameters = Record<string, string | number | boolean>;

/** What a post of one container is, and what it is made with besides its file. */
interface Kind {
  name: 'instagram_reel' | 'instagram_photo' | 'instagram_story';
  parameters: (job: PublishJob) => Parameters;
  /** What Instagram fetches for it, and the parameter that has its address. */
  picture: (job: PublishJob) => Promise<Fetched | undefined>;
}

interface Fetched {
  parameter: 'image_url' | 'cover_url';
  picture: Media;
}

const itsFile: Kind['picture'] = ({ media }) =>
  Promise.resolve(media.type === 'image' ? { parameter: 'image_url', picture: media } : undefined);

/** The frame must lie before the end (error 2207057). */
const frameAt = (atMs: number, { durationMs }: Media): number =>
  durationMs === null ? atMs : Math.max(0, Math.min(atMs, durationMs - 1));

export const REEL: Kind = {
  name: 'instagram_reel',
  parameters: ({ text, cover, media }) => ({
    ...{ media_type: 'REELS', caption: text, share_to_feed: true },
    ...(cover && 'atMs' in cover && { thumb_offset: frameAt(cover.atMs, media) }),
  }),
  picture: async ({ cover }) => {
    const picture = cover && 'picture' in cover ? await cover.picture() : undefined;
    return picture && { parameter: 'cover_url', picture };
  },
};

export const PHOTO: Kind = {
  name: 'instagram_photo',
  picture: itsFile,
  parameters: ({ text, media: { altText } }) => ({
    caption: text,
    ...(altText !== undefined && { alt_text: altText }),
  }),
};

/** Instagram takes no caption and no alternative text for it. */
export const STORY: Kind = {
  name: 'instagram_story',
  picture: itsFile,
  parameters: () => ({ media_type: 'STORIES' }),
};

/** A reel, a photo or a story: one container with one file. Videos are pushed, pictures fetched by Instagram. */
export class InstagramSingleProtocol extends InstagramProtocol {
  readonly name: Kind['name'];

  constructor(
    graph: GraphClient,
    clock: Clock,
    private readonly pictures: PictureAddresses,
    private readonly kind: Kind,
  ) {
    super(graph, clock);
    this.name = kind.name;
  }

  async start(job: PublishJob): Promise<Opened> {
    const full = await limitUsedUp(this.graph, this.clock, job);
    return full ? { outcome: full } : this.open(job);
  }

  upload(
    job: PublishJob,
    session: RemoteSession,
  ): Promise<{ session: RemoteSession } | { outcome: Outcome }> {
    const received = async () => {
      const container = await readContainer(this.graph, job, session.remoteId);
      return bytesIn(container, job.media.sizeBytes, session, this.clock.now());
    };
    return pushResumably(this.graph, job, session, received, () => this.clock.now());
  }

  /** The container must be FINISHED first, which takes seconds to minutes. */
  async beforePublish(
    job: PublishJob,
    session: RemoteSession,
  ): Promise<{ session: RemoteSession } | { outcome: Outcome }> {
    const container = await readContainer(this.graph, job, session.remoteId);
    const isUnfetched = hasNotFetched(container) && (await this.kind.picture(job)) !== undefined;
    if (isUnfetched) return this.openAgain(job, session, container);
    return this.ready(job, session, container);
  }

  /** In a new container, since Instagram could not fetch the picture. */
  private async openAgain(
    job: PublishJob,
    { unfetched = 0 }: RemoteSession,
    container: FailedContainer,
  ): Promise<{ outcome: Outcome }> {
    if (this.pictures.isLast(unfetched)) return { outcome: containerRefused(container) };
    const opened = await openSession(this.clock, job, null, () => this.open(job, unfetched + 1));
    if ('outcome' in opened) return opened;
    const { reason } = container;
    return { outcome: { kind: 'busy', session: opened.session, retryMs: 1_000, reason } };
  }

  private async open(job: PublishJob, unfetched = 0): Promise<Opened> {
    const isVideo = job.media.type === 'video';
    const fetched = await this.kind.picture(job);
    const parameters = { ...this.kind.parameters(job), ...(isVideo && { upload_type: 'resumable' }) };
    const made = fetched
      ? await this.pictures.give(job, fetched.picture, { unfetched, kept: null }, (address) =>
          this.create(job, { ...parameters, [fetched.parameter]: address }),
        )
      : { answer: await this.create(job, parameters), unfetched };
    if ('outcome' in made) return made;
    const { answer } = made;
    const remoteId = answer.kind === 'ok' ? containerIdIn(answer.json) : undefined;
    if (answer.kind !== 'ok' || remoteId === undefined) return { answer, session: null };
    const { uri } = answer.json;
    if (isVideo && !this.graph.trusts(uri)) return { answer, session: null };
    const session = {
      ...{ protocol: this.name, accountId: job.credentials.accountId, remoteId },
      ...(isVideo ? { uploadUrl: uri as string } : { uploaded: true }),
      ...(made.unfetched > 0 && { unfetched: made.unfetched }),
    };
    return { answer, session };
  }

  /**
   * Meta lists `share_to_feed` only for uploads by URL. It is sent, and left out if it may be what is refused: no number
   * says so, and the words need not name it. A container is invisible, so another one does no harm.
   */
  private async create({ credentials, signal }: PublishJob, parameters: Parameters): Promise<Answer> {
    const { accountId, token } = credentials;
    const answer = await this.graph.post(`${accountId}/media`, token, parameters, signal);
    const { share_to_feed: shared, ...others } = parameters;
    if (shared && answer.kind === 'error' && isUnnamedRefusal(answer))
      return this.graph.post(`${accountId}/media`, token, others, signal);
    return answer;
  }
}

/** A parameter was refused, and no listed subcode tells why. */
const isUnnamedRefusal = ({ status, code, subcode }: MetaError): boolean =>
  code === 100 && listedClass({ status, subcode }) === undefined;
