import { constants } from 'node:fs';
import { copyFile, link, open, unlink } from 'node:fs/promises';

/**
 * Gives a file a second path that lives as long as it likes: a link, which takes no room. Where the file system has no
 * links, it is a copy, which is on the disk when this resolves.
 */
export async function linkOrCopy(path: string, copy: string): Promise<void> {
  try {
    await link(path, copy);
  } catch {
    await copyOf(path, copy);
  }
}

async function copyOf(path: string, copy: string): Promise<void> {
  try {
    await copyFile(path, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    const file = await open(copy, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await unlink(copy).catch(() => undefined);
    throw error;
  }
}
