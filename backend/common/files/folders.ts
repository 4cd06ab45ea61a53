import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../errors/error-code';
import { withTimeout } from '../time/timeout';

/** A mount that does not respond would block the start for ever. */
const LIMIT_MS = 10_000;

/**
 * Creates the folder and its missing parents. Node's own recursive `mkdir` never returns where a file system cannot
 * create folders, for example below /proc.
 * @throws Error with the code of the file system; ENOTDIR if a file is in the way; ETIMEDOUT
 */
export async function makeFolder(path: string): Promise<void> {
  await withTimeout(LIMIT_MS, make(path)).catch((error: unknown) => {
    throw errorCode(error) === undefined ? refusal('ETIMEDOUT', path) : error;
  });
}

/** The name of a file or folder is durable once its folder is synced. Windows cannot open a folder. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function make(path: string): Promise<void> {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await make(dirname(path));
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    // Another process created it first.
    if (errorCode(error) !== 'EEXIST' || !(await isFolder(path))) throw error;
  });
}

async function isFolder(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isDirectory()) return true;
  } catch (error) {
    // Nothing exists below a file either; the walk up then meets the file.
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
    return false;
  }
  throw refusal('ENOTDIR', path);
}

const refusal = (code: string, path: string): Error =>
  Object.assign(new Error(`${code}: ${path}`), { code, path, syscall: 'mkdir' });
