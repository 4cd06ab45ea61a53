import { readdir, readFile } from 'node:fs/promises';
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

  it.each(['photo-exif.jpg', 'wide.jpg'])('is kept when it is a JPEG: %s', async (name) =>
    expect(await keepPoster(await readFile(fixture(name)))).toMatch(/\.jpg$/),
  );

  it('leaves nothing in the incoming folder when it could not be stored', async () => {
    const keeping = keepPoster(await readFile(fixture('photo-exif.jpg')), () =>
      Promise.reject(new StorageAway()),
    );
    await expect(keeping).rejects.toThrow(StorageAway);
    expect(await readdir(file())).toEqual([]);
  });

  it.each(['photo.png', 'photo.gif', 'not-image.jpg'])('is not kept when it is %s', async (name) =>
    expect(await keepPoster(await readFile(fixture(name)))).toBeNull(),
  );

  it('is not kept when it has more pixels than browsers are to decode', async () => {
    const lying = await readFile(fixture('photo.jpg'));
    const frame = lying.indexOf(Buffer.from([0xff, 0xc0]));
    lying.writeUInt16BE(10_001, frame + 5);
    lying.writeUInt16BE(10_000, frame + 7);
    expect(await keepPoster(lying)).toBeNull();
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
