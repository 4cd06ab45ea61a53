import { basename } from 'node:path/posix';
import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { BucketConfig } from '../../../config/storage-config';
import { Objects, type StoredObject } from '../objects';
import { StorageAway } from '../storage';
import { Bucket, type Entry } from './bucket';
import { BucketError } from '../bucket-error';
import { copyObject } from './copy-object';
import { openObject } from './open-object';
import { putStream } from './put-object';
import { writeOnce } from './write-once';

const CALL_MS = 15_000;
const READS_AT_ONCE = 16;
const TYPE = 'application/octet-stream';

export interface S3ObjectsOptions {
  /** Objects listed by one call. */
  pageSize?: number;
  /** Time without a byte after which a connection is given up. */
  silenceMs?: number;
  /** How long the writers of a text wait for each other where the store cannot choose one of them. */
  settleMs?: number;
  /** Which variables name the keys, for the sentence that says that there are none. */
  keysFrom?: 'AWS_' | 'BACKUP_';
}

export class S3Objects extends Objects {
  readonly place: string;
  private readonly bucket: Bucket;
  private readonly silenceMs: number;
  private readonly settleMs?: number;
  private readonly keysFrom: 'AWS_' | 'BACKUP_';

  constructor(
    config: BucketConfig,
    { pageSize = 1000, silenceMs = 8_000, settleMs, keysFrom = 'BACKUP_' }: S3ObjectsOptions = {},
  ) {
    super();
    this.bucket = new Bucket(config, { downloads: READS_AT_ONCE, silenceMs, pageSize });
    this.place = this.bucket.addressOf('');
    this.silenceMs = silenceMs;
    this.settleMs = settleMs;
    this.keysFrom = keysFrom;
  }

  async put(name: string, from: Readable, sizeBytes: number): Promise<void> {
    // The last part is not sent, and nothing is stored, unless all the bytes have come.
    const counted = from.pipe(counting(name, sizeBytes));
    let failure: Error | undefined;
    from.once('error', (error) => counted.destroy((failure = error)));
    try {
      await putStream(this.bucket, name, counted, { contentType: TYPE, sizeBytes });
    } catch (error) {
      throw failure ?? this.sentence(error);
    } finally {
      from.destroy();
    }
    const stored = await this.head(name);
    if (stored?.sizeBytes !== sizeBytes) throw new Error(`${this.place} did not keep ${name} as it is.`);
  }

  async write(name: string, text: string): Promise<void> {
    const put = new PutObjectCommand({ ...this.bucket.at(name), Body: text, ContentType: 'text/plain' });
    await this.told(this.bucket.ask((client, options) => client.send(put, options)));
  }

  writeOnce(name: string, text: string): Promise<boolean> {
    return this.told(writeOnce(this.bucket, name, text, this.settleMs));
  }

  text(name: string, mostBytes: number): Promise<string | undefined> {
    return this.told(this.bucket.text(name, CALL_MS, mostBytes));
  }

  async open(name: string): Promise<Readable | undefined> {
    const stream = await openObject(this.bucket, name, this.silenceMs).catch((error: unknown) => {
      if (error instanceof BucketError && error.isMissing) return undefined;
      throw this.sentence(error);
    });
    return stream && this.toldOn(stream);
  }

  head(name: string): Promise<StoredObject | undefined> {
    return this.told(this.bucket.head(name));
  }

  async *list(beginning: string): AsyncIterable<StoredObject> {
    const pages = this.bucket.list(beginning)[Symbol.asyncIterator]();
    for (;;) {
      const next: IteratorResult<Entry, unknown> = await this.told(pages.next());
      if (next.done) return;
      yield next.value;
    }
  }

  copy(from: string, to: string): Promise<boolean> {
    return this.told(copyObject(this.bucket, from, to));
  }

  delete(name: string): Promise<void> {
    return this.told(this.bucket.delete(name));
  }

  async abortUnfinished(beginning: string): Promise<void> {
    try {
      for await (const { name, id } of this.bucket.unfinished(beginning)) await this.bucket.abort(name, id);
    } catch (error) {
      // Some stores cannot list them, and end them by themselves.
      if (!(error instanceof BucketError) || error.status !== 501) throw this.sentence(error);
    }
  }

  now(): number {
    const { time, ageMs } = this.bucket.clients.clock ?? { time: Date.now(), ageMs: 0 };
    return time + ageMs;
  }

  private async told<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      throw this.sentence(error);
    }
  }

  /** The same bytes, and the same end if the reader gives up. */
  private toldOn(stream: Readable): Readable {
    const sentence = (error: unknown) => this.sentence(error) as Error;
    const told = new Transform({
      transform: (piece, _encoding, done) => done(null, piece),
      destroy: (error, done) => {
        stream.destroy();
        done(error);
      },
    });
    stream.once('error', (error) => told.destroy(sentence(error)));
    return stream.pipe(told);
  }

  /** What a stream of the caller's throws stays as it is. */
  private sentence(error: unknown): unknown {
    const cause = error instanceof StorageAway ? error.cause : error;
    return cause instanceof BucketError
      ? new Error(`${this.place} cannot be used: ${cause.messageFor(this.keysFrom)}.`)
      : error;
  }
}

function counting(name: string, sizeBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done: TransformCallback) {
      bytes += piece.length;
      done(null, piece);
    },
    flush(done) {
      done(bytes === sizeBytes ? null : new Error(`${basename(name)} changed while it was copied.`));
    },
  });
}
