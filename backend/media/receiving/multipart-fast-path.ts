import type { Busboy } from 'busboy';
import { freeSpentPiece } from '../../common/files/spent-piece';

const CARRIAGE_RETURN = 13;

/** The plain form that clients send. With any other form every byte is parsed. */
const BOUNDARY = /^multipart\/form-data; ?boundary=("?)([-\w.+']{1,70})\1$/i;

/**
 * Spares the multipart parser the bytes in the middle of a file, which are nearly all bytes of an upload.
 *
 * Once the parser has passed the last byte of a chunk to a file, it holds nothing back, and the following bytes belong
 * to that file up to the next boundary. A chunk without a boundary, or the beginning of one, therefore belongs to the
 * file as a whole, and a search finds that out many times faster than the parser. All other chunks are parsed.
 */
export class MultipartFastPath {
  private readonly delimiter?: Buffer;
  private lastParsed?: Buffer;
  private open?: (bytes: Buffer) => void;

  constructor(
    private readonly parser: Busboy,
    contentType: string,
  ) {
    const boundary = BOUNDARY.exec(contentType)?.[2];
    if (boundary) this.delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  /**
   * Takes the next bytes of the body, and may free their memory.
   * @returns false when the parser needs a pause until its `drain`.
   */
  push(chunk: Buffer): boolean {
    if (this.open && this.isWithinFile(chunk)) {
      this.open(chunk);
      freeSpentPiece(chunk);
      return true;
    }
    this.open = undefined;
    this.lastParsed = chunk;
    return this.parser.write(chunk);
  }

  /** Passes on bytes that the parser assigned to the file that `take` writes. `take` copies what it keeps of them. */
  parsed(bytes: Buffer, take: (bytes: Buffer) => void): void {
    take(bytes);
    if (this.lastParsed && endsTogether(bytes, this.lastParsed)) this.open = take;
  }

  private isWithinFile(chunk: Buffer): boolean {
    const { delimiter } = this;
    if (!delimiter || chunk.includes(delimiter)) return false;
    const tail = chunk.subarray(Math.max(0, chunk.length - delimiter.length + 1));
    const start = tail.lastIndexOf(CARRIAGE_RETURN);
    // The delimiter has one carriage return, its first byte: an earlier one in the tail cannot begin it.
    return start === -1 || !delimiter.subarray(0, tail.length - start).equals(tail.subarray(start));
  }
}

/** Whether both end at the same byte of the same memory. */
function endsTogether(a: Buffer, b: Buffer): boolean {
  return a.buffer === b.buffer && a.byteOffset + a.length === b.byteOffset + b.length;
}
