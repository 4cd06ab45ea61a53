import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { Counts } from '../../backend/common/metrics/counts';
import { metaError, type FakeGraph, type Fault } from '../support/fake-graph';
import { makePost } from '../support/made-posts';
import { fixture, paddedVideo, saltedPhoto } from '../support/media';
import { PublishingHarness, type ConnectedUser } from '../support/publishing-harness';
import { tusOf } from '../support/tus';

const ORIGIN = 'https://pagecast.example';
const NOT_FETCHED = metaError(9004, 2207052, 'The media could not be fetched from this URI.');

type Wanted = Omit<Parameters<typeof makePost>[2], 'network'>;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let files = 0;

/** A file that no other post has. */
async function fresh(name: string): Promise<Buffer> {
  const path = join(await mkdtemp(join(tmpdir(), 'pagecast-instagram-')), name);
  const salt = `number ${++files}`;
  if (name.endsWith('.png')) return readFile(fixture(name));
  await (name.endsWith('.mp4')
    ? paddedVideo(path, 90_000, { of: name, salt })
    : saltedPhoto(path, salt, name));
  const bytes = await readFile(path);
  await rm(dirname(path), { recursive: true });
  return bytes;
}

/** An app with an Instagram account, with which Meta reaches it or not. */
function useInstagram(env: Record<string, string> = {}) {
  let harness: PublishingHarness;
  let account: ConnectedUser;
  beforeAll(async () => {
    harness = await PublishingHarness.start({ env });
    harness.fake.reach(ORIGIN, harness.app.url);
    account = await harness.addUser({ instagram: true });
  });
  afterAll(() => harness.end());
  afterEach(() => {
    harness.fake.clearFaults();
    expect(harness.fake.violations()).toEqual([]);
  });
  const upload = (...all: Buffer[]) =>
    Promise.all(all.map((bytes) => tusOf(account.client).upload(bytes, { filename: 'file' })));
  /** Posts it, and returns its end and the calls that were made for it. */
  const post = async ({ bytes, ...wanted }: Omit<Wanted, 'media'> & { bytes: Buffer[] }) => {
    const { client } = account;
    const before = harness.fake.history().length;
    const media = await upload(...bytes);
    const made = { network: 'instagram' as const, at: harness.nowToPost(), media, ...wanted };
    const id = await makePost(harness.app.running.nest, client.user.id, made);
    await harness.runToEnd(account, id);
    const { body: item } = await client.get(`/api/posts/${id}`);
    const calls = harness.fake.history().slice(before);
    const named = (name: string) => calls.filter((call) => call.name === name);
    return { item, named, outcome: [item.status, item.upload_error] };
  };
  const leasesLost = () =>
    harness.app.running.nest
      .get(Counts)
      .samples()
      .filter(
        ({ metric, labels, value }) =>
          metric === 'pagecast_publications_total' && labels.outcome === 'lease_lost' && value > 0,
      );
  const shown = (kind: string) => harness.fake.published().filter((each) => each.kind === kind);
  const fault = (given: Fault) => harness.fake.fault(given);
  return { harness: () => harness, upload, post, shown, fault, leasesLost };
}

const OUT = ['published', null];
const addressesOf = (calls: ReturnType<FakeGraph['history']>) =>
  calls.map(({ params }) => new URL(params.image_url ?? '').hostname);

describe('on Instagram, by way of the Page', () => {
  const { harness, post, shown, fault } = useInstagram();

  it('a JPEG goes out as it came, with its alt text', async () => {
    const photo = await fresh('photo.jpg');
    const { outcome, item, named } = await post({
      format: 'photo',
      description: 'Bread',
      bytes: [photo],
      altTexts: ['A loaf'],
    });
    expect([outcome, item.kind]).toEqual([OUT, 'photo']);
    expect(item.permalink).toMatch(/^https:\/\/www\.instagram\.com\/p\/\w+\/$/);
    expect(shown('ig_photo')).toMatchObject([{ caption: 'Bread', bytesSha256: sha256(photo) }]);
    expect(named('photos')).toMatchObject([{ params: { published: 'false' } }]);
    expect(named('ig.create')).toMatchObject([{ params: { alt_text: 'A loaf', caption: 'Bread' } }]);
    expect(addressesOf(named('ig.create'))).toEqual(['scontent.xx.fbcdn.net']);
  });

  it('a PNG becomes a JPEG', async () => {
    const { outcome } = await post({ format: 'photo', bytes: [await fresh('photo.png')] });
    expect(outcome).toEqual(OUT);
  });

  it('a carousel goes out once, in order, with its film and its alt texts', async () => {
    const bytes = await Promise.all(['photo.jpg', 'portrait.mp4', 'photo-exif.jpg'].map(fresh));
    const altTexts = ['One', 'No film has any', 'Three'];
    const { outcome, item, named } = await post({ format: 'carousel', description: 'Many', bytes, altTexts });
    expect([outcome, item.permalink]).toEqual([OUT, expect.stringContaining('instagram.com/p/')]);
    expect(shown('ig_carousel')).toMatchObject([{ caption: 'Many', bytesSha256: bytes.map(sha256).join() }]);
    expect(named('ig.create').map(({ params }) => [params.media_type, params.alt_text])).toEqual([
      [undefined, 'One'],
      ['VIDEO', undefined],
      [undefined, 'Three'],
      ['CAROUSEL', undefined],
    ]);
    expect([named('ig.limit').length, named('ig.publish').length]).toEqual([1, 1]);
  });

  it.each([
    ['photos', 'photo.jpg'],
    ['photo.read', 'photo-exif.jpg'],
    ['ig.create', 'photo.jpg'],
    ['ig.status', 'photo.jpg'],
    ['ig.publish', 'photo-exif.jpg'],
  ])('a story of a picture goes out once when %s is lost', async (name, file) => {
    for (const cut of ['before', 'after'] as const) {
      const before = shown('ig_story').length;
      fault({ on: name, do: { cut } });
      const { outcome, named } = await post({ format: 'story', bytes: [await fresh(file)] });
      expect([cut, outcome]).toEqual([cut, OUT]);
      expect(named('ig.create')[0]?.params).not.toHaveProperty('caption');
      expect(shown('ig_story')).toHaveLength(before + 1);
    }
  });

  it('a story of a film is found among the stories when its answer was lost', async () => {
    fault({ on: 'ig.publish', do: { cut: 'after' } });
    const { outcome, named, item } = await post({ format: 'story', bytes: [await fresh('portrait.mp4')] });
    expect([outcome, item.kind]).toEqual([OUT, 'instagram_video']);
    expect([named('ig.stories').length > 0, named('ig.media')]).toEqual([true, []]);
    expect(item.permalink).toMatch(/^https:\/\/www\.instagram\.com\/stories\/\w+\/\d+$/);
  });

  it.each(['ig.create', 'ig.bytes', 'ig.publish'])(
    'a carousel goes out once when any %s is lost',
    async (name) => {
      for (const nth of name === 'ig.create' ? [1, 2, 3] : [1])
        for (const cut of ['before', 'after'] as const) {
          const description = `Lost ${name} ${nth} ${cut}`;
          fault({ on: name, nth, do: { cut } });
          const bytes = [await fresh('portrait.mp4'), await fresh('photo.jpg')];
          const { outcome } = await post({ format: 'carousel', description, bytes });
          harness().fake.clearFaults();
          expect([description, outcome]).toEqual([description, OUT]);
          expect(shown('ig_carousel').filter(({ caption }) => caption === description)).toHaveLength(1);
        }
    },
  );

  it.each([
    [4_000, '4000'],
    [60_000, '9999'],
  ])('a reel is covered by its frame at %s ms, before its end', async (cover_at_ms, sent) => {
    const bytes = [await fresh('portrait.mp4')];
    const { outcome, named } = await post({ format: 'reel', bytes, cover_at_ms, duration_ms: 10_000 });
    expect(outcome).toEqual(OUT);
    expect(named('ig.create')).toMatchObject([{ params: { thumb_offset: sent, media_type: 'REELS' } }]);
  });

  it('a picture that Meta never fetches fails with its number after two containers, without a private address', async () => {
    fault({ on: 'ig.create', times: 9, do: NOT_FETCHED });
    const { outcome, named } = await post({ format: 'photo', bytes: [await fresh('photo.jpg')] });
    expect(outcome).toEqual(['failed', expect.stringContaining('9004')]);
    expect(addressesOf(named('ig.create'))).toEqual(Array(2).fill('scontent.xx.fbcdn.net'));
  });

  it.each([
    ['no address of its picture', 'photo.read', { images: 'none' }],
    ['an address that is none', 'photo.read', { images: [{ source: 'javascript:alert(1)', width: 9 }] }],
    ['a container that is none', 'ig.create', { id: '../../me' }],
    ['another kind of id', 'photos', { id: { $: 1 } }],
  ])('a post survives %s', async (_what, on, body) => {
    fault({ on, do: { status: 200, body } });
    const { outcome } = await post({ format: 'story', bytes: [await fresh('photo-exif.jpg')] });
    expect(outcome).toEqual(OUT);
  });
});

describe('on Instagram, by a public address', () => {
  const { harness, upload, post, shown, fault, leasesLost } = useInstagram({ PUBLIC_URL: ORIGIN });

  it('a picture is fetched from here', async () => {
    const photo = await fresh('photo.jpg');
    const { outcome, named } = await post({ format: 'photo', description: 'Linked', bytes: [photo] });
    expect([outcome, named('photos')]).toEqual([OUT, []]);
    expect(shown('ig_photo')).toMatchObject([{ bytesSha256: sha256(photo) }]);
    const { pathname, search } = new URL(named('ig.create')[0]?.params.image_url ?? '');
    const fetched = await fetch(harness().app.url + pathname + search, { redirect: 'manual' });
    expect([fetched.status, fetched.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(fetched.headers.get('set-cookie')).toBeNull();
    expect(Buffer.from(await fetched.arrayBuffer())).toEqual(photo);
    const head = await fetch(harness().app.url + pathname + search, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(photo.length));
    const forged = search.replace(/signature=./, 'signature=_');
    for (const wrong of [forged, '', search.replace(/expires=\d/, 'expires=9')])
      expect((await fetch(harness().app.url + pathname + wrong)).status).toBe(404);
    harness().forward(3_601_000);
    expect((await fetch(harness().app.url + pathname + search)).status).toBe(404);
  });

  it('a PNG is fetched as a JPEG of the same dimensions', async () => {
    const { outcome, named } = await post({ format: 'story', bytes: [await fresh('photo.png')] });
    expect(outcome).toEqual(OUT);
    const { pathname, search } = new URL(named('ig.create')[0]?.params.image_url ?? '');
    const jpeg = await fetch(harness().app.url + pathname + search).then((answer) => answer.arrayBuffer());
    const [made, given] = await Promise.all([
      sharp(Buffer.from(jpeg)).metadata(),
      sharp(fixture('photo.png')).metadata(),
    ]);
    expect(made).toMatchObject({ format: 'jpeg', width: given.width, height: given.height });
  });

  it.each([
    ['at once', NOT_FETCHED],
    ['while it is processed', { rejectProcessing: { code: 2207052, message: 'not fetched' } }],
    [
      'when it is first asked',
      { rejectProcessing: { code: 2207052, message: 'not fetched' }, stuckProcessing: 0 },
    ],
  ])(
    'the other way is tried in a new container when Meta says %s that it could not fetch',
    async (_when, answer) => {
      fault({ on: 'ig.create', do: answer });
      const { outcome, named } = await post({ format: 'story', bytes: [await fresh('photo.jpg')] });
      expect(outcome).toEqual(OUT);
      expect(addressesOf(named('ig.create'))).toEqual(['pagecast.example', 'scontent.xx.fbcdn.net']);
      expect(leasesLost()).toEqual([]);
    },
  );

  it('an item of a carousel tries the other way by itself', async () => {
    fault({ on: 'ig.create', nth: 2, do: { rejectProcessing: { code: 2207052, message: 'no' } } });
    const bytes = [await fresh('photo.jpg'), await fresh('photo-exif.jpg')];
    const { outcome, named } = await post({ format: 'carousel', description: 'Both ways', bytes });
    expect(outcome).toEqual(OUT);
    expect(named('ig.create').map(({ params }) => params.image_url?.split('/')[2])).toEqual([
      ...['pagecast.example', 'pagecast.example', 'scontent.xx.fbcdn.net', undefined],
    ]);
  });

  it.each([
    ['at once', NOT_FETCHED, '9004'],
    ['while it is processed', { rejectProcessing: { code: 2207052, message: 'not fetched' } }, '2207052'],
  ])(
    'a post fails with the number that Meta gives %s, after two containers',
    async (_when, answer, number) => {
      fault({ on: 'ig.create', times: 9, do: answer });
      const { outcome, named } = await post({ format: 'photo', bytes: [await fresh('photo.jpg')] });
      expect(outcome).toEqual(['failed', expect.stringContaining(number)]);
      expect([named('ig.create').length, named('ig.publish')]).toEqual([2, []]);
    },
  );

  it.each([
    ['can be fetched', undefined, ['pagecast.example']],
    ['cannot be fetched', NOT_FETCHED, ['pagecast.example', 'scontent.xx.fbcdn.net']],
    [
      'could not be fetched, as its state says,',
      { rejectProcessing: { code: 2207052, message: 'not fetched' } },
      ['pagecast.example', 'scontent.xx.fbcdn.net'],
    ],
  ])('a reel whose cover %s goes out once with it', async (_what, answer, addresses) => {
    const { fake } = harness();
    if (answer) fault({ on: answer === NOT_FETCHED ? 'ig.create' : 'ig.bytes', do: answer });
    const picture = await fresh('photo.jpg');
    const [cover] = await upload(picture);
    const bytes = [await fresh('portrait.mp4')];
    const { outcome, named } = await post({ format: 'reel', bytes, cover });
    expect(outcome).toEqual(OUT);
    const asked = named('ig.create').map(({ params }) => new URL(params.cover_url ?? '').hostname);
    expect(asked).toEqual(addresses);
    const reel = named('ig.publish').at(-1)?.params.creation_id ?? '';
    expect(fake.coverOf(reel)).toBe(sha256(picture));
  });

  it('a reel whose cover is fetched neither way fails with the number after two containers', async () => {
    fault({ on: 'ig.create', times: 9, do: NOT_FETCHED });
    const [cover] = await upload(await fresh('photo.jpg'));
    const { outcome, named } = await post({ format: 'reel', bytes: [await fresh('portrait.mp4')], cover });
    expect(outcome).toEqual(['failed', expect.stringContaining('9004')]);
    expect(named('ig.create')).toHaveLength(2);
  });

  it('an expired container is followed by a new one', async () => {
    const { fake } = harness();
    const forget = fake.onEffect('ig.create', () => {
      forget();
      fault({
        on: 'ig.status',
        do: { status: 200, body: { id: '1', status_code: 'EXPIRED', status: 'Expired' } },
      });
    });
    const { outcome, named } = await post({ format: 'photo', bytes: [await fresh('photo-exif.jpg')] });
    expect([outcome, named('ig.create').length]).toEqual([OUT, 2]);
  });
});

describe('on Instagram, by an address that is not public', () => {
  const { post } = useInstagram({ INSTAGRAM_PICTURES: 'link' });

  it('a picture is not sent, and the post says what to do', async () => {
    const { outcome, named } = await post({ format: 'photo', bytes: [await fresh('photo.jpg')] });
    expect(outcome).toEqual(['failed', expect.stringContaining('PUBLIC_URL')]);
    expect([named('ig.create'), named('photos')]).toEqual([[], []]);
  });
});
