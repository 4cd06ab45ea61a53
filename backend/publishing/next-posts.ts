import { Injectable } from '@nestjs/common';
import { AccountLine, holderOf, maySend, type AccountRow } from '../accounts/account-line';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { prepared } from '../database/prepared';
import { query } from '../database/tables';
import { isActive } from '../subscriptions/subscription-status';
import { UNDER_WAY } from './post-status';

/** What an account has to do: a post now, or something at an instant; null when there is nothing to wait for. */
export type Next = { post: number } | { at: number | null };

/** Which account comes next, and which of its posts. */
@Injectable()
export class NextPosts {
  constructor(
    private readonly db: Database,
    private readonly line: AccountLine,
    private readonly clock: DatabaseTime,
  ) {}

  /** The first accounts in line. `needsNoBytes`: only those with a post whose bytes the network has already. */
  async accounts(limit: number, { needsNoBytes = false } = {}): Promise<number[]> {
    await this.line.lineUp();
    const line = needsNoBytes ? LINE_WITHOUT_BYTES : LINE;
    return (await this.db.rows(line({ limit, now: this.clock.now() }))).map(({ id }) => id);
  }

  /**
   * What is under way comes before what is pending, so that no backlog keeps it waiting. An account that is held is the
   * holder's; one that may not send goes on with what was begun on an earlier Page, and with nothing else.
   */
  async of(account: AccountRow, { needsNoBytes = false } = {}): Promise<Next> {
    const now = this.clock.now();
    const holder = holderOf(account, now);
    const sends = maySend(account, now);
    let begun = open(account.id).where('status', 'in', needsNoBytes ? ['uploaded'] : UNDER_WAY);
    if (holder !== null) begun = begun.where('id', '=', holder);
    if (!sends) begun = begun.where('intent_account', '<>', account.remote_id);
    const underWay = await this.db.row(begun);
    if (underWay && underWay.due_at <= now) return { post: underWay.id };
    if (holder !== null) return { at: underWay?.due_at ?? account.held_until };
    if (!sends) return { at: earliest(now, underWay?.due_at, account.resumes_at) };
    const pending = needsNoBytes
      ? undefined
      : await this.db.row(open(account.id).where('status', '=', 'pending'));
    if (!pending || pending.due_at > now) return { at: earliest(now, underWay?.due_at, pending?.due_at) };
    const plan = await this.startOfPlan(account.user_id, now);
    return plan === now ? { post: pending.id } : { at: earliest(now, underWay?.due_at, plan) };
  }

  /** Now while a subscription is active, else when the next one begins. */
  private async startOfPlan(userId: number, now: number): Promise<number | null> {
    const plans = query.selectFrom('subscriptions as s').where('s.user_id', '=', userId);
    if (await this.db.row(plans.select('s.id').where(isActive(now)).limit(1))) return now;
    const later = plans.where('s.ended_at', 'is', null).where('s.starts_at', '>', now);
    return (await this.db.row(later.select(({ fn }) => fn.min('s.starts_at').as('start'))))?.start ?? null;
  }
}

type Look = { limit: number; now: number };

/** Those that were served longest ago come first. */
const line = query
  .selectFrom('accounts')
  .select('accounts.id')
  .where('turn', 'is not', null)
  .orderBy('turn')
  .orderBy('accounts.id');

const LINE = prepared(({ limit }: Look) => line.limit(limit));

const LINE_WITHOUT_BYTES = prepared(({ limit, now }: Look) =>
  line
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('posts as p')
          .select('p.id')
          .whereRef('p.account_id', '=', 'accounts.id')
          .where('p.status', '=', 'uploaded')
          .where('p.due_at', '<=', now),
      ),
    )
    .limit(limit),
);

/** The first to be looked at of an account, by the index of its posts. */
const open = (accountId: number) =>
  query
    .selectFrom('posts')
    .select(['id', 'due_at'])
    .$narrowType<{ due_at: number }>()
    .where('account_id', '=', accountId)
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1);

/** Of those that are still to come. */
function earliest(now: number, ...instants: (number | null | undefined)[]): number | null {
  const coming = instants.filter((at) => at !== null && at !== undefined && at > now) as number[];
  return coming.length ? Math.min(...coming) : null;
}
