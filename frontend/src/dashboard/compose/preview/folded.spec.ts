import { folded } from './folded';

it('leaves a short text whole', () => {
  expect(folded('Short', 'instagram')).toBeNull();
  expect(folded('x'.repeat(125), 'instagram')).toBeNull();
});

it('cuts a long one at a space, and characters never in two', () => {
  const text = `${'word '.repeat(24)}anything more`;
  expect(folded(text, 'instagram')).toBe('word '.repeat(24).trim());
  expect(folded('😀'.repeat(126), 'instagram')).toBe('😀'.repeat(125));
});

it('counts lines', () => {
  expect(folded('one\ntwo\nthree', 'instagram')).toBe('one\ntwo');
  expect(folded('one\ntwo\nthree', 'facebook')).toBeNull();
  expect(folded('one\ntwo', 'facebook', true)).toBe('one');
});
