import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { KeyedCalls } from './keyed-calls';

const A_MINUTE_MS = 60_000;

/** Deletes answers that are a day old, once a minute. */
@Injectable()
export class KeyedCallsHousekeeping {
  private readonly log = new Logger('KeyedCallsHousekeeping');

  constructor(private readonly calls: KeyedCalls) {}

  @Interval(A_MINUTE_MS)
  async tidy(): Promise<void> {
    try {
      await this.calls.forgetOld();
    } catch (error) {
      this.log.error({ err: error }, 'old answers could not be deleted; the next try is in a minute');
    }
  }
}
