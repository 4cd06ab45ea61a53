/**
 * Another machine's clock, as far as it can be trusted. If it runs ahead of the time that has passed here since it was
 * first read, it was set, and no file has become older by that.
 */
export class SteadyClock {
  private first?: { time: number; at: number };

  constructor(
    private readonly read: () => Promise<number>,
    private readonly passed: () => number = () => performance.now(),
  ) {}

  async now(): Promise<number> {
    const time = await this.read();
    const at = this.passed();
    this.first ??= { time, at };
    return Math.min(time, this.first.time + at - this.first.at);
  }
}
