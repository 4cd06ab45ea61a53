import { altTextViolation, commentViolation, textViolation } from './text-limits';

const EMOJI = '😀';

it.each([
  ['instagram', 2_200, 'Instagram takes at most 2,200 characters; this has 2,201.'],
  ['facebook', 63_206, 'Facebook takes at most 63,206 characters; this has 63,207.'],
] as const)('counts the code points of a text for %s', (network, most, sentence) => {
  expect(textViolation(network, EMOJI.repeat(most))).toBeUndefined();
  expect(textViolation(network, EMOJI.repeat(most + 1))).toBe(sentence);
});

it.each([
  ['instagram', 2_200, 'Instagram takes at most 2,200 characters; this has 2,201.'],
  ['facebook', 8_000, 'Facebook takes at most 8,000 characters; this has 8,001.'],
] as const)('counts the code points of a first comment for %s', (network, most, sentence) => {
  expect(commentViolation(network, EMOJI.repeat(most))).toBeUndefined();
  expect(commentViolation(network, EMOJI.repeat(most + 1))).toBe(sentence);
});

it('limits an alt text', () => {
  expect(altTextViolation(EMOJI.repeat(1_000))).toBeUndefined();
  expect(altTextViolation(EMOJI.repeat(1_001))).toBe(
    'An alt text has at most 1,000 characters; this has 1,001.',
  );
});

const tags = (count: number) => Array.from({ length: count }, (_, n) => `#tag${n}`).join(' ');
const people = (count: number) => Array.from({ length: count }, (_, n) => `@user.${n}`).join(', ');

it('counts hashtags and mentions for Instagram alone', () => {
  expect(textViolation('instagram', `${tags(30)} ${people(20)}`)).toBeUndefined();
  expect(textViolation('instagram', tags(31))).toBe('Instagram takes at most 30 hashtags; this has 31.');
  expect(textViolation('instagram', people(21))).toBe('Instagram takes at most 20 mentions; this has 21.');
  expect(textViolation('facebook', `${tags(31)} ${people(21)}`)).toBeUndefined();
});

it('counts hashtags of any script, and those without white space between', () => {
  const glued = '#ब्रेड#pão#パン'.repeat(10);
  expect(textViolation('instagram', glued)).toBeUndefined();
  expect(textViolation('instagram', `${glued}#one`)).toMatch(/31/);
});

it('takes neither addresses nor numbers of entities for hashtags and mentions', () => {
  const text = 'https://example.com/#top a@example.com &#8217; C# @ # '.repeat(31);
  expect(textViolation('instagram', text)).toBeUndefined();
});
