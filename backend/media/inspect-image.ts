import { open } from 'node:fs/promises';
import { imageSize } from 'image-size';
import { Limiter } from '../common/limiter';
import type { ImageFacts, ImageFormat } from './rules';

/** Bytes that contain the header of almost every picture; only pictures with huge profiles need more. */
const HEAD_BYTES = 64 * 1024;

const wholes = new Limiter(1, 100);

/** EXIF orientations from 5 on are rotated by 90 degrees. */
const FIRST_SIDEWAYS = 5;

/** Finds out what a local file is, by its header alone: nothing is decoded, so no decompression bomb goes off. */
export async function inspectImage(path: string, sizeBytes: number): Promise<ImageFacts> {
  const head = await readHead(path, Math.min(sizeBytes, HEAD_BYTES));
  const format = formatOf(head);
  if (!format) return { sizeBytes, format, picture: null };
  const picture = measure(head) ?? (sizeBytes > HEAD_BYTES ? await measureWhole(path, sizeBytes) : null);
  return { sizeBytes, format, picture };
}

/** Reads the whole file, up to ten megabytes, so one at a time. */
const measureWhole = (path: string, sizeBytes: number) =>
  wholes.run(async () => measure(await readHead(path, sizeBytes)));

async function readHead(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function formatOf(head: Buffer): ImageFormat | null {
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  return /^GIF8[79]a$/.test(head.toString('latin1', 0, 6)) ? 'gif' : null;
}

function measure(head: Buffer): ImageFacts['picture'] {
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    if (!width || !height) return null;
    return orientation >= FIRST_SIDEWAYS ? { width: height, height: width } : { width, height };
  } catch {
    return null;
  }
}
