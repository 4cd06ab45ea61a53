import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { fixture } from '../../test/support/media';
import { FITTED_BYTES, fitPhoto } from './fit-photo';
import { inspectImage } from './inspect-image';
import { imageViolation, PHOTO } from './rules';

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
