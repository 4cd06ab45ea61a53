import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

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

  /** Leaves so many bytes free, give or take a page. */
  async fill(leaving: number): Promise<void> {
    await this.empty();
    const { bavail, bsize } = await statfs(this.path);
    await writeFile(this.ballast, Buffer.alloc(Math.max(0, bavail * bsize - leaving)));
  }

  async empty(): Promise<void> {
    await rm(this.ballast, { force: true });
  }

  async remove(): Promise<void> {
    await run('umount', [this.path]);
    await rm(this.path, { recursive: true });
  }

  private get ballast(): string {
    return join(this.path, 'ballast');
  }
}
