import sharp from 'sharp';
import { box, movie, type MovieOptions } from '../../../backend/media/mp4/mp4-box';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { multipart } from '../../support/media';

const MEGABYTE = 1024 ** 2;

const app = useApp();
let user: Client;
let admin: Client;
beforeAll(async () => {
  user = await app.users.subscriber();
  admin = await app.users.admin();
});

interface Film extends MovieOptions {
  bytes?: number;
  codec?: string;
  brand?: string;
}

/** A film that is exactly that, by its description; so many bytes in all. */
function film({ bytes, codec, brand, ...options }: Film): Buffer {
  const made = movie({ width: 720, height: 1280, ...options });
  if (codec) made.write(codec, made.indexOf('avc1', 40), 'latin1');
  if (brand) made.write(brand, 8, 'latin1');
  return bytes ? Buffer.concat([made, box('free', Buffer.alloc(bytes - made.length - 8))]) : made;
}

/** As QuickTime wrote them before there were brands. */
function withoutBrand(): Buffer {
  const made = film({});
  return Buffer.concat([box('wide'), made.subarray(made.readUInt32BE(0))]);
}

async function photo(width: number, height: number, format: 'jpeg' | 'png' | 'gif' | 'webp' = 'jpeg') {
  const image = sharp({ create: { width, height, channels: 3, background: '#28c' } });
  return image.toFormat(format).toBuffer();
}

async function answerTo(who: Client, path: string, field: string, buffer: Buffer): Promise<string> {
  const body = multipart([{ name: field, filename: 'it.bin', buffer }]);
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': body.contentType },
    body: new Uint8Array(body.buffer()),
  });
  const answer = (await response.json()) as any;
  if (response.status === 201) {
    const made = answer.videos?.[0] ?? answer.photos?.[0] ?? answer;
    await who.delete(`${path}/${made.id}`);
    return 'taken';
  }
  expect([response.status, answer.error, Object.keys(answer.errors)]).toEqual([
    422,
    'validation_failed',
    ['it.bin'],
  ]);
  expect(answer.errors['it.bin']).toHaveLength(1);
  return answer.errors['it.bin'][0];
}

const MP4 = 'Only MP4 videos are supported';
const SMALL = 'Video resolution must be at least 540x960 pixels';
const LARGE = 'Video resolution must not exceed 1080x1920 pixels';
const ASPECT = 'Video must have a 9:16 aspect ratio';
const SHORT = 'Video must be at least 3 seconds long';
const CODEC = 'Video must be encoded as H.264, HEVC, VP9 or AV1';
const LENGTH = 'Video duration must be between 3 seconds and 15 minutes';

const FIRST_SET: [string, Film | Buffer][] = [
  ['taken', {}],
  [MP4, { brand: 'qt  ' }],
  [MP4, { brand: 'heic' }],
  [MP4, { brand: 'M4A ' }],
  [MP4, withoutBrand()],
  [MP4, Buffer.alloc(0)],
  [MP4, Buffer.alloc(11, 'x')],
  ['Unable to validate video dimensions', box('ftyp', Buffer.from('isom\0\0\0\0isom'))],
  ['taken', { width: 540, height: 960 }],
  [SMALL, { width: 538, height: 960 }],
  [SMALL, { width: 540, height: 958 }],
  ['taken', { width: 1080, height: 1920 }],
  [LARGE, { width: 1082, height: 1920 }],
  [LARGE, { width: 1080, height: 1922 }],
  ['taken', { width: 732, height: 1280 }],
  [ASPECT, { width: 734, height: 1280 }],
  ['taken', { width: 708, height: 1280 }],
  [ASPECT, { width: 706, height: 1280 }],
  ['taken', { seconds: 3 }],
  [SHORT, { seconds: 2.999 }],
  ['taken', { codec: 'hvc1' }],
  ['taken', { codec: 'vp09' }],
  [CODEC, { codec: 'apch' }],
];

const nameOf = (given: Film | Buffer) => (Buffer.isBuffer(given) ? `${given.length} bytes` : given);
const bytesOf = (given: Film | Buffer) => (Buffer.isBuffer(given) ? given : film(given));

describe.each([
  ['/api/videos', [['taken', { seconds: 3600 }]]],
  [
    '/api/instagram/videos',
    [
      ['taken', { seconds: 900 }],
      ['Instagram videos must be at most 15 minutes long', { seconds: 900.001 }],
    ],
  ],
] as [string, [string, Film | Buffer][]][])('the first rule set: POST %s', (path, more) => {
  it.each([...FIRST_SET, ...more].map(([sentence, given]) => [sentence, nameOf(given), given] as const))(
    '%s: %j',
    async (sentence, _name, given) => {
      expect(await answerTo(user, path, 'videos[]', bytesOf(given))).toBe(sentence);
    },
  );
});

describe('the second rule set: POST /api/shared-videos', () => {
  const cases: [string, Film | Buffer][] = [
    ['taken', {}],
    ['taken', { brand: 'qt  ' }],
    ['taken', withoutBrand()],
    ['Only MP4 or MOV videos are supported', { brand: 'avif' }],
    ['Only MP4 or MOV videos are supported', Buffer.alloc(0)],
    ['Only MP4 or MOV videos are supported', Buffer.alloc(5000, 'x')],
    ['Unable to validate video', box('ftyp', Buffer.from('qt  \0\0\0\0qt  '))],
    ['taken', { bytes: 25 * MEGABYTE }],
    ['Video must be under 25MB', { bytes: 25 * MEGABYTE + 1 }],
    ['taken', { seconds: 3 }],
    [LENGTH, { seconds: 2.999 }],
    ['taken', { seconds: 900 }],
    [LENGTH, { seconds: 900.001 }],
    ['taken', { width: 1920, height: 3414 }],
    ['Video width must not exceed 1920 pixels', { width: 1922, height: 3416 }],
    ['taken', { width: 90, height: 160 }],
    [ASPECT, { width: 734, height: 1280 }],
    [CODEC, { codec: 'apch' }],
  ];
  it.each(cases.map(([sentence, given]) => [sentence, nameOf(given), given] as const))(
    '%s: %j',
    async (sentence, _name, given) => {
      expect(await answerTo(admin, '/api/shared-videos', 'video', bytesOf(given))).toBe(sentence);
    },
  );
});

describe('the rules of photos: POST /api/photos', () => {
  const FORMAT = 'Only image files are supported (JPEG, PNG, GIF)';
  const SMALL_PHOTO = 'Image resolution must be at least 500x500 pixels';
  const LARGE_PHOTO = 'Image resolution must not exceed 4096x4096 pixels';
  const padded = async (bytes: number) => {
    const picture = await photo(600, 600);
    return Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
  };

  it.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['taken', 'JPEG', () => photo(800, 600)],
    ['taken', 'PNG', () => photo(800, 600, 'png')],
    ['taken', 'GIF', () => photo(800, 600, 'gif')],
    [FORMAT, 'WebP', () => photo(800, 600, 'webp')],
    [FORMAT, 'nothing', () => Buffer.alloc(0)],
    [
      FORMAT,
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"/>'),
    ],
    [FORMAT, 'the box of a HEIC', () => box('ftyp', Buffer.from('heic\0\0\0\0mif1heic'))],
    [FORMAT, 'a film', () => film({})],
    ['taken', '10 MB', () => padded(10 * MEGABYTE)],
    ['Image must be under 10MB', '10 MB and a byte', () => padded(10 * MEGABYTE + 1)],
    [FORMAT, '10 MB and a byte of text', () => Buffer.alloc(10 * MEGABYTE + 1, 'text')],
    ['taken', '500x500', () => photo(500, 500)],
    [SMALL_PHOTO, '499x500', () => photo(499, 500)],
    [SMALL_PHOTO, '500x499', () => photo(500, 499)],
    ['taken', '4096x4096', () => photo(4096, 4096)],
    [LARGE_PHOTO, '4097x600', () => photo(4097, 600)],
    [LARGE_PHOTO, '600x4097', () => photo(600, 4097)],
    ['Unable to validate image dimensions', 'a JPEG without a frame', () => Buffer.from('ffd8ffe0', 'hex')],
    [
      'Unable to validate image dimensions',
      'a PNG of its name',
      () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ],
  ])('%s: %s', async (sentence, _name, make) => {
    expect(await answerTo(user, '/api/photos', 'photos[]', await make())).toBe(sentence);
  });
});
