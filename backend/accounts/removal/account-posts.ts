import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import { Database, textOf, type Statement } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query } from '../../database/tables';
import type { NetworkName } from '../../ports/networks/network';
import { outdating } from '../outdated-reads';

/** What happens to a user's posts when accounts are connected or removed. */
export interface PostsRule {
  /** Assigns the posts that have no account to the user's default account on this network. */
  arriving(userId: number, network: NetworkName): Statement[];
  /**
   * For an account that was removed and is connected again. The last statement is required: it fails while posts are left
   * that were to be deleted with it.
   */
  returning(userId: number, accountId: number): Statement[];
  /** For an account that is connected again: posts that left it come back, unless another account has them. */
  comingBack(userId: number, accountId: number): Statement[];
  /** For an account that became another one of its network, to which its unpublished posts go now. */
  following(userId: number, accountId: number): Statement[];
  /**
   * Makes unpublished posts wait for another account. To be run after the accounts are removed. The last statements are
   * required: they fail while a post may be going public, or a first comment is being sent.
   */
  leaving(userId: number, accountIds: readonly number[]): Statement[];
  /** Whether a post on one of these accounts may be going public right now. */
  mayBePublishing(accountIds: readonly number[]): Promise<boolean>;
  /** Whether a first comment is being sent on one of these accounts. */
  isCommenting(accountIds: readonly number[]): Promise<boolean>;
  /** Fails posts that may be public there and cannot be read back, unless a publisher is at work on them. */
  endUnreadable(accountIds: readonly number[]): Promise<void>;
  /** Whether a post may be public on one of these accounts, and only a new connection can tell. */
  isInDoubt(accountIds: readonly number[]): Promise<boolean>;
  /** Fails those that have been in doubt so for an hour. */
  endDoubts(accountIds: readonly number[]): Promise<void>;
  /** How many pending posts of the account show library videos that the other account has already. */
  alreadyOn(accountId: number, otherId: number): Promise<number>;
  /** How many posts on the account are pending. */
  pendingOf(userId: number, accountId: number): Promise<number>;
  /** Whether a publisher has begun a post of the account and not ended it. */
  isUnderWay(accountId: number): Promise<boolean>;
  /**
   * For the removal of an account without pending posts. To be run after the account is removed, like the next two. The
   * last statements are required: they fail while a post of the account is pending or under way, or a first comment is
   * being sent.
   */
  staying(userId: number, accountId: number): Statement[];
  /**
   * Gives the pending posts to another account, where they wait for their time or their turn, in the order that they
   * have here. Fails also unless that account is connected, the user's own, and on the same network, and if it has one
   * of their library videos already.
   */
  moving(userId: number, fromAccountId: number, toAccountId: number): Promise<Statement[]>;
  /** Leaves the pending posts to `deletePending`, which is called after the commit. Fails while a post is under way. */
  deleting(userId: number, accountId: number): Statement[];
  /** Deletes pending posts of the user's removed accounts with their files, a few at a time. */
  deletePending(userId: number): Promise<void>;
}

/** What becomes of the pending posts of an account that is removed; null refuses to remove it while it has any. */
export type PendingPosts = { moveTo: number } | 'delete' | null;

export const GOING_PUBLIC =
  'A post is just being made public there. Try again when it is published, or has failed.';

export const IN_DOUBT =
  'It is not known yet whether an item went out there. Connect the account again, or try again in an hour.';

export const COMMENTING = 'A first comment is just being posted there. Try again in a minute.';

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

  returning(userId: number, accountId: number): Statement[] {
    return this.rules.flatMap((rule) => rule.returning(userId, accountId));
  }

  comingBack(userId: number, accountId: number): Statement[] {
    return this.rules.flatMap((rule) => rule.comingBack(userId, accountId));
  }

  following(userId: number, accountId: number): Statement[] {
    return this.rules.flatMap((rule) => rule.following(userId, accountId));
  }

  /** Removes the accounts; their posts wait for another one. */
  leaving(userId: number, accountIds: readonly number[]): Statement[] {
    if (accountIds.length === 0) return [];
    const following = this.rules.flatMap((rule) => rule.leaving(userId, accountIds));
    return [this.erasing(userId, accountIds), ...following];
  }

  /**
   * Removes the accounts of a user who is deleted. What is saved on an earlier state would bring an account back without
   * the default mark.
   */
  leavingForGood(userId: number, accountIds: readonly number[]): Statement[] {
    return [...outdating([userId]), ...this.leaving(userId, accountIds)];
  }

  /**
   * Removes one account, which its published and failed posts still name. The unit is undone while a post is under way,
   * and unless `pending` says what becomes of those that are pending. `endRemovals` must follow the commit.
   */
  async removing(userId: number, accountId: number, pending: PendingPosts): Promise<Statement[]> {
    const following: Statement[] = [];
    for (const rule of this.rules) {
      if (pending === null) following.push(...rule.staying(userId, accountId));
      else if (pending === 'delete') following.push(...rule.deleting(userId, accountId));
      else following.push(...(await rule.moving(userId, accountId, pending.moveTo)));
    }
    return [this.erasing(userId, [accountId]), ...following];
  }

  /** Deletes what removals left to be deleted. Also ends those that a crash broke off. */
  async endRemovals(userId: number): Promise<void> {
    for (const rule of this.rules) await rule.deletePending(userId);
  }

  async pendingOf(userId: number, accountId: number): Promise<number> {
    const counts = await Promise.all(this.rules.map((rule) => rule.pendingOf(userId, accountId)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async alreadyOn(accountId: number, otherId: number): Promise<number> {
    const counts = await Promise.all(this.rules.map((rule) => rule.alreadyOn(accountId, otherId)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async isUnderWay(accountId: number): Promise<boolean> {
    for (const rule of this.rules) if (await rule.isUnderWay(accountId)) return true;
    return false;
  }

  async endUnreadable(accountIds: readonly number[]): Promise<void> {
    for (const rule of this.rules) await rule.endUnreadable(accountIds);
  }

  async isInDoubt(accountIds: readonly number[]): Promise<boolean> {
    for (const rule of this.rules) if (await rule.isInDoubt(accountIds)) return true;
    return false;
  }

  /** For a removal that the user asks for: what cannot be read back for an hour does not stand in its way any more. */
  async endDoubts(accountIds: readonly number[]): Promise<void> {
    for (const rule of this.rules) await rule.endDoubts(accountIds);
  }

  /** Why these accounts cannot be removed just now. */
  async goingOut(accountIds: readonly number[]): Promise<string | undefined> {
    for (const rule of this.rules) {
      if (await rule.isInDoubt(accountIds)) return IN_DOUBT;
      if (await rule.mayBePublishing(accountIds)) return GOING_PUBLIC;
      if (await rule.isCommenting(accountIds)) return COMMENTING;
    }
    return undefined;
  }

  /** The first statement of a removal, so that a later claim of a post finds no account. The tokens go immediately. */
  private erasing(userId: number, accountIds: readonly number[]): Statement {
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
        data_access_expires_at: null,
        picture_due_at: this.clock.now(),
        auto_due_at: null,
        next_due_at: null,
        turn: null,
        held_by: null,
        held_until: null,
      })
      .where('user_id', '=', userId)
      .where('id', 'in', accountIds);
    return textOf(removing);
  }
}
