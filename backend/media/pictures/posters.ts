import type { Readable } from 'node:stream';

const MOST_POSTER_BYTES = 200 * 1024;

/** Memory for the posters of all uploads under way. */
const MOST_BYTES_HELD = 16 * 1024 * 1024;

let held = 0;

/** Posters made in the browser. They are optional, so a poster without room is dropped. */
export class Posters {
  /** In order of arrival; undefined for a dropped poster. */
  readonly pictures: (Buffer | undefined)[] = [];
  private released = false;

  async receive(stream: Readable): Promise<void> {
    const place = this.pictures.push(undefined) - 1;
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= MOST_POSTER_BYTES) chunks.push(chunk);
      else chunks.length = 0;
    }
    if (length === 0 || length > MOST_POSTER_BYTES || held + length > MOST_BYTES_HELD || this.released)
      return;
    held += length;
    this.pictures[place] = Buffer.concat(chunks);
  }

  /** Releases the memory for other uploads. */
  release(): void {
    if (this.released) return;
    this.released = true;
    for (const picture of this.pictures.splice(0)) held -= picture?.length ?? 0;
  }
}
