import type { Readable } from 'node:stream';
import { Limiter } from '../../common/limits/limiter';
import { DECODING_SECONDS } from './decode-photo';
import { hasTooManyScans } from './jpeg-scans';

/** Largest photo that Meta accepts for a Page (reference "Page Photos", 2026-09). */
export const MOST_PHOTO_BYTES = 10 * 1024 * 1024;

/** The former limit, which Meta still names when it refuses a photo for its size (1366046). */
export const FITTED_BYTES = 4 * 1024 * 1024;

/** The bytes are no complete picture, whatever their header says. */
export class BrokenPhoto extends Error {
  constructor(cause?: unknown) {
    super('This photo is damaged and cannot be opened. Upload it again.', { cause });
    this.name = 'BrokenPhoto';
  }
}

/** Pixels of the largest picture that may be uploaded. */
const MOST_PIXELS = 4096 * 4096;
const QUALITIES = [90, 82, 74, 66, 58];
/** For pictures that keep their dimensions. The last one makes anything small enough. */
const LOWER_QUALITIES = [45, 30, 15];
const SMALLER_EDGE = 2048;

/** Decoding takes up to 64 MB per picture. The library decodes on threads of its own. */
const decoders = new Limiter(1);

/** The picture as a JPEG of at most 4 MiB, upright, with white instead of transparency. @throws BrokenPhoto */
export function fitPhoto(source: Readable): Promise<Buffer> {
  return decoders.run(async () => {
    const encode = await encoderOf(source);
    for (const quality of QUALITIES) {
      const fitted = await encode(quality);
      if (fitted.length <= FITTED_BYTES) return fitted;
    }
    return encode(QUALITIES[0] ?? 90, SMALLER_EDGE);
  });
}

/** The same with another limit, and its dimensions in any case. @throws BrokenPhoto */
export function jpegOf(source: Readable, mostBytes: number): Promise<Buffer> {
  return decoders.run(async () => {
    const encode = await encoderOf(source);
    let jpeg: Buffer = Buffer.alloc(0);
    for (const quality of [...QUALITIES, ...LOWER_QUALITIES]) {
      jpeg = await encode(quality);
      if (jpeg.length <= mostBytes) break;
    }
    return jpeg;
  });
}

async function encoderOf(source: Readable): Promise<(quality: number, edge?: number) => Promise<Buffer>> {
  // Loaded only for the few photos that need it.
  const { default: sharp } = await import('sharp');
  const chunks: Buffer[] = [];
  for await (const chunk of source as AsyncIterable<Buffer>) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (hasTooManyScans(bytes)) throw new BrokenPhoto();
  return (quality, edge) => {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .rotate()
      .flatten({ background: '#ffffff' });
    const sized = edge
      ? picture.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      : picture;
    return sized
      .timeout({ seconds: DECODING_SECONDS })
      .jpeg({ quality, mozjpeg: false })
      .toBuffer()
      .catch((error: unknown) => {
        throw new BrokenPhoto(error);
      });
  };
}
