import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ConnectSessions } from './connect-sessions';
import { DataDeletions } from './data-deletions';

const A_MINUTE_MS = 60_000;

/** Deletes what is over, and what persons asked to have deleted, once a minute. */
@Injectable()
export class ConnectHousekeeping {
  private readonly log = new Logger('ConnectHousekeeping');

  constructor(
    private readonly sessions: ConnectSessions,
    private readonly deletions: DataDeletions,
  ) {}

  @Interval(A_MINUTE_MS)
  async tidy(): Promise<void> {
    await this.attempt(() => this.sessions.forgetOld());
    await this.attempt(() => this.deletions.finishAll());
    await this.attempt(() => this.deletions.forgetOld());
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.log.error({ err: error }, 'what is over could not be deleted; the next try is in a minute');
    }
  }
}
