import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../common/http/caller.decorator';
import { EventLoopShare } from '../common/limits/event-loop-share';
import { Clock } from '../common/time/clock';
import { toIso } from '../common/time/instants';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { queued, waits, type OpenPost } from '../publishing/posting-queues/open-posts';
import type { VideosAhead } from '../publishing/posting-queues/library-ahead';
import { PostingQueues, type QueueAhead } from '../publishing/posting-queues/posting-queues';
import type { PostKind } from '../publishing/formats/formats';
import { NETWORK_OF } from '../publishing/formats/lists';
import { isStranded, networksBeside } from '../publishing/posting-queues/stranded-posts';
import { type PostView, type ShownPost } from '../publishing/posts/post.view';
import { viewAccount, type AccountOfPost } from '../publishing/posts/post-parts.view';
import { PostsRepository } from '../publishing/posts/posts.repository';
import { PostsService } from '../publishing/posts/posts.service';
import { upcomingSlots, type Slot } from '../publishing/posting-queues/slots';
import type { UpcomingView } from './upcoming.view';

const SHOWN = 3;
const A_DAY_MS = 86_400_000;
const LATELY_MS = 14 * A_DAY_MS;
const FORESEEN_MS = 400 * A_DAY_MS;

/** Without an account where its post names it. */
type Coming = Slot & { kind: PostKind; account: AccountOfPost | null; videos?: VideosAhead };

/** What goes out next, what failed lately and what went out last, over all kinds, in one call. */
@Injectable()
export class UpcomingService {
  constructor(
    private readonly db: Database,
    private readonly posts: PostsRepository,
    private readonly views: PostsService,
    private readonly queues: PostingQueues,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** Of all the user's accounts, or of one of them. */
  async of({ id }: Caller, accountId?: number): Promise<UpcomingView> {
    const now = this.clock.now();
    const { open, queues } = await this.queues.ofUser(id, now, { accountId, mostOfLibrary: SHOWN });
    const networks = await networksBeside(this.db, id, open);
    const coming = open.filter(
      ({ account_id, kind }) => !isStranded({ account_id, network: NETWORK_OF[kind] }, networks),
    );
    const next = await firstOf([...timedOf(coming, now), ...(await automaticOn(queues, now))]);
    const ids = next.flatMap((slot) => (slot.why === 'library' ? [] : slot.postId));
    const found = await this.posts.findAll(id, ids);
    const failed = await this.posts.failedSince(id, now - LATELY_MS, SHOWN, accountId);
    const last = await this.posts.lastPublished(id, accountId);

    const views = await this.viewsOf(id, [...found, ...failed, ...(last ? [last] : [])]);
    const itemOf = (row: ShownPost, at: number) => ({
      kind: row.kind,
      at: toIso(at),
      item: views.get(row.id) as PostView,
    });
    return {
      next: next.map(({ kind, account, at, ...slot }) => {
        const item = (slot.why === 'library' ? undefined : views.get(slot.postId)) ?? null;
        return { kind, account: account ?? item?.account ?? null, at: toIso(at), why: slot.why, item };
      }),
      waiting: open.filter(waits).length,
      failed: failed.map((row) => itemOf(row, row.ended_at)),
      last: last?.published_at ? itemOf(last, last.published_at) : null,
    };
  }

  private async viewsOf(userId: number, rows: ShownPost[]): Promise<Map<number, PostView>> {
    return new Map((await this.views.views(userId, rows)).map((view) => [view.id, view]));
  }
}

/** A post with its own time stays listed while its account may not post. */
function timedOf(open: OpenPost[], now: number): Coming[] {
  const kinds = new Map(open.map(({ id, kind }) => [id, kind]));
  return [...queued(open, now).timed]
    .sort((a, b) => a.at - b.at || a.id - b.id)
    .slice(0, SHOWN)
    .map(({ id, at }) => ({ why: 'time', at, postId: id, kind: kinds.get(id) as PostKind, account: null }));
}

/** Of many accounts; other calls have their turns meanwhile. */
async function automaticOn(queues: QueueAhead[], now: number): Promise<Coming[]> {
  const found: Coming[] = [];
  const eventLoop = new EventLoopShare();
  for (const each of queues) {
    found.push(...automaticOf(each, now));
    await eventLoop.share();
  }
  return found;
}

/** Slots that were not chosen by the user; none while the account may not post. */
function automaticOf({ account, queue, kindOf, videos }: QueueAhead, now: number): Coming[] {
  if (queue.waiting.length + queue.library.length === 0) return [];
  return upcomingSlots(queue, now, now + FORESEEN_MS, queue.timed.length + SHOWN)
    .filter(({ why }) => why !== 'time')
    .map((slot) => ({ ...slot, kind: kindOf(slot), account: viewAccount(account), videos }));
}

/** The library is asked for its videos in the order of time: those of few accounts are looked at. */
async function firstOf(coming: Coming[]): Promise<Coming[]> {
  const first: Coming[] = [];
  for (const each of coming.sort((a, b) => a.at - b.at)) {
    if (first.length === SHOWN) break;
    if (each.why !== 'library' || (await each.videos?.fill(each))) first.push(each);
  }
  return first;
}
