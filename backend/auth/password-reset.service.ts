import { createHash, randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/clock';
import { invalid } from '../common/errors';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { Outbox } from '../ports/mail/outbox';
import { UsersService } from '../users/users.service';
import { AuthLimits } from './auth-limits';
import { passwordChangedMail } from './mails/password-changed.mail';
import { resetLinkMail } from './mails/reset-link.mail';
import { Passwords } from './passwords';
import type { ResetPasswordDto } from './password-reset.dto';
import { SessionsService } from './sessions.service';

const AN_HOUR_MS = 3_600_000;

/**
 * A token is `<user id>.<256 random bits>`. The row of the user keeps only the SHA-256 of the token and the address it
 * was sent to: a newer request replaces it, and a change of the address makes it worthless.
 */
@Injectable()
export class PasswordReset {
  private readonly log = new Logger('PasswordReset');

  constructor(
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly outbox: Outbox,
    private readonly limits: AuthLimits,
    private readonly db: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Everything that depends on the account comes after the answer: neither words nor time tell whether it exists. */
  async request(email: string): Promise<void> {
    await this.limits.consume('reset', email);
    setImmediate(() => {
      this.sendLink(email).catch((error: unknown) => {
        this.log.error({ err: error }, 'a password reset could not be prepared');
      });
    });
  }

  /** @throws DomainError 422 when the token is not, or no longer, good for a change. */
  async reset({ token, password }: ResetPasswordDto): Promise<void> {
    const holder = await this.holderOf(token);
    if (!holder) throw refused();
    const passwordHash = await this.passwords.hash(password);
    const changed = await this.db.atomically([
      {
        sql: `UPDATE users SET password_hash = ?, reset_token_hash = NULL, reset_expires_at = NULL
               WHERE id = ? AND email = ? AND reset_token_hash = ? AND reset_expires_at > ?`,
        params: [passwordHash, holder.id, holder.email, hashOf(token, holder.email), this.clock.now()],
        required: true,
      },
      ...this.sessions.closingAll(holder.id),
      this.outbox.keeping(
        passwordChangedMail(holder.email, holder.name, `${this.config.http.publicUrl}/login`),
      ),
    ]);
    if (!changed) throw refused();
    this.outbox.wake();
  }

  private async sendLink(email: string): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (!user) return;
    const token = `${user.id}.${randomBytes(32).toString('base64url')}`;
    const url = `${this.config.http.publicUrl}/reset-password#token=${token}`;
    const sent = await this.db.atomically([
      {
        sql: 'UPDATE users SET reset_token_hash = ?, reset_expires_at = ? WHERE id = ? AND email = ?',
        params: [hashOf(token, user.email), this.clock.now() + AN_HOUR_MS, user.id, user.email],
        required: true,
      },
      this.outbox.keeping(resetLinkMail(user.email, user.name, url), { usefulMs: AN_HOUR_MS }),
    ]);
    if (sent) this.outbox.wake();
  }

  /** Looked at before the password is hashed, so that guesses cost nothing; the statement decides in the end. */
  private async holderOf(token: string): Promise<Holder | undefined> {
    const id = /^(\d{1,9})\.[\w-]{43}$/.exec(token)?.[1];
    if (id === undefined) return undefined;
    const holder = await this.db.row<Holder & { reset_token_hash: string | null }>(
      'SELECT id, name, email, reset_token_hash FROM users WHERE id = ? AND reset_expires_at > ?',
      [Number(id), this.clock.now()],
    );
    return holder?.reset_token_hash === hashOf(token, holder?.email ?? '') ? holder : undefined;
  }
}

interface Holder {
  id: number;
  name: string;
  email: string;
}

const hashOf = (token: string, email: string): string =>
  createHash('sha256').update(`${token}\n${email}`).digest('hex');

const refused = () =>
  invalid({
    token: [
      'This link was used already, has expired or was replaced by a newer one. Use "Forgot your password?" on the login page to get a new link.',
    ],
  });
