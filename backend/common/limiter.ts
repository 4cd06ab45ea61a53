/** At most `width` tasks at once, the others wait in line; a line longer than `queue` is refused. */
export class Limiter {
  private running = 0;
  private readonly line: (() => void)[] = [];

  constructor(
    private readonly width: number,
    private readonly queue = Infinity,
  ) {}

  /** @throws LineIsFull when as many wait as may. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.running >= this.width) {
      if (this.line.length >= this.queue) throw new LineIsFull();
      await new Promise<void>((resolve) => this.line.push(resolve));
    } else {
      this.running++;
    }
    try {
      return await task();
    } finally {
      // The place is handed on, so that nobody can slip in between.
      const next = this.line.shift();
      if (next) next();
      else this.running--;
    }
  }
}

export class LineIsFull extends Error {}
