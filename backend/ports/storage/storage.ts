import type { Readable } from 'node:stream';
import { DomainError } from '../../common/errors/errors';
import type { PieceStorage } from './piece-storage';

export interface StoredFile {
  key: string;
  sizeBytes: number;
  modifiedAt: number;
}

/**
 * `away`: unreachable, or not the storage that was used before. `foreign`: another installation's. `unbound`: nobody's,
 * and the installation has none yet; only for those who look and take nothing.
 */
export type Presence = 'here' | 'away' | 'foreign' | 'unbound';

/** An address from which anybody can load a file for a while. */
export interface DirectLink {
  url: string;
  lastsMs: number;
}

export interface Removed {
  files: number;
  bytes: number;
}

/**
 * Where media are stored; also the injection token. A key is unguessable and made by `newKey`, never from a file's
 * name.
 */
export abstract class Storage {
  /** Moves a complete local file into the storage; durable when it resolves. The path no longer exists afterwards. */
  abstract put(localPath: string, key: string): Promise<void>;

  /**
   * The bytes from `start` to `end`, both inclusive.
   * @param reader who reads as slowly as they like: viewers do not keep the product from its own work
   * @throws MediaMissing, StorageAway
   */
  abstract open(
    key: string,
    range?: { start: number; end?: number },
    reader?: 'product' | 'viewer',
  ): Promise<Readable>;

  /** @returns undefined when there is no such file. @throws StorageAway when that is unknown. */
  abstract stat(key: string): Promise<StoredFile | undefined>;

  /** Succeeds also if there is no such file. */
  abstract delete(key: string): Promise<void>;

  /** All files that `put` stored, unordered, in bounded memory. */
  abstract list(): AsyncIterable<StoredFile>;

  /** Moves a file to the trash, from which it can be restored for some days. @returns whether it was there. */
  abstract discard(key: string): Promise<boolean>;

  /** Restores everything that was discarded on that day (`2026-11-22`), or ever. @returns the number of files. */
  abstract recover(day?: string): Promise<number>;

  /** Deletes what was discarded longer than `keptMs` ago. */
  abstract emptyTrash(keptMs: number): Promise<Removed>;

  /**
   * Deletes what uploads of dead processes left behind on this machine and, once no upload takes that long, in a bucket.
   * Those of this process are left alone.
   */
  abstract sweepIncoming(olderThanMs: number): Promise<Removed>;

  /** The clock of `modifiedAt`. It never runs ahead of the time that has passed in this process. */
  abstract now(): Promise<number>;

  /** A folder for uploads under way, on the same file system if that saves a copy. */
  abstract readonly incomingDir: string;

  /** Creates `incomingDir` if it is missing. @throws StorageAway */
  abstract prepare(): Promise<void>;

  abstract presence(): Promise<Presence>;

  /**
   * An address at which the storage itself sends the file, valid for this method and until that instant at most.
   * @returns undefined when only the product can send it.
   */
  link(_key: string, _method: 'GET' | 'HEAD', _until: number): Promise<DirectLink | undefined> {
    return Promise.resolve(undefined);
  }

  /** Origin of the addresses that `link` returns, for the policies of pages; undefined when it returns none. */
  get linkOrigin(): string | undefined {
    return undefined;
  }

  /** Where all processes find the pieces of unfinished uploads; undefined where those are files that grow. */
  get pieces(): PieceStorage | undefined {
    return undefined;
  }
}

/** `as a whole`: every file is out of reach. `in part`: perhaps only this file is; the mark tells. */
export type Failing = 'as a whole' | 'in part';

/** Identifies a place as the storage of an installation. */
export interface Mark {
  installation: string;
  storage: string;
}

/** An adapter for one place of a kind. Whether it is the right place, `Ownership` decides. */
export abstract class StorageAdapter extends Storage {
  /** The place in words, for the log. */
  abstract readonly place: string;

  /** Where the mark lies and what it must hold, in words for the log. */
  abstract howToMark(mark: Mark): string;

  /** @returns null when the place exists, or can be made, and has no mark. @throws when that is unknown. */
  abstract readMark(): Promise<Mark | null>;

  /** How the place fails, if this error says so. Other errors are about the one call. */
  abstract failing(error: unknown): Failing | undefined;

  /** Something failed there, so what was read before is no longer trusted. */
  abstract doubt(): void;

  /** Creates the place if it is missing, and writes the mark. @returns false when it has a mark already. */
  abstract writeMark(mark: Mark): Promise<boolean>;

  /** @throws when the place refuses to take files although it can be read, as far as it can tell without keeping one. */
  tryWriting(): Promise<void> {
    return Promise.resolve();
  }
}

export class MediaMissing extends Error {
  constructor() {
    super('The media file is missing.');
    this.name = 'MediaMissing';
  }
}

/** Nothing is known about any file; all of them may be back in a moment. */
export class StorageAway extends DomainError {
  constructor(
    cause?: unknown,
    readonly failing: Failing = 'in part',
  ) {
    super(503, 'unavailable', 'The media storage cannot be reached just now. Try again in a few minutes.', {
      retryAfterSeconds: 30,
    });
    this.name = 'StorageAway';
    this.cause = cause;
  }
}
