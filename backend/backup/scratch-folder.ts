import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { errorCode } from '../common/errors/error-code';
import { makeFolder } from '../common/files/folders';

const BEGINNING = '.backup-';
const LOCK = '.lock';
/** Much longer than a process takes from making its folder to locking it. */
const ABANDONED_MS = 3_600_000;

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
    await remove(folder, lock);
  }
}

async function removeDead(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(BEGINNING)) continue;
    const folder = join(parent, name);
    const lock = takeLock(join(folder, LOCK));
    if (lock) await remove(folder, lock);
    else if (await isAbandoned(folder)) await rm(folder, { recursive: true, force: true });
  }
}

/** The lock goes last, so that after a kill in between the next process can still tell that this one is dead. */
async function remove(folder: string, lock: SqliteHandle.Database): Promise<void> {
  try {
    for (const name of await namesIn(folder))
      if (name !== LOCK) await rm(join(folder, name), { recursive: true, force: true });
  } finally {
    lock.close();
  }
  await rm(folder, { recursive: true, force: true });
}

/** @returns undefined if a process holds it, or there is none */
function takeLock(path: string): SqliteHandle.Database | undefined {
  let lock: SqliteHandle.Database | undefined;
  try {
    lock = new SqliteHandle(path, { timeout: 0, fileMustExist: true });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch {
    lock?.close();
    return undefined;
  }
}

/** One without a lock was made a moment ago, or its process died in that moment. */
async function isAbandoned(folder: string): Promise<boolean> {
  try {
    if ((await readdir(folder)).includes(LOCK)) return false;
    return Date.now() - (await stat(folder)).mtimeMs > ABANDONED_MS;
  } catch {
    // Another process removed it just now.
    return false;
  }
}

/** None when another process removed the folder just now. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
