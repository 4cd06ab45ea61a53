import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Activity } from './activity';

const HOUR_MS = 3_600_000;

@Injectable()
export class ActivityHousekeeping {
  private readonly log = new Logger('Activity');

  constructor(private readonly activity: Activity) {}

  @Interval(HOUR_MS)
  async tidy(): Promise<void> {
    try {
      await this.activity.forgetOld();
    } catch (error) {
      this.log.error({ err: error }, 'old activity could not be deleted; the next try is in an hour');
    }
  }
}
