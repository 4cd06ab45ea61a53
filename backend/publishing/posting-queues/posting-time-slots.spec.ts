import fc from 'fast-check';
import { upcomingSlots, type PostingQueue, type Slot } from './slots';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A Tuesday. */
const NOON = Date.UTC(2026, 5, 2, 12);
const UNTIL = NOON + 60 * DAY;

const queueWith = (
  times: string[],
  more: Partial<PostingQueue> = {},
  chosen: number[] = [],
): PostingQueue => ({
  frequencyMs: 0,
  lastPublishedAt: null,
  times: {
    week: times.map((time) => ({ day: 2, time })),
    timezone: 'UTC',
    after: NOON,
    chosen: [...chosen, ...(more.timed ?? []).map(({ at }) => at)],
  },
  timed: [],
  waiting: [],
  library: [],
  mayPost: true,
  ...more,
});

const uploaded = (id: number, at = NOON - DAY) => ({ id, begunAt: at, storedAt: at });

/** What goes out, and how many minutes after noon. */
const shown = (slots: Slot[]) =>
  slots.map((slot) => [
    slot.why,
    'postId' in slot ? slot.postId : slot.sharedVideoId,
    (slot.at - NOON) / MINUTE,
  ]);

const plan = (queue: PostingQueue, until = UNTIL) => shown(upcomingSlots(queue, NOON, until));

describe('slots at posting times', () => {
  it('take the first post of any kind, one each, and go on in the next week', () => {
    const queue = queueWith(['13:00', '15:00'], {
      waiting: [uploaded(3), { ...uploaded(1), queuedAt: NOON }, uploaded(2)],
    });
    expect(plan(queue)).toEqual([
      ['slot', 2, 60],
      ['slot', 3, 180],
      ['slot', 1, 60 + 7 * 24 * 60],
    ]);
  });

  it('pass over a post that was uploaded less than ten minutes before', () => {
    const waiting = [
      { id: 1, begunAt: NOON - DAY, storedAt: NOON + 50 * MINUTE + 1 },
      uploaded(2, NOON + 50 * MINUTE),
    ];
    expect(plan(queueWith(['13:00', '15:00'], { waiting }))).toEqual([
      ['slot', 2, 60],
      ['slot', 1, 180],
    ]);
  });

  it('stay empty while all that waits is too fresh or rests, whatever the library has', () => {
    const library = [{ id: 9, createdAt: 0 }];
    const waiting = [{ ...uploaded(1), restsUntil: NOON + 61 * MINUTE }, uploaded(2, NOON + 59 * MINUTE)];
    expect(plan(queueWith(['13:00', '15:00', '16:00', '17:00'], { waiting, library }))).toEqual([
      ['slot', 1, 180],
      ['slot', 2, 240],
      ['library', 9, 300],
    ]);
  });

  it('are left out within five minutes of a chosen time', () => {
    const waiting = [uploaded(1)];
    const near = (minutes: number) =>
      plan(queueWith(['13:00', '15:00'], { waiting }, [NOON + (60 + minutes) * MINUTE]))[0]?.[2];
    expect([-6, -5, 0, 5, 6].map(near)).toEqual([60, 180, 180, 180, 60]);
  });

  it('let posts with a time go out at their time', () => {
    const queue = queueWith(['13:00', '15:00'], {
      waiting: [uploaded(1)],
      timed: [
        { id: 5, at: NOON + 62 * MINUTE },
        { id: 4, at: NOON - MINUTE },
        { id: 6, at: NOON + 300 * MINUTE },
      ],
    });
    expect(plan(queue)).toEqual([
      ['time', 4, 0],
      ['time', 5, 62],
      ['slot', 1, 180],
      ['time', 6, 300],
    ]);
  });

  it('are over up to the instant that is given, and may have come just now', () => {
    const queue = queueWith(['12:00', '13:00'], { waiting: [uploaded(1)] });
    const since = (after: number) =>
      shown(upcomingSlots({ ...queue, times: { ...queue.times!, after } }, NOON + 500, UNTIL));
    expect(since(NOON - 1)).toEqual([['slot', 1, 0]]);
    expect(since(NOON)).toEqual([['slot', 1, 60]]);
  });

  it('are none while the account may not post', () => {
    expect(plan(queueWith(['13:00'], { waiting: [uploaded(1)], mayPost: false }))).toEqual([]);
  });

  it('are as many as are asked for', () => {
    const queue = queueWith(['13:00'], {
      waiting: [uploaded(1), uploaded(2)],
      timed: [{ id: 5, at: NOON + MINUTE }],
    });
    expect([0, 1, 2].map((most) => upcomingSlots(queue, NOON, UNTIL, most).length)).toEqual([0, 1, 2]);
  });

  const minutes = (min: number, max: number) =>
    fc.integer({ min, max }).map((count) => NOON + count * MINUTE);
  const queues = fc
    .record({
      hours: fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 6 }),
      stored: fc.array(minutes(-300, 300), { maxLength: 6 }),
      chosen: fc.array(minutes(-100, 900), { maxLength: 4 }),
      library: fc.nat({ max: 3 }),
    })
    .map(({ hours, stored, chosen, library }) =>
      queueWith(
        hours.map((hour) => `${String(hour).padStart(2, '0')}:00`),
        {
          waiting: stored.map((at, n) => ({ id: n + 1, begunAt: at - MINUTE * n, storedAt: at })),
          timed: chosen.map((at, n) => ({ id: n + 101, at })),
          library: Array.from({ length: library }, (_none, n) => ({ id: n + 201, createdAt: n })),
        },
      ),
    );

  it('post everything once, in order, at posting times that are clear of chosen ones', () => {
    fc.assert(
      fc.property(queues, (queue) => {
        const slots = upcomingSlots(queue, NOON, Infinity);
        expect(slots).toHaveLength(queue.timed.length + queue.waiting.length + queue.library.length);
        expect(slots.map(({ at }) => at)).toEqual(slots.map(({ at }) => at).sort((a, b) => a - b));
        const times = queue.times!.week.map(({ time }) => time);
        const filled = slots.filter(({ why }) => why !== 'time');
        expect(new Set(filled.map(({ at }) => at)).size).toBe(filled.length);
        for (const { at } of filled) {
          expect(times).toContain(new Date(at).toISOString().slice(11, 16));
          expect(queue.timed.every((timed) => Math.abs(timed.at - at) > 5 * MINUTE)).toBe(true);
        }
        for (const slot of slots)
          if (slot.why === 'slot')
            expect(queue.waiting.find(({ id }) => id === slot.postId)!.storedAt).toBeLessThanOrEqual(
              slot.at - 10 * MINUTE,
            );
      }),
    );
  });

  it('come as they were foreseen, when each is asked for at its own instant', () => {
    fc.assert(
      fc.property(queues, (queue) => {
        const foreseen = upcomingSlots(queue, NOON, Infinity).filter(({ why }) => why !== 'time');
        let now = queue;
        for (const slot of foreseen) {
          const times = { ...queue.times!, after: slot.at - 1 };
          const [next] = upcomingSlots({ ...now, times, timed: [] }, slot.at, Infinity, 1);
          expect(next).toEqual(slot);
          const goneId = 'postId' in slot ? slot.postId : slot.sharedVideoId;
          now = {
            ...now,
            waiting: now.waiting.filter(({ id }) => id !== goneId),
            library: now.library.filter(({ id }) => id !== goneId),
          };
        }
      }),
    );
  });
});
