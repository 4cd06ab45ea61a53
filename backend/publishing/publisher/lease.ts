import { Logger } from '@nestjs/common';
import { LEASE_MS, RENEW_EVERY_MS } from '../../accounts/turns/account-turns';

/**
 * Renews a claim while its post is worked on. The lease ends by this process's own clocks, without asking the database:
 * a process that was suspended for longer than its lease knows so before its next call.
 */
export class Lease {
  private readonly log = new Logger('Publisher');
  private readonly lost = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private until = endOf(performance.now(), Date.now());

  constructor(
    private readonly post: number,
    /** @returns false when the claim was lost */
    private readonly renewClaim: () => Promise<boolean>,
    askedAt: { steady: number; clock: number },
  ) {
    this.until = endOf(askedAt.steady, askedAt.clock);
    this.timer = setInterval(() => void this.renew(), RENEW_EVERY_MS).unref();
  }

  /** Aborted when the lease is known to be lost. */
  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /**
   * Whether no other process can have the post yet. Checks the wall clock too, because it runs while the machine
   * sleeps.
   */
  held(): boolean {
    const { steady, clock } = this.until;
    return !this.lost.signal.aborted && performance.now() < steady && Date.now() < clock;
  }

  end(): void {
    clearInterval(this.timer);
  }

  private async renew(): Promise<void> {
    const [steady, clock] = [performance.now(), Date.now()];
    try {
      if (await this.renewClaim()) this.until = endOf(steady, clock);
      else this.lost.abort();
    } catch (error) {
      this.log.error({ err: error, post: this.post }, 'a lease could not be renewed');
      if (!this.held()) this.lost.abort();
    }
  }
}

const endOf = (steady: number, clock: number) => ({ steady: steady + LEASE_MS, clock: clock + LEASE_MS });
