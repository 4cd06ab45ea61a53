import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { deleteInBatches } from '../database/batches';
import { Database, type Statement } from '../database/database';

const DAYS_30_MS = 30 * 86_400_000;

/** Of an account; with one more the oldest is forgotten. */
const MOST = 100;

/** Where an account signed in during the last 30 days. */
@Injectable()
export class KnownAddresses {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async has(userId: number, address: string): Promise<boolean> {
    const row = await this.db.row(
      'SELECT 1 AS one FROM known_addresses WHERE user_id = ? AND address = ? AND signed_in_at > ?',
      [userId, address, this.clock.now() - DAYS_30_MS],
    );
    return row !== undefined;
  }

  /** Belongs into the unit of the sign-in. */
  noting(userId: number, address: string): Statement[] {
    const now = this.clock.now();
    return [
      {
        sql: `INSERT INTO known_addresses (user_id, address, signed_in_at)
              SELECT u.id, ?, ? FROM users u WHERE u.id = ?
                 AND NOT EXISTS (SELECT 1 FROM known_addresses k WHERE k.user_id = ? AND k.address = ?)`,
        params: [address, now, userId, userId, address],
      },
      {
        sql: 'UPDATE known_addresses SET signed_in_at = ? WHERE user_id = ? AND address = ?',
        params: [now, userId, address],
      },
      {
        // The table between is for MySQL, which does not read the table that it deletes from.
        sql: `DELETE FROM known_addresses WHERE user_id = ? AND signed_in_at <
                (SELECT signed_in_at FROM (SELECT signed_in_at FROM known_addresses WHERE user_id = ?
                  ORDER BY signed_in_at DESC LIMIT 1 OFFSET ${MOST - 1}) AS oldest)`,
        params: [userId, userId],
      },
    ];
  }

  async forgetOld(): Promise<void> {
    const old = this.clock.now() - DAYS_30_MS;
    await deleteInBatches(this.db, 'known_addresses', 'signed_in_at <= ?', [old], 'user_id');
  }
}
