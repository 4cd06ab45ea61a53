import type { Readable } from 'node:stream';

export interface StoredFile {
  key: string;
  sizeBytes: number;
  modifiedAt: number;
}

/** Where media lie; also the injection token. A key is unguessable and made by `newKey`, never from a file's name. */
export abstract class Storage {
  /** Takes over a local file whose bytes are complete; after this it is durable. The path is gone afterwards. */
  abstract put(localPath: string, key: string): Promise<void>;

  /** The bytes from `start` to `end`, both inclusive. @throws MediaMissing */
  abstract open(key: string, range?: { start: number; end?: number }): Promise<Readable>;

  /** @returns undefined when there is no such file. */
  abstract stat(key: string): Promise<StoredFile | undefined>;

  /** Deleting what is not there is fine. */
  abstract delete(key: string): Promise<void>;

  abstract list(): AsyncIterable<StoredFile>;

  /** A folder for uploads on their way, on the same file system where that saves a copy. */
  abstract readonly incomingDir: string;
}

export class MediaMissing extends Error {
  constructor() {
    super('The media file is missing.');
    this.name = 'MediaMissing';
  }
}
