import type { PostingTime } from '../../accounts/posting-times';
import { slotInstants } from './posting-time-instants';

/**
 * The posting queue of one account and one kind, or in slots mode of the account with all its kinds. `upcomingSlots` computes from it what goes out next, when and why; the
 * publisher, the calendar and the screens share that answer. Pure; instants are milliseconds since 1970.
 */
export interface PostingQueue {
  /** Minimum interval between posts without a time. */
  frequencyMs: number;
  lastPublishedAt: number | null;
  /** Posts with a time that are not published yet, including those under way. */
  timed: readonly { id: number; at: number }[];
  /** The posting times in slots mode; then the frequency has no say. */
  times?: PostingTimes;
  /** Pending posts without a time. */
  waiting: readonly WaitingPost[];
  /** Library videos that this account has never posted; empty if the user may not use the library. */
  library: readonly { id: number; createdAt: number }[];
  /** Whether the subscription is active, the credentials are complete and the connection is not paused. */
  mayPost: boolean;
}

export interface PostingTimes {
  week: readonly PostingTime[];
  timezone: string;
  /** Slots up to this instant are over, whether or not anything went out. */
  after: number;
  /** One that was filled, maybe before its time, while a clock was ahead. */
  filled?: number;
  /** Times chosen by the user, including those of posts that just went out. */
  chosen: readonly number[];
}

export interface WaitingPost {
  id: number;
  /** When its upload began. Starts its frequency interval and, unless it was moved, decides its place in the queue. */
  begunAt: number;
  /** Takes the place of a post that was uploaded at this instant. */
  queuedAt?: number | null;
  /** When its upload was complete. */
  storedAt: number;
  /** Skipped until then. */
  restsUntil?: number | null;
}

export type Slot =
  | { why: 'time'; at: number; postId: number }
  | { why: 'frequency' | 'slot'; at: number; postId: number }
  | { why: 'library'; at: number; sharedVideoId: number };

/** Without a time that the user chose. */
export type AutomaticSlot = Exclude<Slot, { why: 'time' }>;

/** All slots from `now` up to `until`, in order; at most `most`. */
export function upcomingSlots(queue: PostingQueue, now: number, until: number, most = 1000): Slot[] {
  const slots: Slot[] = [];
  for (const slot of slotsToCome(queue, now)) {
    if (slot.at > until || slots.length >= most) break;
    slots.push(slot);
  }
  return slots;
}

/** All slots from `now` on, in order. They end where nothing is left to fill them. */
export function* slotsToCome(queue: PostingQueue, now: number): Generator<Slot, void> {
  if (!queue.mayPost) return;
  const candidates = {
    timed: [...queue.timed].sort((a, b) => b.at - a.at || b.id - a.id),
    waiting: inOrder(queue.waiting).reverse(),
    library: [...queue.library].sort((a, b) => b.createdAt - a.createdAt || b.id - a.id),
  };
  if (queue.times) yield* atPostingTimes(queue.times, candidates, now);
  else yield* byFrequency(queue, candidates, now);
}

/** Each with what comes first at its end, where taking one costs the same however many there are. */
interface Candidates {
  timed: PostingQueue['timed'][number][];
  waiting: WaitingPost[];
  library: PostingQueue['library'][number][];
}

function* byFrequency(
  { frequencyMs, lastPublishedAt }: PostingQueue,
  { timed, waiting, library }: Candidates,
  now: number,
): Generator<Slot, void> {
  let last = lastPublishedAt ?? -Infinity;
  for (;;) {
    const earliest = Math.max(last + frequencyMs, now);
    const automatic = nextAutomatic(earliest, frequencyMs, waiting, library.at(-1));
    const planned = timed.at(-1);
    // A chosen time ignores the frequency, but what follows it does not.
    const slot = planned && (!automatic || planned.at <= automatic.at) ? onTime(planned, now) : automatic;
    if (!slot) return;
    yield slot;
    last = Math.max(last, slot.at);
    if (slot.why === 'time') timed.pop();
    else if (slot.why === 'library') library.pop();
    else
      waiting.splice(
        waiting.findLastIndex(({ id }) => id === slot.postId),
        1,
      );
  }
}

/** Waiting posts, the first one first. */
export const inOrder = <Post extends Pick<WaitingPost, 'id' | 'begunAt' | 'queuedAt'>>(
  posts: readonly Post[],
): Post[] => [...posts].sort((a, b) => placeOf(a) - placeOf(b) || a.begunAt - b.begunAt || a.id - b.id);

const placeOf = ({ queuedAt, begunAt }: Pick<WaitingPost, 'begunAt' | 'queuedAt'>): number =>
  queuedAt ?? begunAt;

/** A slot this close to a chosen time is left out. */
export const CLOSE_MS = 5 * 60_000;

/** How long before a slot a post must have been uploaded, so that its user could choose a time. */
const FRESH_MS = 10 * 60_000;

function* atPostingTimes(
  { week, timezone, after, filled, chosen }: PostingTimes,
  { timed, waiting, library }: Candidates,
  now: number,
): Generator<Slot, void> {
  const isChosen = closeTo(chosen);
  if (waiting.length + library.length > 0)
    for (const at of slotInstants(week, timezone, after)) {
      if (at === filled || isChosen(at)) continue;
      for (let next = timed.at(-1); next && next.at <= at; next = timed.at(-1)) {
        yield onTime(next, now);
        timed.pop();
      }
      const filling = fill(at, waiting, library);
      if (filling) yield filling;
      if (waiting.length + library.length === 0) break;
    }
  for (const next of timed.reverse()) yield onTime(next, now);
}

/** Whether a chosen time is near. To be asked of instants in their order. */
function closeTo(chosen: readonly number[]): (at: number) => boolean {
  const times = [...chosen].sort((a, b) => a - b);
  let first = 0;
  return (at) => {
    while ((times[first] ?? Infinity) < at - CLOSE_MS) first++;
    return (times[first] ?? Infinity) <= at + CLOSE_MS;
  };
}

/** The library fills a slot only if nothing waits, not even for a later slot. */
function fill(at: number, waiting: WaitingPost[], library: Candidates['library']): Slot | undefined {
  if (waiting.length === 0) {
    const video = library.pop();
    return video && { why: 'library', at, sharedVideoId: video.id };
  }
  const isReady = ({ storedAt, restsUntil }: WaitingPost) =>
    storedAt + FRESH_MS <= at && (restsUntil ?? 0) <= at;
  const first = waiting.findLastIndex(isReady);
  const [post] = first < 0 ? [] : waiting.splice(first, 1);
  return post && { why: 'slot', at, postId: post.id };
}

const onTime = ({ id, at }: { id: number; at: number }, now: number): Slot => ({
  why: 'time',
  at: Math.max(at, now),
  postId: id,
});

/**
 * Longest wait after an upload is complete, so that its user can still choose a time even if the upload took longer
 * than the frequency.
 */
const LONGEST_GRACE_MS = 10 * 60_000;

/** The user's own posts come first; the library only fills an empty queue. */
function nextAutomatic(
  earliest: number,
  frequencyMs: number,
  waiting: readonly WaitingPost[],
  shared: PostingQueue['library'][number] | undefined,
): Slot | undefined {
  if (waiting.length === 0) return shared && { why: 'library', at: earliest, sharedVideoId: shared.id };
  // The head is the oldest upload even if a later one was complete sooner: files go out in the order in which they were
  // chosen. A resting post lets others pass, and goes before them if its rest ends first.
  const head = waiting.findLastIndex(({ restsUntil }) => (restsUntil ?? 0) <= earliest);
  const candidates = head < 0 ? waiting : waiting.slice(head);
  const graceMs = Math.min(frequencyMs / 2, LONGEST_GRACE_MS);
  const readyAt = ({ begunAt, storedAt, restsUntil }: WaitingPost) =>
    Math.max(earliest, begunAt + frequencyMs, storedAt + graceMs, restsUntil ?? 0);
  const next = candidates.reduceRight((first, post) => (readyAt(post) < readyAt(first) ? post : first));
  return { why: 'frequency', at: readyAt(next), postId: next.id };
}
