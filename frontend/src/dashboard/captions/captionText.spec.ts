import { beginning, isSendable } from './captionText';

it.each([
  ['', false],
  [' \n\t ', false],
  ['x', true],
  ['x'.repeat(2200), true],
  [` ${'x'.repeat(2200)}\n`, true],
  ['x'.repeat(2201), false],
])('%j can be sent: %s', (text, sendable) => {
  expect(isSendable(text)).toBe(sendable);
});

it('tells a caption by one line of its beginning, and cuts no character in two', () => {
  expect(beginning('  Good\n morning ')).toBe('Good morning');
  expect(beginning('🌞'.repeat(61))).toBe(`${'🌞'.repeat(60)}…`);
});
