import { Readable } from 'node:stream';
import { jpegOf } from './fit-photo';
import { isPlainJpeg } from './plain-jpeg';

/** "8 MB" (reference "IG User Media", 2026-09), in the narrower of its two readings. */
const MOST_INSTAGRAM_BYTES = 8_000_000;

interface Source {
  sizeBytes: number;
  open(offset: number): Promise<Readable>;
}

/** Whether Instagram takes the picture as it is: "JPEG only", and of one picture. */
export async function isTakenByInstagram({ sizeBytes, open }: Source): Promise<boolean> {
  if (sizeBytes > MOST_INSTAGRAM_BYTES) return false;
  return isPlainJpeg((await open(0)) as AsyncIterable<Buffer>);
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
