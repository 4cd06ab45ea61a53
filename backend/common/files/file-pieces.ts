import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { PiecePool } from './piece-pool';
import { withOwnPieces } from './spent-piece';

/** Offsets of the first and of the last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

/** Reads an open file in pieces of the pool, one ahead of its reader, and closes it. */
export function filePieces(
  handle: FileHandle,
  pool: PiecePool,
  { start, end = Infinity }: ByteRange = { start: 0 },
): Readable {
  let at = start;
  const readInto = async (whole: Buffer): Promise<Buffer | null> => {
    const { bytesRead } = await handle.read(whole, 0, Math.min(whole.length, end + 1 - at), at);
    at += bytesRead;
    return bytesRead > 0 ? pool.lend(whole, bytesRead) : null;
  };
  const stream = new Readable({
    highWaterMark: pool.pieceBytes,
    read() {
      if (at > end) return void stream.push(null);
      const whole = pool.take();
      readInto(whole).then(
        (piece) => {
          if (!piece) pool.put(whole);
          stream.push(piece);
        },
        (error: unknown) => {
          pool.put(whole);
          stream.destroy(error as Error);
        },
      );
    },
    // Closing waits for a read that is under way.
    destroy(error, done) {
      handle.close().then(
        () => done(error),
        (failure: unknown) => done(error ?? (failure as Error)),
      );
    },
  });
  return withOwnPieces(stream);
}
