import { Injectable } from '@nestjs/common';
import { Changes } from '../../database/changes';
import { textOf, type Statement } from '../../database/database';
import { query } from '../../database/tables';
import type { Verification } from '../../ports/networks/network';
import { AccountMails, waitsForUser, type Which } from '../mails/account-mails';
import { ACCOUNT_TOPICS } from '../accounts.service';
import type { AskedTogether } from './checked-together';

export interface Refusal {
  asked: Pick<AskedTogether, 'sealed' | 'pageId' | 'instagramId'>;
  refused: Extract<Verification, { kind: 'refused' }>;
}

/** Pauses the accounts whose token the network refused when it was asked. */
@Injectable()
export class RefusedTokens {
  constructor(
    private readonly mails: AccountMails,
    private readonly changes: Changes,
  ) {}

  /** In one unit. `tells`: with one mail for each reason. */
  async pause(userId: number, refusals: readonly Refusal[], { tells }: { tells: boolean }): Promise<void> {
    if (refusals.length === 0) return;
    const unit: Statement[] = [];
    for (const reason of new Set(refusals.map(({ refused }) => refused.reason))) {
      const refused = spokenTo(
        userId,
        refusals.filter((each) => each.refused.reason === reason),
      );
      const isNews: Which = (is) => is.and([refused(is), is.not(waitsForUser(is))]);
      if (tells) unit.push(...(await this.mails.ofPause(userId, isNews, reason)));
      const pausing = query.updateTable('accounts').set({ paused_reason: reason, resumes_at: null });
      unit.push(textOf(pausing.where(refused)));
    }
    await this.changes.commit(unit, { user: userId, topics: ACCOUNT_TOPICS });
    this.mails.wake();
  }
}

/**
 * A refused token pauses every account that uses it. What is refused about the Page concerns only the Page and its
 * Instagram account, and what is refused about that one concerns nothing else.
 */
function spokenTo(userId: number, refusals: readonly Refusal[]): Which {
  return (is) => {
    const concerned = refusals.map(({ asked: { sealed, pageId, instagramId }, refused: { field } }) => {
      const facebook = is.and({ network: 'facebook', remote_id: pageId });
      const instagram = is.and({ network: 'instagram', remote_id: instagramId ?? '' });
      const accounts = {
        access_token: [],
        page_id: [is.or([facebook, instagram])],
        instagram_page_id: [instagram],
      };
      return is.and([is('token', '=', sealed), ...accounts[field]]);
    });
    return is.and([is('user_id', '=', userId), is.or(concerned)]);
  };
}
