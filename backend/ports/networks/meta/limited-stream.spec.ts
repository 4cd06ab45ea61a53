import { once } from 'node:events';
import { Readable } from 'node:stream';
import { freeSpentPiece, withOwnPieces } from '../../../common/files/spent-piece';
import { limited } from './limited-stream';

const sizesOf = (count: number) => Array.from({ length: count }, (_, n) => 200 + ((n * 7919) % 150_000));

describe('limited', () => {
  it.each([1, 3, 9, 40])(
    'sends exactly so many bytes of %i pieces to a reader that frees each',
    async (count) => {
      const sizes = sizesOf(count);
      const length = sizes.reduce((sum, size) => sum + size, 0) - 100;
      const pieces = sizes.map((size) => Buffer.allocUnsafeSlow(size));
      const stream = limited(withOwnPieces(Readable.from(pieces)), length);
      let got = 0;
      stream.on('data', (piece: Buffer) => {
        got += piece.length;
        freeSpentPiece(piece);
        stream.pause();
        setImmediate(() => stream.resume());
      });
      await once(stream, 'end');
      expect(got).toBe(length);
    },
  );
});
