import { createReadStream } from 'node:fs';
import { copyFile, lstat, readdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { errorCode } from '../common/error-code';
import { makeFolder } from '../common/folders';
import { isKey } from '../ports/storage/media-key';
import { MediaMissing, type Storage } from '../ports/storage/storage';
import { syncFolder, writeWhole } from './durable-files';

/** The list of its media in a backup: a key and a size in bytes per line. */
export const MEDIA_LIST = 'media.txt';
const AT_ONCE = 4;

export interface Listed {
  key: string;
  bytes: number;
}

export interface Copied {
  /** What the backup names. */
  media: Listed[];
  /** How many of them were copied now, and their bytes; the others were there. */
  fresh: { files: number; bytes: number };
  /** Neither in the storage nor in the pool. */
  missing: string[];
}

/**
 * The media of all backups of a folder, each file once: a key never changes its content, so a file of the same key and
 * size is the same file.
 */
export class MediaPool {
  constructor(private readonly path: string) {}

  pathOf(key: string): string {
    if (!isKey(key)) throw new Error(`${key} is no name of a media file.`);
    return join(this.path, key.slice(0, 2), key);
  }

  /** @returns undefined when it is not there. */
  async sizeOf(key: string): Promise<number | undefined> {
    try {
      return (await stat(this.pathOf(key))).size;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Copies from the storage what the pool lacks. @throws StorageAway */
  async take(keys: Iterable<string>, storage: Storage): Promise<Copied> {
    const copied: Copied = { media: [], fresh: { files: 0, bytes: 0 }, missing: [] };
    const touched = new Set<string>();
    await inParallel(keys, async (key) => {
      const stored = await storage.stat(key);
      const here = await this.sizeOf(key);
      if (here !== undefined && (!stored || stored.sizeBytes === here)) {
        copied.media.push({ key, bytes: here });
        return;
      }
      if (!stored || !(await this.copy(key, stored.sizeBytes, storage))) {
        copied.missing.push(key);
        return;
      }
      copied.media.push({ key, bytes: stored.sizeBytes });
      copied.fresh.files++;
      copied.fresh.bytes += stored.sizeBytes;
      touched.add(dirname(this.pathOf(key)));
    });
    for (const folder of touched) await syncFolder(folder);
    if (touched.size > 0) await syncFolder(this.path);
    return copied;
  }

  /** Puts the listed files into the storage, except those that it has. @returns how many that were. */
  async give(media: AsyncIterable<Listed>, storage: Storage): Promise<{ files: number; lacking: number }> {
    const given = { files: 0, lacking: 0 };
    await storage.prepare();
    await inParallel(media, async ({ key, bytes }) => {
      if ((await storage.stat(key))?.sizeBytes === bytes) return;
      if ((await this.sizeOf(key)) !== bytes) {
        given.lacking++;
        return;
      }
      const copy = join(storage.incomingDir, key);
      await copyFile(this.pathOf(key), copy);
      await storage.put(copy, key);
      given.files++;
    });
    return given;
  }

  /** Removes what none of these backups names. */
  async removeOthers(backups: string[]): Promise<{ files: number; bytes: number }> {
    const named = new Set<string>();
    for (const folder of backups) for await (const { key } of readMediaList(folder)) named.add(key);
    const removed = { files: 0, bytes: 0 };
    for await (const path of this.files()) {
      const key = path.slice(dirname(path).length + 1);
      if (!isKey(key) || named.has(key)) continue;
      removed.bytes += (await lstat(path)).size;
      removed.files++;
      await unlink(path);
    }
    return removed;
  }

  /** Halves of files that a killed backup left. */
  async removeParts(): Promise<void> {
    for await (const path of this.files()) if (path.endsWith('.part')) await unlink(path);
  }

  private async copy(key: string, bytes: number, storage: Storage): Promise<boolean> {
    const path = this.pathOf(key);
    await makeFolder(dirname(path));
    try {
      const written = await writeWhole(await storage.open(key), path);
      if (written !== bytes) throw new Error(`The media file ${key} changed while it was copied.`);
      return true;
    } catch (error) {
      if (error instanceof MediaMissing) return false;
      throw error;
    }
  }

  private async *files(): AsyncIterable<string> {
    for (const drawer of await entriesOf(this.path))
      for (const name of await entriesOf(join(this.path, drawer))) yield join(this.path, drawer, name);
  }
}

export const writeMediaList = (folder: string, media: Listed[]): Promise<number> =>
  writeWhole(
    Readable.from(media.map(({ key, bytes }) => `${key} ${bytes}\n`).sort()),
    join(folder, MEDIA_LIST),
  );

export async function* readMediaList(folder: string): AsyncIterable<Listed> {
  const lines = createInterface({ input: createReadStream(join(folder, MEDIA_LIST)), crlfDelay: Infinity });
  for await (const line of lines) {
    const [key = '', bytes = ''] = line.split(' ');
    if (!isKey(key) || !/^\d+$/.test(bytes)) throw new Error(`${join(folder, MEDIA_LIST)} is damaged.`);
    yield { key, bytes: Number(bytes) };
  }
}

async function entriesOf(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/** Stops at the first error, once the work under way has ended. */
async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let failed = false;
  const lane = async () => {
    try {
      for (;;) {
        if (failed) return;
        const next = await iterator.next();
        if (next.done) return;
        await work(next.value);
      }
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
