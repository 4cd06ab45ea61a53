import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { errorCode } from '../../common/errors/error-code';
import { BucketError } from './bucket-error';
import { Ownership, type Verdict } from './ownership';
import type { PieceStorage } from './piece-storage';
import {
  MediaMissing,
  Storage,
  StorageAway,
  type DirectLink,
  type Presence,
  type Removed,
  type StorageAdapter,
  type StoredFile,
} from './storage';
import { VerifiedPieces } from './verified-pieces';

/** Time without an answer after which a disk counts as away. */
const LOOK_MS = 3_000;

/**
 * Longest wait for a free thread to look with. Uploads and hashes sometimes keep all threads busy, which says nothing
 * about the disk.
 */
const THREAD_MS = 6_000;

/** For so long a failure is logged once. */
const FAILURE_TOLD_MS = 10 * 60_000;

/**
 * The product's storage: a place, as long as it bears the mark of this installation. A missing file is believed only
 * there. A disk that is not mounted has no files either: because of that, nothing may fail for good, be swept, or be
 * written beside it.
 */
export class VerifiedStorage extends Storage {
  private readonly log = new Logger('Storage');
  private told?: string;
  private failure = { reason: '', toldAt: -Infinity };
  private looking?: Promise<Presence>;
  private readonly verifiedPieces?: PieceStorage;

  constructor(
    private readonly place: StorageAdapter,
    private readonly ownership: Ownership,
    /** Resolves when a thread is free; the file that it asks for is in memory. */
    private readonly thread: () => Promise<unknown> = () => stat(process.execPath),
  ) {
    super();
    this.verifiedPieces =
      place.pieces &&
      new VerifiedPieces(place.pieces, {
        ask: (work) => this.asking(work),
        read: (work) => this.reading(work),
        refuseIfNotHere: () => this.refuseIfNotHere(),
      });
  }

  get incomingDir(): string {
    return this.place.incomingDir;
  }

  async put(localPath: string, key: string): Promise<void> {
    await this.asking(() => this.place.put(localPath, key));
  }

  async open(
    key: string,
    range?: { start: number; end?: number },
    reader?: 'product' | 'viewer',
  ): Promise<Readable> {
    return this.reading(() => this.place.open(key, range, reader));
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    try {
      return await this.reading(async () => {
        const file = await this.place.stat(key);
        if (!file) throw new MediaMissing();
        return file;
      });
    } catch (error) {
      if (error instanceof MediaMissing) return undefined;
      throw error;
    }
  }

  /** A file that cannot be deleted now has no row any more, and is swept later. */
  async delete(key: string): Promise<void> {
    await this.place.delete(key).catch((error: unknown) => {
      this.log.warn({ code: errorCode(error) }, 'a media file could not be deleted; it will be swept');
    });
  }

  async *list(): AsyncIterable<StoredFile> {
    await this.refuseIfNotHere();
    try {
      yield* this.place.list();
    } catch (error) {
      throw this.awayBecauseOf(error) ?? error;
    }
  }

  async discard(key: string): Promise<boolean> {
    await this.refuseIfNotHere();
    return this.asking(() => this.place.discard(key));
  }

  async recover(day?: string): Promise<number> {
    await this.refuseIfNotHere();
    return this.asking(() => this.place.recover(day));
  }

  async emptyTrash(keptMs: number): Promise<Removed> {
    await this.refuseIfNotHere();
    return this.asking(() => this.place.emptyTrash(keptMs));
  }

  async sweepIncoming(olderThanMs: number): Promise<Removed> {
    await this.refuseIfNotHere();
    return this.asking(() => this.place.sweepIncoming(olderThanMs));
  }

  now(): Promise<number> {
    return this.asking(() => this.place.now());
  }

  override link(key: string, method: 'GET' | 'HEAD', until: number): Promise<DirectLink | undefined> {
    return this.asking(() => this.place.link(key, method, until));
  }

  override get linkOrigin(): string | undefined {
    return this.place.linkOrigin;
  }

  override get pieces(): PieceStorage | undefined {
    return this.verifiedPieces;
  }

  async prepare(): Promise<void> {
    if ((await this.presence()) === 'away') throw new StorageAway();
    await this.asking(() => this.place.prepare());
  }

  /** Makes the place the storage of this installation, for a restore. @throws when it is another's. */
  adopt(): Promise<void> {
    return this.ownership.adopt(this.place);
  }

  /** Runs one look at a time, so that a disk that hangs blocks one thread and not all of them. */
  async presence(): Promise<Presence> {
    // The look under way may have begun before what the caller has just seen, so only its `away` counts.
    if (this.looking && (await this.looking) === 'away') return 'away';
    return (this.looking ??= this.look());
  }

  private look(): Promise<Presence> {
    const looked = this.ownership.of(this.place);
    void looked.then(
      () => (this.looking = undefined),
      () => (this.looking = undefined),
    );
    const timers: NodeJS.Timeout[] = [];
    const pause = (ms: number) =>
      new Promise<void>((resolve) => timers.push(setTimeout(resolve, ms).unref()));
    const limit = async (): Promise<Verdict> => {
      await Promise.race([this.thread().catch(() => undefined), pause(THREAD_MS)]);
      await pause(LOOK_MS);
      return { presence: 'away', why: `The media storage ${this.place.place} does not answer.` };
    };
    return Promise.race([looked, limit()])
      .finally(() => timers.forEach(clearTimeout))
      .then(({ presence, why }) => {
        this.tell(presence, why);
        return presence;
      });
  }

  /** A disk that was away may be back when it is looked for. So what is missing is asked for again before it is believed. */
  private reading<T>(work: () => Promise<T>): Promise<T> {
    return this.asking(async () => {
      try {
        return await work();
      } catch (error) {
        if (!isGone(error)) throw error;
        await this.refuseIfNotHere();
        return work();
      }
    });
  }

  private async asking<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StorageAway) throw error;
      if (isGone(error) || errorCode(error) === 'EACCES' || errorCode(error) === 'EPERM')
        await this.refuseIfNotHere();
      throw this.awayBecauseOf(error) ?? error;
    }
  }

  private awayBecauseOf(error: unknown): StorageAway | undefined {
    const failing = this.place.failing(error);
    if (failing === undefined) return undefined;
    this.place.doubt();
    this.tellFailure(error);
    return new StorageAway(error, failing);
  }

  /** The mark may be readable all the same, so nothing else would tell an operator why uploads are refused. */
  private tellFailure(error: unknown): void {
    // The message of a disk's error names files.
    const reason = error instanceof BucketError ? error.message : (errorCode(error) ?? 'unknown error');
    const now = performance.now();
    if (reason === this.failure.reason && now - this.failure.toldAt < FAILURE_TOLD_MS) return;
    this.failure = { reason, toldAt: now };
    this.log.error(
      `Something failed in the media storage ${this.place.place}: ${reason}. It may refuse uploads, and publications may wait.`,
    );
  }

  private async refuseIfNotHere(): Promise<void> {
    if ((await this.presence()) !== 'here') throw new StorageAway();
  }

  private tell(presence: Presence, why: string): void {
    if (why === (this.told ?? '')) return;
    if (presence === 'here') this.log.log('the media storage is back');
    else this.log.error(why);
    this.told = why;
  }
}

const isGone = (error: unknown): boolean => error instanceof MediaMissing || errorCode(error) === 'ENOENT';
