import { Inject, Injectable } from '@nestjs/common';
import { sql, type Updateable } from 'kysely';
import { adminsOnly, sessionEnded } from '../common/errors/errors';
import type { Caller } from '../common/http/caller.decorator';
import { Clock } from '../common/time/clock';
import { Database, required, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query, type Tables } from '../database/tables';
import { changingOpenUser } from './user-changes';

type Session = Pick<Caller, 'id' | 'sessionId'>;

/** The caller's session, while it is open. */
export const openSession = ({ id, sessionId }: Session, now: number) =>
  query
    .selectFrom('sessions')
    .select('sessions.id')
    .where('sessions.id', '=', sessionId)
    .where('sessions.user_id', '=', id)
    .where('sessions.expires_at', '>', now);

/**
 * Guards judge the caller before a body is read, and that may take minutes. What such a call stores therefore asks again,
 * in its own unit: nothing of a session that has ended meanwhile is kept.
 */
@Injectable()
export class StandingCallers {
  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * For the unit that stores: undone when the caller's session has ended. Locks the user and then the session, as do the
   * units that end sessions, so that one of these comes before or after the whole unit.
   * @param change of the user, made with it
   */
  holding(caller: Session, change: Updateable<Tables['users']> = {}): Statement {
    return required(this.whileStanding(caller, change));
  }

  /** Like `holding`; undone also when the caller is no administrator any more. */
  holdingAdmin(caller: Session): Statement {
    return required(this.whileStanding(caller).where('is_admin', '=', 1));
  }

  /** Once a unit with `holding` was undone. @throws DomainError 401 when that was the reason */
  async refuseEnded(caller: Session): Promise<void> {
    if (await this.hasEnded(caller)) throw sessionEnded();
  }

  /** Once a unit with `holdingAdmin` was undone. @throws DomainError 401, 403 */
  async refuseNoAdmin(caller: Session): Promise<never> {
    await this.refuseEnded(caller);
    throw adminsOnly();
  }

  async hasEnded(caller: Session): Promise<boolean> {
    return (await this.db.row(openSession(caller, this.clock.now()))) === undefined;
  }

  private whileStanding(caller: Session, change: Updateable<Tables['users']> = {}) {
    const session = openSession(caller, this.clock.now())
      // Makes it depend on the user's row, which is then locked first.
      .whereRef('sessions.user_id', '=', sql.ref('users.id'))
      .modifyEnd(this.db.lockingRead);
    return changingOpenUser(caller.id, change).where(({ exists }) => exists(session));
  }
}
