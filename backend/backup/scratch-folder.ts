import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { makeFolder } from '../common/folders';

const BEGINNING = '.backup-';
const LOCK = '.lock';

/**
 * Does the work with a folder of its own, and removes it, together with those of processes that were killed. The kernel
 * releases the lock of a process that dies.
 */
export async function withScratch<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  await makeFolder(parent);
  await removeDead(parent);
  const folder = await mkdtemp(join(parent, BEGINNING));
  const lock = new SqliteHandle(join(folder, LOCK), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return await work(folder);
  } finally {
    lock.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeDead(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(BEGINNING)) continue;
    const folder = join(parent, name);
    if (!isLocked(join(folder, LOCK))) await rm(folder, { recursive: true, force: true });
  }
}

/** One without a lock was made a moment ago, or its process died in that moment. */
function isLocked(path: string): boolean {
  try {
    const lock = new SqliteHandle(path, { timeout: 0, fileMustExist: true });
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return false;
    } finally {
      lock.close();
    }
  } catch {
    return true;
  }
}
