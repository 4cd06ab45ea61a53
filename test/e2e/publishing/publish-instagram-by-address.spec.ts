import sharp from 'sharp';
import {
  addressesOf,
  fresh,
  NOT_FETCHED,
  ORIGIN,
  OUT,
  sha256,
  useInstagram,
} from '../../support/instagram-posts';
import { fixture } from '../../support/media';

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
    const forged = search.replace(/signature=(.)/, (_, first) => `signature=${first === '_' ? '-' : '_'}`);
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
