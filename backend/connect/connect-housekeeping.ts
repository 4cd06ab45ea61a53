import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ConnectSessions } from './connect-sessions';

const A_MINUTE_MS = 60_000;

/** Deletes what is over, once a minute. */
@Injectable()
export class ConnectHousekeeping {
  private readonly log = new Logger('ConnectHousekeeping');

  constructor(private readonly sessions: ConnectSessions) {}

  @Interval(A_MINUTE_MS)
  async tidy(): Promise<void> {
    try {
      await this.sessions.forgetOld();
    } catch (error) {
      this.log.error({ err: error }, 'what is over could not be deleted; the next try is in a minute');
    }
  }
}
