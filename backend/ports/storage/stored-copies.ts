import { Injectable } from '@nestjs/common';
import { UploadRoom, type Filling } from '../../media/receiving/upload-room';
import { copyStored } from './copy-stored';
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
    const share = await this.room.enter(this.storage.incomingDir, filling);
    try {
      const refusal = share.take(sizeBytes);
      if (refusal) throw refusal;
      return await copyStored(this.storage, key, kept);
    } finally {
      share.leave(false);
    }
  }
}
