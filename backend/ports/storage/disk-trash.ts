import type { Dirent } from 'node:fs';
import { lstat, opendir, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../common/errors/error-code';
import { isKey } from './media-key';
import type { Removed } from './storage';

/** Folder of discarded files, with a subfolder per day. */
export const TRASH = 'trash';

const DAY_MS = 86_400_000;

/** Reads the entries of a folder one by one, in bounded memory; none if there is no such folder. */
export async function* entriesOf(path: string): AsyncIterable<Dirent> {
  try {
    for await (const entry of await opendir(path)) yield entry;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** Deletes the days that ended before `before`. Files that `discard` did not put there stay, and their folder too. */
export async function emptyTrash(dir: string, before: number): Promise<Removed> {
  const removed = { files: 0, bytes: 0 };
  for await (const day of entriesOf(join(dir, TRASH))) {
    const begin = /^\d{4}-\d{2}-\d{2}$/.test(day.name) ? Date.parse(`${day.name}T00:00:00Z`) : NaN;
    if (!day.isDirectory() || !(begin + DAY_MS <= before)) continue;
    const folder = join(dir, TRASH, day.name);
    for await (const entry of entriesOf(folder)) {
      if (entry.isFile() && isKey(entry.name)) await removeFile(join(folder, entry.name), removed);
    }
    await rmdir(folder).catch(() => undefined);
  }
  return removed;
}

/** Deletes a file and counts it, unless another process has done so or it is younger than `before`. */
export async function removeFile(path: string, removed: Removed, before = Infinity): Promise<void> {
  try {
    const file = await lstat(path);
    if (!file.isFile() || file.mtimeMs > before) return;
    await unlink(path);
    removed.files++;
    removed.bytes += file.size;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
