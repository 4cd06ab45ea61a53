import { Logger } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';
import { withTimeout } from './timeout';

interface LoopOptions {
  /** In the scheduler's registry and in the log. */
  name: string;
  /** From one tick to the next. */
  everyMs: number;
  /** Before the first round, which is at once otherwise. */
  firstMs?: number;
  /** A round that has not ended by then is given up: it goes on by itself, and holds up no other. */
  limitMs?: number;
  registry: SchedulerRegistry;
}

/** @returns after how many ms the next round is due, if that is sooner than the next tick. */
export type Round = () => Promise<number | undefined>;

/**
 * Work that is done again and again: at every tick, at the instant that the last round named, and whenever it is woken.
 * One round at a time. One that fails is logged, the first of several in a row, and the next tick tries again.
 */
export class Loop {
  private readonly log: Logger;
  private running = false;
  private failing = false;
  private alarm?: NodeJS.Timeout;
  private underWay?: Promise<void>;
  private next?: Promise<void>;

  constructor(
    private readonly options: LoopOptions,
    private readonly round: Round,
  ) {
    this.log = new Logger(options.name);
  }

  /** @returns when the first round has ended, unless that is for later. */
  start(): Promise<void> {
    if (this.running) return Promise.resolve();
    this.running = true;
    const { name, everyMs, firstMs, registry } = this.options;
    registry.addInterval(name, setInterval(() => void this.wake(), everyMs).unref());
    if (firstMs === undefined) return this.wake();
    this.wakeIn(firstMs);
    return Promise.resolve();
  }

  /** No round begins any more. @returns when the one under way has ended. */
  async stop(): Promise<void> {
    if (!this.running) return;
    this.running = false;
    clearTimeout(this.alarm);
    const { name, registry } = this.options;
    // At shutdown the scheduler empties its registry, maybe before.
    if (registry.doesExist('interval', name)) registry.deleteInterval(name);
    await this.underWay;
  }

  /** @returns when a round has ended that began after this call: what was changed before it is seen. */
  wake(): Promise<void> {
    if (!this.underWay) return this.begin();
    this.next ??= this.underWay.then(() => {
      this.next = undefined;
      return this.begin();
    });
    return this.next;
  }

  private begin(): Promise<void> {
    if (!this.running) return Promise.resolve();
    clearTimeout(this.alarm);
    this.underWay = this.work().then(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  }

  private async work(): Promise<void> {
    try {
      const { limitMs } = this.options;
      const sooner = await (limitMs === undefined ? this.round() : withTimeout(limitMs, this.round()));
      if (sooner !== undefined) this.wakeIn(sooner);
      if (this.failing) this.log.log('works again');
      this.failing = false;
    } catch (error) {
      if (!this.failing && this.running) this.log.error({ err: error }, 'a round was interrupted');
      this.failing = true;
    }
  }

  private wakeIn(ms: number): void {
    if (!this.running || ms >= this.options.everyMs) return;
    // A timer may ring a millisecond early; the round then finds nothing, and names the same instant.
    this.alarm = setTimeout(() => void this.wake(), Math.max(1, ms)).unref();
  }
}
