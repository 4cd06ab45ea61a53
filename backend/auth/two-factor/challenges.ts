import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { DomainError, unauthorized } from '../../common/errors';
import { deleteInBatches } from '../../database/batches';
import { Database, type Statement } from '../../database/database';
import type { User } from '../../users/user.entity';

const LIFE_MS = 5 * 60_000;
const MOST_TRIES = 5;

/**
 * A sign-in whose password was right waits here for its code. A change of the password or of the second factor deletes
 * the challenge, so that what was checked still holds when the session opens.
 */
@Injectable()
export class Challenges {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * `also` goes into the same unit.
   * @returns undefined when what was checked is no longer the user's.
   */
  async open({ id, passwordHash }: User, also: Statement[]): Promise<string | undefined> {
    const token = randomBytes(32).toString('base64url');
    const opened = await this.db.atomically([
      {
        sql: `INSERT INTO sign_in_challenges (token_hash, user_id, expires_at)
              SELECT ?, id, ? FROM users WHERE id = ? AND password_hash = ? AND two_factor = 1${this.db.lockingRead}`,
        params: [hashOf(token), this.clock.now() + LIFE_MS, id, passwordHash],
        required: true,
      },
      ...also,
    ]);
    return opened ? token : undefined;
  }

  /** Whose sign-in it is. @throws DomainError 401 when it is over. */
  async userOf(token: string): Promise<number> {
    const row = await this.db.row<{ user_id: number }>(
      'SELECT user_id FROM sign_in_challenges WHERE token_hash = ? AND tries < ? AND expires_at > ?',
      [hashOf(token), MOST_TRIES, this.clock.now()],
    );
    if (!row) throw challengeIsOver();
    return row.user_id;
  }

  /** Counted before the code is looked at, so that many at once are as many. @throws DomainError 401 when it is over. */
  async countTry(token: string): Promise<void> {
    const counted = await this.db.run(
      'UPDATE sign_in_challenges SET tries = tries + 1 WHERE token_hash = ? AND tries < ? AND expires_at > ?',
      [hashOf(token), MOST_TRIES, this.clock.now()],
    );
    if (counted === 0) throw challengeIsOver();
  }

  /** Belongs into the unit of the sign-in. */
  using(token: string): Statement {
    return {
      sql: 'DELETE FROM sign_in_challenges WHERE token_hash = ? AND expires_at > ?',
      params: [hashOf(token), this.clock.now()],
      required: true,
    };
  }

  /** Belongs into the unit of whatever makes a password or a second factor another one. */
  static dropping(userId: number): Statement {
    return { sql: 'DELETE FROM sign_in_challenges WHERE user_id = ?', params: [userId] };
  }

  async forgetExpired(): Promise<void> {
    const now = this.clock.now();
    await deleteInBatches(this.db, 'sign_in_challenges', 'expires_at <= ?', [now], 'token_hash');
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export const twoFactorRequired = (challenge: string) =>
  new DomainError(401, 'two_factor_required', 'Enter the code from your authenticator app.', { challenge });

export const challengeIsOver = () =>
  unauthorized('This sign-in has expired or was used already. Sign in again with your password.');
