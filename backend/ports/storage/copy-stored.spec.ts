import { readdir, readFile, writeFile } from 'node:fs/promises';
import { openFilesUnder } from '../../../test/support/open-files';
import { eventually } from '../../../test/support/eventually';
import { useScratchFolder } from '../../../test/support/scratch-folder';
import { copyStored } from './copy-stored';
import { DiskStorage } from './disk-storage';
import { newKey } from './media-key';
import { MediaMissing, StorageAway } from './storage';

describe('a stored file that is stored once more', () => {
  const folder = useScratchFolder();

  const storageWith = async (key: string) => {
    const storage = new DiskStorage(folder());
    await storage.prepare();
    const path = `${storage.incomingDir}/original`;
    await writeFile(path, 'the bytes');
    await storage.put(path, key);
    return storage;
  };
  /** The file may be closed a moment after its last byte. */
  const nothingIsLeft = async ({ incomingDir }: DiskStorage) => {
    expect(await readdir(incomingDir)).toEqual([]);
    await eventually(
      () => openFilesUnder(folder()),
      (open) => open.length === 0,
    );
  };

  it('has the same bytes under a key of its own', async () => {
    const key = newKey('mp4');
    const storage = await storageWith(key);
    const kept: string[] = [];
    const copy = await copyStored(storage, key, kept);
    expect(kept).toEqual([copy]);
    expect(copy).not.toBe(key);
    for (const each of [key, copy])
      expect(await readFile(`${folder()}/${each.slice(0, 2)}/${each}`, 'utf8')).toBe('the bytes');
    await nothingIsLeft(storage);
  });

  it('leaves no file behind, and none open, when there is nothing to copy', async () => {
    const storage = await storageWith(newKey('mp4'));
    const kept: string[] = [];
    for (let n = 0; n < 4; n++)
      await expect(copyStored(storage, newKey('mp4'), kept)).rejects.toThrow(MediaMissing);
    expect(kept).toEqual([]);
    await nothingIsLeft(storage);
  });

  it('leaves no file behind, and none open, when it cannot be stored', async () => {
    const key = newKey('mp4');
    const storage = await storageWith(key);
    jest.spyOn(storage, 'put').mockRejectedValue(new StorageAway());
    await expect(copyStored(storage, key, [])).rejects.toThrow(StorageAway);
    await nothingIsLeft(storage);
  });
});
