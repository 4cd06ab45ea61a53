import { LineIsFull } from './limiter';

interface Waiting {
  begin: () => void;
  giveUp: (why: LineIsFull) => void;
}

/**
 * At most `width` tasks at once. The others wait in lanes that take turns: whoever asks a hundred times at once delays
 * everybody else by one task. A lane has an end, and so have all together: then the longest gives up its last place.
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

  /** @throws LineIsFull when the lane is, or has to make room for a shorter one. */
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

  /** The place is handed on, so that nobody can slip in between. */
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

  /** @returns false when no lane is longer. */
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
