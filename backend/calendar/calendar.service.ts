import { Inject, Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import type { Caller } from '../common/http/caller.decorator';
import { Clock } from '../common/time/clock';
import { conflict, invalid, notFound } from '../common/errors/errors';
import { EventLoopShare } from '../common/limits/event-loop-share';
import { toIso } from '../common/time/instants';
import { DatabaseTime } from '../database/database-time';
import type { PostKind } from '../publishing/formats/formats';
import { type PostRow, type PostView, type ShownPost } from '../publishing/posts/post.view';
import { PostChanges } from '../publishing/posts/post-changes';
import { PostsRepository } from '../publishing/posts/posts.repository';
import { PostsService } from '../publishing/posts/posts.service';
import { readEdge, readScheduledTime } from '../publishing/posts/scheduled-time';
import { PostWarnings } from '../publishing/warnings/post-warnings';
import { CalendarSlots } from './calendar-slots';
import type { BatchDto } from './calendar.dto';
import type { BatchView, CalendarItemView, CalendarWindowView } from './calendar.view';

const A_MINUTE_MS = 60_000;
const A_DAY_MS = 86_400_000;
const MOST_DAYS = 400;
const END_OF_CALENDAR_MS = Date.UTC(2101, 0);

@Injectable()
export class CalendarService {
  constructor(
    private readonly posts: PostsRepository,
    private readonly changes: PostChanges,
    private readonly views: PostsService,
    private readonly slots: CalendarSlots,
    private readonly warnings: PostWarnings,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** All items with a time in the window, and the automatic slots in it. @throws DomainError 422 */
  async window(
    caller: Caller,
    { from, to, accountId }: { from: unknown; to: unknown; accountId?: number },
  ): Promise<CalendarWindowView> {
    const start = readEdge(from, 'from', caller.timezone);
    const end = readEdge(to, 'to', caller.timezone);
    if (end <= start || end > latestEnd(start, caller.timezone))
      throw invalid({ to: ['to must be after from, and at most 400 days later.'] });
    return {
      items: await this.itemsIn(caller.id, start, end, accountId),
      ...(await this.slots.within(caller.id, { from: start, to: end, accountId })),
    };
  }

  /** Gives times to many pending items, to all or to none. @throws DomainError 404, 409, 422 */
  async batch(caller: Caller, { items, start, every_minutes }: BatchDto): Promise<BatchView> {
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
    const rows = (await this.rowsOf(caller.id, items)).filter((row) => row !== undefined);
    return { items: await this.itemsOf(caller.id, rows), warnings: await this.warnings.of(caller.id, rows) };
  }

  /** In order of time, then of age. Other calls have their turns while many are read. */
  private async itemsIn(
    userId: number,
    start: number,
    end: number,
    accountId?: number,
  ): Promise<CalendarItemView[]> {
    const found = new Map<number, CalendarItemView>();
    const eventLoop = new EventLoopShare();
    for await (const rows of this.posts.between(userId, start, end, accountId)) {
      for (const item of await this.itemsOf(userId, rows)) found.set(item.id, item);
      await eventLoop.share();
    }
    return [...found.values()].sort(byTime);
  }

  private async itemsOf(userId: number, rows: ShownPost[]): Promise<CalendarItemView[]> {
    const views = await this.views.views(userId, rows);
    return rows.map((row, n) => ({ ...(views[n] as PostView), at: toIso(timeOf(row)) }));
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

const timeOf = ({ scheduled_for, published_at, due_at, created_at }: ShownPost): number =>
  scheduled_for ?? published_at ?? due_at ?? created_at;

/** By days of 24 hours or of the calendar, whichever end later: the clocks may be set back in between. */
const latestEnd = (start: number, timezone: string): number =>
  Math.max(
    start + MOST_DAYS * A_DAY_MS,
    DateTime.fromMillis(start, { zone: timezone }).plus({ days: MOST_DAYS }).toMillis(),
  );

/** As texts, instants have the order of their times. */
const byTime = (a: CalendarItemView, b: CalendarItemView): number =>
  compare(a.at, b.at) || compare(a.created_at, b.created_at) || a.id - b.id;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
