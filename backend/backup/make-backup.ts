import { stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../common/errors/error-code';
import { makeFolder, syncFolder } from '../common/files/folders';
import type { Config } from '../config/config';
import type { Secrets } from '../config/secrets';
import type { Storage } from '../ports/storage/storage';
import { VERSION } from '../version';
import type { Draft } from './places/backup-place';
import type { Backups } from './places/backups';
import { copyTree, sumOf } from './places/durable-files';
import type { Manifest } from './places/manifest';
import { MEDIA_LIST, writeMediaList } from './media-list';
import type { Snapshot } from './snapshots/snapshot';

export const KEY_FILES = { encryption: 'keys/encryption-key', jwt: 'keys/jwt-secret' };
export const REHEARSAL = 'rehearsal';

export interface BackupOptions {
  /** The encryption keys and the session secret; left out if undefined. */
  keys?: Secrets;
  /** Ids of the keys that a restore needs. */
  keyIds: string[];
  /** The folder of the rehearsal, if that is the network. */
  rehearsalDir?: string;
}

export interface Made {
  name: string;
  manifest: Manifest;
  fresh: { files: number; bytes: number };
  missing: string[];
  different: string[];
}

/**
 * Makes one backup, while the product runs: first the database at one instant, then the media that its rows name, so
 * that every file that still exists is in it.
 *
 * `openStorage` is called after the database was read.
 */
export async function makeBackup(
  config: Config,
  to: Backups,
  openStorage: () => Promise<Storage>,
  options: BackupOptions,
): Promise<Made> {
  const draft = await to.place.begin();
  try {
    return await fill(draft, config, to, openStorage, options);
  } catch (error) {
    await draft.drop();
    if (!isFull(error)) throw error;
    throw new Error(
      `There is no room left in ${to.place.workDir}. No backup was made; earlier ones are as they were.`,
    );
  }
}

async function fill(
  draft: Draft,
  config: Config,
  to: Backups,
  openStorage: () => Promise<Storage>,
  { keys, keyIds, rehearsalDir }: BackupOptions,
): Promise<Made> {
  const { folder } = draft;
  await refuseWithoutRoom(config, folder);
  const snapshot = await takeSnapshot(config, folder);
  await to.belongTo(snapshot.installation);
  const known = await to.knownMedia();
  const { media, ...copied } = await to.media.take(snapshot.keys, await openStorage(), known);
  await writeMediaList(folder, media);
  const files = [...snapshot.files, MEDIA_LIST];
  if (keys) files.push(...(await writeKeys(folder, keys)));
  if (rehearsalDir !== undefined) await copyTree(rehearsalDir, join(folder, REHEARSAL)).catch(unlessAbsent);
  const manifest: Manifest = {
    format: 1,
    version: VERSION,
    installation: snapshot.installation,
    takenAt: snapshot.takenAt,
    database: {
      kind: config.database.kind,
      migrations: snapshot.migrations,
      tables: snapshot.tables,
    },
    media: {
      files: media.length,
      bytes: media.reduce((sum, { bytes }) => sum + bytes, 0),
      missing: copied.missing.length,
    },
    keyIds,
    keys: keys !== undefined,
    rehearsal: rehearsalDir !== undefined,
    files: await Promise.all(files.map((path) => sumOf(folder, path))),
  };
  return { name: await to.complete(draft, manifest), manifest, ...copied };
}

/** Copies the database as it is at one instant into the folder, while others use it. */
async function takeSnapshot({ database }: Config, folder: string): Promise<Snapshot> {
  if (database.kind === 'sqlite') {
    const { snapshotOfSqlite } = await import('./snapshots/sqlite-snapshot');
    return snapshotOfSqlite(database.file, folder);
  }
  const { snapshotOfMysql } = await import('./snapshots/mysql-snapshot');
  return snapshotOfMysql(database, folder);
}

/** The copy needs at most as much room as the database has now. */
async function refuseWithoutRoom({ database }: Config, to: string): Promise<void> {
  if (database.kind !== 'sqlite') return;
  const { bavail, bsize } = await statfs(to);
  const { size } = await stat(database.file).catch(() => ({ size: 0 }));
  if (bavail * bsize < size) throw Object.assign(new Error('no room for the database'), { code: 'ENOSPC' });
}

async function writeKeys(folder: string, { encryption, jwt }: Secrets): Promise<string[]> {
  const texts = [
    [KEY_FILES.encryption, encryption.map((key) => key.toString('hex')).join(',')],
    [KEY_FILES.jwt, jwt],
  ] as const;
  await makeFolder(join(folder, 'keys'));
  for (const [path, text] of texts)
    await writeFile(join(folder, path), `${text}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await syncFolder(join(folder, dirname(KEY_FILES.jwt)));
  return texts.map(([path]) => path);
}

const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(errorCode(error) ?? '');

function unlessAbsent(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}
