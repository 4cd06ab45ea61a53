import { execFile } from 'node:child_process';
import { mkdtemp, open, readdir, readlink, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const MEGABYTE = 1024 * 1024;
const PAGE_BYTES = 4096;

/** @returns the size of the file then. */
async function writeUntilFull(file: FileHandle, from: number, pieceBytes: number): Promise<number> {
  const piece = Buffer.alloc(pieceBytes, 1);
  for (let size = from; ;) {
    try {
      const { bytesWritten } = await file.write(piece, 0, pieceBytes, size);
      size += bytesWritten;
      if (bytesWritten < pieceBytes) return size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return size;
      throw error;
    }
  }
}

/** A disk of its own that can be filled to the brim. It needs the right to mount. */
export class SmallDisk {
  private constructor(readonly path: string) {}

  /** `undefined` where nobody may mount. */
  static async make(megabytes: number): Promise<SmallDisk | undefined> {
    const path = await mkdtemp(join(tmpdir(), 'pagecast-disk-'));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
      return new SmallDisk(path);
    } catch {
      await rm(path, { recursive: true });
      return undefined;
    }
  }

  /**
   * Leaves so many bytes free, give or take a page. It writes until nothing more fits and then gives back: what is
   * free cannot be asked for, since the product writes meanwhile.
   */
  async fill(leaving: number): Promise<void> {
    await this.empty();
    const ballast = await open(this.ballast, 'w');
    try {
      let size = 0;
      for (const piece of [MEGABYTE, PAGE_BYTES]) size = await writeUntilFull(ballast, size, piece);
      await ballast.truncate(Math.max(0, size - leaving));
    } finally {
      await ballast.close();
    }
  }

  async empty(): Promise<void> {
    await rm(this.ballast, { force: true });
  }

  /** The files on it that this process holds open. */
  readonly held = async (): Promise<string[]> => {
    const paths = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    return paths.filter((path) => path.startsWith(`${this.path}/`));
  };

  /** Lazily: a program that measures all disks of the machine may just look at this one. */
  async remove(): Promise<void> {
    await run('umount', ['--lazy', this.path]);
    await rm(this.path, { recursive: true });
  }

  private get ballast(): string {
    return join(this.path, 'ballast');
  }
}
