import { Inject, Injectable } from '@nestjs/common';
import { EventLoopShare } from '../common/limits/event-loop-share';
import { Clock } from '../common/time/clock';
import { toIso } from '../common/time/instants';
import { DatabaseTime } from '../database/database-time';
import { MediaLinks } from '../ports/storage/media-links';
import { KINDS } from '../publishing/formats/lists';
import { PostingQueues, type QueueAhead } from '../publishing/posting-queues/posting-queues';
import { slotsToCome, type AutomaticSlot } from '../publishing/posting-queues/slots';
import { viewAccount } from '../publishing/posts/post-parts.view';
import { PostsRepository, type Cover } from '../publishing/posts/posts.repository';
import type { CalendarSlotView, CalendarWindowView } from './calendar.view';

/** The answer does not grow with the number of accounts, or of what waits on them. */
const MOST_SLOTS = 2_000;

/** Covers that are read and signed at once without anybody noticing. */
const COVERS_AT_ONCE = 250;

/** A slot with the queue that it is one of. */
interface Foreseen {
  slot: AutomaticSlot;
  of: QueueAhead;
}

interface Span {
  from: number;
  to: number;
}

/** Foresees the automatic posts of a window, by the function that the publisher asks. */
@Injectable()
export class CalendarSlots {
  constructor(
    private readonly posts: PostsRepository,
    private readonly queues: PostingQueues,
    private readonly links: MediaLinks,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** The first slots of the window over all accounts, by kind and in order of time. */
  async within(
    userId: number,
    { from, to, accountId }: Span & { accountId: number | undefined },
  ): Promise<Pick<CalendarWindowView, 'slots' | 'slots_until'>> {
    const now = this.clock.now();
    if (to <= now) return { slots: [] };
    const { queues } = await this.queues.ofUser(userId, now, { accountId, mostOfLibrary: MOST_SLOTS + 1 });
    const eventLoop = new EventLoopShare();
    const { found, until } = await firstOf(queues, now, { from, to }, eventLoop);
    const slots: CalendarSlotView[] = [];
    for (let n = 0; n < found.length; n += COVERS_AT_ONCE) {
      slots.push(...(await this.covered(userId, found.slice(n, n + COVERS_AT_ONCE))));
      await eventLoop.share();
    }
    return { slots: slots.sort(byKind), ...(until < to && { slots_until: toIso(until) }) };
  }

  /** With title and thumbnail of each slot's item or shared video. */
  private async covered(userId: number, found: Foreseen[]): Promise<CalendarSlotView[]> {
    const slots = found.map(viewSlot);
    const own = slots.flatMap(({ id }) => id ?? []);
    const posts = await this.posts.coversOfPosts(userId, own);
    const library = await this.posts.coversOf(slots.flatMap(({ shared_video_id }) => shared_video_id ?? []));
    return slots.map((slot) => {
      const cover: Cover | undefined = posts.get(slot.id ?? 0) ?? library.get(slot.shared_video_id ?? 0);
      const poster = cover?.poster_key;
      return {
        ...slot,
        title: cover?.title ?? null,
        thumbnail_path: poster ? this.links.sign(poster) : null,
      };
    });
  }
}

/** @returns the first slots of all queues, in order of time; all before `until` are among them */
async function firstOf(
  queues: QueueAhead[],
  now: number,
  { from, to }: Span,
  eventLoop: EventLoopShare,
): Promise<{ found: Foreseen[]; until: number }> {
  let found: Foreseen[] = [];
  let until = to;
  for (const of of queues) {
    const slots = await slotsOf(of, now, { from, to: until }, eventLoop);
    found.push(...slots.found.map((slot) => ({ slot, of })));
    until = Math.min(until, slots.until);
    found.sort((a, b) => a.slot.at - b.slot.at);
    until = found[MOST_SLOTS]?.slot.at ?? until;
    const end = until;
    found = found.slice(0, MOST_SLOTS).filter(({ slot }) => slot.at <= end);
    await eventLoop.share();
  }
  return { found, until };
}

/**
 * Those before the window only lead to it, and count for nothing. One more than the most tells that there are more. The
 * library is read as far as the slots reach.
 */
async function slotsOf(
  { queue, videos }: QueueAhead,
  now: number,
  { from, to }: Span,
  eventLoop: EventLoopShare,
): Promise<{ found: AutomaticSlot[]; until: number }> {
  const found: AutomaticSlot[] = [];
  if (queue.waiting.length + queue.library.length === 0) return { found, until: to };
  let last = now;
  let taken = 0;
  for (const slot of slotsToCome(queue, now)) {
    if (slot.at >= to || found.length > MOST_SLOTS) return { found, until: to };
    last = slot.at;
    if (slot.why !== 'time') {
      const filled = videos.filled(slot) ?? (await videos.fill(slot));
      if (!filled) return { found, until: to };
      if (filled.why === 'library') taken++;
      if (filled.at >= from) found.push(filled);
    }
    await eventLoop.share();
  }
  // The library may have more videos than were looked at.
  return { found, until: taken > MOST_SLOTS ? last : to };
}

const viewSlot = ({ slot, of }: Foreseen): Omit<CalendarSlotView, 'title' | 'thumbnail_path'> => ({
  kind: of.kindOf(slot),
  at: toIso(slot.at),
  why: slot.why,
  account: viewAccount(of.account),
  account_id: of.account.id,
  id: slot.why === 'library' ? null : slot.postId,
  shared_video_id: slot.why === 'library' ? slot.sharedVideoId : null,
});

const byKind = (a: CalendarSlotView, b: CalendarSlotView): number =>
  KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
