import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { Caller } from '../common/caller.decorator';
import { Clock } from '../common/clock';
import { Database, type Statement } from '../database/database';
import { Feeds } from '../users/feeds';
import type { User } from '../users/user.entity';
import { JWT_AUDIENCE, JWT_ISSUER, SESSION_DAYS } from './jwt';

const A_DAY_MS = 86_400_000;

/** A signed token names a row; without the row the token is worth nothing. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly db: Database,
    private readonly jwt: JwtService,
    private readonly feeds: Feeds,
    private readonly clock: Clock,
  ) {}

  /** @returns undefined when the password that was checked is no longer the user's: a reset came in between. */
  async open({ id: userId, passwordHash }: Pick<User, 'id' | 'passwordHash'>): Promise<string | undefined> {
    const id = randomBytes(24).toString('base64url');
    const now = this.clock.now();
    const expires_at = now + SESSION_DAYS * A_DAY_MS;
    const opened = await this.db.run(
      `INSERT INTO sessions (id, user_id, created_at, expires_at)
       SELECT ?, id, ?, ? FROM users WHERE id = ? AND password_hash = ?${this.db.lockingRead}`,
      [id, now, expires_at, userId, passwordHash],
    );
    if (opened === 0) return undefined;
    const seconds = { iat: Math.floor(now / 1000), exp: Math.floor(expires_at / 1000) };
    return this.jwt.signAsync({
      sub: String(userId),
      sid: id,
      iss: JWT_ISSUER,
      aud: JWT_AUDIENCE,
      ...seconds,
    });
  }

  async close({ id, sessionId }: Caller): Promise<void> {
    await this.db.atomically([
      { sql: 'DELETE FROM sessions WHERE id = ?', params: [sessionId] },
      this.feeds.telling(id, 'sessions'),
    ]);
  }

  /** Signs the user out everywhere. */
  closingAll(userId: number): Statement[] {
    return [
      { sql: 'DELETE FROM sessions WHERE user_id = ?', params: [userId] },
      this.feeds.telling(userId, 'sessions'),
    ];
  }

  /** Nobody can come back to them. */
  async forgetExpired(): Promise<void> {
    await this.db.run('DELETE FROM sessions WHERE expires_at <= ?', [this.clock.now()]);
  }

  /** Who holds the session, if it is still open. */
  async caller(sessionId: string, userId: number): Promise<Caller | null> {
    const row = await this.db.row<CallerRow>(
      `SELECT u.id, u.is_admin, u.can_use_shared_videos, u.timezone
         FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.id = ? AND s.user_id = ? AND s.expires_at > ?`,
      [sessionId, userId, this.clock.now()],
    );
    if (!row) return null;
    return {
      id: row.id,
      sessionId,
      isAdmin: row.is_admin === 1,
      canUseSharedVideos: row.can_use_shared_videos === 1,
      timezone: row.timezone,
    };
  }
}

interface CallerRow {
  id: number;
  is_admin: number;
  can_use_shared_videos: number;
  timezone: string;
}
