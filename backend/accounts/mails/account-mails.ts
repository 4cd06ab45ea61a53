import { Injectable } from '@nestjs/common';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { Config } from '../../config/config';
import { Database, type Statement } from '../../database/database';
import { query, type Tables } from '../../database/tables';
import { Outbox } from '../../ports/mail/outbox';
import { fullNames, shortNames } from '../connection/account-names';
import { AccountsService } from '../accounts.service';
import { accountPausedMail } from './account-paused.mail';
import { expiryNearMail, type Ending } from './expiry-near.mail';

/** Which accounts are meant. */
export type Which = (is: ExpressionBuilder<Tables, 'accounts'>) => Expression<SqlBool>;

/** Paused until the user reconnects. */
export const waitsForUser: Which = (is) =>
  is.and([is('paused_reason', 'is not', null), is('resumes_at', 'is', null)]);

/**
 * Mails users about their accounts: one mail for all that a message is about. Each is a statement of the unit that
 * changes what it tells of. Call `wake` after the commit.
 */
@Injectable()
export class AccountMails {
  constructor(
    private readonly db: Database,
    private readonly accounts: AccountsService,
    private readonly outbox: Outbox,
    private readonly config: Config,
  ) {}

  /** Comes before the pause: of several processes that pause the same accounts, only the first still finds one. */
  async ofPause(userId: number, paused: Which, reason: string): Promise<Statement[]> {
    const found = query
      .selectFrom('accounts')
      .where('user_id', '=', userId)
      .where('removed_at', '=', 0)
      .where(paused);
    const rows = await this.db.rows(found.select('id'));
    const about = await this.find(
      userId,
      rows.map(({ id }) => id),
    );
    if (!about) return [];
    const { user, some, all } = about;
    const mail = accountPausedMail(user.email, user.name, shortNames(some, all), reason, this.settingsUrl);
    return [this.outbox.keepingIf(found, mail)];
  }

  async ofExpiry(userId: number, ids: readonly number[], ending: Ending, days: number): Promise<Statement[]> {
    const about = await this.find(userId, ids);
    if (!about) return [];
    const { user, some, all } = about;
    const near = { ending, short: shortNames(some, all), full: fullNames(some), days };
    return [this.outbox.keeping(expiryNearMail(user.email, user.name, near, this.settingsUrl))];
  }

  wake(): void {
    this.outbox.wake();
  }

  private async find(userId: number, ids: readonly number[]) {
    if (ids.length === 0) return undefined;
    const users = query.selectFrom('users').select(['email', 'name']).where('id', '=', userId);
    const user = await this.db.row(users);
    const all = await this.accounts.connected(userId);
    const some = all.filter(({ id }) => ids.includes(id));
    return user && some.length > 0 ? { user, some, all } : undefined;
  }

  private get settingsUrl(): string {
    return `${this.config.http.publicUrl}/dashboard/settings`;
  }
}
