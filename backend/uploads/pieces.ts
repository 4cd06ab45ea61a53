import { unlink, open, readdir, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { errorCode } from '../common/error-code';
import { makeFolder } from '../common/folders';
import { notFound } from '../common/errors';
import { Config } from '../config/config';
import { isMediumId } from './media-rows';

/**
 * The bytes of unfinished uploads, one file each, in the data folder. They are written in order, so the length of the
 * file is what has arrived.
 */
@Injectable()
export class Pieces {
  private readonly folder: string;

  constructor(config: Config) {
    this.folder = join(config.dataDir, 'uploads');
  }

  pathOf(id: string): string {
    return join(this.folder, id);
  }

  async create(id: string): Promise<void> {
    await makeFolder(this.folder);
    const file = await open(this.pathOf(id), 'wx', 0o600);
    await file.close();
    const folder = await open(this.folder);
    await folder.sync().finally(() => folder.close());
  }

  /** @returns undefined when there is no such file here. */
  async length(id: string): Promise<number | undefined> {
    try {
      return (await stat(this.pathOf(id))).size;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /**
   * Appends what the stream brings; what arrived before a break stays.
   * @param isStillMine asked before each write; throws when another request has taken the upload over
   * @returns the new length, once all of it is on the disk
   */
  async append(
    id: string,
    from: number,
    stream: Readable,
    isStillMine: () => Promise<void>,
  ): Promise<number> {
    const file = await open(this.pathOf(id), 'r+').catch((error: unknown) => {
      throw errorCode(error) === 'ENOENT' ? notFound('This upload') : error;
    });
    let at = from;
    try {
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          await isStillMine();
          at += await write(file, chunk, at);
        }
      } finally {
        await file.datasync();
      }
      return at;
    } finally {
      await file.close();
    }
  }

  async discard(id: string): Promise<void> {
    await unlink(this.pathOf(id)).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
  }

  /** Ids of the files here that were not written since. */
  async untouchedSince(instant: number): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => [] as string[]);
    const old: string[] = [];
    for (const name of names.filter(isMediumId)) {
      const file = await stat(this.pathOf(name)).catch(() => undefined);
      if (file && file.mtimeMs < instant) old.push(name);
    }
    return old;
  }
}

async function write(file: FileHandle, bytes: Buffer, at: number): Promise<number> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  return bytes.length;
}
