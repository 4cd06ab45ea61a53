import { randomBytes } from 'node:crypto';
import { lstat, open, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { entriesOf, removeFile } from './disk-trash';
import type { Removed } from './storage';

/**
 * The local folder of uploads under way. Each process has a folder in it, so that others can tell whether its uploads
 * are still growing.
 */
export class IncomingFolder {
  /** The folder of this process. */
  readonly path: string;
  private readonly name = randomBytes(6).toString('hex');
  private readonly log = new Logger('Storage');
  private readonly told = new Set<string>();

  constructor(readonly parent: string) {
    this.path = join(parent, this.name);
  }

  /**
   * Deletes what dead processes left. A recent file in a process's folder shows that the process lives: the first files
   * of a slow upload are as old as the upload.
   */
  async sweep(before: number): Promise<Removed> {
    const removed = { files: 0, bytes: 0 };
    for await (const entry of entriesOf(this.parent)) {
      if (entry.name === this.name) continue;
      const path = join(this.parent, entry.name);
      const isOfProcess = entry.isDirectory() && /^[0-9a-f]{12}$/.test(entry.name);
      try {
        if (isOfProcess) await sweepFolder(path, before, removed);
        else if (entry.isFile()) await removeFile(path, removed, before);
      } catch (error) {
        this.tell(path, error);
      }
    }
    return removed;
  }

  /** The time by the clock that stamps the files. On a network disk that is another machine's clock. */
  async time(): Promise<number> {
    const path = join(this.path, `clock-${randomBytes(6).toString('hex')}`);
    const file = await open(path, 'wx', 0o600);
    try {
      return (await file.stat()).mtimeMs;
    } finally {
      await file.close();
      await unlink(path).catch(() => undefined);
    }
  }

  /** Once: each sweep meets it again. It is another user's, mostly: a command was run as root. */
  private tell(path: string, err: unknown): void {
    if (this.told.has(path)) return;
    this.told.add(path);
    this.log.warn({ err, path }, 'these leftovers of uploads could not be swept; the others were');
  }
}

async function sweepFolder(path: string, before: number, removed: Removed): Promise<void> {
  if ((await newestIn(path)) > before) return;
  for await (const { name } of entriesOf(path)) await removeFile(join(path, name), removed, before);
  await rmdir(path).catch(() => undefined);
}

async function newestIn(path: string): Promise<number> {
  // Another process may have removed it.
  let newest = (await lstat(path).catch(() => undefined))?.mtimeMs ?? 0;
  for await (const { name } of entriesOf(path)) {
    const file = await lstat(join(path, name)).catch(() => undefined);
    newest = Math.max(newest, file?.mtimeMs ?? 0);
  }
  return newest;
}
