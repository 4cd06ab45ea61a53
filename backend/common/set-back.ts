import type { Clock } from './clock';

/** What is less may be a correction in steps, or a wrong measurement. */
const NOTICED_MS = 60_000;

/** Notices that a clock was set back. What was to be done at an instant of the later time would be done as much later. */
export class SetBack {
  private ahead: number;

  constructor(private readonly clock: Clock) {
    this.ahead = this.aheadNow();
  }

  /** Whether it was set back since the last call that noticed it, or since the beginning. */
  noticed(): boolean {
    const before = this.ahead;
    const ahead = this.aheadNow();
    const isSetBack = before - ahead > NOTICED_MS;
    this.ahead = isSetBack ? ahead : Math.max(before, ahead);
    return isSetBack;
  }

  /** Against a clock that cannot be set. */
  private aheadNow(): number {
    return this.clock.now() - performance.now();
  }
}
