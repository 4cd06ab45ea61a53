import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../database/database';
import { Outbox } from '../ports/mail/outbox';
import type { User } from '../users/user.entity';
import { UsersService } from '../users/users.service';
import { emailChangedByAdminMail } from './mails/email-changed.mail';
import { invitationMail } from './mails/invitation.mail';
import { Passwords } from './passwords';
import { ResetLinks } from './reset-links';

const DAYS_7_MS = 7 * 86_400_000;

/** What administrators change about how other users sign in. */
@Injectable()
export class Invitations {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly links: ResetLinks,
    private readonly outbox: Outbox,
    private readonly db: Database,
  ) {}

  /**
   * Adds a user, and mails them a link to choose a password. Before that, sign-in is impossible.
   * @param notes statements for the unit of the mail, given the user's id
   * @throws DomainError 422 when the address is taken.
   */
  async add(
    { name, email }: Pick<User, 'name' | 'email'>,
    lane: string,
    notes: (id: number) => Statement[],
  ): Promise<User> {
    const passwordHash = await this.passwords.hash(randomBytes(32).toString('base64url'), { lane });
    const user = await this.users.create({ name, email, passwordHash });
    const { url, statements } = this.links.issuing(user, DAYS_7_MS);
    await this.db.atomically([
      ...statements,
      this.outbox.keeping(invitationMail(email, name, url), { usefulMs: DAYS_7_MS }),
      ...notes(user.id),
    ]);
    this.outbox.wake();
    return user;
  }

  /** Belongs in the unit of the change: invalidates links to the old address, and tells its owner. */
  movingEmail({ id, email, name }: Pick<User, 'id' | 'email' | 'name'>, newEmail: string): Statement[] {
    return [this.links.invalidating(id), this.outbox.keeping(emailChangedByAdminMail(email, name, newEmail))];
  }

  /** To be called after such a unit is committed. */
  send(): void {
    this.outbox.wake();
  }
}
