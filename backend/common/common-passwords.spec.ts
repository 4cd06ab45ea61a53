import { createRequire } from 'node:module';
import { isCommonPassword } from './common-passwords';

/** Most frequent first, in lower case. */
const list = createRequire(__filename)('@zxcvbn-ts/language-common/dist/passwords.json.cjs') as string[];

it('contains exactly those of the ten thousand most common passwords that are long enough', () => {
  const taken = (words: string[]) => words.filter((word) => word.length >= 8 && isCommonPassword(word));
  const longEnough = list.slice(0, 10_000).filter((word) => word.length >= 8);
  expect(longEnough.length).toBeGreaterThan(3000);
  expect(taken(list.slice(0, 10_000))).toEqual(longEnough);
  expect(taken(list.slice(10_000))).toEqual([]);
});

it.each(['password', '12345678', 'PASSWORD', 'Password1', 'qwertyuiop', 'iLoveYou'])(
  'refuses %s',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

it.each([
  '',
  ' ',
  '        ',
  'correct horse battery',
  'password 12345678',
  ' password ',
  'password\n12345678',
  'password1 ',
  '.*',
])('does not take %j for a common password', (password) => expect(isCommonPassword(password)).toBe(false));
