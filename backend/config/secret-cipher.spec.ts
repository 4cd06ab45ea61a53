import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { SecretCipher } from './secret-cipher';

const cipherWith = (...encryption: Buffer[]) => new SecretCipher({ jwt: '', encryption });
const cipher = cipherWith(randomBytes(32));

it('opens a sealed text only in its own context', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (text, context, other) => {
      const sealed = cipher.encrypt(text, context);
      expect(cipher.decrypt(sealed, context)).toBe(text);
      if (other !== context) expect(cipher.decrypt(sealed, other)).toBeNull();
    }),
  );
});

it('does not open a text with another key', () => {
  const sealed = cipher.encrypt('EAAB', 'users:1:access_token');
  expect(cipherWith(randomBytes(32)).decrypt(sealed, 'users:1:access_token')).toBeNull();
});

it('does not open a text after a byte was changed, cut off or added', () => {
  const sealed = cipher.encrypt('EAAB token', 'here');
  const bytes = Buffer.from(sealed.slice(cipher.mark.length), 'base64url');
  const reseal = (changed: Buffer) => cipher.mark + changed.toString('base64url');
  expect(cipher.decrypt(reseal(bytes), 'here')).toBe('EAAB token');
  for (let n = 0; n < bytes.length; n++) {
    const flipped = Buffer.from(bytes);
    flipped[n]! ^= 1;
    expect(cipher.decrypt(reseal(flipped), 'here')).toBeNull();
    expect(cipher.decrypt(reseal(bytes.subarray(0, n)), 'here')).toBeNull();
  }
  expect(cipher.decrypt(reseal(Buffer.concat([bytes, Buffer.from([0])])), 'here')).toBeNull();
});

it.each(['', 'v1.', 'v2.', 'v2..', 'v2.12345678.abc', 'v2.abc', 'EAAB plain', 'v1.!!!'])(
  'does not open %j',
  (text) => {
    expect(cipher.decrypt(text, 'here')).toBeNull();
  },
);

it('never seals the same text to the same result twice', () => {
  const sealed = new Set(Array.from({ length: 50 }, () => cipher.encrypt('same', 'here')));
  expect(sealed.size).toBe(50);
});

describe('with several keys', () => {
  const [old, older, fresh] = [randomBytes(32), randomBytes(32), randomBytes(32)];

  it('seals with the first key and opens texts of each', () => {
    const rotated = cipherWith(fresh, old, older);
    expect(rotated.decrypt(cipherWith(old).encrypt('EAAB', 'here'), 'here')).toBe('EAAB');
    expect(rotated.decrypt(cipherWith(older).encrypt('EAAB', 'here'), 'here')).toBe('EAAB');
    expect(cipherWith(fresh).decrypt(rotated.encrypt('EAAB', 'here'), 'here')).toBe('EAAB');
    expect(cipherWith(old, older).decrypt(rotated.encrypt('EAAB', 'here'), 'here')).toBeNull();
  });

  it('opens texts from before keys had ids, whichever key sealed them', () => {
    const payload = cipherWith(older).encrypt('EAAB', 'here').split('.').at(-1);
    expect(cipherWith(fresh, old, older).decrypt(`v1.${payload}`, 'here')).toBe('EAAB');
    expect(cipherWith(fresh, old).decrypt(`v1.${payload}`, 'here')).toBeNull();
  });

  it('marks sealed texts with the id of the key, the same in every process', () => {
    expect(cipherWith(fresh, old).encrypt('EAAB', 'here').startsWith(cipherWith(fresh).mark)).toBe(true);
    expect(cipherWith(fresh).mark).not.toBe(cipherWith(old).mark);
  });
});
