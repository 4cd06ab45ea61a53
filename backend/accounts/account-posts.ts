import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
import type { NetworkName } from '../ports/networks/network';

/** What becomes of an account's posts when it comes and when it leaves. */
export interface PostsRule {
  /** Those that had no account go to the user's first one. */
  arriving(userId: number, network: NetworkName): Statement[];
  /**
   * What is not published waits for another account. The last statement is required: it fails while a post may just be
   * going public. They come after the accounts are removed.
   */
  leaving(userId: number, accountIds: readonly number[]): Statement[];
  /** Whether a post may just be going public on one of them. */
  mayBePublishing(accountIds: readonly number[]): Promise<boolean>;
}

export const GOING_PUBLIC =
  'A post is just being made public there. Try again when it is published, or has failed.';

/** Lets go of accounts, unless a post of theirs may just be going public: that one has to be read back first. */
@Injectable()
export class AccountPosts {
  private readonly rules: PostsRule[] = [];

  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  include(rule: PostsRule): void {
    this.rules.push(rule);
  }

  /** The accounts that a user has. */
  async accountsOf(userId: number): Promise<number[]> {
    const accounts = query.selectFrom('accounts').select('id').where('user_id', '=', userId);
    return (await this.db.rows(accounts.where('removed_at', '=', 0))).map(({ id }) => id);
  }

  arriving(userId: number, network: NetworkName): Statement[] {
    return this.rules.flatMap((rule) => rule.arriving(userId, network));
  }

  /** The accounts go first: whoever claims a post later finds none. Their tokens are erased at once. */
  leaving(userId: number, accountIds: readonly number[]): Statement[] {
    if (accountIds.length === 0) return [];
    const removing = query
      .updateTable('accounts')
      .set({
        removed_at: this.clock.now(),
        is_default: null,
        token: null,
        given_token: null,
        given_token_last4: null,
        next_check_at: null,
        expires_at: null,
        auto_due_at: null,
        next_due_at: null,
        turn: null,
        held_by: null,
        held_until: null,
      })
      .where('user_id', '=', userId)
      .where('id', 'in', accountIds);
    return [textOf(removing), ...this.rules.flatMap((rule) => rule.leaving(userId, accountIds))];
  }

  async mayBePublishing(accountIds: readonly number[]): Promise<boolean> {
    for (const rule of this.rules) if (await rule.mayBePublishing(accountIds)) return true;
    return false;
  }
}
