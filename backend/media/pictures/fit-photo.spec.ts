import { Readable } from 'node:stream';
import sharp, { type Sharp } from 'sharp';
import { fitPhoto, jpegOf } from './fit-photo';
import { BrokenPhoto, TooManyPixels } from './open-picture';

const MOST_BYTES = 8_000_000;

const plain = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#c83232' } });
const made = (bytes: Buffer) => jpegOf(Readable.from([bytes]), MOST_BYTES);

/** The size that a PNG says it has, in a valid header. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const png = await plain(8, 8).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

describe('a picture of more pixels than a photo', () => {
  it.each([
    ['a JPEG', (picture: Sharp) => picture.jpeg()],
    ['a progressive JPEG', (picture: Sharp) => picture.jpeg({ progressive: true })],
    ['a PNG', (picture: Sharp) => picture.png({ compressionLevel: 1 })],
    ['an interlaced PNG', (picture: Sharp) => picture.png({ compressionLevel: 1, progressive: true })],
  ])('becomes a JPEG within 4096 x 4096 when it is %s', async (_name, encode) => {
    const jpeg = await made(await encode(plain(6000, 4000)).toBuffer());
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 4096, height: 2731 });
  });

  it('is upright after', async () => {
    const turned = await plain(6000, 4000).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await sharp(await made(turned)).metadata()).toMatchObject({ width: 2731, height: 4096 });
  });

  it.each([
    [12_500, 8_001, 'Pictures have at most 100 megapixels. Make this one smaller and upload it again.'],
    [30_000, 30_000, 'Pictures have at most 100 megapixels. Make this one smaller and upload it again.'],
  ])('is not called damaged at %i x %i', async (width, height, sentence) => {
    const picture = await claiming(width, height);
    await expect(made(picture)).rejects.toThrow(new TooManyPixels(false));
    await expect(fitPhoto(Readable.from([picture]))).rejects.toThrow(sentence);
  });

  it('is not read whole into memory', async () => {
    const interlaced = await claiming(6000, 5001);
    interlaced[28] = 1;
    await expect(made(interlaced)).rejects.toThrow(
      'Progressive and interlaced pictures have at most 30 megapixels. Save this one without that or smaller, and upload it again.',
    );
  });
});

it.each([1, 2, 3, 4, 5, 6, 7, 8])('a picture of orientation %i becomes upright', async (orientation) => {
  const quarters = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0, 0, 255, 255, 255, 0, 255]);
  const jpeg = await sharp(quarters, { raw: { width: 3, height: 2, channels: 3 } })
    .resize({ width: 96, height: 64, kernel: 'nearest' })
    .withMetadata({ orientation })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const pixels = (bytes: Buffer, turn: boolean) => {
    const picture = sharp(bytes);
    return (turn ? picture.autoOrient() : picture).raw().toBuffer({ resolveWithObject: true });
  };
  const [is, wanted] = await Promise.all([pixels(await made(jpeg), false), pixels(jpeg, true)]);
  expect([is.info.width, is.info.height]).toEqual([wanted.info.width, wanted.info.height]);
  const differences = wanted.data.map((value, n) => Math.abs(value - (is.data[n] ?? NaN)));
  expect(differences.reduce((sum, each) => sum + each, 0) / wanted.data.length).toBeLessThan(8);
});

it('a picture that is cut short is damaged', async () => {
  const jpeg = await plain(600, 600).jpeg().toBuffer();
  await expect(made(jpeg.subarray(0, -200))).rejects.toThrow(BrokenPhoto);
  await expect(made(jpeg.subarray(0, 20))).rejects.toThrow(BrokenPhoto);
});
