import { setTimeout as pause } from 'node:timers/promises';
import { LEASE_MS } from '../../../backend/accounts/turns/account-turns';
import { eventually } from '../../support/client';
import { PATIENCE_MS } from '../../support/patience';
import type { Product } from '../../support/process';
import { inParallel } from '../../support/in-parallel';
import { nowToPost } from '../../support/post-times';
import { GRACE_SECONDS, TwoProcesses } from '../../support/two-processes';

jest.setTimeout(150_000);

const MEGABYTE = 1_000_000;
const STOPPED_BYTES = 3 * MEGABYTE;

/** So many posts one process brings on their way at once: half of the pages. */
const AT_ONCE = 3;

async function sharedWork() {
  const env = { PUBLISH_CONCURRENCY: String(AT_ONCE) };
  const both = await TwoProcesses.start(env);
  try {
    await both.spawn(env);
    const users = await Promise.all([1, 2, 3, 4, 5, 6].map(() => both.user()));
    // None goes on before more have begun than one process can have begun.
    let [begun, goOn] = [0, (): void => undefined];
    const bothAreAtIt = new Promise<void>((resolve) => (goOn = resolve));
    both.fake.onCall('reels.start', () => {
      if (++begun > AT_ONCE) goOn();
      return bothAreAtIt;
    });
    const posts = await Promise.all(
      users.flatMap((user) =>
        [1, 2, 3, 4, 5].map(async (n) => {
          const title = `${user.user.id}/${n}`;
          return { user, title, id: await both.post(user, title, 40_000) };
        }),
      ),
    );
    // Only now: thirty uploads take as long as they take, and a time must not pass before its post is there.
    const at = await nowToPost(2_000);
    await Promise.all(
      posts.map(({ user, title, id }) => {
        both.fake.expectNotBefore(title, at);
        return user.put(`/api/videos/${id}/reschedule`, { scheduled_for: at.toISOString() });
      }),
    );
    const items = await Promise.all(users.map((user) => both.allEnded(user, 60_000)));
    return { both, items: items.flat() };
  } finally {
    await both.end();
  }
}

async function stopped() {
  const both = await TwoProcesses.start();
  try {
    const { fake } = both;
    const user = await both.user();
    const [first] = both.products as [Product];
    // So slow that it cannot end within the time a stop is given.
    fake.fault({ on: 'reels.bytes', do: { drip: 60_000 } });
    const half = new Promise<void>((resolve) => fake.onBytes('reels.bytes', 200_000, () => resolve()));
    const id = await both.post(user, 'Stopped', STOPPED_BYTES, await nowToPost());
    await half;
    const second = await both.spawn();
    const stoppedAt = performance.now();
    const receivedThen = fake.history('reels.bytes')[0]!.bytes;
    first.signal('SIGTERM');
    const how = await first.exit();
    const exitAt = performance.now();
    // The broken transfer is still dripping at the network: what counts is that another has begun.
    const resumed = await eventually(() => Promise.resolve(fake.history('reels.bytes')[1]), Boolean);
    const item = await both.ended(second, user, id, 60_000);
    return {
      both,
      item,
      how,
      receivedThen,
      tookMs: exitAt - stoppedAt,
      resumedAfterMs: (resumed?.at ?? Infinity) - exitAt,
    };
  } finally {
    await both.end();
  }
}

async function stoppedShortly() {
  const both = await TwoProcesses.start();
  try {
    const { fake } = both;
    const user = await both.user();
    const [first] = both.products as [Product];
    let goOn = (): void => undefined;
    const told = new Promise<void>((resolve) => (goOn = resolve));
    const begun = new Promise<void>((resolve) =>
      fake.onBytes('reels.bytes', 1, () => {
        resolve();
        return told;
      }),
    );
    const at = await nowToPost();
    await both.post(user, 'Shortly', MEGABYTE, at);
    await both.post(user, 'Left to the next', 40_000, at);
    await begun;
    first.signal('SIGTERM');
    await eventually(() => Promise.resolve(first.logs.some(({ msg }) => msg === 'stopping')), Boolean);
    goOn();
    const how = await first.exit();
    const byThen = fake.published().map(({ caption }) => caption);
    await both.spawn();
    await fake.waitForPublished(2);
    return { both, how, byThen };
  } finally {
    await both.end();
  }
}

async function frozen() {
  const both = await TwoProcesses.start();
  try {
    const { fake } = both;
    const user = await both.user();
    const [first] = both.products as [Product];
    fake.fault({ on: 'reels.bytes', do: { drip: 200_000 } });
    const half = new Promise<void>((resolve) => fake.onBytes('reels.bytes', MEGABYTE, () => resolve()));
    const id = await both.post(user, 'Frozen', 4 * MEGABYTE, await nowToPost());
    await half;
    first.signal('SIGSTOP');
    const frozenAt = performance.now();
    const callsThen = fake.history().length;
    const second = await both.spawn();
    await fake.waitForCall('reels.finish', 1, LEASE_MS + 2 * PATIENCE_MS);
    const resumed = fake.history()[callsThen]!;
    const item = await both.ended(second, user, id);
    await pause(Math.max(0, 40_000 - (performance.now() - frozenAt)));
    first.signal('SIGCONT');
    // Its next renewal is long due.
    const noticed = () => first.logs.some(({ msg }) => msg === 'the lease was lost to another publisher');
    await eventually(() => Promise.resolve(noticed()), Boolean);
    const later = await both.ended(first, user, id);
    return { both, item, later, takenOverAfterMs: resumed.at - frozenAt, second };
  } finally {
    await both.end();
  }
}

describe('processes that share their data', () => {
  let plays: {
    shared: ReturnType<typeof sharedWork>;
    stopped: ReturnType<typeof stopped>;
    shortly: ReturnType<typeof stoppedShortly>;
    frozen: ReturnType<typeof frozen>;
  };

  beforeAll(() => {
    // The work that both share comes after the others have begun to wait.
    const run = <T>(play: () => Promise<T>) => inParallel(1, [() => play()])[0] as Promise<T>;
    plays = {
      frozen: run(frozen),
      stopped: run(stopped),
      shortly: run(stoppedShortly),
      shared: run(sharedWork),
    };
  });
  afterAll(async () => {
    await Promise.allSettled(Object.values(plays));
  });

  it('publish thirty due posts of six pages, each once, and both of them', async () => {
    const { both, items } = await plays.shared;
    expect(items.map(({ status }) => status)).toEqual(Array(30).fill('published'));
    expect(both.fake.violations()).toEqual([]);
    expect(new Set(both.fake.published().map(({ caption }) => caption)).size).toBe(30);
    expect(both.fake.published()).toHaveLength(30);
    const shares = both.products.map((product) => product.settled('published').length);
    expect(Math.min(...shares)).toBeGreaterThan(0);
    const errors = both.products.flatMap(({ logs }) =>
      logs.filter(({ level }) => level >= 50 || level === 'error'),
    );
    expect(errors).toEqual([]);
  });

  it('hand over when one is told to stop in the middle of a transfer, without waiting for its lease', async () => {
    const { both, item, tookMs, resumedAfterMs, receivedThen } = await plays.stopped;
    expect(tookMs).toBeLessThan(GRACE_SECONDS * 1000 + 5_000);
    // More than half of a lease is left when it is renewed.
    expect(resumedAfterMs).toBeLessThan(LEASE_MS / 2);
    expect([item.status, both.fake.published().length, both.fake.violations()]).toEqual(['published', 1, []]);
    // While the broken connection still delivers, an offset is true for a moment only, and what begins there refused.
    const taken = both.fake.history('reels.bytes').filter(({ status }) => status === null || status < 400);
    const [from = 0, ...more] = taken.slice(1).map(({ headers }) => Number(headers.offset));
    // What had come in when the process was told to stop is not sent again.
    expect(from).toBeGreaterThanOrEqual(receivedThen);
    expect(more.every((offset) => offset >= from)).toBe(true);
    const sentAgain = taken.slice(1).reduce((sum, { bytes }) => sum + bytes, 0);
    expect(sentAgain).toBeLessThanOrEqual(STOPPED_BYTES - receivedThen);
  });

  it('let one that is told to stop end what it does, and begin nothing', async () => {
    const { both, byThen } = await plays.shortly;
    expect(byThen).toEqual(['Shortly']);
    expect([both.fake.published().length, both.fake.violations()]).toEqual([2, []]);
  });

  it('end well when they are told to stop', async () => {
    const ends = [await plays.stopped, await plays.shortly].map(({ how }) => how);
    expect(ends).toEqual(ends.map(() => ({ code: 0, signal: null })));
  });

  it('take over from one that is frozen, which writes and sends nothing more when it wakes', async () => {
    const { both, item, later, takenOverAfterMs, second } = await plays.frozen;
    expect(takenOverAfterMs).toBeLessThan(LEASE_MS + 10_000);
    expect([item.status, both.fake.published().length, both.fake.violations()]).toEqual(['published', 1, []]);
    expect(both.fake.history('reels.finish')).toHaveLength(1);
    expect(second.settled('published')).toEqual([item.id]);
    const left = ({ attempts, ...rest }: any) => ({
      ...rest,
      attempts,
      file_path: null,
      thumbnail_path: null,
    });
    expect(left(later)).toEqual(left(item));
    expect(item.attempts.map(({ step, outcome }: any) => [step, outcome])).toEqual([
      ['start', 'done'],
      ['upload', 'interrupted'],
      ['upload', 'done'],
      ['publish', 'done'],
    ]);
  });
});
