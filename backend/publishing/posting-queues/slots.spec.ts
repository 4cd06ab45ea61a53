import fc from 'fast-check';
import { upcomingSlots, type PostingQueue, type Slot } from './slots';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 5, 1, 12);
const UNTIL = NOW + 60 * 24 * 60 * MINUTE;

const empty: PostingQueue = {
  frequencyMs: 60 * MINUTE,
  lastPublishedAt: null,
  timed: [],
  waiting: [],
  library: [],
  mayPost: true,
};
const minutes = (slots: Slot[]) => slots.map(({ at }) => (at - NOW) / MINUTE);

const uploaded = (id: number, at: number) => ({ id, begunAt: at, storedAt: at });

describe('upcomingSlots', () => {
  it('goes by the order of places, where a post was moved', () => {
    const waiting = [
      { ...uploaded(1, NOW - 300 * MINUTE), queuedAt: NOW - 200 * MINUTE },
      { ...uploaded(2, NOW - 200 * MINUTE), queuedAt: NOW - 300 * MINUTE },
      uploaded(3, NOW - 250 * MINUTE),
    ];
    const slots = upcomingSlots({ ...empty, waiting }, NOW, UNTIL);
    expect(slots.map((slot) => slot.why === 'frequency' && slot.postId)).toEqual([2, 3, 1]);
  });

  it('keeps chosen times regardless of the frequency', () => {
    const queue = {
      ...empty,
      lastPublishedAt: NOW - MINUTE,
      timed: [
        { id: 1, at: NOW + 5 * MINUTE },
        { id: 2, at: NOW + 6 * MINUTE },
      ],
    };
    expect(upcomingSlots(queue, NOW, UNTIL)).toEqual([
      { why: 'time', at: NOW + 5 * MINUTE, postId: 1 },
      { why: 'time', at: NOW + 6 * MINUTE, postId: 2 },
    ]);
  });

  it('posts the oldest upload first, a frequency after the last post and after its upload', () => {
    const waiting = [uploaded(2, NOW - 10 * MINUTE), uploaded(1, NOW - 20 * MINUTE)];
    const slots = upcomingSlots({ ...empty, lastPublishedAt: NOW - 59 * MINUTE, waiting }, NOW, UNTIL);
    expect(slots.map((slot) => slot.why === 'frequency' && slot.postId)).toEqual([1, 2]);
    expect(minutes(slots)).toEqual([40, 100]);
  });

  it('keeps the order in which uploads began when a later one completes first', () => {
    const waiting = [
      { id: 2, begunAt: NOW - 19 * MINUTE, storedAt: NOW - 18 * MINUTE },
      { id: 1, begunAt: NOW - 20 * MINUTE, storedAt: NOW - 10 * MINUTE },
    ];
    const slots = upcomingSlots({ ...empty, waiting }, NOW, UNTIL);
    expect(slots.map((slot) => slot.why === 'frequency' && slot.postId)).toEqual([1, 2]);
    expect(minutes(slots)).toEqual([40, 100]);
  });

  it('waits ten minutes, or half the frequency, after a slow upload completes', () => {
    const at = (frequencyMs: number) => {
      const waiting = [{ id: 1, begunAt: NOW - 200 * MINUTE, storedAt: NOW }];
      return minutes(upcomingSlots({ ...empty, frequencyMs, waiting }, NOW, UNTIL));
    };
    expect([at(60 * MINUTE), at(4 * MINUTE)]).toEqual([[10], [2]]);
  });

  it('passes over a resting post, whose turn comes when its rest ends', () => {
    const waiting = [
      { ...uploaded(1, NOW - 300 * MINUTE), restsUntil: NOW + 90 * MINUTE },
      uploaded(2, NOW - 200 * MINUTE),
      uploaded(3, NOW - 100 * MINUTE),
    ];
    const slots = upcomingSlots({ ...empty, waiting }, NOW, UNTIL);
    expect(slots.map((slot) => slot.why === 'frequency' && slot.postId)).toEqual([2, 3, 1]);
    expect(minutes(slots)).toEqual([0, 60, 120]);
  });

  it('waits for a resting post rather than taking a library video', () => {
    const waiting = [{ ...uploaded(1, NOW - 300 * MINUTE), restsUntil: NOW + 60 * MINUTE }];
    const slots = upcomingSlots({ ...empty, waiting, library: [{ id: 9, createdAt: 1 }] }, NOW, UNTIL);
    expect(slots.map(({ why }) => why)).toEqual(['frequency', 'library']);
    expect(minutes(slots)).toEqual([60, 120]);
  });

  it('moves posts without a time behind a chosen time', () => {
    const waiting = [uploaded(1, NOW - 300 * MINUTE)];
    const timed = [{ id: 2, at: NOW + 30 * MINUTE }];
    const slots = upcomingSlots({ ...empty, lastPublishedAt: NOW - 20 * MINUTE, waiting, timed }, NOW, UNTIL);
    expect(minutes(slots)).toEqual([30, 90]);
  });

  it('uses the library only while the own queue is empty', () => {
    const library = [
      { id: 9, createdAt: 2 },
      { id: 8, createdAt: 1 },
    ];
    const own = upcomingSlots({ ...empty, library, waiting: [uploaded(1, NOW)] }, NOW, UNTIL);
    expect(own.map(({ why }) => why)).toEqual(['frequency', 'library', 'library']);
    const slots = upcomingSlots({ ...empty, library }, NOW, UNTIL);
    expect(slots.map((slot) => slot.why === 'library' && slot.sharedVideoId)).toEqual([8, 9]);
    expect(minutes(slots)).toEqual([0, 60]);
  });

  it('returns nothing without a subscription or credentials', () => {
    expect(upcomingSlots({ ...empty, mayPost: false, waiting: [uploaded(1, 0)] }, NOW, UNTIL)).toEqual([]);
  });
});

const offset = fc.integer({ min: -5000, max: 5000 }).map((n) => NOW + n * MINUTE);
const past = offset.map((at) => Math.min(at, NOW));
const ids = <T>(rows: T[]) => rows.map((row, n) => ({ ...row, id: n + 1 }));
const anyQueue: fc.Arbitrary<PostingQueue> = fc.record({
  frequencyMs: fc.integer({ min: 1, max: 3000 }).map((n) => n * MINUTE),
  lastPublishedAt: fc.option(
    offset.map((at) => Math.min(at, NOW)),
    { nil: null },
  ),
  timed: fc.array(fc.record({ at: offset }), { maxLength: 6 }).map(ids),
  waiting: fc
    .array(fc.tuple(past, past), { maxLength: 6 })
    .map((pairs) =>
      pairs.map(([a, b]) => ({ begunAt: Math.min(a, b), storedAt: Math.max(a, b), restsUntil: null })),
    )
    .map(ids),
  library: fc.array(fc.record({ createdAt: offset }), { maxLength: 6 }).map(ids),
  mayPost: fc.constant(true),
});

describe('upcomingSlots of any queue', () => {
  const holds = (property: (queue: PostingQueue, slots: Slot[]) => void) =>
    fc.assert(
      fc.property(anyQueue, (queue) => property(queue, upcomingSlots(queue, NOW, Infinity))),
      { numRuns: 500 },
    );

  it('leaves the frequency between a post without a time and whatever went out before', () =>
    holds((queue, slots) => {
      let last = queue.lastPublishedAt ?? -Infinity;
      for (const slot of slots) {
        if (slot.why !== 'time') expect(slot.at).toBeGreaterThanOrEqual(last + queue.frequencyMs);
        last = Math.max(last, slot.at);
      }
    }));

  it('orders slots by time and puts none in the past', () =>
    holds((_, slots) => {
      expect(slots.map(({ at }) => at)).toEqual(slots.map(({ at }) => at).sort((a, b) => a - b));
      expect(slots.every(({ at }) => at >= NOW)).toBe(true);
    }));

  it('posts own uploads oldest first, each a frequency after its upload began', () =>
    holds((queue, slots) => {
      const uploads = slots.flatMap((slot) =>
        slot.why === 'frequency' ? queue.waiting.filter(({ id }) => id === slot.postId) : [],
      );
      expect(uploads.map(({ begunAt }) => begunAt)).toEqual(
        uploads.map(({ begunAt }) => begunAt).sort((a, b) => a - b),
      );
      for (const slot of slots)
        if (slot.why === 'frequency')
          expect(slot.at).toBeGreaterThanOrEqual(
            (queue.waiting.find(({ id }) => id === slot.postId)?.begunAt ?? 0) + queue.frequencyMs,
          );
    }));

  it('posts everything exactly once, the library after the own queue', () =>
    holds((queue, slots) => {
      expect(slots).toHaveLength(queue.timed.length + queue.waiting.length + queue.library.length);
      expect(new Set(slots.map((slot) => JSON.stringify({ ...slot, at: 0 }))).size).toBe(slots.length);
      const automatic = slots.filter(({ why }) => why !== 'time').map(({ why }) => why);
      expect(automatic).toEqual([...automatic].sort());
    }));
});
