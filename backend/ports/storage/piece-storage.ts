import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface StoredPiece {
  name: string;
  /** By the storage's clock. */
  modifiedAt: number;
}

/** Unguessable, and never used twice: of two writers, neither can harm the other's bytes. */
export const newPiece = (upload: string): string => `${upload}/${randomBytes(10).toString('hex')}`;

export const isPiece = (text: string): boolean => /^[0-9a-f]{32}\/[0-9a-f]{20}$/.test(text);

export const uploadOf = (piece: string): string => piece.slice(0, 32);

/** Pieces of unfinished uploads, in a storage that all processes share and that cannot append to a file. */
export abstract class PieceStorage {
  /**
   * Durable when it resolves.
   * @param read called when it is the turn of this piece, so that few are in memory
   * @throws StorageAway
   */
  abstract put(name: string, read: () => Promise<Buffer>): Promise<void>;

  /** @throws MediaMissing, StorageAway */
  abstract open(name: string): Promise<Readable>;

  /** Succeeds also if there is no such piece. */
  abstract delete(name: string): Promise<void>;

  /** Those of one upload, or all. @throws StorageAway */
  abstract list(upload?: string): AsyncIterable<StoredPiece>;
}
