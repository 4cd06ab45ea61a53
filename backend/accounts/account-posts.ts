import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
import type { NetworkName } from '../ports/networks/network';

/** What happens to a user's posts when accounts are connected or removed. */
export interface PostsRule {
  /** Assigns the posts that have no account to the user's default account on this network. */
  arriving(userId: number, network: NetworkName): Statement[];
  /**
   * Makes unpublished posts wait for another account. To be run after the accounts are removed. The last statement is
   * required: it fails while a post may be going public.
   */
  leaving(userId: number, accountIds: readonly number[]): Statement[];
  /** Whether a post on one of these accounts may be going public right now. */
  mayBePublishing(accountIds: readonly number[]): Promise<boolean>;
}

export const GOING_PUBLIC =
  'A post is just being made public there. Try again when it is published, or has failed.';

/** Removes accounts, unless one of their posts may be going public: that post must be read back first. */
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

  /** Ids of the user's connected accounts. */
  async accountsOf(userId: number): Promise<number[]> {
    const accounts = query.selectFrom('accounts').select('id').where('user_id', '=', userId);
    return (await this.db.rows(accounts.where('removed_at', '=', 0))).map(({ id }) => id);
  }

  arriving(userId: number, network: NetworkName): Statement[] {
    return this.rules.flatMap((rule) => rule.arriving(userId, network));
  }

  /** Removes the accounts first, so that a later claim of a post finds none, and erases their tokens immediately. */
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
