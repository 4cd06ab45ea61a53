import { Injectable } from '@nestjs/common';
import type { ExpressionBuilder } from 'kysely';
import { AccountTurns, LEASE_MS, type AccountRow } from '../../accounts/turns/account-turns';
import { Changes } from '../../database/changes';
import { Database, required } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { prepared } from '../../database/prepared';
import { query, type Row, type Tables } from '../../database/tables';
import { isActive } from '../../subscriptions/subscription-status';
import { topicOf } from '../formats/lists';
import { AGAIN_MS, isBegun, NextPosts } from './next-posts';
import { OPEN, UNDER_WAY } from '../posts/post-status';

/** A post and its account, leased by this process. Every write carries the fence, so a former holder writes nothing. */
export interface Claim {
  post: Row<'posts'>;
  account: AccountRow;
  /** The process that holds the lease. */
  lockedBy: string;
  fence: number;
  /** The network's id of the Page or account that the post goes to. */
  remoteId: string;
  /** Whether the post was begun on a Page that the account has since left. */
  isElsewhere: boolean;
  /** Whether nobody was at work on the post before, so that it is begun or begun again. */
  wasPending: boolean;
  /** Of a post that was never begun: since when it may go out. */
  readySince?: number;
}

/** Claims an account together with its next post, renews the lease and gives both back. */
@Injectable()
export class Claims {
  constructor(
    private readonly db: Database,
    private readonly turns: AccountTurns,
    private readonly nextPosts: NextPosts,
    private readonly changes: Changes,
    private readonly clock: DatabaseTime,
  ) {}

  /**
   * Claims the account and its next post for 30 s (`LEASE_MS`). With nothing to do, or if another process was faster,
   * the account leaves the line.
   * @returns undefined when nothing was claimed.
   */
  async take(accountId: number, lockedBy: string): Promise<Claim | undefined> {
    await this.clock.measure();
    const account = await this.turns.find(accountId);
    if (!account) return undefined;
    const next = await this.nextPosts.of(account);
    const claim = 'post' in next ? await this.takePost(account, next, lockedBy) : undefined;
    if (claim) return claim;
    if ('unplanned' in next && (await this.putBack(account, next.unplanned))) return undefined;
    // The account always leaves the line here; otherwise the next look finds it again in a busy loop.
    await this.turns.leave(account, 'at' in next ? next.at : this.clock.now() + AGAIN_MS);
    return undefined;
  }

  /** @returns false when the lease was lost. */
  async renew(claim: Claim): Promise<boolean> {
    await this.clock.measure();
    const renewing = this.held(claim).set({ due_at: this.clock.now() + LEASE_MS });
    const renewed = [required(renewing), this.turns.keeping(claim.post.id)];
    return (await this.db.atomically(renewed, { durable: false })) !== null;
  }

  /**
   * Releases the post before its lease ends, because the process stops or the account was replaced (`toUser`). With
   * `toUser` it becomes pending again, unless its public call may be under way. Not counted as a try.
   * @returns false when the lease was lost.
   */
  async giveBack(claim: Claim, { toUser }: { toUser: boolean }): Promise<boolean> {
    const { post } = claim;
    const giving = [
      required(
        this.held(claim).set((row) => ({
          locked_by: null,
          due_at: this.clock.now(),
          ...(toUser && {
            status: row
              .case()
              .when('intent_account', 'is', null)
              .then('pending' as const)
              .else(row.ref('status'))
              .end(),
          }),
        })),
      ),
      this.turns.releasing(post.id),
    ];
    return (await this.changes.commit(giving, touching(post))) !== null;
  }

  /** Update of the post that applies only while this claim holds the lease. */
  held({ post, lockedBy, fence }: Pick<Claim, 'post' | 'lockedBy' | 'fence'>) {
    return heldPost({ id: post.id, lockedBy, fence });
  }

  /** Makes a post that nothing was told of pending again: it waits for a plan, and is missed without one, like others. */
  private async putBack(account: AccountRow, postId: number): Promise<boolean> {
    const before = await this.db.row(POST({ id: postId }));
    if (!before) return false;
    const at = { id: postId, accountId: account.id, userId: account.user_id, now: this.clock.now() };
    const touched = { ...touching(before), account: account.id };
    return (await this.changes.commit([required(PUT_BACK(at))], touched)) !== null;
  }

  private async takePost(
    account: AccountRow,
    { post: postId, readySince }: { post: number; readySince?: number },
    lockedBy: string,
  ): Promise<Claim | undefined> {
    const before = await this.db.row(POST({ id: postId }));
    if (!before) return undefined;
    const remoteId = before.intent_account ?? account.remote_id;
    const now = this.clock.now();
    const until = now + LEASE_MS;
    const at = { id: postId, accountId: account.id, userId: account.user_id, lockedBy, now, until };
    const { intent_account: goesTo } = before;
    const taking = [
      ...(await this.turns.taking(account, postId, remoteId)),
      required(goesTo === null ? TAKE(at) : TAKE_BEGUN({ ...at, goesTo })),
    ];
    const done = await this.changes.commit(taking, touching(before), { durable: false });
    if (!done) return undefined;
    const [mine, current] = [
      await this.db.row(TAKEN({ id: postId, lockedBy })),
      await this.turns.find(account.id),
    ];
    if (!mine || !current) return undefined;
    const isElsewhere = remoteId !== account.remote_id;
    const wasPending = before.status === 'pending';
    const claim = {
      ...{ post: mine, account: current, lockedBy, fence: mine.fence },
      ...{ remoteId, isElsewhere, wasPending },
    };
    return wasBegun(mine) ? claim : { ...claim, readySince };
  }
}

/** The post, the process that holds its lease, and the lease's number. */
export type Held = { id: number; lockedBy: string; fence: number };

/** Update of the post that applies only while this process holds this lease. */
export const heldPost = ({ id, lockedBy, fence }: Held) =>
  query
    .updateTable('posts')
    .where('id', '=', id)
    .where('locked_by', '=', lockedBy)
    .where('fence', '=', fence);

type Taking = { id: number; accountId: number; userId: number; lockedBy: string; now: number; until: number };

/**
 * The tries of a post that is being leased. An expired lease counts as one: its process died or could not record the
 * outcome. MySQL assigns from left to right, so this must stand before the new holder.
 */
export const countingLostLease = (row: ExpressionBuilder<Tables, 'posts'>) =>
  row
    .case()
    .when('locked_by', 'is', null)
    .then(row.ref('tries'))
    .else(row('tries', '+', 1))
    .end();

const activePlan = (userId: number, now: number) =>
  query.selectFrom('subscriptions as s').select('s.id').where('s.user_id', '=', userId).where(isActive(now));

/** Applies only if the post is due, and its user has an active plan or the network may know of the post. */
const taking = ({ id, accountId, userId, lockedBy, now, until }: Taking) =>
  query
    .updateTable('posts')
    .set((row) => ({
      tries: countingLostLease(row),
      locked_by: lockedBy,
      fence: row('fence', '+', 1),
      due_at: until,
      status: row
        .case()
        .when('status', '=', 'pending')
        .then('scheduled' as const)
        .else(row.ref('status'))
        .end(),
    }))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('due_at', '<=', now)
    .where('status', 'in', OPEN)
    .where((row) =>
      row.or([row.and([row('status', '<>', 'pending'), isBegun(row)]), row.exists(activePlan(userId, now))]),
    );

const TAKE = prepared((at: Taking) => taking(at).where('intent_account', 'is', null));

/** Applies only while the post still goes where it went when it was read. */
const TAKE_BEGUN = prepared((at: Taking & { goesTo: string }) =>
  taking(at).where('intent_account', '=', at.goesTo),
);

const PUT_BACK = prepared(({ id, accountId, userId, now }: Omit<Taking, 'lockedBy' | 'until'>) =>
  query
    .updateTable('posts')
    .set((row) => ({
      tries: countingLostLease(row),
      locked_by: null,
      fence: row('fence', '+', 1),
      status: 'pending' as const,
    }))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('due_at', '<=', now)
    .where('status', 'in', UNDER_WAY)
    .where((row) => row.not(isBegun(row)))
    .where((row) => row.not(row.exists(activePlan(userId, now)))),
);

const POST = prepared(({ id }: { id: number }) => post(id));

const TAKEN = prepared(({ id, lockedBy }: { id: number; lockedBy: string }) =>
  post(id).where('locked_by', '=', lockedBy),
);

const post = (id: number) => query.selectFrom('posts').selectAll().where('id', '=', id);

/** Whether an earlier try, or the one before it failed, told the network anything. */
const wasBegun = ({ tries, posted_text, failed_at }: Row<'posts'>): boolean =>
  tries > 0 || posted_text !== null || failed_at !== null;

/** For changes that alter how the post's list shows it. */
export const touching = ({ user_id, kind }: Pick<Row<'posts'>, 'user_id' | 'kind'>) => ({
  user: user_id,
  topics: [topicOf(kind)],
});
