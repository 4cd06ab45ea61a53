import { wordsOf } from './json';

describe("Meta's words", () => {
  it('are kept whole as long as a person would read them', () => {
    expect(wordsOf('Session has expired.')).toBe('Session has expired.');
    expect(wordsOf('x'.repeat(1000))).toBe('x'.repeat(1000));
    expect(wordsOf(undefined)).toBeUndefined();
  });

  it('are cut where an answer has a megabyte of them, never through a letter', () => {
    expect(wordsOf('x'.repeat(1_000_000))).toBe(`${'x'.repeat(1000)}…`);
    expect(wordsOf(`x${'😀'.repeat(1000)}`)).toBe(`x${'😀'.repeat(499)}…`);
  });
});
