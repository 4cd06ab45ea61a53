import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../../common/files/folders';
import type { BucketConfig, StorageConfig } from '../../config/storage-config';
import { naming } from '../../file-errors';
import type { Objects } from '../../ports/storage/objects';
import { BackupPlace, type Draft, type PlacedFile } from './backup-place';
import { byAge, isBackupName } from './backup-name';
import { BucketLock, type LockTimes } from './bucket-lock';
import { MANIFEST } from './manifest';
import { mediaAbove, prefixesMix } from './overlap';
import { withScratch } from '../scratch-folder';

/** Whose name shows that a backup's objects begin so; the years until 2999. */
const BACKUPS = '2';
const MEDIA = 'media/';

export interface BucketPlaceOptions {
  /** Opens a part of the same bucket, at a prefix that is empty or ends with a slash. */
  openAt: (prefix: string) => Promise<Objects>;
  /** A local folder for copies of the database. */
  workDir: string;
  lockTimes?: LockTimes;
}

/** A backup is made on this machine. Its files are sent after the media that it names, and its manifest at last. */
export class BucketPlace extends BackupPlace {
  readonly isElsewhere = true;
  readonly address: string;
  private lock?: BucketLock;
  private scratch?: string;

  constructor(
    private readonly config: BucketConfig,
    private readonly objects: Objects,
    private readonly options: BucketPlaceOptions,
  ) {
    super();
    this.address = objects.place;
  }

  get workDir(): string {
    return this.options.workDir;
  }

  async refuseStorage(storage: StorageConfig): Promise<string | undefined> {
    const { bucket, prefix, endpoint } = this.config;
    const refusal = `${this.address} overlaps with the media of the product. Name another prefix, or better another bucket.`;
    if (await mediaAbove(prefix, this.options.openAt)) throw new Error(refusal);
    if (storage.kind !== 's3' || storage.bucket !== bucket || storage.endpoint !== endpoint) return undefined;
    if (prefixesMix(storage.prefix, prefix)) throw new Error(refusal);
    return 'The backups are in the bucket of the media: who loses it loses both. Better use another one.';
  }

  async alone<T>(work: () => Promise<T>): Promise<T> {
    const lock = new BucketLock(this.objects, this.options.lockTimes);
    await lock.take();
    this.lock = lock;
    try {
      await this.removeUnfinished();
      return await withScratch(this.workDir, (scratch) => {
        this.scratch = scratch;
        return work();
      });
    } finally {
      this.lock = this.scratch = undefined;
      await lock.release();
    }
  }

  async stillAlone(): Promise<void> {
    await this.lock?.confirm();
  }

  async backups(): Promise<string[]> {
    const isWhole = new Map<string, boolean>();
    for await (const { name } of this.objects.list(BACKUPS)) {
      const [folder = ''] = name.split('/');
      if (name !== folder && isBackupName(folder) && !isWhole.get(folder))
        isWhole.set(folder, name === `${folder}/${MANIFEST}`);
    }
    // Some stores list what is new late. A backup that seems to have no manifest would be removed as unfinished.
    for (const [folder, listed] of isWhole)
      if (!listed && (await this.objects.head(`${folder}/${MANIFEST}`)) !== undefined)
        isWhole.set(folder, true);
    return [...isWhole]
      .filter(([, whole]) => whole)
      .map(([folder]) => folder)
      .sort(byAge);
  }

  async begin(): Promise<Draft> {
    if (this.scratch === undefined) throw new Error('A backup is made by one process alone.');
    const folder = join(this.scratch, 'draft');
    await makeFolder(folder);
    let name: string | undefined;
    return {
      folder,
      keep: async (as) => {
        name = as;
        for await (const { path, bytes } of filesIn(folder))
          if (path !== MANIFEST) await this.send(join(folder, path), `${as}/${path}`, bytes);
        await this.stillAlone();
        const manifest = join(folder, MANIFEST);
        await this.send(manifest, `${as}/${MANIFEST}`, (await stat(manifest)).size);
        // A process that was frozen between those two is found out.
        await this.stillAlone();
      },
      // If the manifest was sent and cannot be deleted, the backup is whole, and stays so.
      drop: async () => {
        if (name !== undefined) await this.discard(name).catch(() => undefined);
      },
    };
  }

  async discard(name: string): Promise<void> {
    await this.objects.delete(`${name}/${MANIFEST}`);
    for await (const object of this.objects.list(`${name}/`)) await this.objects.delete(object.name);
  }

  withCopy<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
    return withScratch(this.workDir, async (scratch) => {
      const folder = join(scratch, name);
      await makeFolder(folder);
      const files: PlacedFile[] = [];
      for await (const file of this.list(name)) if (isInside(file.path)) files.push(file);
      await refuseWithoutRoom(scratch, files);
      for (const { path } of files) {
        const target = join(scratch, path);
        const from = await this.open(path);
        if (!from) continue;
        await makeFolder(dirname(target));
        await pipeline(from, createWriteStream(target, { flags: 'wx', mode: 0o600 })).catch(naming(target));
      }
      return work(folder);
    });
  }

  text(path: string, mostBytes: number): Promise<string | undefined> {
    return this.objects.text(path, mostBytes);
  }

  async writeOnce(path: string, text: string): Promise<boolean> {
    const there = await this.text(path, text.length + 1);
    return there === undefined ? this.objects.writeOnce(path, text) : there === text;
  }

  open(path: string): Promise<Readable | undefined> {
    return this.objects.open(path);
  }

  put(path: string, from: Readable, bytes: number): Promise<void> {
    return this.objects.put(path, from, bytes);
  }

  delete(path: string): Promise<void> {
    return this.objects.delete(path);
  }

  async *list(folder: string): AsyncIterable<PlacedFile> {
    for await (const { name, sizeBytes } of this.objects.list(`${folder}/`))
      yield { path: name, bytes: sizeBytes };
  }

  private send(file: string, path: string, bytes: number): Promise<void> {
    return this.objects.put(path, createReadStream(file, { highWaterMark: 1024 ** 2 }), bytes);
  }

  /** Nobody else works here: what has no manifest was given up. */
  private async removeUnfinished(): Promise<void> {
    const whole = new Set(await this.backups());
    for await (const { name } of this.objects.list(BACKUPS)) {
      const [folder = ''] = name.split('/');
      if (name !== folder && isBackupName(folder) && !whole.has(folder)) await this.objects.delete(name);
    }
    for (const beginning of [BACKUPS, MEDIA]) await this.objects.abortUnfinished(beginning);
  }
}

/** An object may have any name; a file must not lie elsewhere. */
const isInside = (path: string): boolean =>
  path.split(/[/\\]/).every((part) => part !== '' && part !== '.' && part !== '..') && !path.includes('\0');

async function* filesIn(folder: string): AsyncIterable<PlacedFile> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(folder.length + 1).replaceAll('\\', '/');
    yield { path, bytes: (await stat(file)).size };
  }
}

async function refuseWithoutRoom(folder: string, files: PlacedFile[]): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bavail * bsize < bytes)
    throw new Error(
      `The copy of the backup needs ${bytes} bytes in ${dirname(folder)}, which has less room.`,
    );
}
