import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../common/time/clock';
import { EventLoopShare } from '../../common/limits/event-loop-share';
import { Database } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query } from '../../database/tables';
import { KeptPlaces, type Place, type Places } from './kept-places';
import { waits } from './open-posts';
import { mayPostNow, ownerOf, timezoneOf, type Owner } from './post-owner';
import type { PostRow } from '../posts/post.view';
import { POSTING_COLUMNS } from './posting-account';
import { PostingQueues, type QueueOfAccount } from './posting-queues';
import { isStranded, networksBeside } from './stranded-posts';
import { inOrder, slotsToCome } from './slots';
import { openPostsOf } from './waiting-posts';

const NO_PLACE: Place = { position: null, nextAt: null, why: null };

type PostWithPlace = Pick<
  PostRow,
  'id' | 'account_id' | 'network' | 'status' | 'scheduled_for' | 'due_at' | 'draft'
>;

const isTimed = (post: PostWithPlace) => post.status === 'pending' && !post.draft && !waits(post);

type AccountOfPlaces = Awaited<ReturnType<QueuePlaces['accounts']>>[number];

/** Foresees when posts go out, by the function that the publisher and the calendar ask. */
@Injectable()
export class QueuePlaces {
  private readonly kept = new KeptPlaces();

  constructor(
    private readonly db: Database,
    private readonly queues: PostingQueues,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** Reads nothing unless one of the posts waits for its turn, or has a time and no account. */
  async of(userId: number, posts: PostWithPlace[]): Promise<(post: PostWithPlace) => Place> {
    const waiting = posts
      .filter((post) => !post.draft && waits(post))
      .flatMap((post) => post.account_id ?? []);
    const places = waiting.length > 0 ? await this.onAccounts(userId, [...new Set(waiting)]) : undefined;
    const networks = await networksBeside(this.db, userId, posts.filter(isTimed));
    return (post) => {
      if (post.status !== 'pending' || post.draft) return NO_PLACE;
      if (waits(post)) return places?.get(post.account_id ?? 0)?.get(post.id) ?? NO_PLACE;
      if (isStranded(post, networks)) return NO_PLACE;
      return { position: null, nextAt: post.due_at ?? post.scheduled_for, why: 'time' };
    };
  }

  private async onAccounts(userId: number, ids: number[]): Promise<Map<number, Places>> {
    const now = this.clock.now();
    const accounts = await this.accounts(userId, ids);
    const owner = await ownerOf(this.db, userId, now);
    const found = new Map<number, Places>();
    const others = accounts.filter((account) => {
      const places = this.kept.get(account.id, versionOf(account, owner, now), now);
      if (places) found.set(account.id, places);
      return !places;
    });
    if (others.length === 0) return found;
    const open = await openPostsOf(
      this.db,
      others.map(({ id }) => id),
    );
    const queues = await this.queues.of(userId, others, now, { open, owner, mostOfLibrary: 0 });
    const eventLoop = new EventLoopShare();
    for (const account of others) {
      const own = queues.filter((each) => each.account.id === account.id);
      const { places, until } = await foreseen(own, now, eventLoop);
      found.set(account.id, places);
      this.kept.set(account.id, versionOf(account, owner, now), { places, from: now, until });
    }
    return found;
  }

  /** Accounts that are not removed. */
  private accounts(userId: number, ids: number[]) {
    return this.db.rows(
      query
        .selectFrom('accounts')
        .select([...POSTING_COLUMNS, 'changes'])
        .where('id', 'in', ids)
        .where('user_id', '=', userId)
        .where('removed_at', '=', 0),
    );
  }
}

/** Another one whenever the places may be others, but for the course of time. */
const versionOf = (account: AccountOfPlaces, owner: Owner, now: number): string =>
  [
    account.changes,
    account.posting,
    account.slots,
    account.upload_frequency,
    account.photo_upload_frequency,
    timezoneOf(owner),
    mayPostNow(account, owner, now),
  ].join();

/** `until`: the instant from which on the places may be others although nothing was changed. */
async function foreseen(
  queues: QueueOfAccount[],
  now: number,
  eventLoop: EventLoopShare,
): Promise<{ places: Places; until: number }> {
  const places: Places = new Map();
  let until = Infinity;
  const waiting = queues.flatMap(({ queue }) => queue.waiting);
  for (const [n, { id, restsUntil }] of inOrder(waiting).entries()) {
    places.set(id, { position: n + 1, nextAt: null, why: null });
    if (restsUntil && restsUntil > now) until = Math.min(until, restsUntil);
  }
  for (const { queue } of queues) {
    for (const { at } of queue.timed) until = Math.min(until, at);
    let left = queue.mayPost ? queue.waiting.length : 0;
    for (const slot of left > 0 ? slotsToCome(queue, now) : []) {
      until = Math.min(until, slot.at);
      const place = slot.why === 'library' ? undefined : places.get(slot.postId);
      if (place && slot.why !== 'library') Object.assign(place, { nextAt: slot.at, why: slot.why });
      if (place && --left === 0) break;
      await eventLoop.share();
    }
  }
  return { places, until };
}
