import { Injectable } from '@nestjs/common';

/** Where every instant in this code comes from, in milliseconds since 1970 (UTC); tests put their own in its place. */
@Injectable()
export class Clock {
  now(): number {
    return Date.now();
  }
}

/** Runs beside the clock, but not with it when somebody sets the machine's: for what must really have passed. */
export const steadyTime = (clock: Clock): number => clock.now() - Date.now() + performance.now();
