import { box, words } from '../../backend/media/mp4/mp4-box';

const SIZES = 15_000;

/** A picture of 300 KB with thousands of sizes: for each of them, `imageSize` walks all that follow. */
export function heifOfManySizes(): Buffer {
  const sizes = Array.from({ length: SIZES }, () => box('ispe', words(0, 500, 500)));
  return Buffer.concat([
    box('ftyp', Buffer.from('heic'), words(0)),
    box('meta', words(0), box('iprp', box('ipco', ...sizes))),
  ]);
}
