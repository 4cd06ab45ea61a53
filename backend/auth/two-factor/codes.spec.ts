import { newRecoveryCodes, readCode } from './codes';

it.each([
  ['123456', 'totp', '123456'],
  ['123 456', 'totp', '123456'],
  [' 123-456\n', 'totp', '123456'],
  ['１２３４５６', 'totp', '123456'],
  ['abcd-efgh-ijkl-mnop', 'recovery', 'abcdefghijklmnop'],
  ['ABCD EFGH IJKL MNO7', 'recovery', 'abcdefghijklmno7'],
])('reads %j as a %s code', (typed, kind, code) => {
  expect(readCode(typed)).toEqual({ kind, code });
});

it.each(['', '12345', '1234567', '12345a', 'abcd-efgh-ijkl-mno', 'abcd-efgh-ijkl-mno1', '٣٤٥٦٧٨'])(
  'reads %j as neither kind of code',
  (typed) => {
    expect(readCode(typed)).toEqual({ kind: 'neither' });
  },
);

it('makes ten recovery codes that it can read again, all different', () => {
  const codes = Array.from({ length: 50 }, newRecoveryCodes).flat();
  expect(new Set(codes).size).toBe(500);
  for (const code of codes) {
    expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(readCode(code)).toEqual({ kind: 'recovery', code: code.replaceAll('-', '') });
  }
});
