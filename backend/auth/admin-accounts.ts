import { Injectable } from '@nestjs/common';
import { Activity, type Actor } from '../activity/activity';
import { conflict, invalid } from '../common/errors/errors';
import { Config } from '../config/config';
import { Database, required } from '../database/database';
import { Outbox } from '../ports/mail/outbox';
import { CanReceiveMail, LONGEST_EMAIL, normalizeEmail } from '../users/email';
import type { User } from '../users/user.entity';
import { changingUser, isOpen } from '../users/user-changes';
import { UsersService } from '../users/users.service';
import { passwordChangedMail } from './mails/password-changed.mail';
import { refuseBadPassword } from './password-rules';
import { Passwords } from './passwords';
import { ResetLinks } from './reset-links';
import { SessionsService } from './sessions.service';
import { Challenges } from './two-factor/challenges';
import { TwoFactors } from './two-factor/two-factors';

const LONGEST_NAME = 255;

/** The operator, at the command line: nobody's account. */
const OPERATOR: Actor = { id: null, address: null };

/** What an operator does to accounts at the command line, by the rules that hold for everybody. */
@Injectable()
export class AdminAccounts {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly links: ResetLinks,
    private readonly twoFactors: TwoFactors,
    private readonly outbox: Outbox,
    private readonly activity: Activity,
    private readonly db: Database,
    private readonly config: Config,
  ) {}

  find(email: string): Promise<User | null> {
    return this.users.findByEmail(String(normalizeEmail(email)));
  }

  /** @throws DomainError 422 */
  async create(person: { email: string; name: string; password: string }): Promise<User> {
    const email = String(normalizeEmail(person.email));
    const rule = new CanReceiveMail();
    if (!rule.validate(email) || email.length > LONGEST_EMAIL)
      throw invalid({ email: [rule.defaultMessage()] });
    const name = person.name.trim();
    if (name === '' || name.length > LONGEST_NAME)
      throw invalid({ name: [`A name has 1 to ${LONGEST_NAME} characters.`] });
    refuseBadPassword(person.password, email);
    const passwordHash = await this.passwords.hash(person.password, { lane: 'cli' });
    const user = await this.users.create({ name, email, passwordHash, isAdmin: 1 });
    const target = `user:${user.id}` as const;
    await this.activity.note(OPERATOR, { action: 'user_added', account: user.id, target });
    return user;
  }

  /** @returns false when it was one already. */
  async promote(id: number): Promise<boolean> {
    const promoting = required(changingUser(id, { is_admin: 1 }).where('is_admin', '=', 0));
    const note = { action: 'admin_given', account: id, target: `user:${id}` } as const;
    return (await this.db.atomically([promoting, this.activity.noting(OPERATOR, note)])) !== null;
  }

  /** Signs the user out everywhere, and ends the reset links. @throws DomainError 409, 422 */
  async resetPassword(
    user: User,
    password: string,
    { disableTwoFactor }: { disableTwoFactor: boolean },
  ): Promise<void> {
    const { id, email, name, twoFactor } = user;
    refuseBadPassword(password, email);
    const passwordHash = await this.passwords.hash(password, { lane: 'cli' });
    const note = { action: 'password_reset', account: id, target: `user:${id}` } as const;
    const changed = await this.db.atomically([
      required(changingUser(id, { password_hash: passwordHash }).where('email', '=', email).where(isOpen)),
      this.links.invalidating(id),
      ...this.sessions.closingAll(id),
      Challenges.dropping(id),
      ...(disableTwoFactor && twoFactor ? this.twoFactors.turningOff(user, OPERATOR) : []),
      this.activity.noting(OPERATOR, note),
      this.outbox.keeping(passwordChangedMail(email, name, this.config.http.publicUrl, 'every device')),
    ]);
    if (!changed) throw conflict('The account was changed or deleted at the same moment. Try again.');
  }
}
