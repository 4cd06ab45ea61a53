/**
 * What may be uploaded, as data: the limits and their literal sentences.
 *
 * Pure, and imported by the frontend, so that both sides say the same thing. The server checks the real bytes
 * (`inspect`), the browser what it can read before the upload.
 */

const MEGABYTE = 1024 * 1024;

export type Container = 'mp4' | 'mov';
export type ImageFormat = 'jpeg' | 'png' | 'gif';

/** The facts of a file. Dimensions are as displayed, in pixels: rotation and pixel shape applied. */
export interface VideoFacts {
  sizeBytes: number;
  /** `null`: neither MP4 nor MOV, whatever its name. */
  container: Container | null;
  /** `null`: the container is supported, but its picture cannot be read. */
  picture: {
    width: number;
    height: number;
    durationMs: number;
    /** `null`: nobody looked. Of a film that was examined it has a name, if only `unknown`. */
    codec: string | null;
  } | null;
}

export interface ImageFacts {
  sizeBytes: number;
  format: ImageFormat | null;
  picture: { width: number; height: number } | null;
}

export interface VideoRules {
  containers: readonly Container[];
  maxBytes: number;
  min: { width: number; height: number } | null;
  max: { width: number; height: number | null };
  /** width / height, and the allowed difference. */
  aspect: { ratio: number; tolerance: number };
  minDurationMs: number;
  maxDurationMs: number | null;
  codecs: readonly string[];
  accept: string;
  help: string;
  sentences: {
    container: string;
    size: string;
    tooSmall: string;
    tooLarge: string;
    aspect: string;
    tooShort: string;
    tooLong: string;
    codec: string;
    unreadable: string;
  };
}

export interface ImageRules {
  formats: readonly ImageFormat[];
  maxBytes: number;
  min: number;
  max: number;
  /** width / height, both inclusive; absent: any. */
  aspect?: { from: number; to: number; sentence: string };
  accept: string;
  help: string;
  sentences: { format: string; size: string; tooSmall: string; tooLarge: string; unreadable: string };
}

const NINE_BY_SIXTEEN = { ratio: 9 / 16, tolerance: 0.01 };
const CODECS = ['h264', 'hevc', 'vp9', 'av1'] as const;
const UNKNOWN_CODEC = 'Video must be encoded as H.264, HEVC, VP9 or AV1';
const SHORTER_THAN_META_TAKES = 'Video must be at least 3 seconds long';

/** First rule set of the specification: a user's own videos for a Facebook Page. */
export const FACEBOOK_VIDEO: VideoRules = {
  containers: ['mp4'],
  maxBytes: 100 * MEGABYTE,
  min: { width: 540, height: 960 },
  max: { width: 1080, height: 1920 },
  aspect: NINE_BY_SIXTEEN,
  minDurationMs: 3_000,
  maxDurationMs: null,
  codecs: CODECS,
  accept: '.mp4,video/mp4',
  help: 'MP4, up to 100MB, 540x960 to 1080x1920 pixels, upright (9:16), at least 3 seconds',
  sentences: {
    container: 'Only MP4 videos are supported',
    size: 'Video must be under 100MB',
    tooSmall: 'Video resolution must be at least 540x960 pixels',
    tooLarge: 'Video resolution must not exceed 1080x1920 pixels',
    aspect: 'Video must have a 9:16 aspect ratio',
    tooShort: SHORTER_THAN_META_TAKES,
    tooLong: '',
    codec: UNKNOWN_CODEC,
    unreadable: 'Unable to validate video dimensions',
  },
};

/** The first rule set, with Instagram's maximum length. */
export const INSTAGRAM_VIDEO: VideoRules = {
  ...FACEBOOK_VIDEO,
  maxDurationMs: 15 * 60_000,
  help: 'MP4, up to 100MB, 540x960 to 1080x1920 pixels, upright (9:16), 3 seconds to 15 minutes',
  sentences: { ...FACEBOOK_VIDEO.sentences, tooLong: 'Instagram videos must be at most 15 minutes long' },
};

/** Second rule set of the specification: the shared library. */
export const SHARED_VIDEO: VideoRules = {
  containers: ['mp4', 'mov'],
  maxBytes: 25 * MEGABYTE,
  min: null,
  max: { width: 1920, height: null },
  aspect: NINE_BY_SIXTEEN,
  minDurationMs: 3_000,
  maxDurationMs: 900_000,
  codecs: CODECS,
  accept: '.mp4,.mov,video/mp4,video/quicktime',
  help: 'MP4 or MOV, up to 25MB, upright (9:16), at most 1920 pixels wide, 3 seconds to 15 minutes',
  sentences: {
    container: 'Only MP4 or MOV videos are supported',
    size: 'Video must be under 25MB',
    tooSmall: '',
    tooLarge: 'Video width must not exceed 1920 pixels',
    aspect: 'Video must have a 9:16 aspect ratio',
    tooShort: 'Video duration must be between 3 seconds and 15 minutes',
    tooLong: 'Video duration must be between 3 seconds and 15 minutes',
    codec: UNKNOWN_CODEC,
    unreadable: 'Unable to validate video',
  },
};

export const PHOTO: ImageRules = {
  formats: ['jpeg', 'png', 'gif'],
  maxBytes: 10 * MEGABYTE,
  min: 500,
  max: 4096,
  accept: '.jpg,.jpeg,.png,.gif,image/jpeg,image/png,image/gif',
  help: 'JPG, PNG or GIF, up to 10MB, 500x500 to 4096x4096 pixels',
  sentences: {
    format: 'Only image files are supported (JPEG, PNG, GIF)',
    size: 'Image must be under 10MB',
    tooSmall: 'Image resolution must be at least 500x500 pixels',
    tooLarge: 'Image resolution must not exceed 4096x4096 pixels',
    unreadable: 'Unable to validate image dimensions',
  },
};

/**
 * The sentence of the first rule that the video breaks, in the order of the specification; undefined if it breaks none.
 */
export function videoViolation(rules: VideoRules, facts: VideoFacts): string | undefined {
  const { sentences } = rules;
  if (!facts.container || !rules.containers.includes(facts.container)) return sentences.container;
  if (facts.sizeBytes > rules.maxBytes) return sentences.size;
  if (!facts.picture) return sentences.unreadable;
  const { width, height, durationMs, codec } = facts.picture;
  const length = lengthViolation(rules, durationMs);
  // The second set lists the duration before the width. The first set has no duration, so Meta's limit comes last.
  if (length && rules === SHARED_VIDEO) return length;
  if (rules.min && (width < rules.min.width || height < rules.min.height)) return sentences.tooSmall;
  if (width > rules.max.width || (rules.max.height && height > rules.max.height)) return sentences.tooLarge;
  if (Math.abs(width / height - rules.aspect.ratio) > rules.aspect.tolerance) return sentences.aspect;
  if (length) return length;
  if (codec && !rules.codecs.includes(codec)) return sentences.codec;
  return undefined;
}

function lengthViolation(rules: VideoRules, durationMs: number): string | undefined {
  if (durationMs < rules.minDurationMs) return rules.sentences.tooShort;
  if (rules.maxDurationMs && durationMs > rules.maxDurationMs) return rules.sentences.tooLong;
  return undefined;
}

/** Like `videoViolation`, for a photo. */
export function imageViolation(rules: ImageRules, facts: ImageFacts): string | undefined {
  const { sentences } = rules;
  if (!facts.format || !rules.formats.includes(facts.format)) return sentences.format;
  if (facts.sizeBytes > rules.maxBytes) return sentences.size;
  if (!facts.picture) return sentences.unreadable;
  const { width, height } = facts.picture;
  if (width < rules.min || height < rules.min) return sentences.tooSmall;
  if (width > rules.max || height > rules.max) return sentences.tooLarge;
  const ratio = width / height;
  if (rules.aspect && (ratio < rules.aspect.from || ratio > rules.aspect.to)) return rules.aspect.sentence;
  return undefined;
}
