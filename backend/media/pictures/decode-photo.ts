import { readFile } from 'node:fs/promises';
import { FairQueue } from '../../common/limits/fair-queue';
import { hasTooManyScans } from './jpeg-scans';
import { DECODING_SECONDS } from './open-picture';

/** Pictures larger than any photo may be are not decoded, whatever their header says. */
const MOST_PIXELS = 4096 * 4096;

/** Decoding takes memory and CPU, so one picture at a time, with users taking turns. */
const decoders = new FairQueue<number>(1, { perKey: 200, inAll: 2000 });

/**
 * Whether every line of the picture can be read. A photo that may have to be made smaller for the network is decoded at
 * upload, while its user can still choose another one.
 *
 * @param signal takes the photo out of the line
 * @throws LineIsFull; the reason of `signal`
 */
export function decodes(path: string, user: number, signal?: AbortSignal): Promise<boolean> {
  return decoders.run(user, () => canBeDecoded(path), signal);
}

async function canBeDecoded(path: string): Promise<boolean> {
  const bytes = await readFile(path);
  if (hasTooManyScans(bytes)) return false;
  const { default: sharp } = await import('sharp');
  try {
    await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: DECODING_SECONDS })
      .resize({ width: 16, height: 16, fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer();
    return true;
  } catch {
    return false;
  }
}
