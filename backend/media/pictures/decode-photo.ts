import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { FairQueue } from '../../common/limits/fair-queue';
import { PHOTO, type ImageFacts } from '../rules';
import { FITTED_BYTES } from './fit-photo';
import { openPicture, TooManyPixels } from './open-picture';
import { isPlainJpeg } from './plain-jpeg';

/** Decoding takes memory and CPU, so one picture at a time, with users taking turns. */
const decoders = new FairQueue<number>(1, { perKey: 200, inAll: 2000 });

/**
 * Why not every line of the picture can be read; undefined if it can. A picture that may have to be made into another one
 * for the network is decoded at upload, while its user can still choose another one.
 *
 * @param signal takes the picture out of the line
 * @throws LineIsFull; the reason of `signal`
 */
export async function decodingRefusal(
  path: string,
  facts: ImageFacts,
  user: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (await goesAsItCame(path, facts)) return undefined;
  return decoders.run(user, () => whyNotDecoded(path), signal);
}

const goesAsItCame = async (path: string, { format, sizeBytes }: ImageFacts): Promise<boolean> =>
  format === 'jpeg' && sizeBytes <= FITTED_BYTES && (await isPlainJpeg(createReadStream(path)));

async function whyNotDecoded(path: string): Promise<string | undefined> {
  const bytes = await readFile(path);
  try {
    const picture = await openPicture(bytes);
    await picture
      .decode()
      .resize({ width: 16, height: 16, fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer();
    return undefined;
  } catch (error) {
    return error instanceof TooManyPixels ? error.message : PHOTO.sentences.unreadable;
  }
}
