import { Injectable } from '@nestjs/common';

/** The only source of instants in this code, in milliseconds since 1970 (UTC). Tests replace it. */
@Injectable()
export class Clock {
  now(): number {
    return Date.now();
  }
}

/**
 * Milliseconds that follow the clock but not a change of the system time: for durations that must really have passed.
 */
export const steadyTime = (clock: Clock): number => clock.now() - Date.now() + performance.now();
