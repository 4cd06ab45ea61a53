import type { Metadata, Sharp } from 'sharp';
import { hasTooManyScans } from './jpeg-scans';

/** Why a picture cannot be made into another one; the message is for its user. */
export class UnusablePhoto extends Error {}

/** The bytes are no complete picture, whatever their header says. */
export class BrokenPhoto extends UnusablePhoto {
  constructor(cause?: unknown) {
    super('This photo is damaged and cannot be opened. Upload it again.', { cause });
    this.name = 'BrokenPhoto';
  }
}

export const MEGAPIXEL = 1_000_000;

/** Of pictures that are read line by line, which takes little memory. */
export const MOST_MEGAPIXELS = 100;

/** Of pictures that the decoder holds whole: at up to eight bytes a pixel, 240 MB. */
const MOST_MEGAPIXELS_HELD = 30;

export class TooManyPixels extends UnusablePhoto {
  constructor(isHeld: boolean) {
    super(
      isHeld
        ? `Progressive and interlaced pictures have at most ${MOST_MEGAPIXELS_HELD} megapixels. Save this one without that or smaller, and upload it again.`
        : `Pictures have at most ${MOST_MEGAPIXELS} megapixels. Make this one smaller and upload it again.`,
    );
    this.name = 'TooManyPixels';
  }
}

/** Many times what the largest picture takes. The library does not look at it while it reads the scans of a JPEG. */
export const DECODING_SECONDS = 30;

export interface OpenPicture {
  /** Decodes it line by line. Its errors go through `asBroken`. */
  decode(): Sharp;
  /** As EXIF counts it; 1: it is stored upright. */
  orientation: number;
}

/** Reads the header. The decoder is loaded only for the few pictures that need it. @throws BrokenPhoto, TooManyPixels */
export async function openPicture(bytes: Buffer): Promise<OpenPicture> {
  if (hasTooManyScans(bytes)) throw new BrokenPhoto();
  const { default: sharp } = await import('sharp');
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata().catch(asBroken);
  const { width, height, orientation = 1 } = metadata;
  const isHeld = isHeldWhole(metadata);
  if (width * height > (isHeld ? MOST_MEGAPIXELS_HELD : MOST_MEGAPIXELS) * MEGAPIXEL)
    throw new TooManyPixels(isHeld);
  const options = { limitInputPixels: width * height, failOn: 'error', sequentialRead: true } as const;
  return { decode: () => sharp(bytes, options).timeout({ seconds: DECODING_SECONDS }), orientation };
}

const isHeldWhole = ({ format, isProgressive }: Metadata): boolean => format === 'gif' || isProgressive;

/** What the decoder says when the machine is at fault and not the picture. */
const IS_NO_DAMAGE = /^timeout|out of memory|unable to (malloc|allocate)/i;

/** @throws BrokenPhoto, or the error itself if the picture may be sound */
export function asBroken(error: unknown): never {
  throw error instanceof Error && IS_NO_DAMAGE.test(error.message) ? error : new BrokenPhoto(error);
}
