import type { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { errorCode } from '../../common/errors/error-code';
import { PieceStorage, type StoredPiece } from './piece-storage';

/** How the storage that they lie in is asked (`VerifiedStorage`). */
interface Asking {
  /** @throws StorageAway when the place fails */
  ask<T>(work: () => Promise<T>): Promise<T>;
  /** As `ask`; what is missing is asked for again before it is believed. */
  read<T>(work: () => Promise<T>): Promise<T>;
  /** @throws StorageAway unless the place is the storage of this installation */
  refuseIfNotHere(): Promise<void>;
}

/** The pieces in the storage of this installation. Nothing is written, listed or swept in another one. */
export class VerifiedPieces extends PieceStorage {
  private readonly log = new Logger('Storage');

  constructor(
    private readonly pieces: PieceStorage,
    private readonly storage: Asking,
  ) {
    super();
  }

  async put(name: string, read: () => Promise<Buffer>): Promise<void> {
    await this.storage.refuseIfNotHere();
    await this.storage.ask(() => this.pieces.put(name, read));
  }

  open(name: string): Promise<Readable> {
    return this.storage.read(() => this.pieces.open(name));
  }

  /** What cannot be deleted now is swept later. */
  async delete(name: string): Promise<void> {
    await this.pieces.delete(name).catch((error: unknown) => {
      this.log.warn(
        { code: errorCode(error) },
        'a piece of an upload could not be deleted; it will be swept',
      );
    });
  }

  async *list(upload?: string): AsyncIterable<StoredPiece> {
    await this.storage.refuseIfNotHere();
    const pieces = this.pieces.list(upload)[Symbol.asyncIterator]();
    for (;;) {
      const next: IteratorResult<StoredPiece, unknown> = await this.storage.ask(() => pieces.next());
      if (next.done) return;
      yield next.value;
    }
  }
}
