import { parsedIfText, wordsOf } from './json';

describe('parsedIfText', () => {
  it.each([
    ['{"x":0.30000000000000004}', { x: 0.1 + 0.2 }],
    ['{"x":-1.3000000000000000004}', { x: -1.3 }],
    ['[1234567890123456.5,1e0000000000000000]', [1234567890123456.5, 1]],
    ['[12345678901234567891,-12345678901234567891]', ['12345678901234567891', '-12345678901234567891']],
  ])('reads numbers of many digits: %s', (text, value) => {
    expect(parsedIfText(text)).toEqual(value);
  });
});

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
