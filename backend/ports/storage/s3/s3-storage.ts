import { randomBytes } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { makeFolder } from '../../../common/files/folders';
import { Limiter } from '../../../common/limits/limiter';
import type { BucketConfig } from '../../../config/storage-config';
import { MARK_FILE } from '../disk-mark';
import { IncomingFolder } from '../incoming-folder';
import { contentTypeOf, isKey } from '../media-key';
import type { PieceStorage } from '../piece-storage';
import { SteadyClock } from '../steady-clock';
import {
  MediaMissing,
  StorageAdapter,
  StorageAway,
  type DirectLink,
  type Failing,
  type Mark,
  type Presence,
  type Removed,
  type StoredFile,
} from '../storage';
import { Bucket } from './bucket';
import { BucketError } from '../bucket-error';
import { BucketLinks } from './bucket-links';
import { BucketMark } from './bucket-mark';
import { BucketTrash, inTrash, TRASH } from './bucket-trash';
import { objectStream } from './object-stream';
import { putObject } from './put-object';
import { S3Pieces } from './s3-pieces';

const MEDIA = 'media/';
const HOUR_MS = 3_600_000;

/**
 * Longer than any upload in parts takes: the largest film at the lowest speed that a part may have takes 30 hours. Which
 * of them other processes are at work on, nobody knows.
 */
const UPLOAD_MS = 48 * HOUR_MS;

/** Each takes some 35 MB of memory. */
const PUTS_AT_ONCE = 4;
/** Age up to which the clock of an answer is good enough. */
const CLOCK_MS = 60_000;
/** Older leftovers of this machine's dead processes are deleted when this one looks at its folder. */
const LEFT_MS = 2 * HOUR_MS;

export interface S3StorageOptions {
  /** Most files read at the same time. */
  downloads?: number;
  /** How long the mark counts as read, unless something fails. */
  markKeptMs?: number;
  /** How long the writers of a mark wait for each other where the store cannot choose one of them. */
  settleMs?: number;
  /** Time without a byte after which a connection is given up. */
  silenceMs?: number;
  /** Objects listed by one call. */
  pageSize?: number;
  /** Age from which an upload in parts belongs to a dead process. */
  uploadMs?: number;
}

/**
 * A bucket: `media/<key>`, `trash/<day>/<key>`, `uploads/<upload>/<piece>` and the mark `installation-id`, below the
 * prefix. Other objects are never read, listed or deleted. The bucket itself is never created.
 */
export class S3Storage extends StorageAdapter {
  readonly incomingDir: string;
  readonly place: string;

  private readonly log = new Logger('Storage');
  private readonly bucket: Bucket;
  private readonly links: BucketLinks;
  private readonly mark: BucketMark;
  private readonly trash: BucketTrash;
  private readonly unfinished: S3Pieces;
  private readonly incoming: IncomingFolder;
  private readonly puts = new Limiter(PUTS_AT_ONCE);
  private readonly putting = new Set<string>();
  private readonly silenceMs: number;
  private readonly uploadMs: number;
  private readonly clock = new SteadyClock(() => this.timeOfBucket());
  private readonly localClock = new SteadyClock(() => this.incoming.time());
  private tidiedAt = -Infinity;

  constructor(
    config: BucketConfig,
    {
      downloads = 16,
      markKeptMs = 10_000,
      settleMs,
      silenceMs = 8_000,
      pageSize = 1000,
      uploadMs = UPLOAD_MS,
    }: S3StorageOptions = {},
  ) {
    super();
    this.silenceMs = silenceMs;
    this.uploadMs = uploadMs;
    this.bucket = new Bucket(config, { downloads, silenceMs, pageSize });
    this.links = new BucketLinks(config, this.bucket);
    this.mark = new BucketMark(this.bucket, markKeptMs, settleMs);
    this.trash = new BucketTrash(this.bucket, nameOf);
    const isThere = async () => (await this.readMark()) !== null;
    this.unfinished = new S3Pieces(this.bucket, { silenceMs, isThere, doubt: () => this.doubt() });
    this.incoming = new IncomingFolder(config.incomingDir);
    this.incomingDir = this.incoming.path;
    this.place = this.bucket.addressOf('');
  }

  /** The links' origin is known only after this. */
  async begin(): Promise<this> {
    await this.links.begin();
    return this;
  }

  async put(localPath: string, key: string): Promise<void> {
    const name = nameOf(key);
    await this.puts.run(async () => {
      // What waited behind uploads that failed must not try as long as they did.
      if (!(await this.readMark())) throw new StorageAway();
      this.putting.add(name);
      try {
        await putObject(this.bucket, name, localPath, contentTypeOf(key));
      } finally {
        this.putting.delete(name);
      }
    });
    await unlink(localPath).catch(() => undefined);
  }

  async open(
    key: string,
    range?: { start: number; end?: number },
    reader?: 'product' | 'viewer',
  ): Promise<Readable> {
    const name = nameOf(key);
    const client = reader === 'viewer' ? this.bucket.clients.views : undefined;
    const closing = new AbortController();
    const last = range?.end;
    const part = await this.bucket.open(name, range, closing.signal, client).catch((error: unknown) => {
      if (error instanceof BucketError && error.code === 'InvalidRange') return undefined;
      throw this.missingOr(error);
    });
    if (!part) return Readable.from([]);
    const start = range?.start ?? 0;
    const end = Math.min(part.sizeBytes, last === undefined ? Infinity : last + 1);
    const reopen = async (offset: number, signal: AbortSignal) =>
      (await this.bucket.open(name, { start: offset, end: last }, signal, client)).body;
    return objectStream(part.body, { start, end, silenceMs: this.silenceMs }, reopen, closing);
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    if (!isKey(key)) return undefined;
    const entry = await this.bucket.head(nameOf(key));
    if (!entry) this.doubt();
    return entry && { key, sizeBytes: entry.sizeBytes, modifiedAt: entry.modifiedAt };
  }

  async delete(key: string): Promise<void> {
    if (!isKey(key)) return;
    // Who tidies up after a failure waits no longer than a look takes.
    await this.readMark();
    await this.bucket.delete(nameOf(key));
  }

  async *list(): AsyncIterable<StoredFile> {
    for await (const { name, sizeBytes, modifiedAt } of this.bucket.list(MEDIA)) {
      const key = name.slice(MEDIA.length);
      if (isKey(key)) yield { key, sizeBytes, modifiedAt };
    }
  }

  async discard(key: string): Promise<boolean> {
    return isKey(key) && this.trash.take(key, await this.now());
  }

  recover(day?: string): Promise<number> {
    return this.trash.recover(day);
  }

  async emptyTrash(keptMs: number): Promise<Removed> {
    return this.trash.empty((await this.now()) - keptMs);
  }

  /** The bytes of parts in the bucket are not known, and not counted. */
  async sweepIncoming(olderThanMs: number): Promise<Removed> {
    const removed = await this.incoming.sweep((await this.localTime()) - olderThanMs);
    const before = (await this.now()) - Math.max(olderThanMs, this.uploadMs);
    try {
      // A large file comes to the trash in parts, too.
      for (const beginning of [MEDIA, TRASH])
        for await (const { name, id, begunAt } of this.bucket.unfinished(beginning)) {
          const isOurs = beginning === MEDIA ? isKey(name.slice(MEDIA.length)) : inTrash(name);
          if (begunAt > before || this.putting.has(name) || !isOurs) continue;
          await this.bucket.abort(name, id);
          removed.files++;
        }
    } catch (error) {
      // Some stores cannot list them, and end them by themselves.
      if (!(error instanceof BucketError) || error.status !== 501) throw error;
    }
    return removed;
  }

  now(): Promise<number> {
    return this.clock.now();
  }

  /** Also tidies this machine's folder, since the process that sweeps may run on another one. */
  async prepare(): Promise<void> {
    await makeFolder(this.incomingDir);
    if (performance.now() - this.tidiedAt < HOUR_MS) return;
    this.tidiedAt = performance.now();
    try {
      await this.incoming.sweep((await this.localTime()) - LEFT_MS);
    } catch (error) {
      this.log.warn({ err: error }, "this machine's leftovers of uploads could not be tidied");
    }
  }

  async presence(): Promise<Presence> {
    return (await this.readMark()) ? 'here' : 'away';
  }

  readMark(): Promise<Mark | null> {
    return this.mark.read();
  }

  doubt(): void {
    this.mark.forget();
  }

  failing(error: unknown): Failing | undefined {
    return error instanceof BucketError ? error.failing : undefined;
  }

  writeMark(mark: Mark): Promise<boolean> {
    return this.mark.write(mark);
  }

  howToMark(mark: Mark): string {
    return this.mark.howTo(mark);
  }

  /** Begins an upload in parts, which needs the same rights as an upload, and ends it without an object. */
  override async tryWriting(): Promise<void> {
    const name = nameOf(`${randomBytes(20).toString('hex')}.mp4`);
    await this.bucket.abort(name, await this.bucket.begin(name));
  }

  override link(key: string, method: 'GET' | 'HEAD', until: number): Promise<DirectLink | undefined> {
    return this.links.link(nameOf(key), contentTypeOf(key), method, until);
  }

  override get linkOrigin(): string | undefined {
    return this.links.origin;
  }

  override get pieces(): PieceStorage {
    return this.unfinished;
  }

  private async timeOfBucket(): Promise<number> {
    const known = this.bucket.clients.clock;
    if (known && known.ageMs < CLOCK_MS) return known.time + known.ageMs;
    await this.bucket.head(MARK_FILE);
    const { time, ageMs } = this.bucket.clients.clock ?? { time: Date.now(), ageMs: 0 };
    return time + ageMs;
  }

  private async localTime(): Promise<number> {
    await makeFolder(this.incomingDir);
    return this.localClock.now();
  }

  /** What seems to be missing may be in another bucket, so the mark is read again. */
  private missingOr(error: unknown): unknown {
    if (!(error instanceof BucketError) || !error.isMissing) return error;
    this.doubt();
    return new MediaMissing();
  }
}

/** @throws MediaMissing for what is no key */
function nameOf(key: string): string {
  if (!isKey(key)) throw new MediaMissing();
  return `${MEDIA}${key}`;
}
