import sharp from 'sharp';
import { orientationIn } from './exif-orientation';

describe('the orientation that EXIF names', () => {
  let exif: Buffer;
  beforeAll(async () => {
    const create = { width: 8, height: 8, channels: 3, background: 'red' } as const;
    const picture = await sharp({ create }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    exif = (await sharp(picture).metadata()).exif as Buffer;
  });

  it('is read with and without the prefix, in both orders of bytes', () => {
    expect([orientationIn(exif), orientationIn(exif.subarray(6))]).toEqual([6, 6]);
    const large = Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0', 'latin1');
    expect(orientationIn(large)).toBe(8);
  });

  it('is upright where it makes no sense', () => {
    for (const value of [0, 9, 0xffff]) {
      const odd = Buffer.from('II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\0\0\0\0', 'latin1');
      odd.writeUInt16LE(value, 18);
      expect(orientationIn(odd)).toBe(1);
    }
    for (let end = 0; end < 20; end++) expect(orientationIn(exif.subarray(0, end))).toBe(1);
    expect(orientationIn(Buffer.alloc(100, 0xff))).toBe(1);
  });
});
