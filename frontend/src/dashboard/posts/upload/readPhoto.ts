import { imageViolation } from '../../../../../backend/media/rules';
import type { ImageFormat, ImageRules } from '../../../../../backend/media/rules';
import { headOf, jpegOf } from './reading';
import type { Reading } from './reading';

/** Judges a photo as the server will: the kind by its first bytes, the size in pixels as displayed. */
export async function readPhoto(file: File, rules: ImageRules): Promise<Reading> {
  const format = formatOf(await headOf(file, 8));
  const facts = { sizeBytes: file.size, format, picture: null };
  const early = imageViolation(rules, facts);
  if (early && early !== rules.sentences.unreadable) return { violation: early, poster: null };
  const url = URL.createObjectURL(file);
  const image = new Image();
  try {
    // Loaded, not decoded: the size is known, and a picture far too large costs nothing.
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = url;
    });
    const { naturalWidth: width, naturalHeight: height } = image;
    const violation = imageViolation(rules, { ...facts, picture: { width, height } });
    return violation ? { violation, poster: null } : { poster: await jpegOf(image, width, height) };
  } catch {
    return { violation: rules.sentences.unreadable, poster: null };
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

/** By its first eight bytes, never by its name. */
export function formatOf(head: Uint8Array): ImageFormat | null {
  const text = String.fromCharCode(...head);
  return BEGINNINGS.find(([, beginning]) => text.startsWith(beginning))?.[0] ?? null;
}
