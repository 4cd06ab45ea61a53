import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import SqliteHandle, { type Database as Handle } from 'better-sqlite3';
import { errorCode } from '../../common/errors/error-code';
import { makeFolder, syncFolder } from '../../common/files/folders';
import type { Config } from '../../config/config';
import { PROCESS, publisherOf, YOUNG_MS, type DatabaseUser } from '../database-user';
import type { Aside } from './aside';
import { refuseForeignMedia } from './media-aside';
import type { LocalBackup } from '../places/backups';
import { KEY_FILES } from '../make-backup';

/** Unlike a file that may not be read or written: that one may well be in use. */
const DAMAGED = /^SQLITE_(NOTADB$|CORRUPT|ERROR$|IOERR_.*READ)/;

/** @throws when a process of the product uses the database. */
export function refuseRunning(file: string): void {
  const user = userOf(file);
  if (user !== undefined) throw new Error(`${user.who} Stop the product, ${user.wait}then restore.`);
}

/** A process of the product that uses the database, in words. */
export function userOf(file: string): DatabaseUser | undefined {
  if (!existsSync(file)) return undefined;
  const handle = new SqliteHandle(file, { timeout: 0 });
  try {
    const ago = agoOfYoungest(handle);
    if (ago < YOUNG_MS) return publisherOf(ago);
    return isSoleUser(handle) ? undefined : PROCESS;
  } finally {
    handle.close();
  }
}

/** A beat far ahead was written by a wrong clock. Like an old one, it is no sign of life. */
function agoOfYoungest(handle: Handle): number {
  try {
    const beats = handle.prepare('SELECT min(abs(? - beat_at)) FROM publisher_heartbeats').pluck();
    return Number(beats.get(Date.now()) ?? Infinity);
  } catch (error) {
    // A database that is broken, or of an old version: that is why it is replaced.
    if (String(errorCode(error)).startsWith('SQLITE_BUSY')) throw error;
    return Infinity;
  }
}

/** The journal's mode can be changed by the only user of the file. A file that is damaged is taken for unused. */
function isSoleUser(handle: Handle): boolean {
  try {
    if (handle.pragma('journal_mode = DELETE', { simple: true }) !== 'delete') return false;
    handle.pragma('journal_mode = WAL');
    return true;
  } catch (error) {
    const code = String(errorCode(error));
    if (code.startsWith('SQLITE_BUSY')) return false;
    if (DAMAGED.test(code)) return true;
    throw error;
  }
}

/** @throws when something would be overwritten, unless it may be moved aside. */
export async function refuseOccupied(config: Config, backup: LocalBackup, replace: boolean): Promise<void> {
  if (replace) return;
  const { database } = config;
  if (database.kind === 'sqlite' && existsSync(database.file))
    throw new Error(
      `There is a database already: ${database.file}. With --replace it is moved aside, with its keys; nothing is deleted.`,
    );
  const other = (await keysToPlace(config, backup)).find(({ to }) => existsSync(to));
  if (other)
    throw new Error(`${other.to} is another key than the backup's. With --replace it is moved aside.`);
  await refuseForeignMedia(config, backup);
}

/** Moves the old database, keys and rehearsal into folders of their own, each on the disk that they are on. */
export async function moveAside(
  config: Config,
  backup: LocalBackup,
  rehearsalDir: string,
  aside: Aside,
): Promise<void> {
  const { database, dataDir, network } = config;
  const name = `replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  const move = async (paths: string[], folder: string) => {
    const there = paths.filter((path) => existsSync(path));
    if (there.length === 0) return;
    const beside = join(folder, name);
    await aside.move({ folder: beside }, async () => {
      await makeFolder(beside);
      for (const path of there) await rename(path, join(beside, basename(path)));
      await syncFolder(beside);
    });
  };
  if (database.kind === 'sqlite')
    // The log first: without it the file alone is an older state, but never a broken one. What is restored is in use
    // again, wherever the one before was moved to.
    await move(
      ['-wal', '-shm', '', '.moved'].map((end) => `${database.file}${end}`),
      dirname(database.file),
    );
  await move(
    (await keysToPlace(config, backup)).map(({ to }) => to),
    dataDir,
  );
  if (network.mode === 'rehearsal' && backup.manifest.rehearsal) await move([rehearsalDir], dataDir);
}

/** The key files of the backup that are not there yet. Keys in the environment win; they were checked before. */
export async function keysToPlace(
  { dataDir, secrets }: Config,
  { folder, manifest }: LocalBackup,
): Promise<{ from: string; to: string }[]> {
  if (!manifest.keys) return [];
  const files = [
    {
      given: secrets.encryptionKeys,
      from: join(folder, KEY_FILES.encryption),
      to: join(dataDir, 'encryption-key'),
    },
    { given: secrets.jwt, from: join(folder, KEY_FILES.jwt), to: join(dataDir, 'jwt-secret') },
  ].filter(({ given }) => given === undefined);
  const areThere = await Promise.all(files.map(({ from, to }) => sameFile(from, to)));
  return files.filter((_file, n) => !areThere[n]);
}

/** Whether both files are there and hold the same text. */
async function sameFile(one: string, other: string): Promise<boolean> {
  const texts = await Promise.all([one, other].map((path) => readFile(path, 'utf8').catch(() => undefined)));
  return texts[0] !== undefined && texts[0].trim() === texts[1]?.trim();
}
