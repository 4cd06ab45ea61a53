import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatOf } from './readPhoto';

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
