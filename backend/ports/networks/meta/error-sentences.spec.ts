import { sentenceOf } from './error-sentences';

it.each([
  [190, 460, /password changed\. Save a new access token\. Meta’s words: Error validating/],
  [190, undefined, /^Facebook has signed Pagecast out\. Save a new access token\. Meta’s words/],
  // An unknown subcode adds nothing to its code.
  [190, 999, /^Facebook has signed Pagecast out\./],
  [undefined, 1363129, /24 to 60 frames a second\./],
])('explains %s/%s and quotes Meta', (code, subcode, words) => {
  expect(sentenceOf({ reason: 'Error validating access token', code, subcode })).toMatch(words);
});

it.each([
  [324, undefined],
  [2500, undefined],
  [6000, undefined],
  [1609005, undefined],
  [100, 1609005],
  [100, 1609008],
  [100, 2061006],
  [100, 1349125],
  [100, 2069019],
])('says in plain words what ends a post for good: %s/%s', (code, subcode) => {
  expect(sentenceOf({ reason: 'No', code, subcode })).toMatch(/^[A-Z].*\.( .*\.)? Meta’s words: No$/);
});

it.each([
  [1363040, 'Export it upright, 9:16, for a reel or story; from 9:16 to 16:9 for a video.'],
  [1363127, 'Export it with at least 540 on its short side and 960 on its long one.'],
  [1363128, 'A reel lasts 3 to 90 seconds, a story 3 to 60, a video 3 seconds to 4 hours.'],
])('gives advice for a film of any format: %s', (subcode, advice) => {
  expect(sentenceOf({ reason: 'No', code: 6000, subcode })).toContain(advice);
});

it('introduces Meta’s words when the number is unknown', () => {
  expect(sentenceOf({ reason: 'Odd thing', code: 987_654, subcode: undefined })).toBe(
    'Meta refused this with the words: Odd thing',
  );
  expect(sentenceOf({ reason: 'Odd thing', code: undefined, subcode: undefined })).toContain('Meta refused');
});

it('does not put our own words for an answer of 200 into Meta’s mouth', () => {
  const reason = 'The network answered without success.';
  expect(sentenceOf({ reason, code: undefined, subcode: undefined, status: 200 })).toBe(reason);
});
