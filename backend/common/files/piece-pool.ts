/** Memory that nobody has wanted for so long is left to the garbage collector. */
const KEPT_MS = 10_000;

interface Lent {
  pool: PiecePool;
  whole: Buffer;
}

const lent = new WeakMap<Buffer, Lent>();
const pooled = new WeakSet<ArrayBufferLike>();

/**
 * Memory for the pieces of files, used again and again: the system hands out new memory page by page, which takes longer
 * than copying the bytes. A piece that is never given back is left to the garbage collector.
 */
export class PiecePool {
  private free: Buffer[] = [];
  private idle?: NodeJS.Timeout;

  /** @param most bytes that are kept for later */
  constructor(
    readonly pieceBytes: number,
    private readonly most: number,
  ) {}

  /** Bytes that are kept for later. */
  get kept(): number {
    return this.free.length * this.pieceBytes;
  }

  /** Memory of `pieceBytes`, with anything in it. */
  take(): Buffer {
    const kept = this.free.pop();
    if (kept) return kept;
    const made = Buffer.allocUnsafeSlow(this.pieceBytes);
    pooled.add(made.buffer);
    return made;
  }

  /** What was read into memory of this pool. It is given back with `giveBack`, and nobody reads it after that. */
  lend(whole: Buffer, length: number): Buffer {
    const piece = whole.subarray(0, length);
    lent.set(piece, { pool: this, whole });
    return piece;
  }

  put(whole: Buffer): void {
    if (this.kept + this.pieceBytes <= this.most) this.free.push(whole);
    this.idle ??= setTimeout(() => (this.free = []), KEPT_MS).unref();
    this.idle.refresh();
  }
}

/**
 * Gives a piece back to the pool that lent it. The second time does nothing, since the memory may be another's by then.
 * @returns whether its memory belongs to a pool
 */
export function giveBack(piece: Buffer): boolean {
  const given = lent.get(piece);
  lent.delete(piece);
  given?.pool.put(given.whole);
  return pooled.has(piece.buffer);
}
