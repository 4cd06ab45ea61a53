import { Injectable } from '@nestjs/common';

/** The only source of instants in this code, in milliseconds since 1970 (UTC). Tests replace it. */
@Injectable()
export class Clock {
  now(): number {
    return Date.now();
  }

  /** Milliseconds of a clock that nobody can set, for durations that must really have passed. Tests set it with `now`. */
  steady(): number {
    return this.now() - Date.now() + performance.now();
  }
}
