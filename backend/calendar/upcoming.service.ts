import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.decorator';
import { Clock } from '../common/clock';
import { toIso } from '../common/instants';
import { PostingQueues } from '../publishing/posting-queues';
import type { PostKind } from '../publishing/formats/formats';
import type { PostRow, PostView } from '../publishing/post.view';
import { PostsRepository } from '../publishing/posts.repository';
import { PostsService } from '../publishing/posts.service';
import { upcomingSlots, type PostingQueue, type Slot } from '../publishing/slots';
import type { UpcomingView } from './upcoming.view';

const SHOWN = 3;
const A_DAY_MS = 86_400_000;
const LATELY_MS = 14 * A_DAY_MS;
const FORESEEN_MS = 400 * A_DAY_MS;

type Coming = Slot & { kind: PostKind };

/** What goes out next, what failed lately and what went out last, over all kinds, in one call. */
@Injectable()
export class UpcomingService {
  constructor(
    private readonly posts: PostsRepository,
    private readonly views: PostsService,
    private readonly queues: PostingQueues,
    private readonly clock: Clock,
  ) {}

  async of({ id }: Caller): Promise<UpcomingView> {
    const now = this.clock.now();
    const queues = await this.queues.ofUser(id, now);
    const next = queues
      .flatMap(({ kind, queue }) => comingOf(queue, now).map((slot): Coming => ({ kind, ...slot })))
      .sort((a, b) => a.at - b.at)
      .slice(0, SHOWN);
    const ids = next.flatMap((slot) => (slot.why === 'library' ? [] : slot.postId));
    const coming = await this.posts.findAll(id, ids);
    const failed = await this.posts.failedSince(id, now - LATELY_MS, SHOWN);
    const last = await this.posts.lastPublished(id);

    const views = await this.viewsOf([...coming, ...failed, ...(last ? [last] : [])]);
    const itemOf = (row: PostRow, at: number) => ({
      kind: row.kind,
      at: toIso(at),
      item: views.get(row.id) as PostView,
    });
    return {
      next: next.map(({ kind, at, ...slot }) => ({
        kind,
        at: toIso(at),
        why: slot.why,
        item: (slot.why === 'library' ? undefined : views.get(slot.postId)) ?? null,
      })),
      waiting: queues.reduce((sum, { queue }) => sum + queue.waiting.length, 0),
      failed: failed.map((row) => itemOf(row, row.ended_at)),
      last: last?.published_at ? itemOf(last, last.published_at) : null,
    };
  }

  private async viewsOf(rows: PostRow[]): Promise<Map<number, PostView>> {
    return new Map((await this.views.views(rows)).map((view) => [view.id, view]));
  }
}

/** A post with its own time stays listed while the account may not post; automatic slots do not. */
function comingOf(queue: PostingQueue, now: number): Slot[] {
  const timed = queue.timed.map(({ id, at }): Slot => ({ why: 'time', at, postId: id }));
  const automatic = upcomingSlots(queue, now, now + FORESEEN_MS, timed.length + SHOWN).filter(
    ({ why }) => why !== 'time',
  );
  return [...timed, ...automatic];
}
