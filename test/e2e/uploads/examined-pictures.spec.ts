import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { useApp } from '../../support/app';
import { fixture } from '../../support/media';
import { tusOf } from '../../support/tus';

const MEGABYTE = 1024 ** 2;

const app = useApp();
let examined: (bytes: Buffer, purpose?: string) => Promise<{ status: number; body: any }>;
beforeAll(async () => {
  const user = await app.users.subscriber();
  examined = async (bytes, purpose = 'post') => {
    const id = await tusOf(user).upload(bytes, { filename: 'picture', purpose });
    return user.get(`/api/media/${id}`);
  };
});

/** A picture of one colour, with noise in its first lines so that it has so many bytes. */
async function photo(width: number, height: number, noise: number): Promise<Buffer> {
  const lines = Buffer.alloc(width * height * 3, 0x80);
  lines.set(randomBytes(noise));
  const picture = sharp(lines, { raw: { width, height, channels: 3 } });
  return picture.jpeg({ quality: 90 }).toBuffer();
}

const messageFor = ({ fits }: any, network: string) =>
  fits.find((fit: any) => fit.network === network && fit.format === 'photo').message;

describe.each(['post', 'cover'])('a small picture for a %s that is damaged', (purpose) => {
  const claiming = (png: Buffer) => {
    const lying = Buffer.from(png);
    lying.writeUInt32BE(30_000, 16);
    lying.writeUInt32BE(30_000, 20);
    return lying;
  };
  const MANY = 'Pictures have at most 100 megapixels. Make this one smaller and upload it again.';
  const UNREADABLE = 'Unable to validate image dimensions';

  it.each<[string, (png: Buffer) => Buffer, string]>([
    ['is cut short', (png) => png.subarray(0, -1_000), UNREADABLE],
    ['is a header and no more', (png) => png.subarray(0, 60), UNREADABLE],
    ['claims to be enormous', claiming, MANY],
  ])('is refused at once when it %s', async (_name, damage, sentence) => {
    const png = await readFile(fixture('photo.png'));
    expect((await examined(png, purpose)).status).toBe(200);
    const { status, body } = await examined(damage(png), purpose);
    expect([status, body.errors]).toEqual([422, { picture: [sentence] }]);
  });
});

it('a small GIF that is cut short is refused at once', async () => {
  const gif = await readFile(fixture('photo.gif'));
  expect((await examined(gif)).status).toBe(200);
  expect((await examined(gif.subarray(0, 100))).status).toBe(422);
});

describe('a picture of more pixels than a photo', () => {
  const TOO_LARGE = 'Image resolution must not exceed 4096x4096 pixels';
  let camera: Buffer;
  beforeAll(async () => {
    camera = await photo(6000, 4000, 20 * MEGABYTE);
    expect(camera.length).toBeGreaterThan(4 * MEGABYTE);
    expect(camera.length).toBeLessThan(10 * MEGABYTE);
  });

  it('is kept, and says why it fits no format', async () => {
    const { status, body } = await examined(camera);
    expect([status, body.width, body.height]).toEqual([200, 6000, 4000]);
    expect([messageFor(body, 'facebook'), messageFor(body, 'instagram')]).toEqual([TOO_LARGE, TOO_LARGE]);
  });

  it('is a cover', async () => expect((await examined(camera, 'cover')).status).toBe(200));

  it('is refused when it was cut short', async () => {
    const { status, body } = await examined(camera.subarray(0, -100_000));
    expect([status, body.errors]).toEqual([422, { picture: ['Unable to validate image dimensions'] }]);
  });

  it('is refused in words of its own when it has too many to be read', async () => {
    const lying = Buffer.concat([camera, Buffer.alloc(16)]);
    const frame = lying.indexOf(Buffer.from([0xff, 0xc0]));
    lying.writeUInt16BE(20_000, frame + 5);
    const { status, body } = await examined(lying, 'cover');
    expect([status, body.errors]).toEqual([
      422,
      { picture: ['Pictures have at most 100 megapixels. Make this one smaller and upload it again.'] },
    ]);
  });
});
