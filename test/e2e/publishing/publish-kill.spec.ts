import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PAGE, startFake } from '../../support/app';
import { Users } from '../../support/users';
import { Client, eventually } from '../../support/client';
import type { FakeGraph } from '../../support/fake-graph';
import { fixture, paddedVideo, sha256 } from '../../support/media';
import { PATIENCE_MS } from '../../support/patience';
import { MAIN, Product } from '../../support/process';
import { inParallel } from '../../support/in-parallel';
import { nowToPost } from '../../support/post-times';
import { tusOf } from '../../support/tus';

jest.setTimeout(240_000);

const BYTES = 3_000_000;
const AT_ONCE = 4;

/** A killed process's lease runs out after 30 s: the next one is started when it has. */
const LEASE_MS = 31_000;
/** Of when the next one runs: at the first tick, or the one after it, and without waiting for a lease. */
const TAKEN_OVER_WITHIN_MS = 9_000;
const PUBLISHED_WITHIN_MS = TAKEN_OVER_WITHIN_MS + 10_000;

type Medium = 'reel' | 'photo story' | 'video story';

interface Case {
  /** By default a reel. */
  of?: Medium;
  /** Sees to it that `kill` runs at that moment of the publication, and that nothing of the call takes effect after it. */
  arm(fake: FakeGraph, kill: () => Promise<void>): void;
  calls: Record<string, number>;
  /** Of the file, how much is sent at most. */
  sentAtMost?: number;
  /** The next one is killed, too, once it has found out nothing, and the one after it started so much later. */
  thirdAfterMs?: number;
}

/** Before its effect: received whole, and then nothing comes of it. */
const received =
  (name: string): Case['arm'] =>
  (fake, kill) => {
    fake.fault({ on: name, do: { cut: 'before' } });
    once(fake, 'onCall', name, kill);
  };

const effected =
  (name: string): Case['arm'] =>
  (fake, kill) =>
    once(fake, 'onEffect', name, kill);

const afterFinish =
  (arm: Case['arm']): Case['arm'] =>
  (fake, kill) =>
    once(fake, 'onEffect', 'reels.finish', () => {
      arm(fake, kill);
      return Promise.resolve();
    });

const atBytes =
  (at: number): Case['arm'] =>
  (fake, kill) =>
    fake.onBytes('reels.bytes', at, kill);

function once(
  fake: FakeGraph,
  when: 'onCall' | 'onEffect',
  name: string,
  listener: () => Promise<void>,
): void {
  const forget = fake[when](name, () => {
    forget();
    return listener();
  });
}

const cases: Record<string, Case> = {
  // Absent twice, 60 s apart, before it is sent again.
  'finish has come in and does not take effect': {
    arm: received('reels.finish'),
    calls: { 'reels.start': 1, 'reels.finish': 2 },
    sentAtMost: 1,
    thirdAfterMs: 61_000,
  },
  'start has come in and does not take effect': {
    arm: received('reels.start'),
    calls: { 'reels.start': 2, 'reels.finish': 1 },
  },
  'start has taken effect': { arm: effected('reels.start'), calls: { 'reels.start': 2, 'reels.finish': 1 } },
  'the first bytes have come in': {
    arm: atBytes(1),
    calls: { 'reels.start': 1, 'reels.finish': 1 },
    sentAtMost: 1.1,
  },
  'half of the bytes have come in': {
    arm: atBytes(BYTES / 2),
    calls: { 'reels.start': 1, 'reels.finish': 1 },
    sentAtMost: 1.1,
  },
  'all bytes have come in and are not answered': {
    // Of raw bytes, what has come in has taken effect.
    arm: (fake, kill) => once(fake, 'onCall', 'reels.bytes', kill),
    calls: { 'reels.start': 1, 'reels.bytes': 1, 'reels.finish': 1 },
    sentAtMost: 1,
  },
  'the transfer has taken effect': {
    arm: effected('reels.bytes'),
    calls: { 'reels.start': 1, 'reels.bytes': 1, 'reels.finish': 1 },
    sentAtMost: 1,
  },
  'finish has taken effect': {
    arm: effected('reels.finish'),
    calls: { 'reels.start': 1, 'reels.finish': 1 },
  },
  'the status of the bytes is asked for': {
    arm: received('video.status'),
    calls: { 'reels.start': 1, 'reels.bytes': 1, 'reels.finish': 1 },
  },
  'the status of the bytes is answered': {
    arm: effected('video.status'),
    calls: { 'reels.start': 1, 'reels.bytes': 1, 'reels.finish': 1 },
  },
  'the status is asked for': {
    arm: afterFinish(received('video.status')),
    calls: { 'reels.start': 1, 'reels.finish': 1 },
  },
  'the status is answered': {
    arm: afterFinish(effected('video.status')),
    calls: { 'reels.start': 1, 'reels.finish': 1 },
  },
  'a picture has become a story': {
    of: 'photo story',
    arm: effected('photo_stories'),
    calls: { photos: 1, photo_stories: 1 },
  },
  'a picture is to become a story, and does not': {
    of: 'photo story',
    arm: received('photo_stories'),
    calls: { photos: 1, photo_stories: 2 },
    thirdAfterMs: 61_000,
  },
  'a film has become a story': {
    of: 'video story',
    arm: effected('stories.finish'),
    calls: { 'stories.start': 1, 'stories.finish': 1 },
    sentAtMost: 1,
  },
};

interface Prepared {
  dir: string;
  token: string;
  posts: Record<Medium, { id: number; caption: string; hash: string }>;
}

interface Played {
  fake: FakeGraph;
  item: any;
  takenOverAfterMs: number;
  publishedAfterMs: number;
}

async function play(
  { dir: original, token, posts }: Prepared,
  { arm, thirdAfterMs, of = 'reel' }: Case,
): Promise<Played> {
  const { id } = posts[of];
  const dir = await mkdtemp(join(tmpdir(), 'pagecast-kill-'));
  await cp(original, dir, { recursive: true });
  const fake = await startFake();
  const products: Product[] = [];
  const start = async (clockAheadMs = 0): Promise<Product> => {
    const product = await Product.start(MAIN, { fake, dir, clockAheadMs });
    products.push(product);
    return product;
  };
  try {
    const first = await start();
    const killed = new Promise<void>((resolve) => {
      arm(fake, async () => {
        await first.kill();
        resolve();
      });
    });
    const soon = (await nowToPost()).toISOString();
    const asked = new Client(first.url, token).put(`/api/posts/${id}/reschedule`, { scheduled_for: soon });
    // The kill may be faster than its answer.
    await Promise.all([killed, asked.catch(() => undefined)]);
    const before = fake.history().length;
    let last = await start(LEASE_MS);
    const secondAt = performance.now();
    let lastAt = secondAt;
    const next = await eventually(
      () => Promise.resolve(fake.history()[before]),
      (call) => call !== undefined,
    );
    if (thirdAfterMs !== undefined) {
      const second = last;
      await eventually(
        () => Promise.resolve(second.settled('unknown')),
        (posts) => posts.includes(id),
      );
      await second.kill();
      last = await start(LEASE_MS + thirdAfterMs);
      lastAt = performance.now();
    }
    const client = new Client(last.url, token);
    const { body } = await eventually(
      () => client.get(`/api/posts/${id}`),
      (answer) => ['published', 'failed'].includes(answer.body.status),
      PUBLISHED_WITHIN_MS + PATIENCE_MS,
    );
    return {
      fake,
      item: body,
      takenOverAfterMs: (next?.at ?? Infinity) - secondAt,
      publishedAfterMs: performance.now() - lastAt,
    };
  } finally {
    await Promise.all(products.map((product) => product.kill()));
    await fake.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

/** One data folder with a user, a page and a pending post of each kind: each case works on a copy. */
async function prepare(): Promise<Prepared> {
  const dir = await mkdtemp(join(tmpdir(), 'pagecast-kill-'));
  const fake = await startFake();
  const product = await Product.start(MAIN, { fake, dir });
  try {
    const user = await new Users(new Client(product.url)).subscriber({ connected: true });
    const path = await paddedVideo(join(dir, 'video.mp4'), BYTES);
    const { body } = await user.upload('/api/videos', [path], { titles: ['Survivor'] });
    const reel = { id: body.videos[0].id, caption: 'Survivor', hash: await sha256(path) };
    const film = await paddedVideo(join(dir, 'story.mp4'), BYTES, { salt: 'story' });
    const stories = {
      'photo story': await storyOf(user, fixture('photo.jpg')),
      'video story': await storyOf(user, film),
    };
    return { dir, token: user.token ?? '', posts: { reel, ...stories } };
  } finally {
    product.signal('SIGTERM');
    await product.exit();
    await fake.stop();
  }
}

async function storyOf(user: Client, path: string) {
  const media_id = await tusOf(user).upload(await readFile(path), { filename: basename(path) });
  const { body: accounts } = await user.get('/api/accounts');
  const { body } = await user.post('/api/posts', {
    targets: [{ account_id: accounts[0].id, format: 'story' }],
    media: [{ media_id }],
    scheduled_for: '2040-01-01T00:00:00.000Z',
  });
  return { id: body.posts[0].id, caption: '', hash: await sha256(path) };
}

describe('a process that is killed when', () => {
  let prepared: Prepared;
  let played: Promise<Played>[] = [];
  const names = Object.keys(cases);

  beforeAll(async () => {
    prepared = await prepare();
    const tasks = Object.values(cases).map((each) => () => play(prepared, each));
    played = inParallel(AT_ONCE, tasks);
  });
  afterAll(async () => {
    await Promise.allSettled(played);
    await rm(prepared.dir, { recursive: true, force: true });
  });

  it.each(names)('is followed by one that publishes exactly once: %s', async (name) => {
    const { calls, sentAtMost, of = 'reel' } = cases[name] as Case;
    const { caption, hash } = prepared.posts[of];
    const result = await (played[names.indexOf(name)] as Promise<Played>);
    const { fake, item, takenOverAfterMs, publishedAfterMs } = result;
    expect([item.status, item.upload_error]).toEqual(['published', null]);
    expect(fake.violations()).toEqual([]);
    expect(fake.published()).toMatchObject([{ pageId: PAGE.id, caption, bytesSha256: hash }]);
    expect(takenOverAfterMs).toBeLessThan(TAKEN_OVER_WITHIN_MS);
    expect(publishedAfterMs).toBeLessThan(PUBLISHED_WITHIN_MS);
    for (const [call, often] of Object.entries(calls))
      expect([call, fake.history(call).length]).toEqual([call, often]);
    const sent = fake.history('reels.bytes').reduce((sum, { bytes }) => sum + bytes, 0);
    if (sentAtMost !== undefined) expect(sent).toBeLessThanOrEqual(sentAtMost * BYTES);
  });
});
