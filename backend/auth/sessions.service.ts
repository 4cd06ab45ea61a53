import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { Caller } from '../common/http/caller.decorator';
import { Clock } from '../common/time/clock';
import { notFound } from '../common/errors/errors';
import type { ClientInfo } from '../common/http/client-info.decorator';
import { deleteInBatches } from '../database/batches';
import { Database, required, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { prepared } from '../database/prepared';
import { query } from '../database/tables';
import { isActive } from '../subscriptions/subscription-status';
import { ChangeCounters } from '../users/change-counters';
import { holdingUser, isOpen } from '../users/user-changes';
import type { User } from '../users/user.entity';
import { JWT_AUDIENCE, JWT_ISSUER, SESSION_DAYS } from './jwt';
import { viewSession, type SessionView } from './session.view';

const A_MINUTE_MS = 60_000;
const A_DAY_MS = 86_400_000;

/** Open sessions per user, far more than anyone has browsers. One more ends the session that was opened first. */
const MOST_OF_USER = 100;

/** Runs with every request. The plan is read with it, because most calls ask for it and each statement costs a round trip. */
const HOLDER = prepared((at: { tokenHash: string; userId: number; now: number }) =>
  query
    .selectFrom('sessions as open')
    .innerJoin('users as u', 'u.id', 'open.user_id')
    .select(['u.id', 'u.is_admin', 'u.can_use_shared_videos', 'u.timezone'])
    .select(['open.id as session_id', 'open.last_seen_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('subscriptions as s')
          .select('s.id')
          .whereRef('s.user_id', '=', 'u.id')
          .where(isActive(at.now)),
      ).as('has_plan'),
    )
    .where('open.token_hash', '=', at.tokenHash)
    .where('open.user_id', '=', at.userId)
    .where('open.expires_at', '>', at.now),
);

/** A signed token names a session's row, and is worthless without the row. */
@Injectable()
export class SessionsService {
  private readonly log = new Logger('Sessions');

  constructor(
    private readonly db: Database,
    private readonly jwt: JwtService,
    private readonly counters: ChangeCounters,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * Opens a session. `more` is committed with it, and may contain inserts of absent rows.
   * @returns the token; undefined when the checked facts no longer hold, because of a reset or another second factor.
   */
  async open(
    { id: userId, passwordHash, twoFactor = 0 }: Checked,
    { address, agent }: ClientInfo,
    more: Statement[] = [],
  ): Promise<string | undefined> {
    const id = randomBytes(24).toString('base64url');
    const now = this.clock.now();
    const expires_at = now + SESSION_DAYS * A_DAY_MS;
    const opened = await this.db.atomicallyIfAbsent([
      required(
        query
          .insertInto('sessions')
          .columns(['token_hash', 'user_id', 'created_at', 'expires_at', 'last_seen_at', 'agent', 'address'])
          .expression(
            query
              .selectFrom('users')
              .select(({ val }) => [
                val(hashOf(id)).as('token_hash'),
                'id as user_id',
                val(now).as('created_at'),
                val(expires_at).as('expires_at'),
                val(now).as('last_seen_at'),
                val(agent).as('agent'),
                val(address).as('address'),
              ])
              .where('id', '=', userId)
              .where('password_hash', '=', passwordHash)
              .where('two_factor', '=', twoFactor)
              .where(isOpen)
              .modifyEnd(this.db.lockingRead),
          ),
      ),
      ...more,
    ]);
    if (!opened) return undefined;
    await this.closeSurplus(userId);
    const seconds = { iat: Math.floor(now / 1000), exp: Math.floor(expires_at / 1000) };
    return this.jwt.signAsync({
      sub: String(userId),
      sid: id,
      iss: JWT_ISSUER,
      aud: JWT_AUDIENCE,
      ...seconds,
    });
  }

  /** The caller's open sessions, the one seen last first. */
  async list({ id, sessionId }: Caller): Promise<SessionView[]> {
    const open = query
      .selectFrom('sessions')
      .select(['id', 'created_at', 'last_seen_at', 'agent', 'address'])
      .where('user_id', '=', id)
      .where('expires_at', '>', this.clock.now());
    const rows = await this.db.rows(open.orderBy('last_seen_at', 'desc').orderBy('id', 'desc'));
    return rows.map((row) => viewSession(row, sessionId));
  }

  /** `also` joins the unit of the change, here and below. */
  async close(caller: Caller, ...also: Statement[]): Promise<void> {
    await this.db.atomically([
      textOf(holdingUser(caller.id)),
      ...this.closing(caller.id, '=', caller.sessionId),
      ...also,
    ]);
  }

  /** @throws DomainError 404 if the session belongs to another user, has ended or never existed. */
  async closeOne(caller: Caller, sessionId: number, ...also: Statement[]): Promise<SessionView> {
    const session = (await this.list(caller)).find(({ id }) => id === sessionId);
    const [ending, ...rest] = this.closing(caller.id, '=', sessionId);
    const unit = [textOf(holdingUser(caller.id)), { ...ending, required: true }, ...rest, ...also];
    const ended = session && (await this.db.atomically(unit));
    if (!session || !ended) throw notFound('This session');
    return session;
  }

  /** Ends all sessions but the caller's own. @returns the ended ones. */
  async closeOthers(caller: Caller, ...also: Statement[]): Promise<SessionView[]> {
    const others = (await this.list(caller)).filter(({ current }) => current === 0);
    await this.db.atomically([
      textOf(holdingUser(caller.id)),
      ...this.closingOthers(caller),
      ...(others.length ? also : []),
    ]);
    return others;
  }

  /** Signs the user out everywhere. */
  closingAll(userId: number): Statement[] {
    return this.closing(userId, '>', 0);
  }

  /** Signs the caller out everywhere else. */
  closingOthers({ id, sessionId }: Pick<Caller, 'id' | 'sessionId'>): Statement[] {
    return this.closing(id, '<>', sessionId);
  }

  /** Expired sessions can no longer be used. */
  async forgetExpired(): Promise<void> {
    const now = this.clock.now();
    await deleteInBatches(this.db, 'sessions', 'id', (session) => session('expires_at', '<=', now));
  }

  /** The caller whose token has this session id, if the session is still open. */
  async caller(sid: string, userId: number, visitor?: ClientInfo): Promise<Caller | null> {
    const now = this.clock.now();
    const row = await this.db.row(HOLDER({ tokenHash: hashOf(sid), userId, now }));
    if (!row) return null;
    // The absolute difference, because the clock may have been set back.
    if (visitor && Math.abs(now - row.last_seen_at) >= A_MINUTE_MS) this.see(row, now, visitor);
    return {
      id: row.id,
      sessionId: row.session_id,
      isAdmin: row.is_admin === 1,
      canUseSharedVideos: row.can_use_shared_videos === 1,
      hasPlan: Number(row.has_plan) === 1,
      timezone: row.timezone,
    };
  }

  /** Runs in the background. Of concurrent requests, only the first one writes. */
  private see({ session_id, last_seen_at }: Seen, now: number, { address, agent }: ClientInfo): void {
    const seeing = query
      .updateTable('sessions')
      .set({ last_seen_at: now, agent, address })
      .where('id', '=', session_id)
      .where('last_seen_at', '=', last_seen_at);
    this.db
      .run(seeing)
      .catch((error: unknown) =>
        this.log.debug({ err: error }, 'when a session was seen could not be noted'),
      );
  }

  private async closeSurplus(userId: number): Promise<void> {
    const newest = query.selectFrom('sessions').select('id').where('user_id', '=', userId);
    const surplus = await this.db.row(newest.orderBy('id', 'desc').limit(1).offset(MOST_OF_USER));
    if (!surplus) return;
    await this.db.atomically([textOf(holdingUser(userId)), ...this.closing(userId, '<=', surplus.id)]);
  }

  /** For a unit that has locked the user: whoever stores something for a session waits there, and not for the session. */
  private closing(userId: number, which: '=' | '<>' | '<=' | '>', id: number): [Statement, ...Statement[]] {
    const own = query.deleteFrom('sessions').where('user_id', '=', userId);
    return [textOf(own.where('id', which, id)), this.counters.bump(userId, 'sessions')];
  }
}

/** The facts about a user that a sign-in has checked. */
type Checked = Pick<User, 'id' | 'passwordHash'> & Partial<Pick<User, 'twoFactor'>>;

interface Seen {
  session_id: number;
  last_seen_at: number;
}

const hashOf = (sid: string): string => createHash('sha256').update(sid).digest('hex');
