import { createReadStream } from 'node:fs';
import { lstat, open, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import SqliteHandle from 'better-sqlite3';
import { errorCode } from '../../common/errors/error-code';
import { makeFolder, syncFolder } from '../../common/files/folders';
import type { StorageConfig } from '../../config/storage-config';
import { noRoom } from '../../file-errors';
import { BackupPlace, type Draft, type PlacedFile } from './backup-place';
import { byAge, isBackupName } from './backup-name';
import { writeWhole } from './durable-files';
import { MANIFEST } from './manifest';
import { foldersMix } from './overlap';

const LOCK = '.lock';
/** Under way, or being removed; not a backup. */
const UNFINISHED = /^\.\d{4}-\d{2}-\d{2}T.*\.(part|old)$/;
const READ_BYTES = 1024 * 1024;

/** Each backup is made under another name and renamed when it is whole. */
export class FolderPlace extends BackupPlace {
  readonly isElsewhere = false;

  constructor(readonly address: string) {
    super();
  }

  get workDir(): string {
    return this.address;
  }

  async refuseStorage(storage: StorageConfig): Promise<undefined> {
    if (storage.kind !== 'disk') return;
    if (await foldersMix(storage.dir, this.address))
      throw new Error(
        `${this.address} overlaps with the media of the product in ${storage.dir}. Name another folder.`,
      );
  }

  /** The kernel releases the lock when the process dies. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    await makeFolder(this.address);
    const lock = this.takeLock();
    try {
      await this.removeUnfinished();
      return await work();
    } finally {
      lock.close();
    }
  }

  override async whileKept<T>(work: () => Promise<T>): Promise<T> {
    const lock = this.shareLock();
    try {
      return await work();
    } finally {
      lock?.close();
    }
  }

  stillAlone(): Promise<void> {
    return Promise.resolve();
  }

  async backups(): Promise<string[]> {
    if (!(await isFolder(this.address))) throw new Error(`There is no folder ${this.address}.`);
    const names = (await readdir(this.address)).filter(isBackupName);
    const whole = await Promise.all(names.map((name) => isFile(this.at(name, MANIFEST))));
    return names.filter((_name, n) => whole[n]).sort(byAge);
  }

  async begin(): Promise<Draft> {
    const folder = this.at(`.${new Date().toISOString().replaceAll(':', '-')}.part`);
    await makeFolder(folder);
    return {
      folder,
      keep: async (name) => {
        await syncFolder(folder);
        await rename(folder, this.at(name));
        await syncFolder(this.address);
      },
      drop: () => rm(folder, { recursive: true, force: true }).catch(() => undefined),
    };
  }

  async discard(name: string): Promise<void> {
    await rename(this.at(name), this.at(`.${name}.old`));
    await rm(this.at(`.${name}.old`), { recursive: true });
  }

  withCopy<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
    return work(this.at(name));
  }

  async text(path: string, mostBytes: number): Promise<string | undefined> {
    const text = await readFile(this.at(path), 'utf8').catch(unlessAbsent);
    return text?.slice(0, mostBytes);
  }

  async writeOnce(path: string, text: string): Promise<boolean> {
    const there = await this.text(path, text.length + 1);
    if (there !== undefined) return there === text;
    await writeWhole(Readable.from([text]), this.at(path));
    return true;
  }

  async open(path: string): Promise<Readable | undefined> {
    const handle = await open(this.at(path)).catch(unlessAbsent);
    return handle && createReadStream('', { fd: handle, highWaterMark: READ_BYTES });
  }

  async put(path: string, from: Readable, bytes: number): Promise<void> {
    const target = this.at(path);
    const isNew = !(await isFolder(dirname(target)));
    await makeFolder(dirname(target));
    await writeWhole(from, target, bytes);
    await syncFolder(dirname(target));
    if (isNew) await syncFolder(dirname(dirname(target)));
  }

  async delete(path: string): Promise<void> {
    await unlink(this.at(path)).catch(unlessAbsent);
  }

  async *list(folder: string): AsyncIterable<PlacedFile> {
    for (const entry of (await readdir(this.at(folder), { withFileTypes: true }).catch(unlessAbsent)) ?? []) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* this.list(path);
      else if (entry.isFile()) {
        const found = await lstat(this.at(path)).catch(unlessAbsent);
        if (found) yield { path, bytes: found.size };
      }
    }
  }

  private takeLock(): SqliteHandle.Database {
    let lock: SqliteHandle.Database | undefined;
    try {
      lock = new SqliteHandle(this.at(LOCK), { timeout: 0 });
      lock.exec('BEGIN EXCLUSIVE');
      return lock;
    } catch (error) {
      lock?.close();
      const code = errorCode(error);
      if (code === 'SQLITE_BUSY')
        throw new Error(
          `Another backup into ${this.address} is under way, or a restore from it. Wait until it has ended.`,
        );
      // As it is, it would be taken for one of the product's database.
      const full = noRoom(error, this.at(LOCK));
      if (full !== undefined) throw new Error(full);
      throw code?.startsWith('SQLITE_') ? new Error(`${this.address} cannot be written (${code}).`) : error;
    }
  }

  /** @returns undefined where there is no lock, as in a copy, or it cannot be opened, as on a disk that nobody writes to. */
  private shareLock(): SqliteHandle.Database | undefined {
    let lock: SqliteHandle.Database | undefined;
    try {
      lock = new SqliteHandle(this.at(LOCK), { timeout: 0, readonly: true, fileMustExist: true });
      // The lock of a reader is held until its transaction ends.
      lock.exec('BEGIN');
      lock.pragma('schema_version');
      return lock;
    } catch (error) {
      lock?.close();
      if (errorCode(error) !== 'SQLITE_BUSY') return undefined;
      throw new Error(
        `A backup into ${this.address} is under way, which may remove this one. Wait until it has ended, then restore.`,
      );
    }
  }

  private async removeUnfinished(): Promise<void> {
    for (const name of await readdir(this.address))
      if (UNFINISHED.test(name)) await rm(this.at(name), { recursive: true });
    for await (const { path } of this.list('media'))
      if (/^\..*\.part$/.test(basename(path))) await this.delete(path);
  }

  private at(...names: string[]): string {
    return join(this.address, ...names);
  }
}

/** @throws where nobody may look: a backup that cannot be read is there. */
const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(unlessAbsent))?.isDirectory() === true;

const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(unlessAbsent))?.isFile() === true;

function unlessAbsent(error: unknown): undefined {
  if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
  throw error;
}
