import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { UploadRoom, type Filling } from '../../media/upload-room';
import { newKey, type Extension } from './media-key';
import { Storage } from './storage';

/** Stores what is stored a second time, under a key of its own. */
@Injectable()
export class StoredCopies {
  constructor(
    private readonly storage: Storage,
    private readonly room: UploadRoom,
  ) {}

  /**
   * Durable when it resolves; takes a bounded amount of memory. `kept` receives the key before anything is stored.
   * @throws MediaMissing, DomainError 422, 429, 503
   */
  async copy(key: string, sizeBytes: number, filling: Filling, kept: string[]): Promise<string> {
    await this.storage.prepare();
    const path = join(this.storage.incomingDir, randomUUID());
    const share = await this.room.enter(this.storage.incomingDir, filling);
    try {
      const refusal = share.take(sizeBytes);
      if (refusal) throw refusal;
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(await this.storage.open(key), file);
      const copy = newKey(key.split('.')[1] as Extension);
      kept.push(copy);
      await this.storage.put(path, copy);
      return copy;
    } finally {
      share.leave(false);
      // Still there only if it was not stored.
      await unlink(path).catch(() => undefined);
    }
  }
}
