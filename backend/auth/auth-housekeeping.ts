import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AuthLimits } from './auth-limits';
import { SessionsService } from './sessions.service';

const HOUR_MS = 3_600_000;

/** Rows that only time ends. */
@Injectable()
export class AuthHousekeeping {
  private readonly log = new Logger('AuthHousekeeping');

  constructor(
    private readonly sessions: SessionsService,
    private readonly limits: AuthLimits,
  ) {}

  @Interval(HOUR_MS)
  async tidy(): Promise<void> {
    try {
      await this.sessions.forgetExpired();
      await this.limits.forgetEnded();
    } catch (error) {
      this.log.error({ err: error }, 'what is over could not be deleted; the next try is in an hour');
    }
  }
}
