import { createCipheriv } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { useApp } from '../../support/app';
import type { Answer, Client } from '../../support/client';
import { fixture, multipart } from '../../support/media';
import { MOST_SCANS_OF_A_JPEG, progressiveJpeg } from '../../support/progressive-jpeg';

const MEGABYTE = 1024 * 1024;
const UNREADABLE = 'Unable to validate image dimensions';

const app = useApp();
let user: Client;
let png: Buffer;
let jpeg: Buffer;
beforeAll(async () => {
  user = await app.users.subscriber();
  const edge = 1500;
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
    Buffer.alloc(edge * edge * 3),
  );
  const picture = () => sharp(noise, { raw: { width: edge, height: edge, channels: 3 } });
  png = await picture().png({ compressionLevel: 1 }).toBuffer();
  jpeg = await picture().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
  for (const whole of [png, jpeg]) {
    expect(whole.length).toBeGreaterThan(4 * MEGABYTE);
    expect(whole.length).toBeLessThan(10 * MEGABYTE);
  }
});

async function upload(buffer: Buffer): Promise<Answer> {
  const body = multipart([{ name: 'photos[]', filename: 'a.png', buffer }]);
  const response = await fetch(`${app.url}/api/photos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': body.contentType },
    body: new Uint8Array(body.buffer()),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

it('refuses a small photo at once, too, when it is no JPEG and was cut short', async () => {
  const { status, body } = await upload((await readFile(fixture('photo.png'))).subarray(0, -1_000));
  expect([status, body.errors]).toEqual([422, { 'a.png': [UNREADABLE] }]);
});

const padded = (bytes: Buffer) =>
  Buffer.concat([bytes, Buffer.alloc(Math.max(0, 5 * MEGABYTE - bytes.length))]);

/** A PNG by its header alone. */
function withEdges(width: number, height: number): Buffer {
  const lying = Buffer.from(png);
  lying.writeUInt32BE(width, 16);
  lying.writeUInt32BE(height, 20);
  return lying;
}

describe('a photo that may have to be made smaller', () => {
  it('is taken when all of it can be read', async () => {
    for (const whole of [png, jpeg]) expect((await upload(whole)).status).toBe(201);
  });

  it.each([
    ['a PNG that was cut short', () => png.subarray(0, 4.5 * MEGABYTE)],
    ['a JPEG that was cut short', () => jpeg.subarray(0, jpeg.length - 500_000)],
    ['a PNG with other lines than it says', () => withEdges(1600, 1600)],
    ['a JPEG of very many scans', () => padded(progressiveJpeg({ scans: MOST_SCANS_OF_A_JPEG }))],
    ['a GIF without a frame', () => padded(Buffer.from('GIF89a\x58\x02\x58\x02\x00\x00\x00;', 'latin1'))],
  ])('is refused at once: %s', async (_name, bytes) => {
    const { status, body } = await upload(bytes());
    expect([status, body.errors]).toEqual([422, { 'a.png': [UNREADABLE] }]);
  });

  it('is not decoded when its header says that it is too large', async () => {
    const { status, body } = await upload(withEdges(60_000, 60_000));
    expect([status, body.errors]).toEqual([
      422,
      { 'a.png': ['Image resolution must not exceed 4096x4096 pixels'] },
    ]);
  });
});
