/** As in `Turns`. */
const MOST_MS = 5;

/**
 * Batch size for statements whose cost is unknown beforehand: SQLite answers synchronously, so a large batch blocks the
 * process. Shrinks after a slow batch, grows slowly after fast ones.
 */
export class AdaptiveBatch {
  constructor(
    private readonly most: number,
    public count = most,
  ) {}

  took(ms: number): void {
    this.count =
      ms > MOST_MS
        ? Math.max(1, Math.floor((this.count * MOST_MS) / ms))
        : Math.min(this.most, this.count + 1);
  }
}
