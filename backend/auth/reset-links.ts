import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Config } from '../config/config';
import { deleteInBatches } from '../database/batches';
import { Database, type Statement } from '../database/database';
import type { User } from '../users/user.entity';

const AN_HOUR_MS = 3_600_000;

/** Mails with a link that an account gets within an hour, whoever asks for them. */
const MOST_AN_HOUR = 3;

export interface Holder {
  id: number;
  name: string;
  email: string;
}

/**
 * A token is `<user id>.<256 random bits>`. The row keeps only the SHA-256 of it and of the address it was sent to: with
 * another address it is worthless. A newer link leaves the older ones as they are.
 */
@Injectable()
export class ResetLinks {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** The statements belong into one unit with the mail; they refuse a link too many, and one to an old address. */
  issuing(
    { id, email }: Pick<User, 'id' | 'email'>,
    usefulMs: number,
  ): { url: string; statements: Statement[] } {
    const token = `${id}.${randomBytes(32).toString('base64url')}`;
    const now = this.clock.now();
    return {
      url: `${this.config.http.publicUrl}/reset-password#token=${token}`,
      statements: [
        // Changes nothing, but two requests at once take turns here: the second one counts the first one's link.
        {
          sql: 'UPDATE users SET email = email WHERE id = ? AND email = ?',
          params: [id, email],
          required: true,
        },
        {
          sql: `INSERT INTO reset_links (token_hash, user_id, created_at, expires_at)
                SELECT ?, u.id, ?, ? FROM users u WHERE u.id = ?
                   AND (SELECT COUNT(*) FROM reset_links l WHERE l.user_id = ? AND l.created_at > ?) < ?`,
          params: [hashOf(token, email), now, now + usefulMs, id, id, now - AN_HOUR_MS, MOST_AN_HOUR],
          required: true,
        },
      ],
    };
  }

  /** Whose link it is, while it is good. */
  async holderOf(token: string): Promise<Holder | undefined> {
    const id = /^(\d{1,9})\.[\w-]{43}$/.exec(token)?.[1];
    if (id === undefined) return undefined;
    const holder = await this.db.row<Holder>('SELECT id, name, email FROM users WHERE id = ?', [Number(id)]);
    if (!holder) return undefined;
    const link = await this.db.row<{ id: number }>(
      'SELECT id FROM reset_links WHERE token_hash = ? AND user_id = ? AND expires_at > ?',
      [hashOf(token, holder.email), holder.id, this.clock.now()],
    );
    return link && holder;
  }

  /** Works once, and ends the holder's other links with it. */
  using(token: string, { id, email }: Holder): Statement[] {
    const now = this.clock.now();
    return [
      {
        sql: `UPDATE reset_links SET expires_at = ? WHERE token_hash = ? AND user_id = ? AND expires_at > ?`,
        params: [now, hashOf(token, email), id, now],
        required: true,
      },
      this.invalidating(id),
    ];
  }

  invalidating(userId: number): Statement {
    const now = this.clock.now();
    return {
      sql: 'UPDATE reset_links SET expires_at = ? WHERE user_id = ? AND expires_at > ?',
      params: [now, userId, now],
    };
  }

  /** Those that still count as a mail of this hour stay. */
  async forgetOld(): Promise<void> {
    const now = this.clock.now();
    await deleteInBatches(this.db, 'reset_links', 'expires_at <= ? AND created_at <= ?', [
      now,
      now - AN_HOUR_MS,
    ]);
  }
}

const hashOf = (token: string, email: string): string =>
  createHash('sha256').update(`${token}\n${email}`).digest('hex');
