import { LineIsFull } from './limiter';

interface Waiting {
  begin: () => void;
  giveUp: (why: LineIsFull) => void;
}

/**
 * Runs at most `width` tasks at a time. The others wait in lanes that take turns: a lane with a hundred tasks delays
 * any other lane by one task. Each lane is bounded, and so are all together: then the longest lane gives up its last
 * place.
 */
export class FairLimiter {
  private running = 0;
  private waiting = 0;
  /** In the order of their turns. */
  private readonly lanes = new Map<string, Waiting[]>();

  constructor(
    private readonly width: number,
    private readonly perLane: number,
    private readonly inAll: number,
  ) {}

  /** @throws LineIsFull if the lane is full, or when the task has to make room for a shorter lane. */
  async run<T>(lane: string, task: () => Promise<T>): Promise<T> {
    if (this.running >= this.width) await this.turn(lane);
    else this.running++;
    try {
      return await task();
    } finally {
      this.passOn();
    }
  }

  private turn(lane: string): Promise<void> {
    const line = this.lanes.get(lane) ?? [];
    if (line.length >= this.perLane) return Promise.reject(new LineIsFull());
    if (this.waiting >= this.inAll && !this.makeRoom(line.length + 1))
      return Promise.reject(new LineIsFull());
    return new Promise((begin, giveUp) => {
      line.push({ begin, giveUp });
      this.lanes.set(lane, line);
      this.waiting++;
    });
  }

  /** Hands the place on directly, so that no other task slips in between. */
  private passOn(): void {
    for (const [lane, line] of this.lanes) {
      this.lanes.delete(lane);
      const next = line.shift();
      if (line.length) this.lanes.set(lane, line);
      if (!next) continue;
      this.waiting--;
      next.begin();
      return;
    }
    this.running--;
  }

  /** @returns false if no lane is longer. */
  private makeRoom(length: number): boolean {
    let longest: [string, Waiting[]] | undefined;
    for (const entry of this.lanes) if (entry[1].length > (longest?.[1].length ?? length)) longest = entry;
    const last = longest?.[1].pop();
    if (!last) return false;
    this.waiting--;
    last.giveUp(new LineIsFull());
    return true;
  }
}
