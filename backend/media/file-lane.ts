import type { Busboy } from 'busboy';

const CARRIAGE_RETURN = 13;

/** Only the plain form that clients send; with another one every byte is parsed. */
const BOUNDARY = /^multipart\/form-data; ?boundary=("?)([-\w.+']{1,70})\1$/i;

/**
 * Spares the multipart parser the bytes in the middle of a file, which are nearly all bytes of an upload.
 *
 * Once the parser has handed the very last byte of a chunk to a file, it holds nothing back, and what follows is that
 * file's up to the next boundary. A chunk that has no boundary and no beginning of one is therefore the file's as it
 * is, and a search sees that many times faster than the parser. All others are parsed.
 */
export class FileLane {
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

  /** The next bytes of the body. @returns false when the parser wants a pause until its `drain`. */
  push(chunk: Buffer): boolean {
    if (this.open && this.isWithinFile(chunk)) {
      this.open(chunk);
      return true;
    }
    this.open = undefined;
    this.lastParsed = chunk;
    return this.parser.write(chunk);
  }

  /** The parser gave these bytes to the file that `take` writes. */
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

/** The same memory up to the same byte. */
function endsTogether(a: Buffer, b: Buffer): boolean {
  return a.buffer === b.buffer && a.byteOffset + a.length === b.byteOffset + b.length;
}
