import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AuthLimits } from './auth-limits';
import { KnownAddresses } from './known-addresses';
import { ResetLinks } from './reset-links';
import { SessionsService } from './sessions.service';
import { Challenges } from './two-factor/challenges';

const A_MINUTE_MS = 60_000;

/** Deletes rows that have expired, once a minute. */
@Injectable()
export class AuthHousekeeping {
  private readonly log = new Logger('AuthHousekeeping');

  constructor(
    private readonly sessions: SessionsService,
    private readonly challenges: Challenges,
    private readonly limits: AuthLimits,
    private readonly links: ResetLinks,
    private readonly addresses: KnownAddresses,
  ) {}

  @Interval(A_MINUTE_MS)
  async tidy(): Promise<void> {
    try {
      await this.sessions.forgetExpired();
      await this.challenges.forgetExpired();
      await this.limits.forgetEnded();
      await this.links.forgetOld();
      await this.addresses.forgetOld();
    } catch (error) {
      this.log.error({ err: error }, 'what is over could not be deleted; the next try is in a minute');
    }
  }
}
