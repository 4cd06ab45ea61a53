import { LineIsFull } from './limiter';

interface Waiting {
  start(): void;
}

/**
 * Runs at most `width` tasks at a time, and one per key: a key with many tasks delays only itself. The others wait in
 * line, and the turn rotates among the keys.
 */
export class FairQueue<K> {
  private readonly lines = new Map<K, Waiting[]>();
  private readonly running = new Set<K>();
  private waiting = 0;

  constructor(
    private readonly width: number,
    /** Limits on waiting tasks. */
    private readonly most: { perKey: number; inAll: number },
  ) {}

  /**
   * A task whose `signal` is aborted while it waits leaves the line.
   * @throws LineIsFull when the limit of waiting tasks is reached; the reason of `signal`
   */
  async run<T>(key: K, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.running.size >= this.width || this.running.has(key)) await this.wait(key, signal);
    else this.running.add(key);
    try {
      return await task();
    } finally {
      this.running.delete(key);
      this.startNext();
    }
  }

  private wait(key: K, signal?: AbortSignal): Promise<void> {
    const line = this.lines.get(key) ?? [];
    if (line.length >= this.most.perKey || this.waiting >= this.most.inAll) throw new LineIsFull();
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.take(key, waiting);
        reject(signal?.reason as Error);
      };
      const waiting: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      line.push(waiting);
      this.lines.set(key, line);
      this.waiting++;
    });
  }

  private startNext(): void {
    if (this.running.size >= this.width) return;
    for (const [key, [first]] of this.lines) {
      if (!first || this.running.has(key)) continue;
      this.take(key, first);
      // The key goes behind the others, if it has more tasks.
      const rest = this.lines.get(key);
      this.lines.delete(key);
      if (rest) this.lines.set(key, rest);
      this.running.add(key);
      first.start();
      return;
    }
  }

  private take(key: K, waiting: Waiting): void {
    const rest = (this.lines.get(key) ?? []).filter((each) => each !== waiting);
    if (rest.length) this.lines.set(key, rest);
    else this.lines.delete(key);
    this.waiting--;
  }
}
