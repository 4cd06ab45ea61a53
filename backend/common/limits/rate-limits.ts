import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '../errors/errors';

const A_MINUTE = 60;

/** Requests per minute and key. */
const LIMITS = {
  upload: 120,
  call: 600,
  'connection-check': 10,
  'facebook-settings': 10,
  accounts: 30,
  'signed-request': 120,
  'dialog-answer': 120,
} as const;

/**
 * Limits per minute, counted in this process to keep it from being flooded. Limits against guessing count across all
 * processes, in `AuthLimits`.
 */
@Injectable()
export class RateLimits {
  private readonly limiters = new Map(
    Object.entries(LIMITS).map(([name, points]) => [
      name,
      new RateLimiterMemory({ points, duration: A_MINUTE, keyPrefix: name }),
    ]),
  );

  /** @throws DomainError 429 when `key` has used up its requests of this minute. */
  async consume(limit: keyof typeof LIMITS, key: string | number): Promise<void> {
    try {
      await this.limiters.get(limit)?.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw tooManyRequests(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
    }
  }
}
