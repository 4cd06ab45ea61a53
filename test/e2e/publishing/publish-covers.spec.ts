import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../backend/database/database';
import { Storage } from '../../../backend/ports/storage/storage';
import { metaError, type FaultAction } from '../../support/fake-graph';
import { makePost } from '../../support/made-posts';
import { paddedVideo, saltedPhoto, sha256 } from '../../support/media';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';
import { tusOf } from '../../support/tus';

let harness: PublishingHarness;
let folder: string;
let made = 0;

beforeAll(async () => {
  harness = await PublishingHarness.start();
  folder = await mkdtemp(join(tmpdir(), 'pagecast-covers-'));
});
afterAll(async () => {
  await harness.end();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  expect(harness.fake.violations()).toEqual([]);
  harness.fake.clearFaults();
});

interface Wanted {
  format?: 'reel' | 'video';
  fault?: FaultAction;
  times?: number;
  /** A moment of the film in place of a picture. */
  atMs?: number;
  /** Runs before it goes out. */
  meanwhile?: (postId: number) => Promise<unknown>;
}

interface Ended {
  account: ConnectedUser;
  item: any;
  coverHash: string;
  /** What became of the cover, as its owner reads it. */
  told: [outcome: string, message: string | null][];
}

const NO_TIME = new Date('2040-01-01T00:00:00.000Z');

/** On a Page of its own. */
async function posted({ format = 'reel', fault, times, atMs, meanwhile }: Wanted): Promise<Ended> {
  const account = await harness.addUser();
  const { client, page } = account;
  if (fault) harness.fake.fault({ on: 'thumbnails', page: page.id, times, do: fault });
  const salt = `cover ${++made}`;
  const film = await paddedVideo(join(folder, `${made}.mp4`), 60_000, { salt });
  const picture = await saltedPhoto(join(folder, `${made}.jpg`), salt);
  const upload = async (path: string, filename: string) =>
    tusOf(client).upload(await readFile(path), { filename });
  const chosen = atMs === undefined ? { cover: await upload(picture, 'a.jpg') } : { cover_at_ms: atMs };
  const id = await makePost(harness.app.running.nest, client.user.id, {
    ...{ network: 'facebook', format, title: salt, media: [await upload(film, 'a.mp4')], at: NO_TIME },
    ...chosen,
  });
  await meanwhile?.(id);
  const scheduled_for = harness.nowToPost().toISOString();
  expect((await client.put(`/api/posts/${id}/reschedule`, { scheduled_for })).status).toBe(200);
  harness.forward(0);
  await harness.runToEnd(account, id);
  const item = (await client.get(`/api/posts/${id}`)).body;
  const told = item.attempts
    .filter(({ step }: any) => step === 'cover')
    .map(({ outcome, message }: any) => [outcome, message]);
  return { account, item, coverHash: await sha256(picture), told };
}

const shownCover = ({ item }: Ended) => harness.fake.coverOf(item.remote_id ?? item.attempts[0].remote_id);
const calls = ({ account }: Ended) => harness.calls(account.page, 'thumbnails')[0];
const isPublished = ({ item }: Ended) =>
  expect([item.status, item.upload_error]).toEqual(['published', null]);

it.each(['reel', 'video'] as const)('a %s shows the picture that was chosen as its cover', async (format) => {
  const one = await posted({ format });
  isPublished(one);
  expect(shownCover(one)).toBe(one.coverHash);
  expect([calls(one), one.told]).toEqual([1, [['done', null]]]);
});

it.each<[string, FaultAction]>([
  ['is lost before it took effect', { cut: 'before' }],
  ['is lost after it took effect', { cut: 'after' }],
  ['is answered by a 500', metaError(2, null, 'later')],
  ['is answered without success', { status: 200, body: { success: false } }],
])('a cover whose call %s is sent once more', async (_name, fault) => {
  const one = await posted({ fault });
  isPublished(one);
  expect([shownCover(one), calls(one)]).toEqual([one.coverHash, 2]);
});

it.each<[string, FaultAction, RegExp]>([
  ['a missing permission', metaError(200, null, '(#200) Permissions error'), /Permissions error/],
  ['a refused picture', metaError(324, null, '(#324) Missing or invalid image file'), /invalid image/],
  ['a limit', metaError(80_001, null, 'Too many calls'), /Too many calls/],
  ['a token that has ended', metaError(190, 463, 'Session has expired'), /Session has expired/],
  ['a network that is away', { html: true }, /not set\. The network answered with status 502/],
])('a reel stays published when its cover meets %s', async (_name, fault, words) => {
  const one = await posted({ fault, times: 10 });
  isPublished(one);
  expect(one.told).toEqual([
    ['failed', expect.stringMatching(/^The post is public, but its cover was not set\./)],
  ]);
  expect(one.told[0]?.[1]).toMatch(words);
  const { paused_reason } = await harness.row(one.item.id);
  expect([paused_reason, shownCover(one)]).toEqual([null, undefined]);
});

it('a reel stays published when the picture of its cover is gone', async () => {
  const one = await posted({
    meanwhile: async (id) => {
      const { nest } = harness.app.running;
      const row = await nest
        .get(Database)
        .row<{ cover_key: string }>('SELECT cover_key FROM posts WHERE id = ?', [id]);
      await nest.get(Storage).delete(row?.cover_key ?? '');
    },
  });
  isPublished(one);
  expect(one.told).toEqual([['failed', expect.stringContaining('missing')]]);
});

it('says that Facebook takes no moment of the video as a cover', async () => {
  const one = await posted({ atMs: 1_000 });
  isPublished(one);
  expect(one.told).toEqual([['failed', expect.stringContaining('no moment of the video')]]);
  expect(calls(one)).toBe(0);
});
