import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatOf, sizeIn } from './readPhoto';

const head = (name: string) =>
  new Uint8Array(readFileSync(join(__dirname, '../../../../../test/fixtures', name)).subarray(0, 8));

it('knows a photo by its first bytes, whatever its name', () => {
  expect(
    ['photo.jpg', 'photo-exif.jpg', 'photo.png', 'photo.gif'].map((name) => formatOf(head(name))),
  ).toEqual(['jpeg', 'jpeg', 'png', 'gif']);
  expect([
    formatOf(head('not-image.jpg')),
    formatOf(head('portrait.mp4')),
    formatOf(new Uint8Array()),
  ]).toEqual([null, null, null]);
});

it('reads the size of a picture that no browser would decode', () => {
  const png = Buffer.alloc(32);
  png.write('IHDR', 12);
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(50_000, 20);
  expect(sizeIn('png', png)).toEqual({ width: 60_000, height: 50_000 });
  expect(sizeIn('png', Buffer.alloc(32, 'x'))).toBeNull();
  const gif = Buffer.alloc(32);
  gif.writeUInt16LE(9_000, 6);
  gif.writeUInt16LE(3, 8);
  expect(sizeIn('gif', gif)).toEqual({ width: 9_000, height: 3 });
  expect([
    sizeIn('png', png.subarray(0, 20)),
    sizeIn('gif', gif.subarray(0, 9)),
    sizeIn('jpeg', png),
  ]).toEqual([null, null, null]);
});
