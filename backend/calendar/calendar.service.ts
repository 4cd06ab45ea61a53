import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import type { Caller } from '../common/caller.decorator';
import { Clock } from '../common/clock';
import { conflict, invalid, notFound } from '../common/errors';
import { toIso } from '../common/instants';
import { MediaLinks } from '../ports/storage/media-links';
import { PostingQueues } from '../publishing/posting-queues';
import type { PostKind } from '../publishing/formats/formats';
import type { PostRow, PostView } from '../publishing/post.view';
import { PostChanges } from '../publishing/post-changes';
import { PostsRepository, type Cover } from '../publishing/posts.repository';
import { PostsService } from '../publishing/posts.service';
import { readScheduledTime } from '../publishing/scheduled-time';
import { upcomingSlots } from '../publishing/slots';
import type { BatchDto } from './calendar.dto';
import type {
  CalendarItemsView,
  CalendarItemView,
  CalendarSlotView,
  CalendarWindowView,
} from './calendar.view';

const A_MINUTE_MS = 60_000;
const LONGEST_WINDOW_MS = 400 * 86_400_000;
const MOST_SLOTS = 200;
const END_OF_CALENDAR_MS = Date.UTC(2101, 0);

type BareSlot = Omit<CalendarSlotView, 'title' | 'thumbnail_path'>;

@Injectable()
export class CalendarService {
  constructor(
    private readonly posts: PostsRepository,
    private readonly changes: PostChanges,
    private readonly views: PostsService,
    private readonly queues: PostingQueues,
    private readonly links: MediaLinks,
    private readonly clock: Clock,
  ) {}

  /** All items with a time in the window, and the automatic slots in it. @throws DomainError 422 */
  async window(caller: Caller, from: unknown, to: unknown): Promise<CalendarWindowView> {
    const start = readEdge(from, 'from', caller.timezone);
    const end = readEdge(to, 'to', caller.timezone);
    if (end <= start || end - start > LONGEST_WINDOW_MS)
      throw invalid({ to: ['to must be after from, and at most 400 days later.'] });
    const rows = await this.posts.between(caller.id, start, end);
    return { items: await this.itemsOf(rows), slots: await this.slots(caller.id, start, end) };
  }

  /** Gives times to many pending items, to all or to none. @throws DomainError 404, 409, 422 */
  async batch(caller: Caller, { items, start, every_minutes }: BatchDto): Promise<CalendarItemsView> {
    const first = readScheduledTime(start, caller.timezone, this.clock.now(), 'start');
    if (new Set(items.map(nameOf)).size < items.length)
      throw invalid({ items: ['Each item can be given once.'] });
    const times = items.map(({ kind, id }, n) => ({
      ref: { kind, id, userId: caller.id },
      at: first + n * every_minutes * A_MINUTE_MS,
    }));
    if (first + (items.length - 1) * every_minutes * A_MINUTE_MS >= END_OF_CALENDAR_MS)
      throw invalid({ every_minutes: ['The last item would go out after the year 2100. Choose less.'] });
    if (!(await this.changes.rescheduleAll(caller.id, times))) throw await this.refusal(caller.id, items);
    const rows = await this.rowsOf(caller.id, items);
    return { items: await this.itemsOf(rows.filter((row) => row !== undefined)) };
  }

  private async itemsOf(rows: PostRow[]): Promise<CalendarItemView[]> {
    const views = await this.views.views(rows);
    return rows.map((row, n) => ({ ...(views[n] as PostView), kind: row.kind, at: toIso(timeOf(row)) }));
  }

  private async slots(userId: number, from: number, to: number): Promise<CalendarSlotView[]> {
    const now = this.clock.now();
    if (to <= now) return [];
    const all: BareSlot[] = [];
    for (const { kind, queue } of await this.queues.ofUser(userId, now)) {
      for (const slot of upcomingSlots(queue, now, to, queue.timed.length + MOST_SLOTS)) {
        if (slot.why === 'time' || slot.at < from || slot.at >= to) continue;
        all.push({
          kind,
          at: toIso(slot.at),
          why: slot.why,
          id: slot.why === 'frequency' ? slot.postId : null,
          shared_video_id: slot.why === 'library' ? slot.sharedVideoId : null,
        });
      }
    }
    return this.covered(userId, all);
  }

  /** Adds title and thumbnail of each slot's item or shared video, in two look-ups however many slots there are. */
  private async covered(userId: number, slots: BareSlot[]): Promise<CalendarSlotView[]> {
    if (slots.length === 0) return [];
    const own = await this.posts.findAll(
      userId,
      slots.flatMap(({ id }) => id ?? []),
    );
    const posts = new Map<number, Cover>(own.map((row) => [row.id, row]));
    const library = await this.posts.coversOf(slots.flatMap(({ shared_video_id }) => shared_video_id ?? []));
    return slots.map((slot) => {
      const cover = posts.get(slot.id ?? 0) ?? library.get(slot.shared_video_id ?? 0);
      const poster = cover?.poster_key;
      return {
        ...slot,
        title: cover?.title ?? null,
        thumbnail_path: poster ? this.links.sign(poster) : null,
      };
    });
  }

  /** The rows in the order of the items; undefined where there is none. */
  private async rowsOf(userId: number, items: BatchDto['items']): Promise<(PostRow | undefined)[]> {
    const found = await this.posts.findAll(
      userId,
      items.map(({ id }) => id),
    );
    const rows = new Map(found.map((row) => [nameOf(row), row]));
    return items.map((item) => rows.get(nameOf(item)));
  }

  private async refusal(userId: number, items: BatchDto['items']): Promise<Error> {
    const rows = await this.rowsOf(userId, items);
    for (const [n, item] of items.entries()) {
      const row = rows[n];
      if (!row) return notFound(`The item ${nameOf(item)}`);
      if (row.status !== 'pending')
        return conflict(
          `"${row.title}" is ${row.status}; only pending items can be scheduled. Nothing was changed.`,
        );
    }
    return conflict('An item changed just now. Nothing was changed; try again.');
  }
}

const nameOf = ({ kind, id }: { kind: PostKind; id: number }) => `${kind} ${id}`;

const timeOf = ({ scheduled_for, published_at, due_at, created_at }: PostRow): number =>
  scheduled_for ?? published_at ?? due_at ?? created_at;

function readEdge(value: unknown, field: string, timezone: string): number {
  const time =
    typeof value === 'string'
      ? DateTime.fromISO(value.trim().replace(' ', 'T'), { zone: timezone })
      : undefined;
  if (time?.isValid) return time.toMillis();
  throw invalid({
    [field]: [`${field} must be a date or an instant, like 2026-12-01 or 2026-12-01T00:00:00Z.`],
  });
}
