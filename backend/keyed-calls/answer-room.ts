import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { DomainError } from '../common/errors/errors';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';

/** Of one user within 24 hours. A call that runs may still add its answer. */
export const MOST_KEYS = 5_000;
const MOST_KEPT_BYTES = 20 * 1024 ** 2;

/** Bounds what the answers of a user take, which are in no quota. */
@Injectable()
export class AnswerRoom {
  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * Reads the entries of one index that are the user's, and no more of them than there may be.
   *
   * @returns the seconds until the oldest answer goes; null while there is room
   */
  async fullUntil(userId: number): Promise<number | null> {
    const now = this.clock.now();
    const live = query
      .selectFrom('keyed_calls')
      .select(['expires_at', 'answer_bytes'])
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .orderBy('expires_at')
      .limit(MOST_KEYS);
    const taken = await this.db.row(
      query
        .selectFrom(live.as('live'))
        .select(({ fn }) => [
          fn.countAll<number>().as('keys'),
          fn.sum<number | string | null>('answer_bytes').as('bytes'),
          fn.min<number | null>('expires_at').as('first'),
        ]),
    );
    if (!taken || (taken.keys < MOST_KEYS && Number(taken.bytes ?? 0) < MOST_KEPT_BYTES)) return null;
    return Math.max(1, Math.ceil(((taken.first ?? now) - now) / 1000));
  }
}

/** A call without a key is made as ever. */
export const tooManyKeys = (retryAfterSeconds: number): DomainError =>
  new DomainError(429, 'too_many_requests', TOO_MANY_KEYS, { retryAfterSeconds });

const TOO_MANY_KEYS = `You have used ${MOST_KEYS.toLocaleString('en')} Idempotency-Keys within 24 hours, or their answers take more than ${MOST_KEPT_BYTES / 1024 ** 2} MB. Try again later, or send the call without a key.`;
