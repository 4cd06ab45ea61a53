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

/** What administrators do to the accounts of others, as far as it concerns how those sign in. */
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
   * A person, and a mail with a link to choose a password; until then nobody can sign in.
   * @param notes by the person's id, for the unit of the mail
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

  /** Belongs into the unit of the change: links to the old address end, and its owner is told. */
  movingEmail({ id, email, name }: Pick<User, 'id' | 'email' | 'name'>, newEmail: string): Statement[] {
    return [this.links.invalidating(id), this.outbox.keeping(emailChangedByAdminMail(email, name, newEmail))];
  }

  /** After such a unit. */
  send(): void {
    this.outbox.wake();
  }
}
