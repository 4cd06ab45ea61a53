import { Clock } from '../../backend/common/time/clock';

/** The product's clock in a test's hands: set forward, what waits for an hour is over in a moment. */
export class TestClock {
  private offsetMs = 0;
  private stoppedAt?: number;

  /** A function of its own, so that it can replace another clock's. */
  readonly now = (): number => (this.stoppedAt ?? Date.now()) + this.offsetMs;

  /**
   * Also backwards, as an administrator or a bad time server may set it. By whole milliseconds, as every clock goes: waits
   * have fractions, and the Meta world sorts its posts by the digits of their times.
   */
  forward(ms: number): void {
    this.offsetMs += Math.ceil(ms);
  }

  /** How far it is ahead of the real time. */
  set ahead(ms: number) {
    this.offsetMs = Math.ceil(ms);
  }

  get ahead(): number {
    return this.offsetMs;
  }

  /** From now on only `forward` moves it. */
  stop(): void {
    this.stoppedAt ??= Date.now();
  }

  /** It runs again, from where it stands. */
  start(): void {
    const { stoppedAt = Date.now() } = this;
    this.stoppedAt = undefined;
    this.forward(stoppedAt - Date.now());
  }

  /** The real time again. */
  reset(): void {
    this.stoppedAt = undefined;
    this.offsetMs = 0;
  }
}

/** A clock of the product that tells this time. */
export const clockOf = (now: () => number): Clock => Object.assign(new Clock(), { now });
