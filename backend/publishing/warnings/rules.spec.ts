import { FACEBOOK_PHOTO_FORMAT } from '../formats/facebook-photo';
import { FACEBOOK_REEL_FORMAT, FACEBOOK_VIDEO_FORMAT } from '../formats/facebook-video';
import type { PostFormat } from '../formats/formats';
import { INSTAGRAM_REEL_FORMAT } from '../formats/instagram-reel';
import {
  CLOSE_MS,
  foldedText,
  isPaused,
  lacksPlan,
  overLimit,
  sameMedia,
  SAME_MEDIA_MS,
  SAME_TEXT_MS,
  sameText,
  tooClose,
} from './rules';

const NOW = Date.UTC(2030, 0, 1, 12);
const MINUTE = 60_000;
const DAY = 86_400_000;

const post = (id: number, at: number | null, format: PostFormat = FACEBOOK_REEL_FORMAT) => ({
  id,
  at,
  format,
  text: null as string | null,
  fingerprints: [] as readonly string[],
  publishedAt: null as number | null,
});

describe('too close', () => {
  it.each([
    [-CLOSE_MS, true],
    [CLOSE_MS, true],
    [0, true],
    [-CLOSE_MS - 1, false],
    [CLOSE_MS + 1, false],
  ])('at a distance of %s ms: %s', (distance, isClose) => {
    expect(tooClose(post(1, NOW), [post(2, NOW + distance)]).map(({ id }) => id)).toEqual(isClose ? [2] : []);
  });

  it('are the nearest other posts that have a time, one before and one after', () => {
    const others = [-9, -8, -10, 3, 2, 4].map((minutes, n) => post(n + 2, NOW + minutes * MINUTE));
    const all = [post(1, NOW), ...others, post(99, null)];
    expect(tooClose(post(1, NOW), all).map(({ id }) => id)).toEqual([3, 6]);
    expect(tooClose(post(1, null), all)).toEqual([]);
  });
});

describe('over the limit', () => {
  const spread = (count: number, from: number, to: number, format?: PostFormat) =>
    Array.from({ length: count }, (_, n) => post(n + 2, from + ((to - from) * n) / count, format));

  it.each([
    ['reels on a Page', FACEBOOK_REEL_FORMAT, 30],
    ['posts on Instagram', INSTAGRAM_REEL_FORMAT, 50],
  ])('%s: one more than the network takes', (_, format: PostFormat, most) => {
    const one = post(1, NOW, format);
    expect(overLimit(one, spread(most - 1, NOW - DAY / 2, NOW, format))).toBe(false);
    expect(overLimit(one, spread(most, NOW - DAY / 2, NOW, format))).toBe(true);
    expect(overLimit(one, spread(most, NOW + 1, NOW + DAY - 1, format))).toBe(true);
  });

  it('asks any 24 hours that contain the time, not the day around it', () => {
    const around = [...spread(15, NOW - DAY + 1, NOW), ...spread(16, NOW + MINUTE, NOW + DAY)];
    expect(overLimit(post(1, NOW), around)).toBe(false);
    const within = [...spread(15, NOW - DAY / 2, NOW), ...spread(16, NOW, NOW + DAY / 2 - MINUTE)];
    expect(overLimit(post(1, NOW), within)).toBe(true);
  });

  it("takes an Instagram account's own number, where it is known", () => {
    const [one, ...others] = spread(5, NOW, NOW + MINUTE, INSTAGRAM_REEL_FORMAT);
    expect([4, 5].map((most) => overLimit(one!, others, most))).toEqual([true, false]);
  });

  it('does not count what lies exactly 24 hours away', () => {
    const earlier = Array.from({ length: 30 }, (_, n) => post(n + 2, NOW - DAY));
    expect(overLimit(post(1, NOW), earlier)).toBe(false);
    expect(overLimit(post(1, NOW - 1), earlier)).toBe(true);
  });

  it('leaves out a crowd beside the time', () => {
    expect(overLimit(post(1, NOW), spread(40, NOW - 10 * DAY, NOW - 9 * DAY))).toBe(false);
  });

  it('counts only reels on a Page', () => {
    const long = post(1, NOW, FACEBOOK_VIDEO_FORMAT);
    expect(overLimit(long, spread(40, NOW - MINUTE, NOW))).toBe(false);
    expect(overLimit(post(1, NOW, FACEBOOK_PHOTO_FORMAT), spread(40, NOW - MINUTE, NOW))).toBe(false);
    const others = spread(40, NOW - MINUTE, NOW, FACEBOOK_PHOTO_FORMAT);
    expect(overLimit(post(1, NOW), others)).toBe(false);
    const films = spread(40, NOW - MINUTE, NOW, FACEBOOK_VIDEO_FORMAT);
    expect(overLimit(post(1, NOW), films)).toBe(false);
    expect(overLimit(post(1, null), spread(40, NOW - MINUTE, NOW))).toBe(false);
  });
});

describe('the same text', () => {
  const saying = (id: number, at: number | null, text: string) => ({
    ...post(id, at),
    text: foldedText(text),
  });
  const ofOther = (at: number | null, text = 'Fresh bread', own: number | null = NOW) =>
    sameText(saying(1, own, 'Fresh bread'), [saying(2, at, text)], NOW)?.id;

  it.each([
    ['FRESH\u00a0 \n bread ', 2],
    ['Fresh bread!', undefined],
    ['Freshbread', undefined],
  ])('compares neither case nor white space: %j', (text, found) => {
    expect(ofOther(NOW, text)).toBe(found);
  });

  it.each([
    [NOW + SAME_TEXT_MS, 2],
    [NOW - SAME_TEXT_MS, 2],
    [NOW + SAME_TEXT_MS + 1, undefined],
    [NOW - SAME_TEXT_MS - 1, undefined],
  ])('reaches 7 days', (at, found) => expect(ofOther(at)).toBe(found));

  it('takes now for the time of one that waits', () => {
    expect(ofOther(null)).toBe(2);
    expect(ofOther(null, undefined, NOW + SAME_TEXT_MS + 1)).toBeUndefined();
    expect(ofOther(NOW + SAME_TEXT_MS, undefined, null)).toBe(2);
    expect(ofOther(NOW + SAME_TEXT_MS + 1, undefined, null)).toBeUndefined();
  });

  it('is none without a text', () => {
    expect(foldedText(' \n ')).toBeNull();
    expect(sameText(post(1, NOW), [post(2, NOW)], NOW)).toBeUndefined();
  });
});

describe('the same file', () => {
  const one = { ...post(1, null), fingerprints: ['a', 'b'] };

  it.each([
    ['waits', 'a', null, 2],
    ['was published 30 days ago', 'a', NOW - SAME_MEDIA_MS, 2],
    ['was published before that', 'a', NOW - SAME_MEDIA_MS - 1, undefined],
    ['is its second one', 'b', null, 2],
    ['is another', 'c', null, undefined],
    ['is unknown', null, null, undefined],
  ])('of a post whose file %s', (_, fingerprint, publishedAt, found) => {
    const fingerprints = fingerprint === null ? [] : [fingerprint];
    expect(sameMedia(one, [one, { ...one, id: 2, fingerprints, publishedAt }], NOW)?.id).toBe(found);
  });

  it('names each of several that are alike', () => {
    const alike = [3, 1, 2].map((id) => ({ ...one, id }));
    expect(alike.map((each) => sameMedia(each, alike, NOW)?.id)).toEqual([1, 2, 3]);
  });

  it('is none of a post that has no fingerprint', () => {
    expect(sameMedia(post(1, null), [post(2, null)], NOW)).toBeUndefined();
  });
});

it.each([
  ['no pause', null, null, NOW, false],
  ['one without an end', 'No.', null, NOW + 99 * DAY, true],
  ['one that ends after the time', 'Later.', NOW + 2, NOW + 1, true],
  ['one that ends at the time', 'Later.', NOW + 1, NOW + 1, false],
  ['one that has ended', 'Later.', NOW, null, false],
  ['one that goes on, without a time', 'Later.', NOW + 1, null, true],
  ['one that has ended, at a time in the begun minute', 'Later.', NOW - 1, NOW - MINUTE, false],
])('is paused with %s', (_, paused_reason, resumes_at, at, paused) => {
  expect(isPaused({ at }, { paused_reason, resumes_at }, NOW)).toBe(paused);
});

it('lacks a plan where none is active', () => {
  const plans = [
    { from: NOW - DAY, until: NOW + DAY },
    { from: NOW + 2 * DAY, until: NOW + 3 * DAY },
  ];
  const lacking = [NOW, NOW + DAY - 1, NOW + DAY, NOW + 2 * DAY - 1, NOW + 2 * DAY, NOW + 3 * DAY].filter(
    (at) => lacksPlan({ at }, plans, NOW),
  );
  expect(lacking).toEqual([NOW + DAY, NOW + 2 * DAY - 1, NOW + 3 * DAY]);
  expect(lacksPlan({ at: null }, [], NOW)).toBe(false);
});

it('lacks no plan that began within the minute that is its time', () => {
  const plans = [{ from: NOW - 1, until: NOW + DAY }];
  expect(lacksPlan({ at: NOW - MINUTE }, plans, NOW)).toBe(false);
  expect(lacksPlan({ at: NOW - MINUTE }, [{ from: NOW + 1, until: NOW + DAY }], NOW)).toBe(true);
});
