/** As of `Turns`. */
const MOST_MS = 5;

/**
 * How much to ask of the database in one statement whose cost is not known before: SQLite answers before anything else
 * happens in the process. Less after a piece that took long, slowly more after those that did not.
 */
export class Pace {
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
