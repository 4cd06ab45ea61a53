/**
 * What goes out next, when and why, for one account and one kind: the one answer that the publisher, the calendar and
 * the screens share. Pure; instants are milliseconds since 1970.
 */
export interface AccountQueue {
  /** How far apart publications without a time are, at least. */
  frequencyMs: number;
  lastPublishedAt: number | null;
  /** Posts with a time that are not out yet, also those on their way. */
  timed: readonly { id: number; at: number }[];
  /** Pending posts without a time. */
  waiting: readonly { id: number; uploadedAt: number }[];
  /** Videos of the shared library that this account never posted; empty where the user may not use them. */
  library: readonly { id: number; createdAt: number }[];
  /** An active subscription, complete credentials, and a connection that is not paused. */
  mayPost: boolean;
}

export type Slot =
  | { why: 'time'; at: number; postId: number }
  | { why: 'frequency'; at: number; postId: number }
  | { why: 'library'; at: number; sharedVideoId: number };

/** Everything that goes out from `now` up to `until`, in order; at most `most`. */
export function upcomingSlots(queue: AccountQueue, now: number, until: number, most = 1000): Slot[] {
  if (!queue.mayPost) return [];
  const timed = [...queue.timed].sort((a, b) => a.at - b.at || a.id - b.id);
  const waiting = [...queue.waiting].sort((a, b) => a.uploadedAt - b.uploadedAt || a.id - b.id);
  const library = [...queue.library].sort((a, b) => a.createdAt - b.createdAt || a.id - b.id);
  const slots: Slot[] = [];
  let last = queue.lastPublishedAt ?? -Infinity;
  while (slots.length < most) {
    const automatic = nextAutomatic(last + queue.frequencyMs, queue.frequencyMs, now, waiting[0], library[0]);
    const [planned] = timed;
    // A chosen time does not wait for the frequency, but what follows it does.
    const slot = planned && (!automatic || planned.at <= automatic.at) ? onTime(planned, now) : automatic;
    if (!slot || slot.at > until) return slots;
    slots.push(slot);
    last = Math.max(last, slot.at);
    if (slot.why === 'time') timed.shift();
    else if (slot.why === 'frequency') waiting.shift();
    else library.shift();
  }
  return slots;
}

const onTime = ({ id, at }: { id: number; at: number }, now: number): Slot => ({
  why: 'time',
  at: Math.max(at, now),
  postId: id,
});

/** The user's own posts come first; the library only fills an empty queue. */
function nextAutomatic(
  earliest: number,
  frequencyMs: number,
  now: number,
  own: AccountQueue['waiting'][number] | undefined,
  shared: AccountQueue['library'][number] | undefined,
): Slot | undefined {
  // Nobody's fresh upload is gone before they could give it a time.
  if (own)
    return { why: 'frequency', at: Math.max(earliest, own.uploadedAt + frequencyMs, now), postId: own.id };
  if (shared) return { why: 'library', at: Math.max(earliest, now), sharedVideoId: shared.id };
  return undefined;
}
