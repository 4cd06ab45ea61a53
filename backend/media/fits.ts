import {
  FACEBOOK_VIDEO,
  imageViolation,
  INSTAGRAM_VIDEO,
  PHOTO,
  SHARED_VIDEO,
  videoViolation,
  type ImageFacts,
  type ImageRules,
  type VideoFacts,
  type VideoRules,
} from './rules';

type FormatOfOne = 'reel' | 'video' | 'photo' | 'story';

/** What a format takes of each file. */
interface FormatRules {
  network: 'facebook' | 'instagram';
  format: FormatOfOne | 'multi_photo' | 'carousel';
  video?: VideoRules;
  image?: ImageRules;
  /** How many files it takes; absent: one. */
  several?: { from: number; to: number; of: string };
}

/** What is known of a file that was uploaded, or `isShared` in the library. */
export type MediumFacts = { image: ImageFacts } | { video: VideoFacts; isShared?: true };

export interface Fit {
  network: FormatRules['network'];
  format: FormatOfOne;
  ok: 0 | 1;
  message: string | null;
}

const MINUTE_MS = 60_000;
const MEGABYTE = 1024 ** 2;

const lasting = (rules: VideoRules, minDurationMs: number, maxDurationMs: number, sentence: string) => ({
  ...rules,
  minDurationMs,
  maxDurationMs,
  sentences: { ...rules.sentences, tooShort: sentence, tooLong: sentence },
});

/** In any size, also as MOV. */
const anySize = (rules: VideoRules): VideoRules => ({
  ...rules,
  containers: ['mp4', 'mov'],
  min: null,
  max: { width: Infinity, height: null },
  accept: SHARED_VIDEO.accept,
  sentences: { ...rules.sentences, container: SHARED_VIDEO.sentences.container },
});

export const FACEBOOK_REEL: VideoRules = {
  ...lasting(FACEBOOK_VIDEO, 3_000, 90_000, 'A Facebook reel lasts 3 to 90 seconds'),
  help: 'MP4, up to 100MB, 540x960 to 1080x1920 pixels, upright (9:16), 3 to 90 seconds',
};
const INSTAGRAM_REEL = lasting(
  INSTAGRAM_VIDEO,
  3_000,
  15 * MINUTE_MS,
  'An Instagram reel lasts 3 seconds to 15 minutes',
);
export const INSTAGRAM_STORY: VideoRules = {
  ...anySize(lasting(FACEBOOK_VIDEO, 3_000, MINUTE_MS, 'A story lasts 3 to 60 seconds')),
  help: 'MP4 or MOV, up to 100MB, upright (9:16), 3 to 60 seconds',
};
export const FACEBOOK_STORY: VideoRules = {
  ...INSTAGRAM_STORY,
  // Guide "Page Stories": smaller films are refused (1363127).
  min: FACEBOOK_VIDEO.min,
  help: 'MP4 or MOV, up to 100MB, at least 540x960 pixels, upright (9:16), 3 to 60 seconds',
};

/** The sides of 9:16 and 16:9, with the tolerance of `NINE_BY_SIXTEEN` for what encoders round. */
const WIDE = { from: 9 / 16, to: 16 / 9, tolerance: 0.01 };

export const INSTAGRAM_PHOTO: ImageRules = {
  ...PHOTO,
  formats: ['jpeg', 'png'],
  aspect: { from: 4 / 5, to: 1.91, sentence: 'Instagram photos are between 4:5 and 1.91:1' },
  accept: '.jpg,.jpeg,.png,image/jpeg,image/png',
  help: 'JPG or PNG, up to 10MB, 500x500 to 4096x4096 pixels, 4:5 to 1.91:1',
  sentences: { ...PHOTO.sentences, format: 'Instagram takes JPEG and PNG pictures, and no GIF' },
};
export const INSTAGRAM_STORY_PICTURE: ImageRules = {
  ...INSTAGRAM_PHOTO,
  aspect: undefined,
  help: 'JPG or PNG, up to 10MB, 500x500 to 4096x4096 pixels',
};

/** Instagram takes the shape of the first item, and crops a film to it. */
const CAROUSEL_FILM: VideoRules = {
  ...anySize(lasting(FACEBOOK_VIDEO, 3_000, MINUTE_MS, 'A video in a carousel lasts 3 to 60 seconds')),
  aspect: { ratio: 1, tolerance: Infinity },
};

/** The middle of the range stands for all of it: see `WIDE`. */
function facebookVideo(maxBytes: number): VideoRules {
  const middle = (WIDE.from + WIDE.to) / 2;
  const megabytes = maxBytes / MEGABYTE;
  const long = lasting(FACEBOOK_VIDEO, 3_000, 240 * MINUTE_MS, 'A Facebook video lasts 3 seconds to 4 hours');
  const rules = anySize(long);
  return {
    ...rules,
    maxBytes,
    aspect: { ratio: middle, tolerance: WIDE.to - middle + WIDE.tolerance },
    help: `MP4 or MOV, up to ${megabytes}MB, 9:16 to 16:9, 3 seconds to 4 hours`,
    sentences: {
      ...rules.sentences,
      size: `Video must be under ${megabytes}MB`,
      aspect: 'A Facebook video is between 9:16 and 16:9',
    },
  };
}

const formatRules = (maxVideoBytes: number): FormatRules[] => [
  { network: 'facebook', format: 'reel', video: FACEBOOK_REEL },
  { network: 'facebook', format: 'video', video: facebookVideo(maxVideoBytes) },
  { network: 'facebook', format: 'photo', image: PHOTO },
  {
    ...{ network: 'facebook', format: 'multi_photo', image: PHOTO },
    several: { from: 2, to: 10, of: 'pictures' },
  },
  { network: 'facebook', format: 'story', video: FACEBOOK_STORY, image: PHOTO },
  { network: 'instagram', format: 'reel', video: INSTAGRAM_REEL },
  { network: 'instagram', format: 'photo', image: INSTAGRAM_PHOTO },
  {
    ...{ network: 'instagram', format: 'carousel', video: CAROUSEL_FILM, image: INSTAGRAM_PHOTO },
    several: { from: 2, to: 10, of: 'pictures and videos' },
  },
  { network: 'instagram', format: 'story', video: INSTAGRAM_STORY, image: INSTAGRAM_STORY_PICTURE },
];

interface Named {
  network: string;
  format: string;
}

const rulesNamed = ({ network, format }: Named, maxVideoBytes: number): FormatRules | undefined =>
  formatRules(maxVideoBytes).find((each) => each.network === network && each.format === format);

/** What the format takes of a file of this type; undefined when it takes none. */
export function rulesOf(
  named: Named,
  type: 'video' | 'image',
  maxVideoBytes: number,
): VideoRules | ImageRules | undefined {
  const rules = rulesNamed(named, maxVideoBytes);
  return type === 'video' ? rules?.video : rules?.image;
}

/** Which formats take the file, and why the others do not. Those of several files say so of all of them together. */
export function fitsOf(facts: MediumFacts, maxVideoBytes: number): Fit[] {
  return formatRules(maxVideoBytes).flatMap((rules) => {
    const { network, format } = rules;
    if (format === 'multi_photo' || format === 'carousel') return [];
    const message = violation(rules, facts) ?? null;
    return [{ network, format, ok: message === null ? 1 : 0, message } as const];
  });
}

/** A rule that the files of a post break. `file`: which of them, if it is one. */
export interface Violation {
  message: string;
  file?: number;
}

/** The first rule of the format that the files break, in the order of the files; undefined if it takes them. */
export function violationOf(
  { network, format }: Named,
  files: readonly MediumFacts[],
  maxVideoBytes: number,
): Violation | undefined {
  const rules = rulesNamed({ network, format }, maxVideoBytes);
  if (!rules) return files.length > 0 ? { message: `A post of ${format} has no files` } : undefined;
  const { from, to, of } = rules.several ?? { from: 1, to: 1, of: '' };
  const noun = format === 'multi_photo' ? 'post with several photos' : format;
  if (files.length < from || files.length > to)
    return { message: of ? `A ${noun} has ${from} to ${to} ${of}` : `A ${noun} is made of one file` };
  for (const [file, facts] of files.entries()) {
    const message = violation(rules, facts);
    if (message !== undefined) return { message, file };
  }
  return undefined;
}

function violation({ format, video, image, several }: FormatRules, facts: MediumFacts): string | undefined {
  if ('video' in facts) {
    if (!video && several) return 'A post with several photos cannot contain a video';
    if (!video) return `A ${format} is made of a picture`;
    // Networks take what the library takes, as long as it is not too long for the format.
    return videoViolation(facts.isShared ? anySize(video) : video, facts.video);
  }
  if (!image) return `A ${format} is made of a video`;
  return imageViolation(image, facts.image);
}
