import { Injectable } from '@nestjs/common';
import type { ExpressionBuilder } from 'kysely';
import { AccountTurns, holderOf, maySend, type AccountRow } from '../../accounts/turns/account-turns';
import { Database } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { prepared } from '../../database/prepared';
import { query, type Row, type Tables } from '../../database/tables';
import { Storage } from '../../ports/storage/storage';
import { isActive } from '../../subscriptions/subscription-status';
import { UNDER_WAY } from '../posts/post-status';

/** Pause before the account is looked at again: another process holds it or its Page, or the bytes are unreadable. */
export const AGAIN_MS = 1_000;

/** Time for which a storage that was here is not asked again: to ask it for each account would take longer than the rest. */
const A_MOMENT_MS = 100;

/** Most accounts searched for posts that need no bytes. */
const LOOKED_AT_WITHOUT_BYTES = 1_000;

/**
 * What an account has to do: a post now, or a look at an instant; null when there is nothing to wait for. `readySince`:
 * since when a pending post may go out, as far as its time, its account and its plan are concerned. `unplanned`: a post
 * that a publisher began, of which the network knows nothing, while there is no plan.
 */
export type Next = { post: number; readySince?: number } | { unplanned: number } | { at: number | null };

/** An account that comes next, as it was seen. */
export type InLine = Pick<AccountRow, 'id' | 'changes'>;

/** Selects the accounts that come next, and the next post of each. */
@Injectable()
export class NextPosts {
  /** When the storage was last found to be here, by the steady clock. */
  private hereAt = -Infinity;

  constructor(
    private readonly db: Database,
    private readonly turns: AccountTurns,
    private readonly storage: Storage,
    private readonly clock: DatabaseTime,
  ) {}

  /**
   * The first accounts in line, and no more than `mostSending` of those whose post's bytes may have to be sent. Checks the
   * storage last, so that accounts that became due while it was away are not judged by an older check.
   */
  async accounts(limit: number, mostSending = Infinity): Promise<InLine[]> {
    await this.turns.lineUp();
    const first = await this.db.rows(LINE({ limit }));
    const isAway = first.length > 0 && (await this.isStorageAway());
    const sending = isAway ? [] : first.slice(0, mostSending);
    if (sending.length === first.length) return first;
    const ids = new Set(sending.map(({ id }) => id));
    const others = await this.db.rows(LINE_WITHOUT_BYTES({ limit, now: this.clock.now() }));
    return [...sending, ...others.filter(({ id }) => !ids.has(id))];
  }

  /**
   * The next post of the account. While the storage is away, only a post whose bytes the network already has; for the
   * others it asks again soon.
   */
  async of(account: AccountRow): Promise<Next> {
    const next = await this.first(account);
    if (!('post' in next) || this.wasHere() || !(await this.isStorageAway())) return next;
    const withoutBytes = await this.first(account, { needsNoBytes: true });
    return 'post' in withoutBytes ? withoutBytes : { at: this.clock.now() + AGAIN_MS };
  }

  /** When the first of the account's other posts is due; null if none has an instant. */
  async dueBeside({ id, account_id }: Pick<Row<'posts'>, 'id' | 'account_id'>): Promise<number | null> {
    if (account_id === null) return null;
    const beside = { id, accountId: account_id };
    const [underWay, pending] = [
      await this.db.row(UNDER_WAY_BESIDE(beside)),
      await this.db.row(PENDING_BESIDE(beside)),
    ];
    const instants = [underWay, pending].flatMap((post) => post?.due_at ?? []);
    return instants.length > 0 ? Math.min(...instants) : null;
  }

  private async isStorageAway(): Promise<boolean> {
    const askedAt = performance.now();
    const isAway = (await this.storage.presence()) === 'away';
    this.hereAt = isAway ? -Infinity : askedAt;
    return isAway;
  }

  /** Whether it was here a moment ago. If it is not any more, the publication waits for it, which costs no try. */
  private wasHere(): boolean {
    return performance.now() - this.hereAt < A_MOMENT_MS;
  }

  /**
   * Posts under way come before pending ones, so that a backlog does not delay them. A held account only continues its
   * holder. An account that may not send only continues posts that were begun on an earlier Page.
   */
  private async first(account: AccountRow, { needsNoBytes = false } = {}): Promise<Next> {
    const now = this.clock.now();
    const holder = holderOf(account, now);
    const sends = maySend(account, now);
    const underWay = await this.db.row(begunOf(account, { holder, sends, needsNoBytes }));
    if (underWay && underWay.due_at <= now) {
      const needsPlan = !underWay.is_begun && 'start' in (await this.plan(account.user_id, now));
      return needsPlan ? { unplanned: underWay.id } : { post: underWay.id };
    }
    if (holder !== null) return { at: underWay?.due_at ?? account.held_until };
    if (!sends) return { at: earliest(now, underWay?.due_at, account.resumes_at) };
    const pending = needsNoBytes ? undefined : await this.db.row(PENDING({ accountId: account.id }));
    if (!pending || pending.due_at > now) return { at: earliest(now, underWay?.due_at, pending?.due_at) };
    const plan = await this.plan(account.user_id, now);
    if ('start' in plan) return { at: earliest(now, underWay?.due_at, plan.start) };
    return { post: pending.id, readySince: readySince(account, pending.due_at, plan.since) };
  }

  /** Since when a subscription is active, else when the next one begins; null without one. */
  private async plan(userId: number, now: number): Promise<{ since: number } | { start: number | null }> {
    const active = await this.db.row(PLAN({ userId, now }));
    if (active) return { since: Math.max(active.starts_at, active.created_at) };
    return { start: (await this.db.row(NEXT_PLAN({ userId, now })))?.start ?? null };
  }
}

/** The accounts in line, least recently served first. */
const line = query
  .selectFrom('accounts')
  .select(['accounts.id', 'accounts.changes'])
  .where('turn', 'is not', null)
  .orderBy('turn')
  .orderBy('accounts.id');

/** Accounts whose post's bytes the network has were served recently, so they are near the end of the line. */
const endOfLine = query
  .selectFrom('accounts')
  .select(['accounts.id', 'accounts.changes'])
  .where('turn', 'is not', null)
  .orderBy('turn', 'desc')
  .limit(LOOKED_AT_WITHOUT_BYTES);

const LINE = prepared(({ limit }: { limit: number }) => line.limit(limit));

const LINE_WITHOUT_BYTES = prepared(({ limit, now }: { limit: number; now: number }) =>
  query
    .selectFrom(endOfLine.as('last'))
    .select(['last.id', 'last.changes'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('posts as p')
          .select('p.id')
          .whereRef('p.account_id', '=', 'last.id')
          .where('p.status', '=', 'uploaded')
          .where('p.due_at', '<=', now),
      ),
    )
    .limit(limit),
);

/** Whether the network may know of the post. */
export const isBegun = (post: ExpressionBuilder<Tables, 'posts'>) =>
  post.or([post('remote_session', 'is not', null), post('intent_account', 'is not', null)]);

/** The account's open post that is due first, read from an index. */
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

const openUnderWay = (accountId: number) =>
  open(accountId)
    .select((post) =>
      post.case().when(isBegun(post)).then(post.lit(1)).else(post.lit(0)).end().as('is_begun'),
    )
    .where('status', 'in', UNDER_WAY);

const UNDER_WAY_OF = prepared(({ accountId }: { accountId: number }) => openUnderWay(accountId));

const PENDING = prepared(({ accountId }: { accountId: number }) =>
  open(accountId).where('status', '=', 'pending'),
);

type Beside = { id: number; accountId: number };

const UNDER_WAY_BESIDE = prepared(({ id, accountId }: Beside) =>
  open(accountId).where('status', 'in', UNDER_WAY).where('id', '<>', id),
);

const PENDING_BESIDE = prepared(({ id, accountId }: Beside) =>
  open(accountId).where('status', '=', 'pending').where('id', '<>', id),
);

/** The next post under way that may continue. */
function begunOf(
  account: AccountRow,
  { holder, sends, needsNoBytes }: { holder: number | null; sends: boolean; needsNoBytes: boolean },
) {
  if (holder === null && sends && !needsNoBytes) return UNDER_WAY_OF({ accountId: account.id });
  let begun = openUnderWay(account.id).$if(needsNoBytes, (post) => post.where('status', '=', 'uploaded'));
  if (holder !== null) begun = begun.where('id', '=', holder);
  if (!sends) begun = begun.where('intent_account', '<>', account.remote_id);
  return begun;
}

type PlanAt = { userId: number; now: number };

const plansOf = (userId: number) => query.selectFrom('subscriptions as s').where('s.user_id', '=', userId);

const PLAN = prepared(({ userId, now }: PlanAt) =>
  plansOf(userId).select(['s.starts_at', 's.created_at']).where(isActive(now)).limit(1),
);

const NEXT_PLAN = prepared(({ userId, now }: PlanAt) =>
  plansOf(userId)
    .where('s.ended_at', 'is', null)
    .where('s.starts_at', '>', now)
    .select(({ fn }) => fn.min('s.starts_at').as('start')),
);

/**
 * A pause ends when it was said to end, or when the account is connected again, which verifies it. Undefined for an
 * account that was never verified.
 */
function readySince(
  { verified_at, resumes_at }: AccountRow,
  dueAt: number,
  planSince: number,
): number | undefined {
  return verified_at === null ? undefined : Math.max(dueAt, planSince, verified_at, resumes_at ?? 0);
}

/** The earliest future instant, or null. */
function earliest(now: number, ...instants: (number | null | undefined)[]): number | null {
  const coming = instants.filter((at) => at !== null && at !== undefined && at > now) as number[];
  return coming.length ? Math.min(...coming) : null;
}
