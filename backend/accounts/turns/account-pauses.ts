import { Injectable } from '@nestjs/common';
import { Database, textOf, type Statement } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { prepared } from '../../database/prepared';
import { query } from '../../database/tables';
import type { NetworkName } from '../../ports/networks/network';
import { LONGEST_WAIT_MS } from '../../ports/networks/values';
import { AccountMails, waitsForUser, type Which } from '../mails/account-mails';
import type { StoredCredentials } from '../accounts.service';
import { AutopostSchedule } from './autopost-schedule';

const AT_ONCE = 100;

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
  constructor(
    private readonly db: Database,
    private readonly mails: AccountMails,
    private readonly schedule: AutopostSchedule,
    private readonly clock: DatabaseTime,
  ) {}

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

  /** After the clock was set back: ends pauses that last longer than any wait that a network asks for. */
  async endTooLong(): Promise<void> {
    const now = this.clock.now();
    const latest = now + LONGEST_WAIT_MS;
    let [after, found] = [0, 0];
    do {
      const accounts = await this.db.rows(RESUMING_LATER({ latest, after }));
      for (const { id, resumes_at } of accounts) {
        const ending = query
          .updateTable('accounts')
          .set({ resumes_at: now })
          .where('id', '=', id)
          .where('resumes_at', '=', resumes_at);
        const reviewing = this.schedule.markDirtyWhere((account) => account.where('id', '=', id));
        await this.db.atomically([textOf(ending), this.schedule.dueNow(id), reviewing]);
      }
      found = accounts.length;
      after = accounts.at(-1)?.id ?? after;
    } while (found === AT_ONCE);
  }
}

const RESUMING_LATER = prepared(({ latest, after }: { latest: number; after: number }) =>
  query
    .selectFrom('accounts')
    .select(['id', 'resumes_at'])
    .where('resumes_at', '>', latest)
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE),
);
