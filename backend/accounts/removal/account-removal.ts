import { Injectable, Logger } from '@nestjs/common';
import { conflict, DomainError, invalid, notFound } from '../../common/errors/errors';
import { Changes } from '../../database/changes';
import type { Statement } from '../../database/database';
import { POST_TOPICS } from '../../publishing/formats/lists';
import { CHANGED_ELSEWHERE } from '../connection/account-adding';
import { AccountConnection, type Entered } from '../connection/account-connection';
import { AccountList } from '../account-list';
import { AccountPosts, IN_DOUBT, type PendingPosts } from './account-posts';
import type { AccountRow } from '../turns/account-turns';
import type { AccountView } from '../account.view';
import { ACCOUNT_TOPICS } from '../accounts.service';

/** Tries of one removal. A failed one means that the accounts or their posts were changing. */
const MOST_TRIES = 20;

export const UNDER_WAY_THERE =
  'An item of this account is just going out. Try again when it is published, or has failed.';

/** What the caller wants to become of the pending items, as it was sent. */
export interface RemovalQuery {
  pending?: unknown;
  to?: unknown;
}

/** Removes accounts whose pending posts must go somewhere. Their published posts keep the name. */
@Injectable()
export class AccountRemoval {
  private readonly log = new Logger('AccountRemoval');

  constructor(
    private readonly connection: AccountConnection,
    private readonly posts: AccountPosts,
    private readonly accounts: AccountList,
    private readonly changes: Changes,
  ) {}

  /**
   * @returns the account as it was
   * @throws DomainError 404; 409 while an item is under way or a first comment is being sent, or while some are pending
   * and `pending` does not say what becomes of them; 422 for a choice that cannot be made
   */
  async disconnect(userId: number, id: number, wanted: RemovalQuery): Promise<AccountView> {
    for (let n = 0; n < MOST_TRIES; n++) {
      const before = await this.connection.read(userId);
      const account = before.live.find((each) => each.id === id);
      if (!account) throw notFound('This account');
      await this.posts.endDoubts([id]);
      const pending = readChoice(before, account, wanted);
      const view = await this.accounts.get(userId, id);
      await this.refuseWithPosts(userId, [account], pending);
      const statements = [
        this.connection.saving(before),
        ...(await this.posts.removing(userId, id, pending)),
        ...this.connection.preferring(before, heirs(before, [account])),
      ];
      const topics = [...ACCOUNT_TOPICS, ...POST_TOPICS];
      if (!(await this.changes.commit(statements, { user: userId, topics, account: 'all' }))) continue;
      await this.deletePending(userId);
      return view;
    }
    throw conflict(CHANGED_ELSEWHERE);
  }

  /** The account is removed by now; what breaks off here is left to housekeeping. */
  private async deletePending(userId: number): Promise<void> {
    await this.posts
      .endRemovals(userId)
      .catch((error: unknown) =>
        this.log.error({ err: error }, 'deleting the items of a removed account was interrupted'),
      );
  }

  /**
   * For settings that clear the default accounts. Posts wait for another account where none of the network remains;
   * where one does, none may be pending.
   *
   * @throws DomainError 409 for posts that stand in the way
   */
  async removingDefaults(before: Entered, accounts: AccountRow[]): Promise<Statement[]> {
    await this.posts.endDoubts(accounts.map(({ id }) => id));
    const followed = accounts.filter((account) => heirs(before, [account]).length > 0);
    const last = accounts.filter((account) => !followed.includes(account));
    await this.refuseWithPosts(before.userId, followed, null);
    const removing = await Promise.all(
      followed.map(({ id }) => this.posts.removing(before.userId, id, null)),
    );
    return [
      ...this.posts.leaving(
        before.userId,
        last.map(({ id }) => id),
      ),
      ...removing.flat(),
      ...this.connection.preferring(before, heirs(before, followed)),
    ];
  }

  private async refuseWithPosts(
    userId: number,
    accounts: AccountRow[],
    pending: PendingPosts,
  ): Promise<void> {
    let count = 0;
    for (const { id } of accounts) {
      if (await this.posts.isInDoubt([id])) throw conflict(IN_DOUBT);
      if (await this.posts.isUnderWay(id)) throw conflict(UNDER_WAY_THERE);
      const goingOut = await this.posts.goingOut([id]);
      if (goingOut !== undefined) throw conflict(goingOut);
      if (pending === null) count += await this.posts.pendingOf(userId, id);
      else if (pending !== 'delete') {
        const already = await this.posts.alreadyOn(id, pending.moveTo);
        if (already > 0) throw conflict(alreadySentenceOf(already));
      }
    }
    if (count > 0) throw pendingThere(count);
  }
}

/** The accounts that become defaults when these are removed: the oldest that remain. */
export function heirs({ live }: Entered, removed: readonly AccountRow[]): AccountRow[] {
  const remain = live.filter(({ id }) => !removed.some((each) => each.id === id));
  return removed.flatMap(({ network, is_default }) =>
    is_default === 1 ? (remain.find((each) => each.network === network) ?? []) : [],
  );
}

function readChoice({ live }: Entered, account: AccountRow, { pending, to }: RemovalQuery): PendingPosts {
  if (pending !== undefined && pending !== 'delete' && pending !== 'move')
    throw invalid({ pending: ['pending is delete or move.'] });
  const heir = live.find(
    ({ id, network }) => String(id) === to && id !== account.id && network === account.network,
  );
  if ((pending === 'move' || to !== undefined) && !heir)
    throw invalid({ to: ['Choose another of your accounts on this network.'] });
  if (pending === 'move' && heir) return { moveTo: heir.id };
  return pending === 'delete' ? 'delete' : null;
}

const sentenceOf = (pending: number): string =>
  pending === 1
    ? 'An item is pending here. Delete it, or move it to another account.'
    : `${pending} items are pending here. Delete them, or move them to another account.`;

const alreadySentenceOf = (already: number): string =>
  already === 1
    ? 'The other account has the shared video of an item here already. An account posts each one once: delete that item first.'
    : `The other account has the shared videos of ${already} items here already. An account posts each one once: delete those items first.`;

/** As the API document shows it. */
export const ALREADY_THERE = alreadySentenceOf(1);

/** As the API document shows it. */
export const PENDING_THERE = sentenceOf(3);

const pendingThere = (pending: number) => new DomainError(409, 'conflict', sentenceOf(pending), { pending });
