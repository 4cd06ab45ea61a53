import type { Readable } from 'node:stream';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { Limiter } from '../../../common/limits/limiter';
import { isPiece, PieceStorage, type StoredPiece } from '../piece-storage';
import { MediaMissing, StorageAway } from '../storage';
import type { Bucket } from './bucket';
import { BucketError } from '../bucket-error';
import { openObject } from './open-object';

const PIECES = 'uploads/';
/** Each takes some 10 MB of memory. */
const PUTS_AT_ONCE = 4;
/** Shorter than the time in which a client has to send something. */
const PUT_MS = 25_000;

interface Place {
  silenceMs: number;
  /** Whether the bucket can be reached. It costs nothing where that is known. */
  isThere: () => Promise<boolean>;
  /** What seems to be missing may be in another bucket. */
  doubt: () => void;
}

/** `uploads/<upload>/<random>`: plain objects, since parts of S3's own have at least 5 MiB and can be overwritten. */
export class S3Pieces extends PieceStorage {
  private readonly puts = new Limiter(PUTS_AT_ONCE);

  constructor(
    private readonly bucket: Bucket,
    private readonly place: Place,
  ) {
    super();
  }

  async put(name: string, read: () => Promise<Buffer>): Promise<void> {
    const at = this.bucket.at(nameOf(name));
    await this.puts.run(async () => {
      // What waited behind pieces that failed must not try as long as they did.
      if (!(await this.place.isThere())) throw new StorageAway();
      const put = new PutObjectCommand({
        ...at,
        Body: await read(),
        ContentType: 'application/octet-stream',
      });
      const { transfers: client } = this.bucket.clients;
      const more = { client, requestTimeout: PUT_MS };
      await this.bucket.ask((_client, options) => client.send(put, options), PUT_MS, more);
    });
  }

  async open(name: string): Promise<Readable> {
    try {
      return await openObject(this.bucket, nameOf(name), this.place.silenceMs);
    } catch (error) {
      if (!(error instanceof BucketError) || !error.isMissing) throw error;
      this.place.doubt();
      throw new MediaMissing();
    }
  }

  delete(name: string): Promise<void> {
    return this.bucket.delete(nameOf(name));
  }

  async *list(upload?: string): AsyncIterable<StoredPiece> {
    for await (const { name, modifiedAt } of this.bucket.list(upload ? `${PIECES}${upload}/` : PIECES)) {
      const piece = name.slice(PIECES.length);
      if (isPiece(piece)) yield { name: piece, modifiedAt };
    }
  }
}

/** @throws MediaMissing for what is no name of a piece */
function nameOf(piece: string): string {
  if (!isPiece(piece)) throw new MediaMissing();
  return `${PIECES}${piece}`;
}
