import type { IncomingMessage } from 'node:http';
import { freeSpentPiece } from '../common/files/spent-piece';

/** As much as is gathered while the bytes before are written. */
const MOST_BYTES = 1024 ** 2;

/**
 * The body of a request, in pieces as large as what has come since the last one was taken. Bytes come by 64 KiB, and each
 * piece costs a call to the disk and several turns of the loop. A slow line waits for nothing: its pieces are small.
 * What came before a break is handed on before the error.
 */
export function gatheredBody(raw: IncomingMessage): ReadableStream<Uint8Array> {
  const body = new GatheredBody(raw);
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const piece = await body.next();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
      cancel: () => void raw.destroy(),
    },
    { highWaterMark: 0 },
  );
}

class GatheredBody {
  private chunks: Buffer[] = [];
  private bytes = 0;
  private isBegun = false;
  private end?: { error?: Error };
  private ring: () => void = () => undefined;

  constructor(private readonly raw: IncomingMessage) {}

  /** @returns undefined at the end. @throws when the connection broke */
  async next(): Promise<Buffer | undefined> {
    // Nothing is read of a body that nobody asks for: its request is refused by its headers.
    if (!this.isBegun) this.begin();
    while (this.bytes === 0 && !this.end) await new Promise<void>((ring) => (this.ring = ring));
    if (this.bytes > 0) return this.gathered();
    if (this.end?.error) throw this.end.error;
    return undefined;
  }

  private begin(): void {
    const { raw } = this;
    this.isBegun = true;
    const finish = (error?: Error) => {
      this.end ??= { error };
      this.ring();
    };
    raw.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk);
      this.bytes += chunk.length;
      if (this.bytes >= MOST_BYTES) raw.pause();
      this.ring();
    });
    raw.once('end', () => finish());
    raw.once('error', finish);
    raw.once('close', () => finish(new Error('The connection broke.')));
    if (raw.destroyed && !raw.readableEnded) finish(new Error('The connection broke.'));
  }

  private gathered(): Buffer {
    // Not of the pool, whose memory cannot be freed at once.
    const piece = Buffer.allocUnsafeSlow(this.bytes);
    let at = 0;
    for (const chunk of this.chunks) {
      at += chunk.copy(piece, at);
      freeSpentPiece(chunk);
    }
    this.chunks = [];
    this.bytes = 0;
    this.raw.resume();
    return piece;
  }
}
