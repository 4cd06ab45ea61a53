import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { naming } from '../file-errors';
import { isKey } from '../ports/storage/media-key';
import { MediaMissing, type Storage } from '../ports/storage/storage';
import type { BackupPlace } from './places/backup-place';
import { inParallel } from './in-parallel';
import type { Listed } from './media-list';
import type { NamedKeys } from './snapshots/snapshot';

const MEDIA = 'media';
/** More than there are keys looked for at a time. */
const DRAWERS = 8;

export interface Copied {
  /** What the backup names. */
  media: Listed[];
  /** How many of them were copied now, and their bytes; the others were there. */
  fresh: { files: number; bytes: number };
  /** Neither in the storage nor in the pool. */
  missing: string[];
  /** Of another size in the storage than in the pool, which kept its file. */
  different: string[];
}

/**
 * The media of all backups in a place, each file once: a key never changes its content, so a file of the same key and
 * size is the same file, and of two sizes one is wrong. They are in 256 drawers, by the first two digits of the key.
 */
export class MediaPool {
  constructor(private readonly place: BackupPlace) {}

  /**
   * Copies from the storage what the pool lacks. Where both have a file, that of the storage takes the other's place only
   * if the rows tell its size and not the other's.
   * @throws StorageAway
   */
  async take(keys: NamedKeys, storage: Storage): Promise<Copied> {
    const copied: Copied = { media: [], fresh: { files: 0, bytes: 0 }, missing: [], different: [] };
    const sizes = this.sizes();
    await inParallel([...keys.keys()].sort(), async (key) => {
      const stored = await storage.stat(key);
      const here = await sizes.of(key);
      const isKept = !stored || stored.sizeBytes === here || stored.sizeBytes !== keys.get(key);
      if (here !== undefined && isKept) {
        copied.media.push({ key, bytes: here });
        if (stored && stored.sizeBytes !== here) copied.different.push(key);
        return;
      }
      if (!stored || !(await this.copy(key, stored.sizeBytes, storage))) {
        copied.missing.push(key);
        return;
      }
      copied.media.push({ key, bytes: stored.sizeBytes });
      copied.fresh.files++;
      copied.fresh.bytes += stored.sizeBytes;
    });
    return copied;
  }

  /** Puts the listed files into the storage, except those that it has. @returns how many that were. */
  async give(media: AsyncIterable<Listed>, storage: Storage): Promise<{ files: number; lacking: number }> {
    const given = { files: 0, lacking: 0 };
    const sizes = this.sizes();
    await storage.prepare();
    await inParallel(media, async ({ key, bytes }) => {
      if ((await storage.stat(key))?.sizeBytes === bytes) return;
      const from = (await sizes.of(key)) === bytes ? await this.place.open(pathOf(key)) : undefined;
      if (!from) {
        given.lacking++;
        return;
      }
      const copy = join(storage.incomingDir, randomBytes(8).toString('hex'));
      try {
        await pipeline(from, createWriteStream(copy, { flags: 'wx', mode: 0o600, flush: true })).catch(
          naming(copy),
        );
        await storage.put(copy, key);
      } finally {
        await unlink(copy).catch(() => undefined);
      }
      given.files++;
    });
    return given;
  }

  /** @returns what is wrong with the listed media, a sentence each. They come in the order of their keys. */
  async problems(media: AsyncIterable<Listed>): Promise<{ listed: number; problems: string[] }> {
    const [sizes, problems] = [this.sizes(), [] as string[]];
    let listed = 0;
    for await (const { key, bytes } of media) {
      listed++;
      const size = await sizes.of(key);
      if (size === undefined) problems.push(`The media file ${key} is missing.`);
      else if (size !== bytes) problems.push(`The media file ${key} has ${size} bytes instead of ${bytes}.`);
    }
    return { listed, problems };
  }

  /** Removes what is not needed. */
  async removeOthers(needed: Set<string>): Promise<{ files: number; bytes: number }> {
    const removed = { files: 0, bytes: 0 };
    for await (const { path, bytes } of this.place.list(MEDIA)) {
      const key = keyOf(path);
      if (key === undefined || needed.has(key)) continue;
      await this.place.delete(path);
      removed.files++;
      removed.bytes += bytes;
    }
    return removed;
  }

  private async copy(key: string, bytes: number, storage: Storage): Promise<boolean> {
    try {
      await this.place.put(pathOf(key), await storage.open(key), bytes);
      return true;
    } catch (error) {
      if (error instanceof MediaMissing) return false;
      throw error;
    }
  }

  private sizes(): Sizes {
    return new Sizes(this.place);
  }
}

/** The sizes of the files, for keys that come in their order: only the latest drawers are kept in memory. */
class Sizes {
  private readonly drawers = new Map<string, Promise<Map<string, number>>>();

  constructor(private readonly place: BackupPlace) {}

  async of(key: string): Promise<number | undefined> {
    const folder = pathOf(key).slice(0, -key.length - 1);
    let drawer = this.drawers.get(folder);
    if (!drawer) {
      drawer = this.read(folder);
      this.drawers.set(folder, drawer);
      const [oldest = ''] = this.drawers.keys();
      if (this.drawers.size > DRAWERS) this.drawers.delete(oldest);
    }
    return (await drawer).get(key);
  }

  private async read(folder: string): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for await (const { path, bytes } of this.place.list(folder)) {
      const key = keyOf(path);
      if (key !== undefined) sizes.set(key, bytes);
    }
    return sizes;
  }
}

function pathOf(key: string): string {
  if (!isKey(key)) throw new Error(`${key} is no name of a media file.`);
  return `${MEDIA}/${key.slice(0, 2)}/${key}`;
}

function keyOf(path: string): string | undefined {
  const key = path.slice(path.lastIndexOf('/') + 1);
  return isKey(key) && pathOf(key) === path ? key : undefined;
}
