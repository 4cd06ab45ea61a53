import type { Readable } from 'node:stream';
import { DomainError } from '../../common/errors';

export interface StoredFile {
  key: string;
  sizeBytes: number;
  modifiedAt: number;
}

/** `away`: it cannot be reached, or is not the one it was. `foreign`: another installation's. */
export type Presence = 'here' | 'away' | 'foreign';

export interface Removed {
  files: number;
  bytes: number;
}

/** Where media lie; also the injection token. A key is unguessable and made by `newKey`, never from a file's name. */
export abstract class Storage {
  /** Takes over a local file whose bytes are complete; after this it is durable. The path is gone afterwards. */
  abstract put(localPath: string, key: string): Promise<void>;

  /** The bytes from `start` to `end`, both inclusive. @throws MediaMissing, StorageAway */
  abstract open(key: string, range?: { start: number; end?: number }): Promise<Readable>;

  /** @returns undefined when there is no such file. @throws StorageAway when nobody can say. */
  abstract stat(key: string): Promise<StoredFile | undefined>;

  /** Deleting what is not there is fine. */
  abstract delete(key: string): Promise<void>;

  /** All media, in no order, in bounded memory. What was not made by `put` is not among them. */
  abstract list(): AsyncIterable<StoredFile>;

  /** Out of the way; it can be had back for some days. @returns whether it was there. */
  abstract discard(key: string): Promise<boolean>;

  /** Everything that was discarded on that day (`2026-11-22`), or ever, back to where it was. @returns how many. */
  abstract recover(day?: string): Promise<number>;

  /** Deletes what was discarded too long ago to be had back. */
  abstract emptyTrash(keptMs: number): Promise<Removed>;

  /** Deletes what uploads left behind whose processes are gone. Those of this process are left alone. */
  abstract sweepIncoming(olderThanMs: number): Promise<Removed>;

  /** The clock by which `modifiedAt` is told. It never runs ahead of the time that has passed in this process. */
  abstract now(): Promise<number>;

  /** A folder for uploads on their way, on the same file system where that saves a copy. */
  abstract readonly incomingDir: string;

  /** Has `incomingDir` ready. @throws StorageAway */
  abstract prepare(): Promise<void>;

  abstract presence(): Promise<Presence>;
}

/** What a place bears that is an installation's storage. */
export interface Mark {
  installation: string;
  storage: string;
}

/** A kind of place for media. It answers for one place; whether that is the right one `OwnStorage` knows. */
export abstract class StorageAdapter extends Storage {
  /** In words for the log. */
  abstract readonly place: string;

  /** Where the mark lies, and what it holds, in words for the log. */
  abstract howToMark(mark: Mark): string;

  /** @returns null when the place is there, or could be made, and has no mark. @throws when that cannot be known. */
  abstract readMark(): Promise<Mark | null>;

  /** Something failed there: what was read before says nothing of it any more. */
  abstract doubt(): void;

  /** Makes the place if it is not there. @returns false when it has a mark already. */
  abstract writeMark(mark: Mark): Promise<boolean>;
}

export class MediaMissing extends Error {
  constructor() {
    super('The media file is missing.');
    this.name = 'MediaMissing';
  }
}

/** Nothing is known of any file; it may all be there again in a moment. */
export class StorageAway extends DomainError {
  constructor(cause?: unknown) {
    super(503, 'unavailable', 'The media storage cannot be reached just now. Try again in a few minutes.', {
      retryAfterSeconds: 30,
    });
    this.name = 'StorageAway';
    this.cause = cause;
  }
}
