import { wordsOf } from './json';

describe('wordsOf', () => {
  it('keeps a text that a person would read', () => {
    expect(wordsOf('Session has expired.')).toBe('Session has expired.');
    expect(wordsOf('x'.repeat(1000))).toBe('x'.repeat(1000));
    expect(wordsOf(undefined)).toBeUndefined();
  });

  it('cuts a longer text, never through a character', () => {
    expect(wordsOf('x'.repeat(1_000_000))).toBe(`${'x'.repeat(1000)}…`);
    expect(wordsOf(`x${'😀'.repeat(1000)}`)).toBe(`x${'😀'.repeat(499)}…`);
  });
});
