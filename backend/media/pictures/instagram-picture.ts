import { Readable } from 'node:stream';
import { jpegOf } from './fit-photo';

/** "8 MB" (reference "IG User Media", 2026-09), in the narrower of its two readings. */
const MOST_INSTAGRAM_BYTES = 8_000_000;

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

interface Source {
  sizeBytes: number;
  open(offset: number): Promise<Readable>;
}

/** Whether Instagram takes the picture as it is. */
export async function isTakenByInstagram({ sizeBytes, open }: Source): Promise<boolean> {
  if (sizeBytes > MOST_INSTAGRAM_BYTES) return false;
  for await (const chunk of (await open(0)) as AsyncIterable<Buffer>)
    return chunk.subarray(0, 3).equals(JPEG);
  return false;
}

/**
 * The picture as Instagram takes it: as it came, or as a JPEG of the same dimensions, and a cover within those of a photo.
 * @throws BrokenPhoto, TooManyPixels
 */
export async function forInstagram(picture: Source): Promise<{ bytes: Readable; length: number }> {
  if (await isTakenByInstagram(picture)) return { bytes: await picture.open(0), length: picture.sizeBytes };
  const jpeg = await jpegOf(await picture.open(0), MOST_INSTAGRAM_BYTES);
  return { bytes: Readable.from([jpeg]), length: jpeg.length };
}
