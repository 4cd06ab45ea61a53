/**
 * The posting queue of one account and one kind. `upcomingSlots` computes from it what goes out next, when and why; the
 * publisher, the calendar and the screens share that answer. Pure; instants are milliseconds since 1970.
 */
export interface PostingQueue {
  /** Minimum interval between posts without a time. */
  frequencyMs: number;
  lastPublishedAt: number | null;
  /** Posts with a time that are not published yet, including those under way. */
  timed: readonly { id: number; at: number }[];
  /** Pending posts without a time. */
  waiting: readonly WaitingPost[];
  /** Library videos that this account has never posted; empty if the user may not use the library. */
  library: readonly { id: number; createdAt: number }[];
  /** Whether the subscription is active, the credentials are complete and the connection is not paused. */
  mayPost: boolean;
}

export interface WaitingPost {
  id: number;
  /** When its upload began. Decides its place in the queue and starts its frequency interval. */
  begunAt: number;
  /** When its upload was complete. */
  storedAt: number;
  /** Skipped until then. */
  restsUntil?: number | null;
}

export type Slot =
  | { why: 'time'; at: number; postId: number }
  | { why: 'frequency'; at: number; postId: number }
  | { why: 'library'; at: number; sharedVideoId: number };

/** All slots from `now` up to `until`, in order; at most `most`. */
export function upcomingSlots(queue: PostingQueue, now: number, until: number, most = 1000): Slot[] {
  if (!queue.mayPost) return [];
  const timed = [...queue.timed].sort((a, b) => a.at - b.at || a.id - b.id);
  const waiting = [...queue.waiting].sort((a, b) => a.begunAt - b.begunAt || a.id - b.id);
  const library = [...queue.library].sort((a, b) => a.createdAt - b.createdAt || a.id - b.id);
  const slots: Slot[] = [];
  let last = queue.lastPublishedAt ?? -Infinity;
  while (slots.length < most) {
    const earliest = Math.max(last + queue.frequencyMs, now);
    const automatic = nextAutomatic(earliest, queue.frequencyMs, waiting, library[0]);
    const [planned] = timed;
    // A chosen time ignores the frequency, but what follows it does not.
    const slot = planned && (!automatic || planned.at <= automatic.at) ? onTime(planned, now) : automatic;
    if (!slot || slot.at > until) return slots;
    slots.push(slot);
    last = Math.max(last, slot.at);
    if (slot.why === 'time') timed.shift();
    else if (slot.why === 'frequency')
      waiting.splice(
        waiting.findIndex(({ id }) => id === slot.postId),
        1,
      );
    else library.shift();
  }
  return slots;
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
  const head = waiting.findIndex(({ restsUntil }) => (restsUntil ?? 0) <= earliest);
  const candidates = head < 0 ? waiting : waiting.slice(0, head + 1);
  const graceMs = Math.min(frequencyMs / 2, LONGEST_GRACE_MS);
  const readyAt = ({ begunAt, storedAt, restsUntil }: WaitingPost) =>
    Math.max(earliest, begunAt + frequencyMs, storedAt + graceMs, restsUntil ?? 0);
  const next = candidates.reduce((first, post) => (readyAt(post) < readyAt(first) ? post : first));
  return { why: 'frequency', at: readyAt(next), postId: next.id };
}
