import fc from 'fast-check';
import { CanReceiveMail, normalizeEmail } from './email';

const canReceive = (email: unknown) => new CanReceiveMail().validate(normalizeEmail(email));

it.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['ａdmin＠x.io', 'admin@x.io'],
  // NFKC turns it into a plain capital.
  ['𝐀dmin@x.io', 'admin@x.io'],
  ['zoe\u0308@x.io', 'zoë@x.io'],
  ['\u212Aim@x.io', 'kim@x.io'],
])('normalizes %j to %j', (given, email) => expect(normalizeEmail(given)).toBe(email));

it.each(['ádmin@x.io', 'аdmin@x.io', 'admın@x.io', 'admin@х.io'])(
  'keeps %s apart from its lookalike',
  (email) => {
    expect(normalizeEmail(email)).not.toBe('admin@x.io');
  },
);

it('normalizes a normalized address to itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), (a, b) => {
      const once = normalizeEmail(`${a}@${b}`);
      expect(normalizeEmail(once)).toBe(once);
    }),
    { numRuns: 2000 },
  );
});

it.each(['ada@example.com', 'a+b@example.co.uk', 'zoë@bücher.de', "o'hara@example.com"])(
  'accepts %s',
  (email) => {
    expect(canReceive(email)).toBe(true);
  },
);

it.each([
  '"a b"@c.de',
  '"ab"@c.de',
  'a b@c.de',
  'a@b',
  'a@b..de',
  'a@-b.de',
  'a@b.de, c@d.de',
  'a@b.de\r\nBcc: c@d.de',
  'ad\u200bmin@x.io',
  'ad\u202emin@x.io',
  'Ada <a@b.de>',
  `a@${'ü'.repeat(60)}.de`,
  `${'a'.repeat(65)}@b.de`,
  ['a@b.de'],
  { toString: () => 'a@b.de' },
  7,
  null,
  undefined,
])('refuses %j', (email) => expect(canReceive(email)).toBe(false));
