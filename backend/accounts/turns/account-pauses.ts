import { Injectable } from '@nestjs/common';
import { textOf, type Statement } from '../../database/database';
import { query } from '../../database/tables';
import type { NetworkName } from '../../ports/networks/network';
import { AccountMails, waitsForUser, type Which } from '../mails/account-mails';
import type { StoredCredentials } from '../accounts.service';

export interface Pause {
  /** Set if the token itself was refused, which pauses every account that uses it. */
  everyAccount?: boolean;
  reason: string;
  /** Absent if the pause lasts until the user reconnects. */
  untilMs?: number;
}

/** Stops sending to accounts until their pause ends. The user is told of a pause that only a new connection ends. */
@Injectable()
export class AccountPauses {
  constructor(private readonly mails: AccountMails) {}

  /**
   * Pauses the account that the credentials belong to, and tells of it. Skips accounts that already wait for their user,
   * and those that were reconnected meanwhile. Call `wake` after the commit.
   */
  async pausing(
    userId: number,
    network: NetworkName,
    { accountId, sealed }: StoredCredentials,
    { everyAccount, reason, untilMs }: Pause,
  ): Promise<Statement[]> {
    const paused: Which = (is) =>
      is.and([
        is('user_id', '=', userId),
        is.not(waitsForUser(is)),
        untilMs === undefined ? is('token', '=', sealed) : is('remote_id', '=', accountId),
        ...(everyAccount ? [] : [is('network', '=', network)]),
      ]);
    const pausing = query
      .updateTable('accounts')
      .set({ paused_reason: reason, resumes_at: untilMs ?? null })
      .where(paused);
    const telling = untilMs === undefined ? await this.mails.ofPause(userId, paused, reason) : [];
    return [...telling, textOf(pausing)];
  }

  wake(): void {
    this.mails.wake();
  }
}
