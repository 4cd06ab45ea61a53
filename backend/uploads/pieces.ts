import { conflict, DomainError } from '../common/errors/errors';
import type { MediumRow } from './media-rows';
import type { UploadLock } from './upload-locks';

/** The bytes of unfinished uploads; also the injection token. They come in order, and what has come stays. */
export abstract class Pieces {
  /** @throws StorageAway */
  abstract create(id: string): Promise<void>;

  /** How many bytes have arrived. @returns undefined when nothing is known of the upload here. */
  abstract length(id: string): Promise<number | undefined>;

  /**
   * Appends the bytes as they come; what arrived before a break stays.
   * @param lock kept meanwhile; once another request has the upload, nothing more is written
   * @returns the new length, once all of it would survive the death of this process
   */
  abstract append(id: string, from: number, bytes: AsyncIterable<Buffer>, lock: UploadLock): Promise<number>;

  /**
   * Does that with all of the bytes in a file on this machine's disk.
   * @throws DomainError 409 `upload_incomplete` when they are not all there, 503 or 507 when there is no room for them
   */
  abstract withFile<T>(upload: MediumRow, work: (path: string) => Promise<T>): Promise<T>;

  /** Succeeds also if there are none. */
  abstract discard(id: string): Promise<void>;

  /** Uploads with bytes that are older than that. */
  abstract untouchedFor(ms: number): Promise<string[]>;
}

export const incomplete = () =>
  new DomainError(409, 'upload_incomplete', 'The upload of this file is not complete.');

export const movedBack = () =>
  conflict('Upload-Offset is not where this upload stands. Ask for its offset with HEAD.');
