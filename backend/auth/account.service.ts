import { Injectable } from '@nestjs/common';
import { Activity } from '../activity/activity';
import type { Action } from '../activity/actions';
import type { Caller } from '../common/http/caller.decorator';
import { conflict, invalid } from '../common/errors/errors';
import type { ClientInfo } from '../common/http/client-info.decorator';
import { Config } from '../config/config';
import { Changes, type Touched } from '../database/changes';
import { Database, required, type Statement } from '../database/database';
import type { Query } from '../database/tables';
import type { Mail } from '../ports/mail/mailer';
import { Outbox } from '../ports/mail/outbox';
import type { User } from '../users/user.entity';
import { changingUser } from '../users/user-changes';
import { emailTaken, UsersService } from '../users/users.service';
import type { ChangePasswordDto, ChangeProfileDto } from './account.dto';
import { accountChange, AuthLimits } from './auth-limits';
import { CurrentPassword } from './current-password';
import { emailChangedMail } from './mails/email-changed.mail';
import { passwordChangedMail } from './mails/password-changed.mail';
import { isOwnAddress, refuseBadPassword } from './password-rules';
import { Passwords } from './passwords';
import { ResetLinks } from './reset-links';
import { SessionsService } from './sessions.service';
import { Challenges } from './two-factor/challenges';

/**
 * Changes that users make to their own account. Any session may change the name; a change of what the account is
 * recovered by requires the password as well, and the owner is told at the address used until then.
 */
@Injectable()
export class AccountService {
  constructor(
    private readonly users: UsersService,
    private readonly currentPassword: CurrentPassword,
    private readonly passwords: Passwords,
    private readonly limits: AuthLimits,
    private readonly sessions: SessionsService,
    private readonly links: ResetLinks,
    private readonly outbox: Outbox,
    private readonly activity: Activity,
    private readonly db: Database,
    private readonly changes: Changes,
    private readonly config: Config,
  ) {}

  /** Changes name, email and time zone, and ignores everything else that was sent. @throws DomainError 409, 422, 429 */
  async changeProfile(caller: Caller, change: ChangeProfileDto, from: ClientInfo): Promise<User> {
    const user = await this.users.get(caller.id);
    const { name, email, timezone } = change;
    if (email === undefined || email === user.email)
      return name || timezone ? this.rename(user.id, { name, timezone: timezone ?? undefined }) : user;
    const confirmed = await this.currentPassword.confirm(caller, change.current_password, from.address);
    if (isOwnAddress(String(change.current_password), email))
      throw invalid({ email: ['This address is your password. Choose another password first.'] });
    await this.limits.countDone(accountChange(caller.id, from.address), () =>
      this.commit(
        caller,
        changingUser(user.id, { name, timezone: timezone ?? undefined, email })
          .where('email', '=', confirmed.email)
          .where('password_hash', '=', confirmed.passwordHash),
        emailChangedMail(confirmed.email, user.name, email),
        this.noting(caller, from, 'email_changed'),
        timezone ? inZone(user.id) : undefined,
      ),
    );
    return this.users.get(user.id);
  }

  /** @throws DomainError 409, 422, 429 */
  async changePassword(caller: Caller, change: ChangePasswordDto, from: ClientInfo): Promise<User> {
    const { address } = from;
    const user = await this.currentPassword.confirm(caller, change.current_password, address);
    refuseBadPassword(change.password, user.email);
    await this.limits.countDone(accountChange(caller.id, address), async () => {
      const passwordHash = await this.passwords.hash(change.password, { lane: address });
      await this.commit(
        caller,
        changingUser(user.id, { password_hash: passwordHash })
          .where('email', '=', user.email)
          .where('password_hash', '=', user.passwordHash),
        passwordChangedMail(user.email, user.name, this.config.http.publicUrl, 'every other device'),
        this.noting(caller, from, 'password_changed'),
      );
    });
    return this.users.get(user.id);
  }

  /** Commits the change, ends all other sessions and all reset links with it, and tells the owner. */
  private async commit(
    caller: Caller,
    change: Query,
    notice: Mail,
    note: Statement,
    touched?: Touched,
  ): Promise<void> {
    const done = await this.db
      .atomically([
        required(change),
        this.links.invalidating(caller.id),
        ...this.sessions.closingOthers(caller),
        Challenges.dropping(caller.id),
        note,
        this.outbox.keeping(notice),
        ...(touched ? this.changes.marking(touched) : []),
      ])
      .catch((error: unknown) => {
        throw this.db.isDuplicate(error) ? emailTaken() : error;
      });
    if (!done) throw conflict('Your account was changed elsewhere at the same moment. Try again.');
    this.outbox.wake();
    if (touched) this.changes.wake(touched);
  }

  private async rename(id: number, change: { name?: string; timezone?: string }): Promise<User> {
    if (!change.timezone) return this.users.update(id, change);
    await this.changes.commit([changingUser(id, change)], inZone(id));
    return this.users.get(id);
  }

  private noting({ id }: Caller, { address }: ClientInfo, action: Action): Statement {
    return this.activity.noting({ id, address }, { action });
  }
}

/** Posting times are on the wall of the user's zone: in another zone they are other instants. */
const inZone = (user: number): Touched => ({ user, account: 'all' });
