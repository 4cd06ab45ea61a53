import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { tooManyRequests } from '../common/errors';
import { Database } from '../database/database';

const WINDOW_MS = 60_000;

/** Tries a minute, per key. */
const LIMITS = { login: 10, register: 30, reset: 5 } as const;

/**
 * What keeps guessers out is counted in the database: somebody who spreads their tries over all processes gets no more
 * of them. The limits of ordinary calls, which only spare a process, are in `RateLimits`.
 */
@Injectable()
export class AuthLimits {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError 429 when `key` has used up its tries of this minute. */
  async consume(limit: keyof typeof LIMITS, key: string): Promise<void> {
    const id = createHash('sha256').update(`${limit} ${key}`).digest('hex');
    const now = this.clock.now();
    if (await this.count(id, LIMITS[limit], now)) return;
    if (await this.begin(id, now)) return;
    // Another process began the window just now, or it is used up.
    if (await this.count(id, LIMITS[limit], now)) return;
    const window = await this.db.row<{ ends_at: number }>('SELECT ends_at FROM limit_windows WHERE id = ?', [
      id,
    ]);
    const left = (window?.ends_at ?? now) - now;
    throw tooManyRequests(Math.max(1, Math.ceil(left / 1000)));
  }

  async forgetEnded(): Promise<void> {
    await this.db.run('DELETE FROM limit_windows WHERE ends_at <= ?', [this.clock.now()]);
  }

  /** One more in a window that has room, or the first of a new one in place of one that has ended. */
  private async count(id: string, most: number, now: number): Promise<boolean> {
    // `used` comes first: MySQL assigns from left to right, and `ends_at` is still the old one there.
    const counted = await this.db.run(
      `UPDATE limit_windows SET used = CASE WHEN ends_at <= ? THEN 1 ELSE used + 1 END,
              ends_at = CASE WHEN ends_at <= ? THEN ? ELSE ends_at END
        WHERE id = ? AND (ends_at <= ? OR used < ?)`,
      [now, now, now + WINDOW_MS, id, now, most],
    );
    return counted > 0;
  }

  private async begin(id: string, now: number): Promise<boolean> {
    try {
      await this.db.insert('limit_windows', { id, used: 1, ends_at: now + WINDOW_MS });
      return true;
    } catch (error) {
      if (this.db.isDuplicate(error)) return false;
      throw error;
    }
  }
}
