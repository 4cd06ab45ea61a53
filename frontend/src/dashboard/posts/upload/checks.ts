const AT_ONCE = 3;
/** Longer than a film gets to show itself. A file whose disk does not answer must not keep the others waiting. */
const PATIENCE_MS = 20_000;

/**
 * The looks at the files of one screen, each when it is its turn. Dozens of films that are decoded at the same moment slow
 * each other down until none is ready in time, and all of them are left without a picture.
 */
export class Checks {
  private free = AT_ONCE;
  private readonly waiting: (() => void)[] = [];

  /** @throws what the look throws, or that it takes too long. */
  async inTurn<T>(look: () => T | Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else
      await new Promise<void>((begin) => {
        this.waiting.push(begin);
      });
    let patience;
    const late = new Promise<never>((_, reject) => {
      patience = setTimeout(() => {
        reject(new Error('the file cannot be read in time'));
      }, PATIENCE_MS);
    });
    try {
      return await Promise.race([look(), late]);
    } finally {
      clearTimeout(patience);
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
