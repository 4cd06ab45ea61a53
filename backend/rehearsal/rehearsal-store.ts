import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MINTED_ID = /^99\d{17}$/;
const STALE_PART_MS = 3_600_000;

/**
 * What the stand-in knows, as files.
 *
 * Each object has a folder of facts. A fact is written once, whole, and never changed (temporary file, then a hard link
 * that fails if somebody was first), so a process may be killed at any line and two processes may share the folder.
 */
export class RehearsalStore {
  constructor(readonly dir: string) {
    for (const folder of ['objects', 'published', 'faults', 'accounts', 'parts'])
      mkdirSync(join(dir, folder), { recursive: true });
  }

  /** 19 digits that begin with 99, like no page's: looks like Meta's, exceeds 2^53, grows with time. */
  mintId(now: number): string {
    return `99${now.toString().padStart(13, '0')}${randomInt(10_000).toString().padStart(4, '0')}`;
  }

  isMinted(id: string): boolean {
    return MINTED_ID.test(id);
  }

  /** @returns false when that fact stands already; what stands is kept. */
  async keep(id: string, fact: string, value: object): Promise<boolean> {
    await mkdir(this.objectDir(id), { recursive: true });
    const part = this.partPath();
    await writeFile(part, JSON.stringify(value));
    try {
      await link(part, this.factPath(id, fact));
      return true;
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false;
      throw error;
    } finally {
      await unlink(part);
    }
  }

  /** For the few facts that may be said again, with another value. */
  async replace(id: string, fact: string, value: object): Promise<void> {
    const part = this.partPath();
    await writeFile(part, JSON.stringify(value));
    await rename(part, this.factPath(id, fact));
  }

  async read(id: string, fact: string): Promise<unknown> {
    if (!this.isMinted(id)) return undefined;
    const text = await ifPresent(readFile(this.factPath(id, fact), 'utf8'));
    return text === undefined ? undefined : JSON.parse(text);
  }

  async forget(id: string): Promise<void> {
    await rm(this.objectDir(id), { recursive: true, force: true });
  }

  bytesPath(id: string): string {
    return join(this.objectDir(id), 'bytes');
  }

  /** @returns how many bytes have come, and when the last of them did. */
  async received(id: string): Promise<{ bytes: number; at: number }> {
    const found = await ifPresent(stat(this.bytesPath(id)));
    return { bytes: found?.size ?? 0, at: found?.mtimeMs ?? 0 };
  }

  /** Opened for writing at any offset, without cutting what is there. */
  async openBytes(id: string) {
    try {
      return await open(this.bytesPath(id), 'r+');
    } catch (error) {
      if (!isCode(error, 'ENOENT')) throw error;
      return open(this.bytesPath(id), 'a').then(async (made) => {
        await made.close();
        return open(this.bytesPath(id), 'r+');
      });
    }
  }

  async mark(folder: 'published' | 'accounts', name: string): Promise<void> {
    await writeFile(join(this.dir, folder, name), '');
  }

  async unmark(folder: 'published', name: string): Promise<void> {
    await ifPresent(unlink(join(this.dir, folder, name)));
  }

  marks(folder: 'published' | 'accounts'): Promise<string[]> {
    return readdir(join(this.dir, folder));
  }

  partPath(): string {
    return join(this.dir, 'parts', randomBytes(12).toString('hex'));
  }

  /** Removes what killed processes left behind; the age spares those at work in the same folder. */
  async sweepParts(now: number): Promise<void> {
    for (const name of await readdir(join(this.dir, 'parts'))) {
      const path = join(this.dir, 'parts', name);
      const found = await ifPresent(stat(path));
      if (found && now - found.mtimeMs > STALE_PART_MS) await ifPresent(unlink(path));
    }
  }

  private objectDir(id: string): string {
    if (!this.isMinted(id)) throw new Error('not an id of this store');
    return join(this.dir, 'objects', id);
  }

  private factPath(id: string, fact: string): string {
    return join(this.objectDir(id), `${fact}.json`);
  }
}

export async function ifPresent<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
