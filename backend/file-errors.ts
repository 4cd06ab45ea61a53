import { accessSync, closeSync, constants, openSync, statfsSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './common/errors/error-code';

interface Thrown {
  path?: unknown;
  /** Where a copy goes. */
  dest?: unknown;
  syscall?: unknown;
}

const FULL = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT']);
/** Less than SQLite needs for one more page of its log. */
const NEXT_TO_NOTHING = 64 * 1024;
const LOOKS = new Set(['stat', 'lstat', 'statfs', 'scandir', 'opendir', 'readlink', 'read']);

/**
 * Says that a disk is full; undefined if that is not what the error says.
 * @param databaseFile the file of SQLite, whose errors name none
 */
export function noRoom(error: unknown, databaseFile?: string): string | undefined {
  const code = errorCode(error) ?? '';
  const isSqlite = code.startsWith('SQLITE_');
  const folder = isSqlite ? databaseFile && dirname(databaseFile) : folderOf(error as Thrown);
  const isBroken = code.startsWith('SQLITE_IOERR');
  // It does not tell a full disk from one that fails.
  if (isBroken && !(folder && isFull(folder)))
    return `the disk of ${folder ?? 'the database'} is full, or fails (${code}). Make room or mend it, then repeat the command.`;
  if (!isBroken && !FULL.has(code)) return undefined;
  return `There is no room left ${folder ? `in ${folder}` : 'on a disk that this writes to'}. Make room, then repeat the command.`;
}

function folderOf({ path, dest }: Thrown): string | undefined {
  const to = dest ?? path;
  return typeof to === 'string' ? dirname(to) : undefined;
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < NEXT_TO_NOTHING;
  } catch {
    return false;
  }
}

/** Whether a refusal was of reading. A file is opened for both, so that this has to be looked at. */
export function isOfReading(error: unknown): boolean {
  const { path, syscall } = error as Thrown;
  if (LOOKS.has(String(syscall))) return true;
  if (syscall !== 'open' || typeof path !== 'string') return false;
  try {
    // As the user who was refused: `access` asks for another one where a program has changed it.
    closeSync(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
    return false;
  } catch (refusal) {
    // What is not there was to be written.
    return errorCode(refusal) !== 'ENOENT';
  }
}

/** The part of the path that is a file, where ENOTDIR says that one is. */
export function fileInTheWay(path: string): string {
  let [part, above] = [path, dirname(path)];
  while (above !== part && !statsOf(part)) [part, above] = [above, dirname(above)];
  return part;
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** What SQLite could not open for writing: the database, what it keeps beside it, or their folder. */
export function unwritable(databaseFile: string): string {
  const files = [databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`];
  const found = files.find((file) => statsOf(file) && !mayWrite(file));
  return found ?? (mayWrite(dirname(databaseFile)) ? databaseFile : dirname(databaseFile));
}

export function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** For `catch`: what fails in the middle of a file does not name it. */
export const naming =
  (path: string) =>
  (error: unknown): never => {
    if (errorCode(error) !== undefined && (error as Thrown).path === undefined)
      Object.assign(error as object, { path });
    throw error;
  };
