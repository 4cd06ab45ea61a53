import { readFile } from 'node:fs/promises';
import { makePost } from '../../support/made-posts';
import { fixture } from '../../support/media';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';
import { tusOf } from '../../support/tus';

let harness: PublishingHarness;
let account: ConnectedUser;

beforeAll(async () => {
  harness = await PublishingHarness.start();
});

afterAll(() => harness.end());

beforeEach(async () => {
  account = await harness.addUser({ instagram: true });
});

afterEach(() => {
  harness.fake.clearFaults();
  expect(harness.fake.violations()).toEqual([]);
});

let files = 0;

/** A post without a caption. */
async function post(format: 'photo' | 'reel' | 'carousel'): Promise<number> {
  const { client, page } = account;
  const names = { photo: ['photo.jpg'], reel: ['portrait.mp4'], carousel: ['photo.jpg', 'photo-exif.jpg'] };
  const media: string[] = [];
  for (const name of names[format]) {
    const salt = Buffer.from(`${page.id} ${++files}`);
    const bytes = Buffer.concat([await readFile(fixture(name)), salt]);
    media.push(await tusOf(client).upload(bytes, { filename: name }));
  }
  const wanted = { network: 'instagram' as const, format, title: '', at: harness.nowToPost(), media };
  return makePost(harness.app.running.nest, client.user.id, wanted);
}

async function ended(id: number) {
  await harness.runToEnd(account, id);
  return (await account.client.get(`/api/posts/${id}`)).body;
}

const publications = () => harness.calls(account.page, 'ig.publish');

/** What the account shows of others: a single medium without a caption, just now. */
function listed(media_type: string | undefined): void {
  const one = { id: `1790000000000${++files}`, media_type, timestamp: new Date(harness.now()).toISOString() };
  const { id } = account.page;
  harness.fake.fault({ on: 'ig.media', page: id, times: 1_000, do: { status: 200, body: { data: [one] } } });
}

describe('a post without a caption whose answer was lost', () => {
  it.each([
    ['photo', 'CAROUSEL_ALBUM'],
    ['photo', 'VIDEO'],
    ['reel', 'IMAGE'],
    ['carousel', 'IMAGE'],
  ] as const)(
    'is sent again where the account shows no %s, but a medium of type %s',
    async (format, type) => {
      harness.fake.fault({ on: 'ig.publish', page: account.page.id, do: { cut: 'before' } });
      const id = await post(format);
      listed(type);
      expect(await ended(id)).toMatchObject({ status: 'published', upload_error: null });
      expect(publications()).toEqual([2]);
    },
  );

  it.each([
    ['photo', 'IMAGE'],
    ['carousel', undefined],
    ['reel', 'SOMETHING_NEW'],
  ] as const)('is not sent again where the account shows a %s of type %s', async (format, type) => {
    harness.fake.fault({ on: 'ig.publish', page: account.page.id, do: { cut: 'before' } });
    const id = await post(format);
    listed(type);
    expect(await ended(id)).toMatchObject({ status: 'published', upload_error: null });
    expect(publications()).toEqual([1]);
  });

  it("does not take another post's photo for its own", async () => {
    const { page } = account;
    harness.fake.fault({ on: 'ig.publish', page: page.id, do: { cut: 'after' } });
    const forget = harness.fake.onCall('ig.publish', ({ params: { creation_id: path } }) => {
      forget();
      harness.fake.fault({ on: 'ig.status', path, times: 1_000, do: { status: 500 } });
    });
    const first = await post('photo');
    while (publications()[0] === 0) {
      harness.forward(5_000);
      await harness.untilIdle(first);
    }
    harness.fake.fault({ on: 'ig.publish', page: page.id, do: { cut: 'before' } });
    const second = await post('photo');
    const later = await ended(second);
    harness.fake.clearFaults();
    const earlier = await ended(first);
    expect([earlier.status, later.status, publications()]).toEqual(['published', 'published', [3]]);
    expect(new Set([earlier.permalink, later.permalink]).size).toBe(2);
    expect(harness.fake.published().filter(({ pageId }) => pageId === page.id)).toHaveLength(2);
  });
});
