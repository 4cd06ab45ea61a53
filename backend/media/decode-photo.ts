import { FairQueue } from '../common/fair-queue';

/** Larger than any photo may be is not decoded, whatever its header says. */
const MOST_PIXELS = 4096 * 4096;

/** Decoding takes memory and a processor: one picture at a time, of different people in turn. */
const decoders = new FairQueue<number>(1, { perKey: 200, inAll: 2000 });

/**
 * Whether every line of the picture can be read. What may have to be sent smaller later has to be decoded then, when
 * nobody is there any more who could choose another.
 */
export function decodes(path: string, user: number): Promise<boolean> {
  return decoders.run(user, async () => {
    const { default: sharp } = await import('sharp');
    try {
      await sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
        .resize({ width: 16, height: 16, fit: 'fill', fastShrinkOnLoad: false })
        .raw()
        .toBuffer();
      return true;
    } catch {
      return false;
    }
  });
}
