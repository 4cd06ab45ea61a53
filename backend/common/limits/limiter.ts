/** Runs at most `width` tasks at a time; up to `queue` more wait in line, and further ones are refused. */
export class Limiter {
  private running = 0;
  private readonly line: (() => void)[] = [];

  constructor(
    private readonly width: number,
    private readonly queue = Infinity,
  ) {}

  /** @throws LineIsFull when the line is full. */
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
      // Hands the place on directly, so that no other task slips in between.
      const next = this.line.shift();
      if (next) next();
      else this.running--;
    }
  }
}

export class LineIsFull extends Error {}
