import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { useApp } from '../../support/app';
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
