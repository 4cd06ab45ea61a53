import { MOST_BOXES } from './mp4-claims';
import { containerOf } from './brands';
import type { Container } from '../rules';

const HEADER_BYTES = 8;
const LARGE_HEADER_BYTES = 16;
const BRAND_BYTES = 4;

/** What a film is made of: its description and its pictures, whole or in fragments. */
const FILM = new Set(['moov', 'moof', 'mdat']);

const IS_TYPE = /^[\x20-\x7e\xa9]{4}$/;

/**
 * Walks the top-level boxes of an MP4 or MOV while its bytes pass by (ISO 14496-12, 4.2). Their memory may be freed
 * after each `push`. A file of another kind is recognised by its first box, and one that declares more bytes than
 * allowed as soon as its box says so.
 */
export class Mp4Boxes {
  /** `undefined` until the beginning of the first box has come; `null`: neither MP4 nor MOV. */
  container: Container | null | undefined;
  hasMovie = false;
  /** End of the movie box that describes the whole film; undefined if more boxes do, as in fragmented files. */
  movieEnd: number | undefined;
  /** Minimum size of the file in bytes, as declared by its boxes. */
  declaredBytes = 0;
  /** Minimum size of a file that has all of the film. Whatever else follows may be text, and declare anything. */
  filmBytes = 0;

  private boxes = 0;
  private position = 0;
  private nextBox = 0;
  private header: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): void {
    let at = 0;
    while (this.container !== null) {
      const skip = this.nextBox + this.header.length - this.position;
      if (skip >= chunk.length - at) break;
      at += skip;
      this.position += skip;
      const wanted = this.wantedBytes() - this.header.length;
      const taken = chunk.subarray(at, at + wanted);
      this.header = Buffer.concat([this.header, taken]);
      at += taken.length;
      this.position += taken.length;
      if (this.header.length < this.wantedBytes()) continue;
      this.readHeader();
    }
    this.position += chunk.length - at;
  }

  private wantedBytes(): number {
    if (this.header.length < HEADER_BYTES) return HEADER_BYTES;
    const isFirst = this.container === undefined;
    return this.headerBytes() + (isFirst && typeIn(this.header) === 'ftyp' ? BRAND_BYTES : 0);
  }

  private headerBytes(): number {
    return this.header.readUInt32BE(0) === 1 ? LARGE_HEADER_BYTES : HEADER_BYTES;
  }

  private readHeader(): void {
    const type = typeIn(this.header);
    if (this.container === undefined) {
      this.container = containerOf(type, this.header.toString('latin1', this.headerBytes()));
      if (this.container === null) return;
    }
    // Anything may follow a film, and its sizes mean nothing. Nor do more boxes than any film has: it is refused for them.
    const isTooMany = ++this.boxes > MOST_BOXES;
    if (isTooMany) this.movieEnd = undefined;
    if (isTooMany || !IS_TYPE.test(type)) {
      this.nextBox = Infinity;
      this.header = Buffer.alloc(0);
      return;
    }
    const isFirst = type === 'moov' && !this.hasMovie;
    if (type === 'moov') this.hasMovie = true;
    const short = this.header.readUInt32BE(0);
    const size = short === 1 ? Number(this.header.readBigUInt64BE(8)) : short;
    // Size 0 means "to the end of the file"; less than what was read is damage, which the prober will name.
    this.nextBox = size >= this.header.length ? this.nextBox + size : Infinity;
    if (Number.isFinite(this.nextBox)) this.declaredBytes = this.nextBox;
    if (FILM.has(type) && Number.isFinite(this.nextBox)) this.filmBytes = this.nextBox;
    if (isFirst) this.movieEnd = this.nextBox;
    else if (type === 'moov' || type === 'moof') this.movieEnd = undefined;
    this.header = Buffer.alloc(0);
  }
}

const typeIn = (header: Buffer): string => header.toString('latin1', 4, 8);
