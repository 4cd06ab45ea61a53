import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { errorCode } from '../../common/error-code';
import { isKey } from './media-key';
import { MediaMissing, Storage, type StoredFile } from './storage';

const CHUNK_BYTES = 1024 * 1024;

/** A folder; files lie in 256 drawers by the first two digits of their key. */
export class DiskStorage extends Storage {
  readonly incomingDir: string;

  constructor(private readonly dir: string) {
    super();
    this.incomingDir = join(dir, 'incoming');
  }

  async put(localPath: string, key: string): Promise<void> {
    const path = this.pathOf(key);
    await mkdir(dirname(path), { recursive: true });
    await rename(localPath, path);
    await syncFolder(dirname(path));
  }

  async open(key: string, range?: { start: number; end?: number }): Promise<Readable> {
    const handle = await open(this.pathOf(key)).catch(asMissing);
    return createReadStream('', { fd: handle, highWaterMark: CHUNK_BYTES, ...range });
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
    for await (const drawer of await opendir(this.dir)) {
      if (!/^[0-9a-f]{2}$/.test(drawer.name)) continue;
      for await (const { name } of await opendir(join(this.dir, drawer.name))) {
        const file = isKey(name) ? await this.stat(name) : undefined;
        if (file) yield file;
      }
    }
  }

  private pathOf(key: string): string {
    if (!isKey(key)) throw new MediaMissing();
    return join(this.dir, key.slice(0, 2), key);
  }
}

/** A rename is on the disk when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof MediaMissing || errorCode(error) === 'ENOENT';
}

function asMissing(error: unknown): never {
  throw isAbsent(error) ? new MediaMissing() : (error as Error);
}
