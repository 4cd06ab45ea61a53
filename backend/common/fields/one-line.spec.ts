import { inOneLine, oneLine } from './one-line';

it.each([
  [' Asha\r\nRao ', 'Asha Rao'],
  ['a\0b\u007fc', 'a b c'],
  ['\n', ''],
  ['zero\u200dwidth', 'zero\u200dwidth'],
])('%j in one line is %j', (text, expected) => expect(inOneLine(text)).toBe(expected));

it('leaves what is no text to the rule that says so', () => expect(oneLine({ value: 7 })).toBe(7));
