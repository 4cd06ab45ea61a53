import type { Readable } from 'node:stream';
import { Limiter } from '../common/limiter';

/** What Meta takes for a photo of a Page (reference "Page Photos"). */
export const MOST_PHOTO_BYTES = 4 * 1024 * 1024;

/** The largest picture that an upload may be, decoded. */
const MOST_PIXELS = 4096 * 4096;
const QUALITIES = [90, 82, 74, 66, 58];
const SMALLER_EDGE = 2048;

/** Decoding takes up to 64 MB for one picture. */
const decoders = new Limiter(1);

/** The picture as a JPEG of at most 4 MiB, upright, on white where it was transparent. @throws for what is no picture */
export function fitPhoto(source: Readable): Promise<Buffer> {
  return decoders.run(async () => {
    // Loaded for the few photos that need it.
    const { default: sharp } = await import('sharp');
    const chunks: Buffer[] = [];
    for await (const chunk of source as AsyncIterable<Buffer>) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const encode = (quality: number, edge?: number) => {
      const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
        .rotate()
        .flatten({ background: '#ffffff' });
      const sized = edge
        ? picture.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
        : picture;
      return sized.jpeg({ quality, mozjpeg: false }).toBuffer();
    };
    for (const quality of QUALITIES) {
      const fitted = await encode(quality);
      if (fitted.length <= MOST_PHOTO_BYTES) return fitted;
    }
    return encode(QUALITIES[0] ?? 90, SMALLER_EDGE);
  });
}
