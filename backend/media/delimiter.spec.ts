import fc from 'fast-check';
import { Delimiter } from './delimiter';

const BOUNDARIES = ['x', 'x-boundary-42', '----WebKitFormBoundary7MA4YWxkTrZu0gW', '-'.repeat(70)];
const delimiterOf = (boundary: string) => Buffer.from(`\r\n--${boundary}`, 'latin1');

/** Random bytes, whole delimiters, and as much of them as is no delimiter yet. */
const chunkFor = (delimiter: Buffer) =>
  fc
    .array(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
        fc.integer({ min: 1, max: delimiter.length }).map((length) => delimiter.subarray(0, length)),
        fc.integer({ min: 1, max: delimiter.length - 1 }).map((from) => delimiter.subarray(from)),
        fc.integer({ min: 1, max: 5000 }).map((length) => Buffer.alloc(length, '-')),
      ),
      { maxLength: 30 },
    )
    .map((pieces) => Buffer.concat(pieces));

describe.each(BOUNDARIES)('the delimiter of the boundary %s', (boundary) => {
  const bytes = delimiterOf(boundary);
  const delimiter = new Delimiter(bytes);

  it('is found where it is, and nowhere else', () => {
    fc.assert(
      fc.property(chunkFor(bytes), (chunk) => {
        expect(delimiter.isIn(chunk)).toBe(chunk.includes(bytes));
      }),
      { numRuns: 500 },
    );
  });

  it('is found at every place of a chunk', () => {
    for (let at = 0; at < 300; at++) {
      const chunk = Buffer.concat([Buffer.alloc(at, 7), bytes, Buffer.alloc(300 - at, '-')]);
      expect(delimiter.isIn(chunk)).toBe(true);
      expect(delimiter.isIn(chunk.subarray(0, at + bytes.length))).toBe(true);
      expect(delimiter.isIn(chunk.subarray(0, at + bytes.length - 1))).toBe(false);
      expect(delimiter.isIn(chunk.subarray(at + 1))).toBe(false);
    }
  });
});
