import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { heifOfManySizes } from '../../../test/support/heif-bomb';
import { fixture } from '../../../test/support/media';
import { countNumbersRead } from '../../../test/support/numbers-read';
import { useScratchFolder } from '../../../test/support/scratch-folder';
import { MediaIntake } from './media-intake';
import { StorageAway, type Storage } from './storage';

describe('a poster', () => {
  const file = useScratchFolder();

  const keepPoster = (poster: Buffer, put = () => Promise.resolve()) => {
    const storage = { incomingDir: file(), put } as unknown as Storage;
    const unused = undefined as never;
    return new MediaIntake(storage, unused, unused, unused, unused).keepPoster(poster, []);
  };

  it('is kept when it is a small JPEG', async () =>
    expect(await keepPoster(await readFile(fixture('photo-exif.jpg')))).toMatch(/\.jpg$/));

  it('leaves nothing in the incoming folder when it could not be stored', async () => {
    const keeping = keepPoster(await readFile(fixture('photo-exif.jpg')), () =>
      Promise.reject(new StorageAway()),
    );
    await expect(keeping).rejects.toThrow(StorageAway);
    expect(await readdir(file())).toEqual([]);
  });

  it.each(['photo.png', 'photo.gif', 'not-image.jpg', 'wide.jpg'])(
    'is not kept when it is %s',
    async (name) => expect(await keepPoster(await readFile(fixture(name)))).toBeNull(),
  );

  it('is not kept when a side is above the maximum', async () => {
    const tall = await sharp({ create: { width: 8, height: 2049, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    expect(await keepPoster(tall)).toBeNull();
  });

  it('is not measured when it is no JPEG', async () =>
    expect(await countNumbersRead(() => keepPoster(heifOfManySizes()))).toEqual({
      result: null,
      numbers: 0,
    }));

  it('is measured by its beginning only', async () => {
    const zeros = Buffer.alloc(300 * 1024);
    zeros.set([0xff, 0xd8, 0xff, 0xe0]);
    const { result, numbers } = await countNumbersRead(() => keepPoster(zeros));
    expect(result).toBeNull();
    expect(numbers).toBeLessThan(100_000);
  });
});
