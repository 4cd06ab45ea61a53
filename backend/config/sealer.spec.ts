import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Sealer } from './sealer';

const sealerWith = (...encryption: Buffer[]) => new Sealer({ jwt: '', encryption });
const sealer = sealerWith(randomBytes(32));

it('opens what it sealed, at its place and nowhere else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (text, place, other) => {
      const sealed = sealer.seal(text, place);
      expect(sealer.open(sealed, place)).toBe(text);
      if (other !== place) expect(sealer.open(sealed, other)).toBeNull();
    }),
  );
});

it('does not open with another key', () => {
  const sealed = sealer.seal('EAAB', 'users:1:access_token');
  expect(sealerWith(randomBytes(32)).open(sealed, 'users:1:access_token')).toBeNull();
});

it('does not open when a byte was changed, cut off or added', () => {
  const sealed = sealer.seal('EAAB token', 'here');
  const bytes = Buffer.from(sealed.slice(sealer.mark.length), 'base64url');
  const reseal = (changed: Buffer) => sealer.mark + changed.toString('base64url');
  expect(sealer.open(reseal(bytes), 'here')).toBe('EAAB token');
  for (let n = 0; n < bytes.length; n++) {
    const flipped = Buffer.from(bytes);
    flipped[n]! ^= 1;
    expect(sealer.open(reseal(flipped), 'here')).toBeNull();
    expect(sealer.open(reseal(bytes.subarray(0, n)), 'here')).toBeNull();
  }
  expect(sealer.open(reseal(Buffer.concat([bytes, Buffer.from([0])])), 'here')).toBeNull();
});

it.each(['', 'v1.', 'v2.', 'v2..', 'v2.12345678.abc', 'v2.abc', 'EAAB plain', 'v1.!!!'])(
  'takes %j for nothing sealed',
  (text) => {
    expect(sealer.open(text, 'here')).toBeNull();
  },
);

it('never seals the same text twice alike', () => {
  const sealed = new Set(Array.from({ length: 50 }, () => sealer.seal('same', 'here')));
  expect(sealed.size).toBe(50);
});

describe('with several keys', () => {
  const [old, older, fresh] = [randomBytes(32), randomBytes(32), randomBytes(32)];

  it('seals with the first and opens what any of them sealed', () => {
    const rotated = sealerWith(fresh, old, older);
    expect(rotated.open(sealerWith(old).seal('EAAB', 'here'), 'here')).toBe('EAAB');
    expect(rotated.open(sealerWith(older).seal('EAAB', 'here'), 'here')).toBe('EAAB');
    expect(sealerWith(fresh).open(rotated.seal('EAAB', 'here'), 'here')).toBe('EAAB');
    expect(sealerWith(old, older).open(rotated.seal('EAAB', 'here'), 'here')).toBeNull();
  });

  it('opens texts of before keys had ids, whichever key sealed them', () => {
    const payload = sealerWith(older).seal('EAAB', 'here').split('.').at(-1);
    expect(sealerWith(fresh, old, older).open(`v1.${payload}`, 'here')).toBe('EAAB');
    expect(sealerWith(fresh, old).open(`v1.${payload}`, 'here')).toBeNull();
  });

  it('marks what it seals with the id of the key, the same in every process', () => {
    expect(sealerWith(fresh, old).seal('EAAB', 'here').startsWith(sealerWith(fresh).mark)).toBe(true);
    expect(sealerWith(fresh).mark).not.toBe(sealerWith(old).mark);
  });
});
