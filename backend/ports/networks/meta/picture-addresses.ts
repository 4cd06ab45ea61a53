import type { Clock } from '../../../common/time/clock';
import { forInstagram, isTakenByInstagram } from '../../../media/pictures/instagram-picture';
import { UnusablePhoto } from '../../../media/pictures/open-picture';
import { MediaMissing } from '../../storage/storage';
import type { Media, MetaCode, Outcome, PublishJob, RemoteSession } from '../network';
import { listedClass } from './error-classes';
import { sentenceOf } from './error-sentences';
import type { Answer, GraphClient, MetaError } from './graph-client';
import { asObject, numberOf, textOf } from './json';
import { codesOf, toOutcome, unreadOutcome } from './outcomes';
import { sendToFit } from './page-photos';

/** How Instagram gets pictures. */
export interface PictureDelivery {
  mode: 'auto' | 'link' | 'page';
  /** A public address of the stored file, valid for an hour; undefined if there is none. */
  link: (key: string) => string | undefined;
}

type Way = 'link' | 'page';

/** The numbers by which Meta says that it could not fetch a file (guide "Instagram Error Codes"). */
const UNFETCHED = [9004, 2207052, 2207003, 2207077];

const MOST_CONTAINERS = 2;

const NO_WAY =
  'Instagram fetches pictures itself and cannot reach this server. Set PUBLIC_URL to a public https address, or connect the Page of this account.';

const NOT_PERMITTED =
  'Instagram gets this picture by way of your Page, and Pagecast may not upload photos there. Connect again, and allow pages_manage_posts.';

/** "Instagram account restricted" (guide "Instagram Error Codes"). */
const RESTRICTED = 25;

export const isUnfetched = ({ code, subcode }: MetaCode): boolean =>
  UNFETCHED.includes(code ?? NaN) || UNFETCHED.includes(subcode ?? NaN);

/**
 * Gives Instagram the address of a picture, since it takes no bytes. A container is invisible, so when Instagram cannot
 * fetch the picture a second one is made, the other way if there is one.
 */
export class PictureAddresses {
  constructor(
    private readonly graph: GraphClient,
    private readonly clock: Clock,
    private readonly delivery: PictureDelivery,
  ) {}

  /**
   * Makes a container with the picture. `unfetched`: how many could not fetch it before; it is more in the result if this
   * one could not either. `kept`: the session to continue from after a failure.
   */
  async give(
    job: PublishJob,
    picture: Media,
    { unfetched = 0, kept }: { unfetched?: number; kept: RemoteSession | null },
    make: (address: string) => Promise<Answer>,
  ): Promise<{ answer: Answer; unfetched: number } | { outcome: Outcome }> {
    const ways = this.waysFor(job, picture);
    for (let tried = unfetched; ; tried++) {
      const way = ways[tried];
      if (way === undefined) return { outcome: { kind: 'refused', reason: NO_WAY } };
      const found = await this.address(way, job, picture, kept);
      if ('outcome' in found) return found;
      const answer = await make(found.address);
      if (answer.kind !== 'error' || !isUnfetched(answer)) return { answer, unfetched: tried };
      if (this.isLast(tried)) return { outcome: refusedFor(answer) };
    }
  }

  /** Whether no other container is made after one that could not fetch the picture. */
  isLast(unfetched = 0): boolean {
    return unfetched + 1 >= MOST_CONTAINERS;
  }

  private waysFor({ credentials }: PublishJob, { key }: Media): Way[] {
    const { mode, link } = this.delivery;
    const canLink = mode !== 'page' && key !== undefined && link(key) !== undefined;
    const canPage = mode !== 'link' && credentials.pageId !== undefined;
    const ways: Way[] = [...(canLink ? (['link'] as const) : []), ...(canPage ? (['page'] as const) : [])];
    // Without another way, the same one once more: such refusals also pass.
    return ways.length === 1 ? [...ways, ...ways] : ways;
  }

  private async address(
    way: Way,
    job: PublishJob,
    picture: Media,
    kept: RemoteSession | null,
  ): Promise<{ address: string } | { outcome: Outcome }> {
    try {
      if (way === 'page') return await this.upload(job, picture, kept);
      // A picture that cannot be made is refused with its own sentence.
      if (!(await isTakenByInstagram(picture))) (await forInstagram(picture)).bytes.destroy();
      const address = this.delivery.link(picture.key ?? '');
      return address === undefined ? { outcome: { kind: 'refused', reason: NO_WAY } } : { address };
    } catch (error) {
      if (error instanceof MediaMissing || error instanceof UnusablePhoto)
        return { outcome: { kind: 'refused', reason: error.message } };
      throw error;
    }
  }

  /** Uploads the picture unpublished to the Page. Meta deletes such photos after a day. */
  private async upload(
    { credentials: { pageId = '', token }, signal }: PublishJob,
    picture: Media,
    kept: RemoteSession | null,
  ): Promise<{ address: string } | { outcome: Outcome }> {
    const sent = await sendToFit(picture, await forInstagram(picture), (source) => {
      const file = { field: 'source', ...source };
      return this.graph.postFile(`${pageId}/photos`, token, { published: false }, file, signal);
    });
    if (sent.kind !== 'ok')
      return { outcome: refusedByPage(sent) ?? toOutcome(sent, kept, this.clock.now()) };
    const photo = textOf(sent.json.id) ?? '';
    const read = /^\w{1,64}$/.test(photo)
      ? await this.graph.get(photo, token, { fields: 'images' }, signal)
      : sent;
    if (read.kind !== 'ok') return { outcome: unreadOutcome(read, kept, this.clock.now()) };
    const address = largestIn(read.json.images);
    if (address !== undefined) return { address };
    return {
      outcome: {
        kind: 'busy',
        session: kept,
        reason: 'The network gave no address of the uploaded picture.',
      },
    };
  }
}

/** The address of the largest size of a photo. */
function largestIn(images: unknown): string | undefined {
  const sizes = (Array.isArray(images) ? (images as unknown[]) : [])
    .map((each) => asObject(each) ?? {})
    .flatMap(({ source, width, height }) => {
      const address = addressIn(source);
      return address === undefined
        ? []
        : [{ address, pixels: (numberOf(width) ?? 0) * (numberOf(height) ?? 0) }];
    });
  return sizes.sort((one, other) => other.pixels - one.pixels)[0]?.address;
}

function addressIn(source: unknown): string | undefined {
  const text = textOf(source);
  if (text === undefined || text.length > 4_096 || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return /^https?:$/.test(protocol) ? href : undefined;
}

const refusedFor = (error: MetaError): Outcome => ({
  kind: 'refused',
  reason: sentenceOf(error),
  code: codesOf(error),
});

/**
 * What the Page does not permit stops only what goes through it, for Instagram asks for no such permission. A refused
 * token or a restricted account stops everything.
 */
function refusedByPage(answer: Exclude<Answer, { kind: 'ok' }>): Outcome | undefined {
  if (answer.kind === 'lost' || answer.code === RESTRICTED) return undefined;
  // Without a listed number, a 401 may be about the token.
  if (listedClass(answer) !== 'reconnect') return undefined;
  const isExplained = listedClass({ status: answer.status, subcode: answer.subcode }) !== undefined;
  if (isExplained) return refusedFor(answer);
  return {
    kind: 'refused',
    reason: `${NOT_PERMITTED} Meta’s words: ${answer.reason}`,
    code: codesOf(answer),
  };
}
