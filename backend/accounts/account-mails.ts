import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { query } from '../database/tables';
import { Outbox } from '../ports/mail/outbox';
import { fullNames, shortNames } from './account-names';
import { AccountsService } from './accounts.service';
import { accountPausedMail } from './mails/account-paused.mail';
import { expiryNearMail, type Ending } from './mails/expiry-near.mail';

/** Mails users about their accounts: one mail for all that a message is about. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly db: Database,
    private readonly accounts: AccountsService,
    private readonly outbox: Outbox,
    private readonly config: Config,
  ) {}

  async tellPaused(userId: number, ids: readonly number[], reason: string): Promise<void> {
    const found = await this.find(userId, ids);
    if (!found) return;
    const { user, some, all } = found;
    await this.outbox.post(
      accountPausedMail(user.email, user.name, shortNames(some, all), reason, this.settingsUrl),
    );
  }

  async tellExpiry(userId: number, ids: readonly number[], ending: Ending, days: number): Promise<void> {
    const found = await this.find(userId, ids);
    if (!found) return;
    const { user, some, all } = found;
    const near = { ending, short: shortNames(some, all), full: fullNames(some), days };
    await this.outbox.post(expiryNearMail(user.email, user.name, near, this.settingsUrl));
  }

  private async find(userId: number, ids: readonly number[]) {
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
