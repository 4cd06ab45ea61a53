import type { Readable } from 'node:stream';
import type { StorageConfig } from '../../config/storage-config';

/** A file in a place, by its path there, with slashes. */
export interface PlacedFile {
  path: string;
  bytes: number;
}

/** A backup that is being made: files in a local folder, which nobody takes for a backup yet. */
export interface Draft {
  folder: string;
  /** Makes it the backup of that name, whole or not at all. */
  keep(name: string): Promise<void>;
  /** Removes what is left of it. Never fails. */
  drop(): Promise<void>;
}

/**
 * Where backups are kept: a folder for each, named by its instant, and files that all of them share. Folders and buckets
 * hold the same files under the same names, so that one may be copied to the other.
 */
export abstract class BackupPlace {
  /** For messages, and for `--from`. */
  abstract readonly address: string;

  /** A local folder in which drafts are made, for messages about its room. */
  abstract readonly workDir: string;

  /** Whether others than the owner of the machine may be able to read it. */
  abstract readonly isElsewhere: boolean;

  /** @throws when media of the product and those of backups would be mixed. @returns a warning, if there is one. */
  abstract refuseStorage(storage: StorageConfig): Promise<string | undefined>;

  /**
   * Does the work while nobody else changes the place, after removing what killed ones have left.
   * @throws when somebody else does
   */
  abstract alone<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Does the work while nobody removes a backup here, as far as the place can promise that. Any number may do so at once.
   * @throws when somebody changes the place
   */
  whileKept<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  /** @throws when somebody else may change the place meanwhile. */
  abstract stillAlone(): Promise<void>;

  /** Names of the whole backups, the oldest first. Without a manifest it is none. @throws when there is no such place. */
  abstract backups(): Promise<string[]>;

  abstract begin(): Promise<Draft>;

  /** Removes a backup, its manifest first. */
  abstract discard(name: string): Promise<void>;

  /**
   * Does the work with a local copy of a backup's folder, which it must not change. What cannot be copied because it is
   * missing is missing in the copy.
   */
  abstract withCopy<T>(name: string, work: (folder: string) => Promise<T>): Promise<T>;

  /** The beginning of a text. @returns undefined where there is none. */
  abstract text(path: string, mostBytes: number): Promise<string | undefined>;

  /** Writes a short text unless there is one. @returns whether it is this one now. */
  abstract writeOnce(path: string, text: string): Promise<boolean>;

  /** @returns undefined where there is none. */
  abstract open(path: string): Promise<Readable | undefined>;

  /** Stores a file, durably, whole or not at all. @throws when the stream gives another number of bytes */
  abstract put(path: string, from: Readable, bytes: number): Promise<void>;

  /** Succeeds also where there is none. */
  abstract delete(path: string): Promise<void>;

  /** All files in a folder, at any depth. */
  abstract list(folder: string): AsyncIterable<PlacedFile>;
}
