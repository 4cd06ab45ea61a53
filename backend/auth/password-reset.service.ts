import { Injectable, Logger } from '@nestjs/common';
import { Activity } from '../activity/activity';
import { invalid } from '../common/errors/errors';
import { Config } from '../config/config';
import { Database, required } from '../database/database';
import { Outbox } from '../ports/mail/outbox';
import { changingUser, isOpen } from '../users/user-changes';
import { UsersService } from '../users/users.service';
import { passwordChangedMail } from './mails/password-changed.mail';
import { resetLinkMail } from './mails/reset-link.mail';
import { refuseBadPassword } from './password-rules';
import { Passwords } from './passwords';
import type { ResetPasswordDto } from './password-reset.dto';
import { ResetLinks } from './reset-links';
import { SessionsService } from './sessions.service';
import { Challenges } from './two-factor/challenges';

const AN_HOUR_MS = 3_600_000;

@Injectable()
export class PasswordReset {
  private readonly log = new Logger('PasswordReset');

  constructor(
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly links: ResetLinks,
    private readonly outbox: Outbox,
    private readonly activity: Activity,
    private readonly db: Database,
    private readonly config: Config,
  ) {}

  /**
   * Leaves everything that depends on the account until after the answer: neither words nor time reveal whether it
   * exists.
   */
  request(email: string): void {
    setImmediate(() => {
      this.sendLink(email).catch((error: unknown) => {
        this.log.error({ err: error }, 'a password reset could not be prepared');
      });
    });
  }

  /** @throws DomainError 422 when the token is not, or no longer, valid. */
  async reset({ token, password }: ResetPasswordDto, address: string): Promise<void> {
    // Checked before the password is hashed, so that guesses cost nothing; the statements decide in the end.
    const holder = await this.links.holderOf(token);
    if (!holder) throw refused();
    refuseBadPassword(password, holder.email);
    const passwordHash = await this.passwords.hash(password, { lane: address });
    const changed = await this.db.atomically([
      // First, as in every change of an account: concurrent changes wait here for each other.
      required(
        changingUser(holder.id, { password_hash: passwordHash })
          .where('email', '=', holder.email)
          .where(isOpen),
      ),
      ...this.links.using(token, holder),
      ...this.sessions.closingAll(holder.id),
      Challenges.dropping(holder.id),
      this.activity.noting({ id: holder.id, address }, { action: 'password_reset' }),
      this.outbox.keeping(
        passwordChangedMail(holder.email, holder.name, this.config.http.publicUrl, 'every device'),
      ),
    ]);
    if (!changed) throw refused();
    this.outbox.wake();
  }

  /** Sends nothing, silently, to an account that has received enough links within the hour. */
  private async sendLink(email: string): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (!user) return;
    const { url, statements } = this.links.issuing(user, AN_HOUR_MS);
    const sent = await this.db.atomically([
      ...statements,
      this.outbox.keeping(resetLinkMail(user.email, user.name, url), { usefulMs: AN_HOUR_MS }),
    ]);
    if (sent) this.outbox.wake();
  }
}

const refused = () =>
  invalid({
    token: [
      'This link was used already or has expired. Use "Forgot your password?" on the login page to get a new link.',
    ],
  });
