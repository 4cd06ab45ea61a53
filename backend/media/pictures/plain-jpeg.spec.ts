import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { severalPictures } from '../../../test/support/several-pictures';
import { fixture } from '../../../test/support/media';
import { segment } from '../../../test/support/progressive-jpeg';
import { forInstagram } from './instagram-picture';
import { isPlainJpeg } from './plain-jpeg';

const inPieces = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    ),
  );

const behind = (photo: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([photo.subarray(0, 2), ...segments, photo.subarray(2)]);

const profile = segment(0xe2, Buffer.alloc(60_000, 0xff));
const mpf = segment(0xe2, Buffer.from('MPF\0II*\0'));

describe.each([1, 7, 1_000, 1_000_000])('in pieces of %i bytes', (size) => {
  let photo: Buffer;
  beforeAll(async () => (photo = await readFile(fixture('photo-exif.jpg'))));

  it.each<[string, (photo: Buffer) => Buffer]>([
    ['as it is', (bytes) => bytes],
    ['behind a profile', (bytes) => behind(bytes, profile)],
    ['behind a comment that names the other format', (bytes) => behind(bytes, segment(0xfe, mpf))],
    ['before the other format, which nobody reads', (bytes) => Buffer.concat([bytes, mpf])],
  ])('a photo is a JPEG of one picture: %s', async (_name, change) =>
    expect(await isPlainJpeg(inPieces(change(photo), size))).toBe(true),
  );

  it.each<[string, (photo: Buffer) => Buffer]>([
    ['an MPO', severalPictures],
    ['an MPO behind a profile', (bytes) => behind(bytes, profile, mpf)],
    ['an MPO behind filling bytes', (bytes) => behind(bytes, Buffer.alloc(5, 0xff), mpf)],
    ['a JPS', (bytes) => behind(bytes, segment(0xe3, Buffer.from('_JPSJPS_')))],
    ['no JPEG', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['nothing', () => Buffer.alloc(0)],
  ])('%s is none', async (_name, change) =>
    expect(await isPlainJpeg(inPieces(change(photo), size))).toBe(false),
  );
});

it('an MPO goes to Instagram as a JPEG of its first picture', async () => {
  const photo = await readFile(fixture('photo.jpg'));
  const mpo = severalPictures(photo);
  const open = (at: number) => Promise.resolve(Readable.from([mpo.subarray(at)]));
  const { bytes, length } = await forInstagram({ sizeBytes: mpo.length, open });
  const sent = Buffer.concat(await bytes.toArray());
  expect(sent).toHaveLength(length);
  expect(sent.includes('MPF\0')).toBe(false);
  const { width, height } = await sharp(photo).metadata();
  expect(await sharp(sent).metadata()).toMatchObject({ format: 'jpeg', width, height });
});
