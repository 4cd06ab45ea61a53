import { expressionBuilder } from 'kysely';
import type { AccountRow } from '../../accounts/turns/account-turns';
import { EventLoopShare } from '../../common/limits/event-loop-share';
import type { Database } from '../../database/database';
import type { Tables } from '../../database/tables';
import {
  unusedVideos,
  USES_OF_ACCOUNT,
  videosAfter,
  type VideoInOrder,
} from '../../shared-videos/unused-videos';
import type { PostingAccount } from './posting-account';
import type { AutomaticSlot, PostingQueue } from './slots';

/** Most library videos that the planning of one account reads; it never reaches further. */
const MOST_OF_LIBRARY = 200;

/** The first videos that one account never posted, for a look at it alone. */
export async function unusedOn(
  db: Database,
  { user_id, network, remote_id }: AccountRow,
  categories: number[],
): Promise<PostingQueue['library']> {
  if (categories.length === 0) return [];
  const { val } = expressionBuilder<Tables>();
  const account = { userId: val(user_id), network: val(network), remoteId: val(remote_id) };
  return db.rows(
    unusedVideos(categories, account)
      .select(['v.id', 'v.created_at as createdAt'])
      .orderBy('v.created_at')
      .orderBy('v.id')
      .limit(MOST_OF_LIBRARY),
  );
}

/** Videos of the first piece. Each that follows has as many as all before it. */
const FIRST_PIECE = 500;

/** Most videos of a piece: so many rows are read without anybody noticing. */
const MOST_AT_ONCE = 2_000;

/**
 * Stand for the videos that the library has for an account, by their places among those. When a slot comes does not
 * depend on which video fills it. Slots of the library come after what waits, so that those of places without a video
 * can be left out.
 */
export const foreseenVideos = (most: number): PostingQueue['library'] =>
  Array.from({ length: most }, (_none, place) => ({ id: place, createdAt: 0 }));

/** The library, in order, for all accounts of a user: read once, and only as far as it is asked for. */
export class LibraryAhead {
  private readonly pieces: VideoInOrder[][] = [];
  private readonly eventLoop = new EventLoopShare();
  private size = 0;
  private isWhole = false;

  constructor(
    private readonly db: Database,
    private readonly userId: number,
    private readonly categories: number[],
  ) {}

  of(account: PostingAccount): VideosAhead {
    return new VideosAhead(this, account);
  }

  /** Nothing behind the end. */
  async piece(n: number): Promise<VideoInOrder[]> {
    while (n >= this.pieces.length && !this.isWhole) {
      const most = Math.min(Math.max(this.size, FIRST_PIECE), MOST_AT_ONCE);
      const last = this.pieces.at(-1)?.at(-1);
      const piece = await this.db.rows(videosAfter(this.categories, last, most));
      this.pieces.push(piece);
      this.size += piece.length;
      this.isWhole = piece.length < most;
      await this.eventLoop.share();
    }
    return this.pieces[n] ?? [];
  }

  /** The videos of the piece that the account never posted. */
  async unused(piece: VideoInOrder[], { network, remote_id }: PostingAccount): Promise<number[]> {
    const ids = piece.map(({ id }) => id);
    const { from, to } = spanOf(ids);
    const given = { userId: this.userId, network, remoteId: remote_id, from, to };
    const used = new Set((await this.db.rows(USES_OF_ACCOUNT(given))).map(({ id }) => id));
    await this.eventLoop.share();
    return used.size > 0 ? ids.filter((id) => !used.has(id)) : ids;
  }
}

/** What the library has for one account. */
export class VideosAhead {
  private readonly found: number[] = [];
  private read = 0;

  constructor(
    private readonly library: LibraryAhead,
    private readonly account: PostingAccount,
  ) {}

  /** The slot with the video that goes out then; undefined if the library has no more. */
  async fill(slot: AutomaticSlot): Promise<AutomaticSlot | undefined> {
    if (slot.why === 'library') await this.reach(slot.sharedVideoId);
    return this.filled(slot);
  }

  /** The same for what was read before: at once. */
  filled(slot: AutomaticSlot): AutomaticSlot | undefined {
    if (slot.why !== 'library') return slot;
    const sharedVideoId = this.found[slot.sharedVideoId];
    return sharedVideoId === undefined ? undefined : { ...slot, sharedVideoId };
  }

  private async reach(place: number): Promise<void> {
    while (place >= this.found.length) {
      const piece = await this.library.piece(this.read);
      if (piece.length === 0) return;
      this.read++;
      for (const id of await this.library.unused(piece, this.account)) this.found.push(id);
    }
  }
}

function spanOf(ids: number[]): { from: number; to: number } {
  let [from, to] = [Infinity, -Infinity];
  for (const id of ids) [from, to] = [Math.min(from, id), Math.max(to, id)];
  return { from, to };
}
