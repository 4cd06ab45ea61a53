import { Injectable } from '@nestjs/common';
import { quotaExceeded } from '../common/errors/errors';

/** The most accounts that the user's plan allows; null without a limit, or without an active plan. */
type LimitOf = (userId: number) => Promise<number | null>;

/** Keeps users to the number of accounts that their plans allow. The module that owns the plans tells the limits. */
@Injectable()
export class AccountQuota {
  private limitOf: LimitOf = () => Promise.resolve(null);

  limitBy(limitOf: LimitOf): void {
    this.limitOf = limitOf;
  }

  /**
   * Accounts beyond a limit that has shrunk stay, so only a call that adds some is refused. Two calls at once are kept
   * apart by their units: each changes `account_settings.saves` as it was when the accounts were counted.
   *
   * @throws DomainError 422 if the user would have too many
   */
  async admit(userId: number, { has, adds }: { has: number; adds: number }): Promise<void> {
    if (adds === 0) return;
    const most = await this.limitOf(userId);
    if (most !== null && has + adds > most) throw accountQuotaExceeded(most);
  }
}

const accountQuotaExceeded = (most: number) => quotaExceeded('account', `Your plan allows ${most} accounts.`);
