import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Transform, type TransformCallback } from 'node:stream';
import { pipeline as piped } from 'node:stream/promises';
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
   * if the rows tell its size and not the other's. `known` is what an earlier backup tells of its media.
   * @throws StorageAway
   */
  async take(keys: NamedKeys, storage: Storage, known: Map<string, Listed>): Promise<Copied> {
    const copied: Copied = { media: [], fresh: { files: 0, bytes: 0 }, missing: [], different: [] };
    const sizes = this.sizes();
    await inParallel([...keys.keys()].sort(), async (key) => {
      const stored = await storage.stat(key);
      const here = await sizes.of(key);
      const isKept = !stored || stored.sizeBytes === here || stored.sizeBytes !== keys.get(key);
      if (here !== undefined && isKept) {
        const before = known.get(key);
        copied.media.push({ key, bytes: here, sha256: before?.bytes === here ? before.sha256 : undefined });
        if (stored && stored.sizeBytes !== here) copied.different.push(key);
        return;
      }
      const sha256 = stored && (await this.copy(key, stored.sizeBytes, storage));
      if (!stored || sha256 === undefined) {
        copied.missing.push(key);
        return;
      }
      copied.media.push({ key, bytes: stored.sizeBytes, sha256 });
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
        await piped(from, createWriteStream(copy, { flags: 'wx', mode: 0o600, flush: true })).catch(
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

  /**
   * What is wrong with the listed media, a sentence each. They come in the order of their keys. `deep`: every file is
   * read and compared with its sum. `unread` counts those without one.
   */
  async problems(
    media: AsyncIterable<Listed>,
    { deep }: { deep: boolean },
  ): Promise<{ listed: number; unread: number; problems: string[] }> {
    const sizes = this.sizes();
    const found = { listed: 0, unread: 0, problems: [] as string[] };
    for await (const { key, bytes, sha256 } of media) {
      found.listed++;
      const size = await sizes.of(key);
      if (size === undefined) found.problems.push(`The media file ${key} is missing.`);
      else if (size !== bytes)
        found.problems.push(`The media file ${key} has ${size} bytes instead of ${bytes}.`);
      else if (deep && sha256 === undefined) found.unread++;
      else if (deep && (await this.sumOf(key)) !== sha256)
        found.problems.push(`The media file ${key} has other bytes than it was copied with.`);
    }
    return found;
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

  /** @returns the sum of what was copied; undefined if the storage has no such file any more. */
  private async copy(key: string, bytes: number, storage: Storage): Promise<string | undefined> {
    try {
      // What fails at one end ends the other, whose failure `put` throws, also if it came before that one listened.
      const summing = new Summing().on('error', () => undefined);
      pipeline(await storage.open(key), summing, () => undefined);
      await this.place.put(pathOf(key), summing, bytes);
      return summing.sha256();
    } catch (error) {
      if (error instanceof MediaMissing) return undefined;
      throw error;
    }
  }

  private async sumOf(key: string): Promise<string | undefined> {
    const from = await this.place.open(pathOf(key));
    if (!from) return undefined;
    const hash = createHash('sha256');
    for await (const piece of from) hash.update(piece as Buffer);
    return hash.digest('hex');
  }

  private sizes(): Sizes {
    return new Sizes(this.place);
  }
}

/** Passes bytes on, and tells their sum when they have ended. */
class Summing extends Transform {
  private readonly hash = createHash('sha256');

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hash.update(piece);
    done(null, piece);
  }

  sha256(): string {
    return this.hash.digest('hex');
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
