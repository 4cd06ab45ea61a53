import type { Readable } from 'node:stream';

const MOST_POSTER_BYTES = 200 * 1024;

/** What the posters of all uploads under way may hold of the memory. */
const MOST_BYTES_HELD = 16 * 1024 * 1024;

let held = 0;

/** Pictures for the list, made in the browser; never required, so one that there is no room for is left out. */
export class Posters {
  /** In the order they came; none in the place of one that was left out. */
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

  /** The memory is for others from now on. */
  release(): void {
    if (this.released) return;
    this.released = true;
    for (const picture of this.pictures.splice(0)) held -= picture?.length ?? 0;
  }
}
