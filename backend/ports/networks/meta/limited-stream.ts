import { Readable } from 'node:stream';
import { hasOwnPieces, withOwnPieces } from '../../../common/files/spent-piece';

/** The first `length` bytes of a stream; the rest is not read. */
export function limited(source: Readable, length: number): Readable {
  const stream = Readable.from(
    (async function* () {
      let left = length;
      for await (const chunk of source as AsyncIterable<Buffer>) {
        const piece = chunk.length <= left ? chunk : chunk.subarray(0, left);
        // Who reads it may free it, and then it has no length.
        left -= piece.length;
        yield piece;
        if (left === 0) return;
      }
    })(),
    { objectMode: false },
  );
  return hasOwnPieces(source) ? withOwnPieces(stream) : stream;
}
