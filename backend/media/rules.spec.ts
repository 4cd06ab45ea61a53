import fc from 'fast-check';
import { INSTAGRAM_PHOTO, INSTAGRAM_STORY_PICTURE } from './fits';
import {
  FACEBOOK_VIDEO,
  imageViolation,
  INSTAGRAM_VIDEO,
  PHOTO,
  SHARED_VIDEO,
  videoViolation,
  type ImageFacts,
  type VideoFacts,
} from './rules';

const MEGABYTE = 1024 ** 2;
const GOOD: VideoFacts = {
  container: 'mp4',
  sizeBytes: MEGABYTE,
  picture: { width: 720, height: 1280, durationMs: 10_000, codec: 'h264' },
};
const video = (
  more: Partial<VideoFacts>,
  picture: Partial<NonNullable<VideoFacts['picture']>> = {},
): VideoFacts => ({
  ...GOOD,
  ...more,
  ...(more.picture !== null && { picture: { ...GOOD.picture!, ...picture } }),
});

describe('the rules for videos of a user', () => {
  it.each<[string | undefined, VideoFacts]>([
    [undefined, GOOD],
    ['Only MP4 videos are supported', video({ container: 'mov' })],
    ['Only MP4 videos are supported', video({ container: null, sizeBytes: 1e12, picture: null })],
    [undefined, video({ sizeBytes: 100 * MEGABYTE })],
    ['Video must be under 100MB', video({ sizeBytes: 100 * MEGABYTE + 1, picture: null })],
    ['Unable to validate video dimensions', video({ picture: null })],
    [undefined, video({}, { width: 540, height: 960 })],
    ['Video resolution must be at least 540x960 pixels', video({}, { width: 539, height: 960 })],
    ['Video resolution must be at least 540x960 pixels', video({}, { width: 540, height: 959 })],
    [undefined, video({}, { width: 1080, height: 1920 })],
    ['Video resolution must not exceed 1080x1920 pixels', video({}, { width: 1081, height: 1920 })],
    ['Video resolution must not exceed 1080x1920 pixels', video({}, { width: 1080, height: 1921 })],
    ['Video must have a 9:16 aspect ratio', video({}, { width: 1080, height: 1080 })],
    [undefined, video({}, { width: 732, height: 1280 })],
    ['Video must have a 9:16 aspect ratio', video({}, { width: 734, height: 1280 })],
    [undefined, video({}, { durationMs: 3000 })],
    ['Video must be at least 3 seconds long', video({}, { durationMs: 2999 })],
    [undefined, video({}, { durationMs: 3_600_000 })],
    ['Video must be encoded as H.264, HEVC, VP9 or AV1', video({}, { codec: 'mpeg4' })],
  ])('says %j', (sentence, facts) => {
    expect(videoViolation(FACEBOOK_VIDEO, facts)).toBe(sentence);
  });

  it('names the first rule that is broken, in the order of the specification', () => {
    const steps: [string, Partial<VideoFacts>, Partial<NonNullable<VideoFacts['picture']>>][] = [
      ['Only MP4 videos are supported', { container: null }, {}],
      ['Video must be under 100MB', { sizeBytes: 1e9 }, {}],
      ['Video resolution must be at least 540x960 pixels', {}, { width: 100 }],
      ['Video must have a 9:16 aspect ratio', {}, { height: 1900 }],
      ['Video must be at least 3 seconds long', {}, { durationMs: 1 }],
      ['Video must be encoded as H.264, HEVC, VP9 or AV1', {}, { codec: 'mpeg4' }],
    ];
    fc.assert(
      fc.property(fc.subarray(steps, { minLength: 1 }), (broken) => {
        const facts = video(
          Object.assign({}, ...broken.map(([, file]) => file)),
          Object.assign({}, ...broken.map(([, , picture]) => picture)),
        );
        expect(videoViolation(FACEBOOK_VIDEO, facts)).toBe(broken[0]![0]);
      }),
    );
  });

  it('allows fifteen minutes on Instagram, and not a millisecond more', () => {
    expect(videoViolation(INSTAGRAM_VIDEO, video({}, { durationMs: 900_000 }))).toBeUndefined();
    expect(videoViolation(INSTAGRAM_VIDEO, video({}, { durationMs: 900_001 }))).toBe(
      'Instagram videos must be at most 15 minutes long',
    );
  });
});

describe('the rules for the shared library', () => {
  const DURATION = 'Video duration must be between 3 seconds and 15 minutes';
  it.each<[string | undefined, VideoFacts]>([
    [undefined, GOOD],
    [undefined, video({ container: 'mov' })],
    ['Only MP4 or MOV videos are supported', video({ container: null })],
    [undefined, video({ sizeBytes: 25 * MEGABYTE })],
    ['Video must be under 25MB', video({ sizeBytes: 25 * MEGABYTE + 1 })],
    ['Unable to validate video', video({ picture: null })],
    [DURATION, video({}, { durationMs: 2999, width: 4000 })],
    [DURATION, video({}, { durationMs: 900_001 })],
    [undefined, video({}, { durationMs: 900_000 })],
    ['Video width must not exceed 1920 pixels', video({}, { width: 1921, height: 3415 })],
    [undefined, video({}, { width: 1920, height: 3413 })],
    [undefined, video({}, { width: 90, height: 160 })],
    ['Video must have a 9:16 aspect ratio', video({}, { width: 1280, height: 720 })],
  ])('says %j', (sentence, facts) => {
    expect(videoViolation(SHARED_VIDEO, facts)).toBe(sentence);
  });
});

describe('the rules for photos', () => {
  const photo = (more: Partial<ImageFacts> = {}): ImageFacts => ({
    format: 'jpeg',
    sizeBytes: 1000,
    picture: { width: 800, height: 1000 },
    ...more,
  });
  it.each<[string | undefined, ImageFacts]>([
    [undefined, photo()],
    ['Only image files are supported (JPEG, PNG, GIF)', photo({ format: null, sizeBytes: 1e9 })],
    [undefined, photo({ sizeBytes: 10 * MEGABYTE })],
    ['Image must be under 10MB', photo({ sizeBytes: 10 * MEGABYTE + 1, picture: null })],
    ['Unable to validate image dimensions', photo({ picture: null })],
    [undefined, photo({ picture: { width: 500, height: 4096 } })],
    ['Image resolution must be at least 500x500 pixels', photo({ picture: { width: 499, height: 5000 } })],
    ['Image resolution must not exceed 4096x4096 pixels', photo({ picture: { width: 500, height: 4097 } })],
  ])('says %j', (sentence, facts) => {
    expect(imageViolation(PHOTO, facts)).toBe(sentence);
  });

  it.each([
    [800, 1000, undefined],
    [1910, 1000, undefined],
    [799, 1000, 'Instagram photos are between 4:5 and 1.91:1'],
    [1911, 1000, 'Instagram photos are between 4:5 and 1.91:1'],
  ])('say the shape that Instagram takes: %i x %i', (width, height, sentence) => {
    const facts = photo({ picture: { width, height } });
    expect(imageViolation(INSTAGRAM_PHOTO, facts)).toBe(sentence);
    for (const rules of [PHOTO, INSTAGRAM_STORY_PICTURE])
      expect(imageViolation(rules, facts)).toBeUndefined();
  });
});

it('names the size limit in the help of each rule set', () => {
  expect(FACEBOOK_VIDEO.help).toContain('100MB');
  expect(SHARED_VIDEO.help).toContain('25MB');
  expect(PHOTO.help).toContain('10MB');
});
