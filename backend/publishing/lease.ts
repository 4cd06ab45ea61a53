import { Logger } from '@nestjs/common';
import { LEASE_MS, RENEW_EVERY_MS } from '../accounts/account-turns';
import type { Claim, Claims } from './claims';

/**
 * Keeps a claim while its post is worked on. What ends it for this process is its own clock and not an answer: a
 * process that stood still for longer than its lease knows so before it has asked anybody.
 */
export class Lease {
  private readonly log = new Logger('Publisher');
  private readonly lost = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private until = endOf(performance.now(), Date.now());

  constructor(
    private readonly claims: Claims,
    private readonly claim: Claim,
    askedAt: { steady: number; clock: number },
  ) {
    this.until = endOf(askedAt.steady, askedAt.clock);
    this.timer = setInterval(() => void this.renew(), RENEW_EVERY_MS).unref();
  }

  /** Aborted when the lease is known to be lost. */
  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /** Whether nobody else can have the post yet. The other clock goes on while a machine sleeps. */
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
      if (await this.claims.renew(this.claim)) this.until = endOf(steady, clock);
      else this.lost.abort();
    } catch (error) {
      this.log.error({ err: error, post: this.claim.post.id }, 'a lease could not be renewed');
      if (!this.held()) this.lost.abort();
    }
  }
}

const endOf = (steady: number, clock: number) => ({ steady: steady + LEASE_MS, clock: clock + LEASE_MS });
