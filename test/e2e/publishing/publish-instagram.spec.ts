import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { metaError } from '../../support/fake-graph';
import { addressesOf, fresh, NOT_FETCHED, OUT, sha256, useInstagram } from '../../support/instagram-posts';

const TOO_LARGE = metaError(100, 1366046, 'Photos should be smaller than 4 MB', { status: 400 });
const FOUR_MB = 4 * 1024 * 1024;

/** A picture that hardly compresses: above 4 MB, below 8. */
const large = () =>
  sharp(randomBytes(2200 * 1900 * 3), { raw: { width: 2200, height: 1900, channels: 3 } })
    .jpeg({ quality: 100 })
    .toBuffer();

describe('on Instagram, by way of the Page', () => {
  const { harness, upload, post, shown, fault } = useInstagram();

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
    ['photo', async () => ({ bytes: [await large()] })],
    ['carousel', async () => ({ bytes: [await fresh('photo.jpg'), await large()] })],
    ['reel', async () => ({ bytes: [await fresh('portrait.mp4')], cover: (await upload(await large()))[0] })],
  ] as const)(
    'a picture of a %s that the Page finds too large is sent once more, made to fit',
    async (format, files) => {
      const given = await files();
      fault({ on: 'photos', nth: format === 'carousel' ? 2 : 1, do: TOO_LARGE });
      const { outcome, named } = await post({ format, ...given });
      expect(outcome).toEqual(OUT);
      const [first = 0, second = 0] = named('photos')
        .map(({ bytes }) => bytes)
        .slice(-2);
      expect(first).toBeGreaterThan(FOUR_MB);
      expect(second).toBeLessThan(FOUR_MB + 1000);
    },
  );

  it('a picture that the Page finds too large both times fails with its number', async () => {
    fault({ on: 'photos', times: 9, do: TOO_LARGE });
    const { outcome, named } = await post({ format: 'photo', bytes: [await fresh('photo.jpg')] });
    expect(outcome).toEqual(['failed', expect.stringMatching(/^This photo is too large.*100\/1366046/)]);
    expect([named('photos').length, named('ig.create')]).toEqual([2, []]);
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
