import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, eventually } from '../../support/client';
import { FakeGraph } from '../../support/fake-graph';
import { paddedVideo, saltedPhoto, sha256 } from '../../support/media';
import { PATIENCE_MS } from '../../support/patience';
import { MAIN, Product } from '../../support/process';
import { tusOf } from '../../support/tus';
import { Users } from '../../support/users';

jest.setTimeout(240_000);

/** A killed process's lease runs out after 30 s, and what was absent is sent again a minute later. */
const LEASE_MS = 31_000;
const ABSENT_MS = 61_000;
const WITHIN_MS = 30_000 + PATIENCE_MS;

const PAGES = [1, 2, 3].map((n) => ({
  id: `10020030040050${n}`,
  name: `Page ${n}`,
  token: `EAAB_page_${n}`,
  userToken: `EAAB_user_${n}`,
  igId: `1784140000000000${n}`,
}));

/** The last calls of the posts of one round, each by another account, by how many of them there are. */
const LAST_CALLS = { 'ig.publish': 3, photo_stories: 1, 'comments.create': 1, thumbnails: 1 };

interface Round {
  name: string;
  ids: number[];
  comment: string;
  cover: string;
}

/** One world for all rounds: its processes follow each other, each with its clock further ahead. */
let dir: string;
let fake: FakeGraph;
let product: Product;
let token: string | undefined;
let aheadMs = 0;

const start = async (laterMs = 0): Promise<Product> =>
  (product = await Product.start(MAIN, { fake, dir, clockAheadMs: (aheadMs += laterMs) }));
const user = () => new Client(product.url, token);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pagecast-kill-formats-'));
  fake = new FakeGraph({ processingMs: 50 });
  for (const page of PAGES) fake.addPage(page);
  await fake.start();
  await start();
  const subscriber = await new Users(new Client(product.url)).subscriber();
  token = subscriber.token;
  for (const { id, igId, token: access_token } of PAGES) {
    const account = { access_token, page_id: id, instagram_page_id: igId };
    expect((await user().post('/api/accounts', account)).status).toBe(201);
  }
});
afterAll(async () => {
  await product.kill();
  await fake.stop();
  await rm(dir, { recursive: true, force: true, maxRetries: 10 });
});

async function upload(name: string, salt: string): Promise<{ media_id: string; hash: string }> {
  const path = join(dir, `${salt} ${name}`);
  await (name.endsWith('.mp4') ? paddedVideo(path, 90_000, { salt }) : saltedPhoto(path, salt));
  const media_id = await tusOf(user()).upload(await readFile(path), { filename: name });
  return { media_id, hash: await sha256(path) };
}

/** Six posts, due now: of each account one. */
async function post(name: string): Promise<Round> {
  const { body: accounts } = await user().get('/api/accounts');
  const on = (network: string, n: number) => accounts.filter((each: any) => each.network === network)[n].id;
  const photos = await Promise.all(['1', '2', '3', '4'].map((n) => upload('photo.jpg', name + n)));
  const film = await upload('film.mp4', name);
  const cover = await upload('cover.jpg', `${name} cover`);
  const media = (...which: number[]) => which.map((n) => ({ media_id: photos[n]!.media_id }));
  const description = `In words ${name}`;
  const wanted = [
    { at: on('instagram', 0), format: 'photo', media: media(0), description },
    { at: on('instagram', 1), format: 'carousel', media: media(1, 2), description },
    { at: on('instagram', 2), format: 'story', media: media(3) },
    { at: on('facebook', 0), format: 'story', media: media(0) },
    { at: on('facebook', 1), format: 'text', description, first_comment: `Comment ${name}` },
    {
      ...{ at: on('facebook', 2), format: 'reel', media: [{ media_id: film.media_id }], description },
      cover: { media_id: cover.media_id },
    },
  ];
  const ids: number[] = [];
  for (const { at, format, ...body } of wanted) {
    const targets = [{ account_id: at, format }];
    const made = await user().post('/api/posts', { ...body, targets, scheduled_for: 'now' });
    expect([made.body.errors, made.status]).toEqual([undefined, 201]);
    ids.push(made.body.posts[0].id);
  }
  return { name, ids, comment: `Comment ${name}`, cover: cover.hash };
}

/** Kills the process once each of these calls is there. None of them is answered, nor takes effect if it has not. */
function killWhen(when: 'onCall' | 'onEffect', calls: Record<string, number>): Promise<void> {
  let left = Object.values(calls).reduce((sum, times) => sum + times, 0);
  return new Promise((resolve, reject) => {
    let isKilled = () => {};
    const killed = new Promise<void>((done) => (isKilled = done));
    for (const [name, times] of Object.entries(calls)) {
      if (when === 'onCall') fake.fault({ on: name, times, do: { cut: 'before' } });
      const forget = fake[when](name, async () => {
        if (--left === 0) await product.kill().then(isKilled).then(resolve, reject);
        await killed;
        forget();
      });
    }
  });
}

const item = async (id: number) => (await user().get(`/api/posts/${id}`)).body;

/** Each is public once, and so is its comment and its cover. */
async function expectOnce({ name, ids, comment, cover }: Round): Promise<void> {
  for (const id of ids)
    expect(
      await eventually(
        () => item(id),
        ({ status, first_comment_status }) =>
          status === 'failed' || (status === 'published' && first_comment_status !== 'waiting'),
        WITHIN_MS,
      ),
    ).toMatchObject({ status: 'published', upload_error: null });
  const kinds = { ig_photo: 1, ig_carousel: 1, ig_story: 1, story: 1, post: 1, reel: 1 };
  const since = fake.published().slice(-6);
  expect(Object.fromEntries(since.map(({ kind }) => [kind, 1]))).toEqual(kinds);
  expect(fake.published()).toHaveLength(6 * rounds.length);
  expect(fake.comments().filter(({ message }) => message === comment)).toHaveLength(1);
  const reel = fake.published().find(({ kind, caption }) => kind === 'reel' && caption.includes(name))!;
  expect(fake.coverOf(reel.objectId)).toBe(cover);
  expect(fake.violations()).toEqual([]);
}

const rounds: Round[] = [];

/** How often each was called so far. A cover may be set again, which does no harm. */
const lastCalls = () =>
  ['ig.publish', 'photo_stories', 'comments.create'].map((name) => fake.history(name).length);

describe('a process that is killed in the middle of a call of many posts', () => {
  it('is followed by one that publishes each exactly once, after the last calls took effect', async () => {
    const killed = killWhen('onEffect', LAST_CALLS);
    rounds.push(await post('effected'));
    await killed;
    await start(LEASE_MS);
    await expectOnce(rounds[0]!);
    expect(lastCalls()).toEqual([3, 1, 1]);
  });

  it('is followed by one that publishes each exactly once, when no last call took effect', async () => {
    const killed = killWhen('onCall', LAST_CALLS);
    rounds.push(await post('received'));
    await killed;
    await start(LEASE_MS);
    const second = product;
    // The story by its photo, the text's comment and the container are read, and are absent for the first time.
    await eventually(
      () => Promise.resolve([new Set(second.settled('unknown')).size, commentsLookedFor(second)]),
      ([posts = 0, comments = 0]) => posts >= 4 && comments >= 1,
      WITHIN_MS,
    );
    await second.kill();
    await start(ABSENT_MS + LEASE_MS);
    await expectOnce(rounds[1]!);
    expect(lastCalls()).toEqual([9, 3, 3]);
  });
});

const commentsLookedFor = ({ logs }: Product): number =>
  logs.filter(({ msg, outcome }) => msg === 'first comment settled' && outcome === 'later').length;
