import { Logger } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';
import { withTimeout } from './timeout';

interface LoopOptions {
  /** Name in the scheduler's registry and in the log. */
  name: string;
  /** Interval between ticks. */
  everyMs: number;
  /** Delay of the first round. Without it the first round begins immediately. */
  firstMs?: number;
  /** Limit on a round. A longer one is given up: it continues, but holds up no other. */
  limitMs?: number;
  registry: SchedulerRegistry;
}

/** @returns ms until the next round is due, if that is before the next tick. */
export type Round = () => Promise<number | undefined>;

/**
 * Repeated work: a round runs at every tick, at the instant that the last round asked for, and whenever it is woken.
 * One round at a time. Failures are logged, only the first of several in a row, and the next tick tries again.
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

  /** @returns once the first round has ended; immediately if that is delayed. */
  start(): Promise<void> {
    if (this.running) return Promise.resolve();
    this.running = true;
    const { name, everyMs, firstMs, registry } = this.options;
    registry.addInterval(name, setInterval(() => void this.wake(), everyMs).unref());
    if (firstMs === undefined) return this.wake();
    this.wakeIn(firstMs);
    return Promise.resolve();
  }

  /** Begins no further round. @returns once the round under way has ended. */
  async stop(): Promise<void> {
    if (!this.running) return;
    this.running = false;
    clearTimeout(this.alarm);
    const { name, registry } = this.options;
    // At shutdown the scheduler may have emptied its registry already.
    if (registry.doesExist('interval', name)) registry.deleteInterval(name);
    await this.underWay;
  }

  /** @returns once a round that began after this call has ended: it saw every change made before the call. */
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
    // A timer may fire a millisecond early; the round then finds nothing and asks for the same instant again.
    this.alarm = setTimeout(() => void this.wake(), Math.max(1, ms)).unref();
  }
}
