import { mkdir, open, rename, stat, unlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { errorCode } from '../../common/errors/error-code';
import { syncFolder } from '../../common/files/folders';
import { filePieces } from '../../common/files/file-pieces';
import { PiecePool } from '../../common/files/piece-pool';
import { readMark, writeMark, MARK_FILE, textOf } from './disk-mark';
import { emptyTrash, entriesOf, TRASH } from './disk-trash';
import { IncomingFolder } from './incoming-folder';
import { isKey } from './media-key';
import { SteadyClock } from './steady-clock';
import {
  MediaMissing,
  StorageAdapter,
  StorageAway,
  type Failing,
  type Mark,
  type Presence,
  type Removed,
  type StoredFile,
} from './storage';

/**
 * A file that is being read holds two pieces at most. Larger ones are no faster, and sixty-four publications of larger ones
 * would take more memory (`npm run bench memory throughput`).
 */
const PIECE_BYTES = 128 * 1024;
const KEPT_BYTES = 16 * 1024 * 1024;

/** Errors of a disk that fails, is not mounted or cannot be written; not errors of the one file. */
const FAILING = new Set(
  'EIO ENXIO ENODEV ENOTCONN ESTALE ETIMEDOUT EHOSTDOWN EHOSTUNREACH ECONNREFUSED ECONNRESET EROFS EREMOTEIO'.split(
    ' ',
  ),
);

/**
 * A folder with 256 subfolders, by the first two digits of the key. The folder itself is created together with its mark
 * and never again: a missing one means that the disk is not mounted.
 */
export class DiskStorage extends StorageAdapter {
  readonly incomingDir: string;
  readonly place: string;

  private readonly incoming: IncomingFolder;
  private readonly clock = new SteadyClock(async () => {
    await this.prepare();
    return this.incoming.time();
  });

  private readonly memory = new PiecePool(PIECE_BYTES, KEPT_BYTES);

  /** The mark as it was last read. */
  private seen?: { version: string; mark: Mark };

  constructor(private readonly dir: string) {
    super();
    this.place = dir;
    this.incoming = new IncomingFolder(join(dir, 'incoming'));
    this.incomingDir = this.incoming.path;
  }

  async put(localPath: string, key: string): Promise<void> {
    const path = this.pathOf(key);
    // The file is stored now, whenever its last byte came; the sweep must not take it for an old one.
    const now = new Date();
    await utimes(localPath, now, now);
    await makeFolder(dirname(path));
    await rename(localPath, path);
    await syncFolder(dirname(path));
  }

  async open(key: string, range?: { start: number; end?: number }): Promise<Readable> {
    const handle = await open(this.pathOf(key)).catch(asMissing);
    return filePieces(handle, this.memory, range);
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    try {
      const { size, mtimeMs } = await stat(this.pathOf(key));
      return { key, sizeBytes: size, modifiedAt: mtimeMs };
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await unlink(this.pathOf(key)).catch((error: unknown) => {
      if (!isAbsent(error)) throw error;
    });
  }

  async *list(): AsyncIterable<StoredFile> {
    for await (const drawer of entriesOf(this.dir)) {
      // Only real folders: a link may lead anywhere.
      if (!drawer.isDirectory() || !/^[0-9a-f]{2}$/.test(drawer.name)) continue;
      for await (const entry of entriesOf(join(this.dir, drawer.name))) {
        if (!entry.isFile() || !isKey(entry.name) || !entry.name.startsWith(drawer.name)) continue;
        const file = await this.stat(entry.name);
        if (file) yield file;
      }
    }
  }

  async discard(key: string): Promise<boolean> {
    const from = this.pathOf(key);
    const folder = join(this.dir, TRASH, new Date(await this.now()).toISOString().slice(0, 10));
    await makeFolder(dirname(folder));
    await makeFolder(folder);
    try {
      await rename(from, join(folder, key));
      return true;
    } catch (error) {
      if (isAbsent(error)) return false;
      throw error;
    }
  }

  async recover(day?: string): Promise<number> {
    let count = 0;
    for await (const folder of entriesOf(join(this.dir, TRASH))) {
      if (!folder.isDirectory() || (day !== undefined && folder.name !== day)) continue;
      for await (const { name } of entriesOf(join(this.dir, TRASH, folder.name))) {
        if (!isKey(name) || (await this.stat(name))) continue;
        await this.put(join(this.dir, TRASH, folder.name, name), name);
        count++;
      }
    }
    return count;
  }

  async emptyTrash(keptMs: number): Promise<Removed> {
    return emptyTrash(this.dir, (await this.now()) - keptMs);
  }

  async sweepIncoming(olderThanMs: number): Promise<Removed> {
    return this.incoming.sweep((await this.now()) - olderThanMs);
  }

  now(): Promise<number> {
    return this.clock.now();
  }

  async prepare(): Promise<void> {
    await makeFolder(this.incoming.parent);
    await makeFolder(this.incomingDir);
  }

  async presence(): Promise<Presence> {
    return (await this.readMark()) ? 'here' : 'away';
  }

  /** Does not read an unchanged file again, so that frequent looks cost one call and one thread each. */
  async readMark(): Promise<Mark | null> {
    const version = await versionOf(join(this.dir, MARK_FILE));
    if (version !== undefined && version === this.seen?.version) return this.seen.mark;
    const mark = await readMark(this.dir);
    this.seen = version !== undefined && mark ? { version, mark } : undefined;
    return mark;
  }

  doubt(): void {
    this.seen = undefined;
  }

  /** A broken sector fails like a broken disk. */
  failing(error: unknown): Failing | undefined {
    return FAILING.has(errorCode(error) ?? '') ? 'in part' : undefined;
  }

  writeMark(mark: Mark): Promise<boolean> {
    return writeMark(this.dir, mark);
  }

  howToMark(mark: Mark): string {
    return `${join(this.dir, MARK_FILE)} has to hold: ${textOf(mark).trim()}`;
  }

  private pathOf(key: string): string {
    if (!isKey(key)) throw new MediaMissing();
    return join(this.dir, key.slice(0, 2), key);
  }
}

/** Creates a folder inside an existing one; missing parents are not created. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') throw new StorageAway(error);
    if (errorCode(error) !== 'EEXIST') throw error;
  });
}

function isAbsent(error: unknown): boolean {
  return error instanceof MediaMissing || errorCode(error) === 'ENOENT';
}

function asMissing(error: unknown): never {
  throw isAbsent(error) ? new MediaMissing() : (error as Error);
}

/** Identifies the file and its state; undefined if there is none. */
async function versionOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
