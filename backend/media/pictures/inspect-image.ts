import { open } from 'node:fs/promises';
import { imageSize } from 'image-size';
import { orientationIn } from './exif-orientation';
import { PHOTO, type ImageFacts, type ImageFormat } from '../rules';

/** Bytes that contain the header of almost every picture; only JPEGs with huge profiles need more. */
const HEAD_BYTES = 64 * 1024;

/** Bytes that tell the format: the longest signature is that of a PNG. */
export const FORMAT_BYTES = 8;

/** EXIF orientations from 5 on are rotated by 90 degrees. */
const FIRST_SIDEWAYS = 5;

/** More than a profile of the largest possible size is split into. */
const MOST_SEGMENTS = 1000;

/** Markers of a JPEG's segments (ITU T.81, table B.1). */
const FRAMES = [0xc0, 0xc1, 0xc2];
const APP1 = 0xe1;
const SCAN = 0xda;

/** A frame's segment up to its width. */
const FRAME_BYTES = 9;

/** The beginning of a JPEG, with an empty comment: `imageSize` does not look at the first segment. */
const BEGINNING = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 2]);

const PNG_HEADER_BYTES = 8;

type Size = NonNullable<ImageFacts['picture']>;

/** @returns fewer bytes at the end of the picture */
type Read = (at: number, bytes: number) => Promise<Buffer>;

/** Finds out what a local file is, by its header alone: nothing is decoded, so no decompression bomb goes off. */
export async function inspectImage(path: string, sizeBytes: number): Promise<ImageFacts> {
  const file = await open(path);
  try {
    return await inspect(sizeBytes, async (at, bytes) => {
      const buffer = Buffer.alloc(bytes);
      const { bytesRead } = await file.read(buffer, 0, bytes, at);
      return buffer.subarray(0, bytesRead);
    });
  } finally {
    await file.close();
  }
}

/** Like `inspectImage`, for a picture in memory. */
export const inspectBytes = (picture: Buffer): Promise<ImageFacts> =>
  inspect(picture.length, (at, bytes) => Promise.resolve(picture.subarray(at, at + bytes)));

/** Reads a header at most: no rule takes a picture above the maximum size, whatever its dimensions. */
async function inspect(sizeBytes: number, read: Read): Promise<ImageFacts> {
  const head = await read(0, Math.min(sizeBytes, HEAD_BYTES));
  const format = formatOf(head);
  if (!format || sizeBytes > PHOTO.maxBytes) return { sizeBytes, format, picture: null };
  const stored = measure(head) ?? (format === 'jpeg' ? measure(await frameOf(read)) : null);
  const picture = stored && format === 'png' ? turned(stored, await orientationOfPng(read)) : stored;
  return { sizeBytes, format, picture };
}

/** @param head at least FORMAT_BYTES of the file, if it has as many */
export function formatOf(head: Buffer): ImageFormat | null {
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  return /^GIF8[79]a$/.test(head.toString('latin1', 0, 6)) ? 'gif' : null;
}

/** Only for the head of a format that we take: `imageSize` walks others, and whole files, at great length. */
function measure(head: Buffer): ImageFacts['picture'] {
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    if (!width || !height) return null;
    return turned({ width, height }, orientation);
  } catch {
    return null;
  }
}

const turned = ({ width, height }: Size, orientation: number): Size =>
  orientation >= FIRST_SIDEWAYS ? { width: height, height: width } : { width, height };

/** As decoders do, looks only before the pixels. Jumps over other chunks without reading them. */
async function orientationOfPng(read: Read): Promise<number> {
  for (let at = PNG_HEADER_BYTES, chunks = 0; chunks < MOST_SEGMENTS; chunks++) {
    const head = await read(at, 8);
    const type = head.toString('latin1', 4);
    if (head.length < 8 || type === 'IDAT') break;
    const bytes = head.readUInt32BE(0);
    if (type === 'eXIf') return orientationIn(await read(at + 8, Math.min(bytes, HEAD_BYTES)));
    at += 12 + bytes;
  }
  return 1;
}

/** A JPEG of only the segments that say how large the picture is. Jumps over the others without reading them. */
async function frameOf(read: Read): Promise<Buffer> {
  let exif: Buffer = Buffer.alloc(0);
  for (let at = 2, segments = 0; segments < MOST_SEGMENTS; segments++) {
    const head = await read(at, 8);
    // Decoders forgive a few bytes that belong to nothing.
    const stray = head.indexOf(0xff);
    if (stray > 0) {
      at += stray;
      continue;
    }
    const marker = head[1] ?? SCAN;
    if (head.length < 8 || stray < 0 || marker === SCAN) break;
    const bytes = 2 + head.readUInt16BE(2);
    if (FRAMES.includes(marker)) {
      const frame = await read(at, FRAME_BYTES);
      return frame.length < FRAME_BYTES ? BEGINNING : Buffer.concat([BEGINNING, exif, frame]);
    }
    if (marker === APP1 && head.toString('latin1', 4) === 'Exif') exif = await read(at, bytes);
    // A marker may have any number of 0xff before it.
    at += marker === 0xff ? 1 : bytes;
  }
  return BEGINNING;
}
