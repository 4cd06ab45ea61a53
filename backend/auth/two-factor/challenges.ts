import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import { DomainError, unauthorized } from '../../common/errors/errors';
import { deleteInBatches } from '../../database/batches';
import { Database, required, textOf, type Statement } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query } from '../../database/tables';
import type { User } from '../../users/user.entity';

const LIFE_MS = 5 * 60_000;
const MOST_TRIES = 5;

/** Ends every sign-in that waits for its code. */
export const droppingAllChallenges = () => query.deleteFrom('sign_in_challenges');

/**
 * Holds sign-ins whose password was right and whose code is still missing. A change of the password or of the second
 * factor deletes the challenge, so that the checked facts still hold when the session opens.
 */
@Injectable()
export class Challenges {
  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * `also` joins the same unit.
   * @returns the token of the challenge; undefined when the checked facts no longer hold.
   */
  async open({ id, passwordHash }: User, also: Statement[]): Promise<string | undefined> {
    const token = randomBytes(32).toString('base64url');
    const opened = await this.db.atomically([
      required(
        query
          .insertInto('sign_in_challenges')
          .columns(['token_hash', 'user_id', 'expires_at'])
          .expression(
            query
              .selectFrom('users')
              .select(({ val }) => [
                val(hashOf(token)).as('token_hash'),
                'id as user_id',
                val(this.clock.now() + LIFE_MS).as('expires_at'),
              ])
              .where('id', '=', id)
              .where('password_hash', '=', passwordHash)
              .where('two_factor', '=', 1)
              .modifyEnd(this.db.lockingRead),
          ),
      ),
      ...also,
    ]);
    return opened ? token : undefined;
  }

  /** The user who is signing in. @throws DomainError 401 when the challenge is over. */
  async userOf(token: string): Promise<number> {
    const open = query
      .selectFrom('sign_in_challenges')
      .select('user_id')
      .where('token_hash', '=', hashOf(token))
      .where('tries', '<', MOST_TRIES)
      .where('expires_at', '>', this.clock.now());
    const row = await this.db.row(open);
    if (!row) throw challengeIsOver();
    return row.user_id;
  }

  /**
   * Counts the try before the code is checked, so that concurrent tries all count.
   *
   * @throws DomainError 401 when the challenge is over.
   */
  async countTry(token: string): Promise<void> {
    const counting = query
      .updateTable('sign_in_challenges')
      .set((challenge) => ({ tries: challenge('tries', '+', 1) }))
      .where('token_hash', '=', hashOf(token))
      .where('tries', '<', MOST_TRIES)
      .where('expires_at', '>', this.clock.now());
    if ((await this.db.run(counting)) === 0) throw challengeIsOver();
  }

  /** Whether all its tries are used up. */
  async isUsedUp(token: string): Promise<boolean> {
    const usedUp = query
      .selectFrom('sign_in_challenges')
      .select('user_id')
      .where('token_hash', '=', hashOf(token))
      .where('tries', '>=', MOST_TRIES);
    return (await this.db.row(usedUp)) !== undefined;
  }

  /** Belongs in the unit of the sign-in. */
  using(token: string): Statement {
    const own = query.deleteFrom('sign_in_challenges').where('token_hash', '=', hashOf(token));
    return required(own.where('expires_at', '>', this.clock.now()));
  }

  /** Belongs in the unit of every change of a password or a second factor. */
  static dropping(userId: number): Statement {
    return textOf(query.deleteFrom('sign_in_challenges').where('user_id', '=', userId));
  }

  async forgetExpired(): Promise<void> {
    const now = this.clock.now();
    await deleteInBatches(this.db, 'sign_in_challenges', 'token_hash', (challenge) =>
      challenge('expires_at', '<=', now),
    );
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export const twoFactorRequired = (challenge: string) =>
  new DomainError(401, 'two_factor_required', 'Enter the code from your authenticator app.', { challenge });

export const challengeIsOver = () =>
  unauthorized('This sign-in has expired or was used already. Sign in again with your password.');
