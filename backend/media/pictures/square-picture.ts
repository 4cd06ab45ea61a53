import { Limiter } from '../../common/limits/limiter';
import { hasTooManyScans } from './jpeg-scans';
import { DECODING_SECONDS } from './open-picture';

const EDGE = 192;
const MOST_PIXELS = 4096 * 4096;
const QUALITY = 82;

/** Pictures that are decoded. Not SVG, which is a program. */
const BEGINNINGS = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^GIF8/, /^RIFF[^]{4}WEBP/];

const decoders = new Limiter(1);

/** A small square JPEG of a picture, the same for the same bytes. @returns null if it cannot be decoded. */
export function squarePicture(bytes: Buffer): Promise<Buffer | null> {
  const beginning = bytes.toString('latin1', 0, 16);
  if (!BEGINNINGS.some((each) => each.test(beginning)) || hasTooManyScans(bytes))
    return Promise.resolve(null);
  return decoders.run(async () => {
    const { default: sharp } = await import('sharp');
    return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .timeout({ seconds: DECODING_SECONDS })
      .rotate()
      .resize({ width: EDGE, height: EDGE, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: QUALITY })
      .toBuffer()
      .catch(() => null);
  });
}
