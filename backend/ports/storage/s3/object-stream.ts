import { Readable } from 'node:stream';
import { StorageAway } from '../storage';
import { BucketError, bucketErrorOf } from '../bucket-error';

const CHUNK_BYTES = 256 * 1024;
/** Cuts in a row without a byte between them. */
const MOST_CUTS = 3;
const PAUSE_MS = 200;

interface Piece {
  start: number;
  /** Not included. */
  end: number;
  /** Time without a byte, while somebody waits for one, after which the connection is given up. */
  silenceMs: number;
}

/** Opens the object at this offset. */
export type Reopen = (offset: number, signal: AbortSignal) => Promise<Readable>;

/**
 * The bytes of a piece. When the connection is cut or silent, it continues where it
 * stopped; when that does not help, the stream fails with StorageAway.
 */
export function objectStream(
  first: Readable,
  piece: Piece,
  reopen: Reopen,
  closing: AbortController,
): Readable {
  const stream = Readable.from(bytes(first, piece, reopen, closing.signal), {
    objectMode: false,
    highWaterMark: CHUNK_BYTES,
  });
  const destroy = stream._destroy.bind(stream);
  // Otherwise a reader that gives up would wait for the next byte.
  stream._destroy = (error, done) => {
    closing.abort();
    first.destroy();
    destroy(error, done);
  };
  return stream;
}

async function* bytes(
  first: Readable,
  { start, end, silenceMs }: Piece,
  reopen: Reopen,
  closed: AbortSignal,
): AsyncGenerator<Buffer> {
  let at = start;
  let body: Readable | undefined = first;
  for (let cuts = 0; at < end;) {
    const before = at;
    try {
      body ??= await reopen(at, closed);
      for await (const chunk of awaited(body, silenceMs)) {
        at += chunk.length;
        yield chunk;
      }
      if (at < end) throw new BucketError('ECONNRESET');
    } catch (error) {
      if (closed.aborted) throw error;
      const failure = bucketErrorOf(error);
      cuts = at > before ? 1 : cuts + 1;
      if (cuts > MOST_CUTS) throw new StorageAway(failure, failure.failing);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * cuts));
    } finally {
      body?.destroy();
      body = undefined;
    }
  }
}

/** A reader may take its time between two pieces; the bucket may not. */
async function* awaited(body: Readable, silenceMs: number): AsyncGenerator<Buffer> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const timer = setTimeout(() => body.destroy(new BucketError('ETIMEDOUT')), silenceMs);
    const piece = await pieces.next().finally(() => clearTimeout(timer));
    if (piece.done) return;
    yield piece.value;
  }
}
