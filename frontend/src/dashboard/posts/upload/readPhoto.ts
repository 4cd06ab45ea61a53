import { imageViolation } from '../../../../../backend/media/rules';
import type { ImageFormat, ImageRules } from '../../../../../backend/media/rules';
import { headOf, jpegOf, whyNothing } from './reading';
import type { Reading } from './reading';

/** Checks a photo as the server does: the format by its first bytes, the size as displayed. */
export async function readPhoto(file: File, rules: ImageRules): Promise<Reading> {
  const nothing = await whyNothing(file);
  if (nothing) return { violation: nothing, poster: null };
  const head = await headOf(file, HEAD_BYTES);
  const format = formatOf(head);
  const facts = { sizeBytes: file.size, format, picture: null };
  const early = imageViolation(rules, facts);
  if (early && early !== rules.sentences.unreadable) return { violation: early, poster: null };
  // Browsers refuse to decode huge images, which would be reported as unreadable.
  const claimed = format && sizeIn(format, head);
  const tooLarge = claimed && imageViolation(rules, { ...facts, picture: claimed });
  if (tooLarge) return { violation: tooLarge, poster: null };
  const photo = await withImage(file, async (image, picture) => {
    const violation = imageViolation(rules, { ...facts, picture });
    return violation
      ? { violation, poster: null }
      : { poster: await jpegOf(image, picture.width, picture.height) };
  });
  return photo ?? { violation: rules.sentences.unreadable, poster: null };
}

/** What the browser sees of a picture, without judging it. */
export async function lookAtPhoto(file: File) {
  const format = formatOf(await headOf(file, HEAD_BYTES));
  const seen = await withImage(file, async (image, picture) => ({
    picture,
    poster: await jpegOf(image, picture.width, picture.height),
  }));
  return { format, picture: seen?.picture ?? null, poster: seen?.poster ?? null };
}

/** @returns undefined if the browser cannot decode the file */
async function withImage<T>(
  file: File,
  look: (image: HTMLImageElement, size: { width: number; height: number }) => Promise<T>,
): Promise<T | undefined> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  try {
    // Loading gives the size without decoding the pixels.
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = url;
    });
    return await look(image, { width: image.naturalWidth, height: image.naturalHeight });
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}

const BEGINNINGS: [ImageFormat, string][] = [
  ['jpeg', '\xff\xd8\xff'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
];

/** Enough to read the size of a PNG or GIF. */
const HEAD_BYTES = 32;

/** The size in the header of a PNG or GIF. That of a JPEG depends on its EXIF rotation and is left to the browser. */
export function sizeIn(format: ImageFormat, head: Uint8Array): { width: number; height: number } | null {
  const bytes = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (format === 'png' && text(head, 12, 16) === 'IHDR' && head.length >= 24)
    return { width: bytes.getUint32(16), height: bytes.getUint32(20) };
  if (format === 'gif' && head.length >= 10)
    return { width: bytes.getUint16(6, true), height: bytes.getUint16(8, true) };
  return null;
}

/** By the first eight bytes, never by the name. */
export function formatOf(head: Uint8Array): ImageFormat | null {
  const beginningOf = text(head, 0, 8);
  return BEGINNINGS.find(([, beginning]) => beginningOf.startsWith(beginning))?.[0] ?? null;
}

const text = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));
