import type { Readable } from 'node:stream';
import type { Sharp } from 'sharp';
import { Limiter } from '../../common/limits/limiter';
import { asBroken, openPicture } from './open-picture';

/** Largest photo that Meta accepts for a Page (reference "Page Photos", 2026-09). */
export const MOST_PHOTO_BYTES = 10 * 1024 * 1024;

/** The former limit, which Meta still names when it refuses a photo for its size (1366046). */
export const FITTED_BYTES = 4 * 1024 * 1024;

/** Of each side. No photo has more; a cover may. */
const MOST_EDGE = 4096;
const QUALITIES = [90, 82, 74, 66, 58];
/** For pictures that keep their dimensions. The last one makes anything small enough. */
const LOWER_QUALITIES = [45, 30, 15];
const SMALLER_EDGE = 2048;

/** A decoded picture takes up to 50 MB. The library decodes on threads of its own. */
const decoders = new Limiter(1);

/**
 * The picture as a JPEG of at most 4 MiB, upright, with white instead of transparency.
 * @throws BrokenPhoto, TooManyPixels
 */
export function fitPhoto(source: Readable): Promise<Buffer> {
  return decoders.run(async () => {
    const picture = await upright(source);
    for (const quality of QUALITIES) {
      const fitted = await jpegFrom(picture(), quality);
      if (fitted.length <= FITTED_BYTES) return fitted;
    }
    return jpegFrom(within(picture(), SMALLER_EDGE), QUALITIES[0] ?? 90);
  });
}

/** The same with another limit, and its dimensions unless they exceed those of a photo. @throws BrokenPhoto, TooManyPixels */
export function jpegOf(source: Readable, mostBytes: number): Promise<Buffer> {
  return decoders.run(async () => {
    const picture = await upright(source);
    let jpeg: Buffer = Buffer.alloc(0);
    for (const quality of [...QUALITIES, ...LOWER_QUALITIES]) {
      jpeg = await jpegFrom(picture(), quality);
      if (jpeg.length <= mostBytes) break;
    }
    return jpeg;
  });
}

/** By EXIF orientation: whether it is mirrored, then by how many degrees it is turned. */
const TURNS: Record<number, [isMirrored: boolean, degrees: number]> = {
  2: [true, 0],
  3: [false, 180],
  4: [true, 180],
  5: [true, 270],
  6: [false, 90],
  7: [true, 90],
  8: [false, 270],
};

/** Decodes it once. It is made smaller before it is turned, since turning holds all of its lines in memory. */
async function upright(source: Readable): Promise<() => Sharp> {
  const chunks: Buffer[] = [];
  for await (const chunk of source as AsyncIterable<Buffer>) chunks.push(chunk);
  const { decode, orientation } = await openPicture(Buffer.concat(chunks));
  const { default: sharp } = await import('sharp');
  const flat = within(decode(), MOST_EDGE).flatten({ background: '#ffffff' });
  const { data, info } = await flat.raw().toBuffer({ resolveWithObject: true }).catch(asBroken);
  const { width, height, channels } = info;
  const [isMirrored, degrees] = TURNS[orientation] ?? [false, 0];
  return () => sharp(data, { raw: { width, height, channels } }).flop(isMirrored).rotate(degrees);
}

const within = (picture: Sharp, edge: number): Sharp =>
  picture.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });

const jpegFrom = (picture: Sharp, quality: number): Promise<Buffer> =>
  picture.jpeg({ quality, mozjpeg: false }).toBuffer();
