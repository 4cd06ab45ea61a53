import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { metaError } from '../../support/fake-graph';
import { makePost } from '../../support/made-posts';
import { paddedVideo, saltedPhoto } from '../../support/media';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';
import { tusOf } from '../../support/tus';

const AN_HOUR = 3_600_000;
const BROKEN = { code: 2207053, message: 'unknown upload error' };

let folder: string;
let harness: PublishingHarness;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagecast-broken-containers-'));
  harness = await PublishingHarness.start();
});
afterAll(async () => {
  await harness.end();
  await rm(folder, { recursive: true });
});
afterEach(() => {
  harness.fake.clearFaults();
  expect(harness.fake.violations()).toEqual([]);
});

const film = (salt: string) => paddedVideo(join(folder, `${salt}.mp4`), 60_000, { salt });
const photo = (salt: string) => saltedPhoto(join(folder, `${salt}.jpg`), salt);

let posts = 0;

/** Posts a reel or a carousel that has no time and whose turn it is. */
async function post(account: ConnectedUser, format: 'reel' | 'carousel'): Promise<any> {
  const { client } = account;
  const salt = `broken ${++posts}`;
  const files = [await film(salt), ...(format === 'carousel' ? [await photo(salt)] : [])];
  const media: string[] = [];
  for (const file of files)
    media.push(await tusOf(client).upload(await readFile(file), { filename: 'file' }));
  const id = await makePost(harness.app.running.nest, client.user.id, {
    ...{ network: 'instagram', format, description: salt, media, due_at: harness.now() },
  });
  await harness.runToEnd(account, id, 60_000);
  return (await client.get(`/api/posts/${id}`)).body;
}

const named = ({ page }: ConnectedUser, name: string) =>
  harness.fake.history(name).filter((call) => call.page === page.id);

describe.each([
  ['reel', 8, 8],
  // A film, and each time a photo beside it.
  ['carousel', 16, 8],
] as const)('a %s whose container is processed and then fails, each time', (format, containers, uploads) => {
  it('fails with the number after eight of them', async () => {
    const account = await harness.addUser({ instagram: true });
    harness.fake.fault({
      on: 'ig.bytes',
      page: account.page.id,
      times: 1000,
      do: { stuckProcessing: 60_000, rejectProcessing: BROKEN },
    });
    const begunAt = harness.now();
    const item = await post(account, format);
    expect([item.status, item.upload_error]).toEqual(['failed', expect.stringMatching(/2207053.*Retry it/)]);
    expect([named(account, 'ig.create').length, named(account, 'ig.bytes').length]).toEqual([
      containers,
      uploads,
    ]);
    expect(named(account, 'ig.publish')).toEqual([]);
    // Seven pauses: 53 minutes, by a fifth more or less.
    expect(harness.now() - begunAt).toBeGreaterThan(0.8 * 53 * 60_000);
  });
});

describe('a reel whose container', () => {
  it('expires while it is processed, each time, fails after eight of them', async () => {
    const account = await harness.addUser({ instagram: true });
    harness.fake.fault({
      on: 'ig.bytes',
      page: account.page.id,
      times: 1000,
      do: { stuckProcessing: 1000 * AN_HOUR },
    });
    for (let n = 1; n <= 50; n++)
      harness.fake.fault({
        ...{ on: 'ig.status', page: account.page.id, nth: 2 * n },
        do: { status: 200, body: { id: '1', status_code: 'EXPIRED', status: 'Expired' } },
      });
    const item = await post(account, 'reel');
    expect([item.status, item.upload_error]).toEqual(['failed', expect.stringMatching(/expired.*used up/)]);
    expect(named(account, 'ig.create')).toHaveLength(8);
  });

  it('is processed for hours goes out, though every second reading fails', async () => {
    const account = await harness.addUser({ instagram: true });
    harness.fake.fault({ on: 'ig.bytes', page: account.page.id, do: { stuckProcessing: 3 * AN_HOUR } });
    for (let n = 1; n <= 200; n++)
      harness.fake.fault({
        ...{ on: 'ig.status', page: account.page.id, nth: 2 * n },
        do: metaError(2, null, 'Service temporarily unavailable'),
      });
    const item = await post(account, 'reel');
    expect([item.status, item.upload_error]).toEqual(['published', null]);
    expect([named(account, 'ig.create').length, named(account, 'ig.status').length > 50]).toEqual([1, true]);
  });
});
