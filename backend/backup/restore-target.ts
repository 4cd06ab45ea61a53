import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import SqliteHandle, { type Database as Handle } from 'better-sqlite3';
import { errorCode } from '../common/error-code';
import { makeFolder } from '../common/folders';
import type { Config } from '../config/config';
import { refuseForeignMedia } from './media-aside';
import type { LocalBackup } from './backups';
import { syncFolder } from './durable-files';
import { KEY_FILES } from './make-backup';

/** A publisher beats at every tick, which lasts a second unless it is set to more. */
const YOUNG_MS = 15_000;

/** @throws when a process of the product uses the database. */
export function refuseRunning(file: string): void {
  if (!existsSync(file)) return;
  const handle = new SqliteHandle(file, { timeout: 0 });
  try {
    const beat = latestBeat(handle);
    const ago = Date.now() - beat;
    if (ago < YOUNG_MS)
      throw new Error(
        `A publisher of this installation was alive ${Math.max(0, Math.round(ago / 1000))} seconds ago. Stop the product, wait ${YOUNG_MS / 1000} seconds, then restore.`,
      );
    // The journal's mode can be changed by the only user of the file.
    if (changesJournal(handle)) handle.pragma('journal_mode = WAL');
    else throw new Error('A process uses the database of this installation. Stop the product, then restore.');
  } finally {
    handle.close();
  }
}

function latestBeat(handle: Handle): number {
  try {
    return Number(handle.prepare('SELECT max(beat_at) FROM publisher_heartbeats').pluck().get() ?? 0);
  } catch (error) {
    // A database that is broken, or of an old version: that is why it is replaced.
    if (String(errorCode(error)).startsWith('SQLITE_BUSY')) throw error;
    return 0;
  }
}

function changesJournal(handle: Handle): boolean {
  try {
    return handle.pragma('journal_mode = DELETE', { simple: true }) === 'delete';
  } catch (error) {
    return !String(errorCode(error)).startsWith('SQLITE_BUSY');
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
  if (await hasOtherKey(config, backup))
    throw new Error(
      `${join(config.dataDir, 'encryption-key')} is another key than the backup's. With --replace it is moved aside.`,
    );
  await refuseForeignMedia(config, backup);
}

/**
 * Moves the old database, keys and rehearsal into a folder of their own.
 * @returns that folder, if there was anything
 */
export async function moveAside(
  config: Config,
  backup: LocalBackup,
  rehearsalDir: string,
): Promise<string[]> {
  const { database, dataDir, network } = config;
  const aside = join(dataDir, `replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`);
  const old: string[] = [];
  if (database.kind === 'sqlite')
    // The log first: without it the file alone is an older state, but never a broken one.
    old.push(...['-wal', '-shm', ''].map((end) => `${database.file}${end}`));
  if (await hasOtherKey(config, backup))
    old.push(join(dataDir, 'encryption-key'), join(dataDir, 'jwt-secret'));
  if (network.mode === 'rehearsal' && backup.manifest.rehearsal) old.push(rehearsalDir);
  const there = old.filter((path) => existsSync(path));
  if (there.length > 0) await makeFolder(aside);
  for (const path of there) await rename(path, join(aside, basename(path)));
  if (there.length > 0) await syncFolder(aside);
  return there.length > 0 ? [aside] : [];
}

async function hasOtherKey(
  { dataDir, secrets }: Config,
  { folder, manifest }: LocalBackup,
): Promise<boolean> {
  const path = join(dataDir, 'encryption-key');
  if (!manifest.keys || secrets.encryptionKeys !== undefined || !existsSync(path)) return false;
  return !(await sameFile(join(folder, KEY_FILES.encryption), path));
}

/** Whether both files are there and hold the same text. */
export async function sameFile(one: string, other: string): Promise<boolean> {
  const texts = await Promise.all([one, other].map((path) => readFile(path, 'utf8').catch(() => undefined)));
  return texts[0] !== undefined && texts[0].trim() === texts[1]?.trim();
}
