import { unlink, open, readdir, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { errorCode } from '../common/errors/error-code';
import { makeFolder } from '../common/files/folders';
import { notFound } from '../common/errors/errors';
import { Config } from '../config/config';
import { freeSpentPiece } from '../common/files/spent-piece';
import { ALL_KEPT, UploadRoom } from '../media/receiving/upload-room';
import { isMediumId, type MediumRow } from './media-rows';
import { Pieces } from './pieces';
import type { UploadLock } from './upload-locks';

/** One file for each upload, in the data folder. It is written in order, so its length is what has arrived. */
@Injectable()
export class FolderPieces extends Pieces {
  private readonly folder: string;

  constructor(
    config: Config,
    private readonly room: UploadRoom,
  ) {
    super();
    this.folder = join(config.dataDir, 'uploads');
  }

  async create(id: string): Promise<void> {
    await makeFolder(this.folder);
    await this.room.enterDisk(this.folder);
    const file = await open(this.pathOf(id), 'wx', 0o600);
    await file.close();
    // Windows cannot open a folder, and does not need this.
    if (process.platform === 'win32') return;
    const folder = await open(this.folder);
    await folder.sync().finally(() => folder.close());
  }

  async length(id: string): Promise<number | undefined> {
    try {
      return (await stat(this.pathOf(id))).size;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  async append(id: string, from: number, bytes: AsyncIterable<Buffer>, lock: UploadLock): Promise<number> {
    const file = await open(this.pathOf(id), 'r+').catch((error: unknown) => {
      throw errorCode(error) === 'ENOENT' ? notFound('This upload') : error;
    });
    let at = from;
    try {
      const take = await this.room.enterDisk(this.folder, ALL_KEPT);
      try {
        for await (const chunk of bytes) {
          await lock.keep();
          const { length } = chunk;
          const refusal = take(length);
          if (refusal) throw refusal;
          await write(file, chunk, at);
          freeSpentPiece(chunk);
          at += length;
        }
      } finally {
        await file.datasync();
      }
      return at;
    } finally {
      await file.close();
    }
  }

  withFile<T>({ id }: MediumRow, work: (path: string) => Promise<T>): Promise<T> {
    return work(this.pathOf(id));
  }

  async discard(id: string): Promise<void> {
    await unlink(this.pathOf(id)).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
  }

  async untouchedFor(ms: number): Promise<string[]> {
    const before = Date.now() - ms;
    const names = await readdir(this.folder).catch(() => [] as string[]);
    const old: string[] = [];
    for (const name of names.filter(isMediumId)) {
      const file = await stat(this.pathOf(name)).catch(() => undefined);
      if (file && file.mtimeMs < before) old.push(name);
    }
    return old;
  }

  private pathOf(id: string): string {
    return join(this.folder, id);
  }
}

async function write(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}
