import { fitsOf, violationOf, type MediumFacts } from './fits';
import type { Container } from './rules';

const MEGABYTE = 1024 ** 2;

const film = (
  { width = 1080, height = 1920, seconds = 30 } = {},
  { sizeBytes = MEGABYTE, container = 'mp4' }: { sizeBytes?: number; container?: Container } = {},
): MediumFacts => ({
  video: { sizeBytes, container, picture: { width, height, durationMs: seconds * 1000, codec: 'h264' } },
});

const picture = (width: number, height: number, format: 'jpeg' | 'gif' = 'jpeg'): MediumFacts => ({
  image: { sizeBytes: MEGABYTE, format, picture: { width, height } },
});

const fitting = (facts: MediumFacts, most = 100 * MEGABYTE) =>
  fitsOf(facts, most)
    .filter(({ ok }) => ok === 1)
    .map(({ network, format }) => `${network} ${format}`);

const saying = (facts: MediumFacts, network: string, format: string) =>
  fitsOf(facts, 100 * MEGABYTE).find((each) => each.network === network && each.format === format)?.message;

it('says which formats take a film', () => {
  expect(fitting(film())).toEqual([
    'facebook reel',
    'facebook video',
    'facebook story',
    'instagram reel',
    'instagram story',
  ]);
  expect(fitting(film({ seconds: 60.001 }))).toEqual(['facebook reel', 'facebook video', 'instagram reel']);
  expect(fitting(film({ seconds: 90.001 }))).toEqual(['facebook video', 'instagram reel']);
  expect(fitting(film({ seconds: 900.001 }))).toEqual(['facebook video']);
  expect(fitting(film({ seconds: 4 * 3600 + 1 }))).toEqual([]);
  expect(fitting(film({ seconds: 2.999 }))).toEqual([]);
  expect(fitting(film({ width: 1920, height: 1080 }))).toEqual(['facebook video']);
  expect(fitting(film({ width: 2560, height: 1080 }))).toEqual([]);
  expect(fitting(film({}, { container: 'mov' }))).toEqual([
    'facebook video',
    'facebook story',
    'instagram story',
  ]);
});

it('takes a film with few pixels for a story on Instagram, and for none on a Page', () => {
  const small = film({ width: 539, height: 959 });
  expect(fitting(small)).toEqual(['facebook video', 'instagram story']);
  expect(saying(small, 'facebook', 'story')).toBe('Video resolution must be at least 540x960 pixels');
  expect(fitting(film({ width: 540, height: 960 }))).toContain('facebook story');
});

it('takes a large film only as a video, up to the limit of the installation', () => {
  const large = film({}, { sizeBytes: 101 * MEGABYTE });
  expect(fitting(large)).toEqual([]);
  expect(fitting(large, 200 * MEGABYTE)).toEqual(['facebook video']);
});

it('says which formats take a picture', () => {
  expect(fitting(picture(1080, 1350))).toEqual([
    'facebook photo',
    'facebook story',
    'instagram photo',
    'instagram story',
  ]);
  expect(fitting(picture(1910, 1000))).toContain('instagram photo');
  expect(fitting(picture(1911, 1000))).not.toContain('instagram photo');
  expect(fitting(picture(799, 1000))).not.toContain('instagram photo');
  expect(fitting(picture(1000, 1000, 'gif'))).toEqual(['facebook photo', 'facebook story']);
});

it('says why not', () => {
  expect(saying(film({ seconds: 91 }), 'facebook', 'reel')).toBe('A Facebook reel lasts 3 to 90 seconds');
  expect(saying(film({ seconds: 1 }), 'instagram', 'reel')).toBe(
    'An Instagram reel lasts 3 seconds to 15 minutes',
  );
  expect(saying(picture(2000, 1000), 'instagram', 'photo')).toBe(
    'Instagram photos are between 4:5 and 1.91:1',
  );
});

describe('the rules of posts of several files', () => {
  const broken = (network: string, format: string, files: MediumFacts[]) =>
    violationOf({ network, format }, files, 100 * MEGABYTE);

  it.each([
    ['facebook', 'multi_photo', 'A post with several photos has 2 to 10 pictures'],
    ['instagram', 'carousel', 'A carousel has 2 to 10 pictures and videos'],
  ])('count the files of a %s %s', (network, format, message) => {
    const of = (count: number) => broken(network, format, Array(count).fill(picture(1000, 1000)));
    expect([of(1), of(11)]).toEqual([{ message }, { message }]);
    expect([of(2), of(10)]).toEqual([undefined, undefined]);
  });

  it('name the file that does not fit', () => {
    const square = picture(1000, 1000);
    expect(broken('facebook', 'multi_photo', [square, film()])).toEqual({
      message: 'A post with several photos cannot contain a video',
      file: 1,
    });
    expect(broken('instagram', 'carousel', [film({ seconds: 60 }), square])).toBeUndefined();
    expect(broken('instagram', 'carousel', [film({ width: 1920, height: 1080 }), square])).toBeUndefined();
    expect(broken('instagram', 'carousel', [square, film({ seconds: 60.001 })])).toEqual({
      message: 'A video in a carousel lasts 3 to 60 seconds',
      file: 1,
    });
    expect(broken('instagram', 'carousel', [square, picture(800, 1001)])).toEqual({
      message: 'Instagram photos are between 4:5 and 1.91:1',
      file: 1,
    });
  });

  it('take one file for the others, and none for a text', () => {
    expect(broken('facebook', 'story', [])).toEqual({ message: 'A story is made of one file' });
    expect(broken('facebook', 'text', [])).toBeUndefined();
    expect(broken('facebook', 'text', [picture(1000, 1000)])).toEqual({
      message: 'A post of text has no files',
    });
  });

  it('take a shared video of any size that the library takes, for as long as the format lasts', () => {
    const large = { width: 1920, height: 3413, seconds: 95 };
    const shared = (more = {}) => ({ ...film({ ...large, ...more }), isShared: true as const });
    expect(broken('instagram', 'reel', [film(large)])).toBeDefined();
    expect(broken('instagram', 'reel', [shared()])).toBeUndefined();
    expect(broken('facebook', 'video', [shared()])).toBeUndefined();
    expect(broken('facebook', 'reel', [shared()])).toMatchObject({
      message: 'A Facebook reel lasts 3 to 90 seconds',
    });
    expect(broken('facebook', 'photo', [shared()])).toBeDefined();
  });
});
