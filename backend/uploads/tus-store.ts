import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';
import { notFound } from '../common/errors/errors';
import type { Config } from '../config/config';
import type { MediaRows } from './media-rows';
import { movedBack, type Pieces } from './pieces';
import { locked, type UploadLock } from './upload-locks';

type Upload = Awaited<ReturnType<DataStore['getUpload']>>;

const EXTENSIONS = ['creation', 'termination', 'expiration'];

/** What the tus library keeps uploads in: rows for what they are, `Pieces` for their bytes. */
export class TusStore extends EventEmitter implements DataStore {
  extensions = EXTENSIONS;

  constructor(
    private readonly rows: MediaRows,
    private readonly pieces: Pieces,
    private readonly config: Config,
    private readonly lockOf: (id: string) => UploadLock | undefined,
    private readonly removing: (id: string) => Promise<void>,
  ) {
    super();
  }

  hasExtension(extension: string): boolean {
    return EXTENSIONS.includes(extension);
  }

  async create(upload: Upload): Promise<Upload> {
    try {
      await this.pieces.create(upload.id);
    } catch (error) {
      // Otherwise its row would hold the storage that it reserved.
      await this.removing(upload.id);
      throw error;
    }
    upload.creation_date = new Date().toISOString();
    return upload;
  }

  remove(id: string): Promise<void> {
    return this.removing(id);
  }

  async write(stream: Readable, id: string, offset: number): Promise<number> {
    const lock = this.lockOf(id);
    if (!lock) throw locked();
    // A stream that ends with the reading would fail in the library first, and hide why it was given up.
    const bytes = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    return lock.writing(() => this.append(id, offset, bytes, lock));
  }

  /** What was examined has no pieces any more. An empty one at its end changes nothing, and is answered. */
  private async append(
    id: string,
    offset: number,
    bytes: AsyncIterable<Buffer>,
    lock: UploadLock,
  ): Promise<number> {
    const row = await this.rows.byId(id);
    if (!row) throw notFound('This upload');
    if (row.state === 'receiving') return this.pieces.append(id, offset, bytes, lock);
    // The library refuses what goes beyond the end.
    for await (const { length } of bytes) if (length > 0) throw movedBack();
    return offset;
  }

  async getUpload(id: string): Promise<Upload> {
    const row = await this.rows.byId(id);
    const offset = row && (row.state === 'receiving' ? await this.pieces.length(id) : row.size_bytes);
    if (!row || offset === undefined) throw notFound('This upload');
    return {
      id,
      size: row.size_bytes,
      offset,
      metadata: { filename: row.name, purpose: row.purpose },
      storage: undefined,
      sizeIsDeferred: false,
      // The library counts from the creation. Every byte puts the end off, so the creation moves along.
      creation_date:
        row.expires_at === null ? undefined : new Date(row.expires_at - this.getExpiration()).toISOString(),
    };
  }

  declareUploadLength(): Promise<void> {
    return Promise.reject(new Error('The length of an upload is known from the beginning.'));
  }

  /** `ExpiredMedia` deletes them. */
  deleteExpired(): Promise<number> {
    return Promise.resolve(0);
  }

  getExpiration(): number {
    return this.config.uploads.expiresMs;
  }
}
