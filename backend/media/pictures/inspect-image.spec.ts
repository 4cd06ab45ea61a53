import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { open, readFile, truncate, writeFile, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { fixture } from '../../../test/support/media';
import { countNumbersRead } from '../../../test/support/numbers-read';
import { useScratchFolder } from '../../../test/support/scratch-folder';
import { FITTED_BYTES, fitPhoto } from './fit-photo';
import { heifOfManySizes } from '../../../test/support/heif-bomb';
import { inspectBytes, inspectImage } from './inspect-image';
import { imageViolation, PHOTO } from '../rules';

const MEGABYTE = 1024 ** 2;

const verdict = async (name: string) => {
  const path = fixture(name);
  return imageViolation(PHOTO, await inspectImage(path, statSync(path).size));
};

describe('a photo', () => {
  it.each([
    ['photo.jpg', undefined],
    ['photo-exif.jpg', undefined],
    ['photo.png', undefined],
    ['photo.gif', undefined],
    ['tiny.png', 'Image resolution must be at least 500x500 pixels'],
    ['wide.jpg', 'Image resolution must not exceed 4096x4096 pixels'],
    ['not-image.jpg', 'Only image files are supported (JPEG, PNG, GIF)'],
    ['portrait.mp4', 'Only image files are supported (JPEG, PNG, GIF)'],
  ])('%s: %s', async (name, sentence) => expect(await verdict(name)).toBe(sentence));

  it('is measured as it is displayed', async () => {
    const path = fixture('photo-exif.jpg');
    expect((await inspectImage(path, statSync(path).size)).picture).toEqual({ width: 800, height: 1000 });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'of orientation %i is measured as it is made upright, also when it is a PNG',
    async (orientation) => {
      const create = { width: 40, height: 30, channels: 3, background: 'red' } as const;
      const picture = sharp({ create }).withMetadata({ orientation });
      for (const bytes of [await picture.png().toBuffer(), await picture.jpeg().toBuffer()]) {
        const { info } = await sharp(bytes).autoOrient().toBuffer({ resolveWithObject: true });
        const { width, height } = info;
        expect((await inspectBytes(bytes)).picture).toEqual({ width, height });
      }
    },
  );

  it('cannot be measured when it has only a header', () =>
    expect(imageViolation(PHOTO, { sizeBytes: 10, format: 'jpeg', picture: null })).toBe(
      'Unable to validate image dimensions',
    ));

  it('is made to fit, upright, when it is above the limit of Meta', async () => {
    const width = 2000;
    const height = 1500;
    const noise = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
      .png()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(noise.length).toBeGreaterThan(FITTED_BYTES);
    const fitted = await fitPhoto(Readable.from([noise]));
    expect(fitted.length).toBeLessThanOrEqual(FITTED_BYTES);
    expect(await sharp(fitted).metadata()).toMatchObject({ format: 'jpeg', width: height, height: width });
  });
});

describe('looking at a picture', () => {
  const file = useScratchFolder();
  afterEach(() => jest.restoreAllMocks());

  /** The reads of files from now on. */
  async function countReads(): Promise<{ reads: number; bytes: number }> {
    const handle = await open(__filename);
    await handle.close();
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    const seen = { reads: 0, bytes: 0 };
    const read = prototype.read as (...args: unknown[]) => Promise<{ bytesRead: number }>;
    jest.spyOn(prototype, 'read').mockImplementation(async function (this: FileHandle, ...args: unknown[]) {
      const answer = await read.apply(this, args);
      seen.reads++;
      seen.bytes += answer.bytesRead;
      return answer as never;
    });
    return seen;
  }

  async function zerosAfterABeginning(bytes: number): Promise<string> {
    const path = file('zeros.jpg');
    await writeFile(path, Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
    await truncate(path, bytes);
    return path;
  }

  function profile(bytes: number): Buffer {
    const head = Buffer.from([0xff, 0xe2, 0, 0]);
    head.writeUInt16BE(2 + bytes, 2);
    return Buffer.concat([head, Buffer.alloc(bytes, 0xff)]);
  }

  it.each([10, 100])('reads only the beginning of %i MB that have no segments', async (megabytes) => {
    const sizeBytes = megabytes * MEGABYTE;
    const path = await zerosAfterABeginning(sizeBytes);
    const seen = await countReads();
    const { result, numbers } = await countNumbersRead(() => inspectImage(path, sizeBytes));
    expect(result).toEqual({ sizeBytes, format: 'jpeg', picture: null });
    expect(seen.bytes).toBeLessThan(100_000);
    expect(numbers).toBeLessThan(100_000);
  });

  it('says of a file of three gigabytes that it is too large', async () => {
    const sizeBytes = 3 * 1024 * MEGABYTE;
    const facts = await inspectImage(await zerosAfterABeginning(sizeBytes), sizeBytes);
    expect(imageViolation(PHOTO, facts)).toBe('Image must be under 10MB');
  });

  it('gives up a JPEG of very many segments', async () => {
    const path = file('segments.jpg');
    const segments = Buffer.concat(Array.from({ length: 200_000 }, () => profile(8)));
    await writeFile(path, Buffer.concat([Buffer.from([0xff, 0xd8]), segments]));
    const seen = await countReads();
    expect((await inspectImage(path, 2 + segments.length)).picture).toBeNull();
    expect(seen.reads).toBeLessThan(2_000);
  });

  it.each([1, 2, 3, 7])('measures a JPEG also behind %i bytes that belong to nothing', async (count) => {
    const photo = await readFile(fixture('photo.jpg'));
    const frame = photo.indexOf(Buffer.from([0xff, 0xc0]));
    const stray = Buffer.concat([photo.subarray(0, frame), Buffer.alloc(count), photo.subarray(frame)]);
    expect((await inspectBytes(stray)).picture).toEqual((await inspectBytes(photo)).picture);
  });

  it.each(['photo.jpg', 'photo-exif.jpg'])('measures %s also behind a profile of megabytes', async (name) => {
    const photo = await readFile(fixture(name));
    const { picture } = await inspectBytes(photo);
    expect(picture).not.toBeNull();
    const firstEnd = 4 + photo.readUInt16BE(4);
    const bytes = Buffer.concat([
      photo.subarray(0, firstEnd),
      ...Array.from({ length: 50 }, () => profile(60_000)),
      photo.subarray(firstEnd),
    ]);
    const path = file(name);
    await writeFile(path, bytes);
    const seen = await countReads();
    expect((await inspectImage(path, bytes.length)).picture).toEqual(picture);
    expect(seen.bytes).toBeLessThan(200_000);
  });

  it('does not measure a format that it does not take', async () => {
    const { result, numbers } = await countNumbersRead(() => inspectBytes(heifOfManySizes()));
    expect([result.format, numbers]).toEqual([null, 0]);
  });
});
