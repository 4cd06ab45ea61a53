import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { Database, required, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
import { Outbox } from '../ports/mail/outbox';
import type { User } from '../users/user.entity';
import { holdingUser } from '../users/user-changes';
import { emailTaken, UsersService } from '../users/users.service';
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
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * Adds a user, and mails them a link to choose a password. Before that, sign-in is impossible. Goes on with a user for
   * whom that broke off before the mail.
   *
   * @param notes statements for the unit of the mail, given the user's id; they note that the user was added
   * @throws DomainError 422 when the address is taken.
   */
  async add(
    { name, email }: Pick<User, 'name' | 'email'>,
    lane: string,
    notes: (id: number) => Statement[],
  ): Promise<User> {
    const passwordHash = await this.passwords.hash(randomBytes(32).toString('base64url'), { lane });
    const user = await this.users.create({ name, email, passwordHash }).catch(async (error: unknown) => {
      const begun = await this.begun(email);
      if (!begun) throw error;
      return begun;
    });
    const { url, statements } = this.links.issuing(user, DAYS_7_MS);
    const invited = await this.db.atomically([
      ...statements,
      // After the lock that the link takes: of two calls for one address the later one finds the note of the other.
      required(holdingUser(user.id).where(({ not, exists }) => not(exists(knownOf(user.id))))),
      this.outbox.keeping(invitationMail(email, name, url), { usefulMs: DAYS_7_MS }),
      ...notes(user.id),
    ]);
    if (!invited) throw emailTaken();
    this.outbox.wake();
    return user;
  }

  /** A user who was just created, and of whom nothing else is known. */
  private async begun(email: string): Promise<User | undefined> {
    const user = await this.users.findByEmail(email);
    if (!user || user.createdAt < this.clock.now() - DAYS_7_MS) return undefined;
    return (await this.db.row(knownOf(user.id))) ? undefined : user;
  }

  /**
   * Belongs in the unit of the change, after it: invalidates links to the old address, and tells its owner. Who has not
   * chosen a password yet is invited at the new one, unless that is a link too many.
   */
  movingEmail(
    before: Pick<User, 'id' | 'email' | 'name'>,
    { email, name }: Pick<User, 'email' | 'name'>,
  ): Statement[] {
    return [
      ...this.links.moving({ id: before.id, email }, DAYS_7_MS, (url, issued) =>
        this.outbox.keepingIf(issued, invitationMail(email, name, url)),
      ),
      this.outbox.keeping(emailChangedByAdminMail(before.email, before.name, email)),
    ];
  }

  /** To be called after such a unit is committed. */
  send(): void {
    this.outbox.wake();
  }
}

const knownOf = (userId: number) =>
  query.selectFrom('activity').select('id').where('account_id', '=', userId).limit(1);
