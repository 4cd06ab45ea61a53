import type { Clock } from './clock';

/** What is less may be a correction in steps, or a wrong measurement. */
const NOTICED_MS = 60_000;

/** Notices that a clock was set back. What was to be done at an instant of the later time would be done as much later. */
export class SetBack {
  private ahead: number;

  constructor(private readonly clock: Clock) {
    this.ahead = this.aheadNow();
  }

  /**
   * Does the work if the clock was set back since the last call, or since the beginning. If it fails, or is false because
   * it is not done yet, the next call does it.
   */
  async whenNoticed(work: () => Promise<unknown>): Promise<void> {
    const ahead = this.aheadNow();
    const isSetBack = this.ahead - ahead > NOTICED_MS;
    if (isSetBack && (await work()) === false) return;
    this.ahead = isSetBack ? ahead : Math.max(this.ahead, ahead);
  }

  /** Against a clock that cannot be set. */
  private aheadNow(): number {
    return this.clock.now() - performance.now();
  }
}
