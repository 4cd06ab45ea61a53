import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import SqliteHandle from 'better-sqlite3';
import { errorCode } from '../common/error-code';
import { makeFolder } from '../common/folders';
import { syncFolder, writeWhole } from './durable-files';
import { MANIFEST, readManifest, type Manifest } from './manifest';
import { MediaPool } from './media-pool';

/** Says whose backups these are. */
const MARK = 'pagecast-backups';
const LOCK = '.lock';
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z(-\d+)?$/;
/** Under way, or being removed; not a backup. */
const UNFINISHED = /^\.\d{4}-\d{2}-\d{2}T.*\.(part|old)$/;

export interface Backup {
  /** Such as `2026-11-23T08-10-00Z`: the instant at which it was taken. */
  name: string;
  folder: string;
  manifest: Manifest;
}

/**
 * A folder of backups: one folder for each, named by its instant, and the media of all of them in `media/`. A backup is
 * made under another name and renamed when it is whole, so that a kill at any moment leaves the earlier ones as they
 * were.
 */
export class BackupFolder {
  readonly media: MediaPool;

  constructor(readonly path: string) {
    this.media = new MediaPool(join(path, 'media'));
  }

  /** Does the work while nobody else changes the folder. The kernel releases the lock when the process dies. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    await makeFolder(this.path);
    const lock = new SqliteHandle(join(this.path, LOCK), { timeout: 0 });
    try {
      try {
        lock.exec('BEGIN EXCLUSIVE');
      } catch (error) {
        if (errorCode(error) !== 'SQLITE_BUSY') throw error;
        throw new Error(`Another backup into ${this.path} is under way. Wait until it has ended.`);
      }
      return await work();
    } finally {
      lock.close();
    }
  }

  /** @throws when the folder has the backups of another installation: they would share media, and be removed. */
  async belongTo(installation: string): Promise<void> {
    const path = join(this.path, MARK);
    const mark = await readFile(path, 'utf8').catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (mark === undefined) await writeWhole(Readable.from([`${installation}\n`]), path);
    else if (mark.trim() !== installation)
      throw new Error(`${this.path} has the backups of another installation. Name another folder.`);
  }

  /** The complete backups, the oldest first. */
  async list(): Promise<Backup[]> {
    const found: Backup[] = [];
    for (const name of await this.names(NAME)) {
      const folder = join(this.path, name);
      const manifest = await readManifest(folder);
      if (manifest) found.push({ name, folder, manifest });
    }
    return found;
  }

  /** The newest backup, or the newest whose name begins so. @throws when there is none. */
  async find(date = ''): Promise<Backup> {
    const names = (await this.names(NAME)).filter((name) => name.startsWith(date));
    for (const name of names.reverse()) {
      const folder = join(this.path, name);
      const manifest = await readManifest(folder);
      if (manifest) return { name, folder, manifest };
    }
    throw new Error(`There is no ${date ? `backup of ${date}` : 'complete backup'} in ${this.path}.`);
  }

  /** Begins a backup. @returns the folder to fill. */
  async begin(takenAt: number): Promise<string> {
    await this.removeUnfinished();
    const folder = join(this.path, `.${nameOf(takenAt)}.part`);
    await makeFolder(folder);
    return folder;
  }

  /** Makes the filled folder a backup, by one rename. @returns its name. */
  async complete(folder: string, manifest: Manifest): Promise<string> {
    await writeWhole(Readable.from([`${JSON.stringify(manifest, null, 2)}\n`]), join(folder, MANIFEST));
    await syncFolder(folder);
    const first = nameOf(manifest.takenAt);
    // The newest of a second has the highest number, even if earlier ones were removed.
    const last = (await this.names(NAME)).filter((each) => each.startsWith(first)).at(-1);
    const name = last === undefined ? first : `${first}-${numberOf(last) + 1}`;
    await rename(folder, join(this.path, name));
    await syncFolder(this.path);
    return name;
  }

  /** Removes the oldest backups, and the media that none of the others needs. */
  async keepOnly(most: number): Promise<{ backups: string[]; files: number; bytes: number }> {
    const all = await this.list();
    const surplus = all.slice(0, Math.max(0, all.length - most));
    if (surplus.length === 0) return { backups: [], files: 0, bytes: 0 };
    for (const { name, folder } of surplus) {
      await rename(folder, join(this.path, `.${name}.old`));
      await rm(join(this.path, `.${name}.old`), { recursive: true });
    }
    const kept = all.slice(surplus.length);
    const removed = await this.media.removeOthers(kept.map(({ folder }) => folder));
    return { backups: surplus.map(({ name }) => name), ...removed };
  }

  /** What a backup or a removal left that was killed. */
  private async removeUnfinished(): Promise<void> {
    for (const name of await this.names(UNFINISHED)) await rm(join(this.path, name), { recursive: true });
    await this.media.removeParts();
  }

  private async names(form: RegExp): Promise<string[]> {
    if (!(await isFolder(this.path))) throw new Error(`There is no folder ${this.path}.`);
    return (await readdir(this.path)).filter((name) => form.test(name)).sort(inOrder);
  }
}

/** `…Z-10` comes after `…Z-2`. */
const inOrder = (one: string, other: string): number => {
  const [first, second] = [one, other].map((name) => name.replace(/Z-\d+$/, 'Z')) as [string, string];
  if (first !== second) return first < second ? -1 : 1;
  return numberOf(one) - numberOf(other);
};

const numberOf = (name: string): number => Number(/Z-(\d+)$/.exec(name)?.[1] ?? 1);

const nameOf = (instant: number): string =>
  new Date(instant)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
