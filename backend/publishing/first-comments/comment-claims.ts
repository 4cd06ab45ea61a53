import { Injectable } from '@nestjs/common';
import { AccountTurns, LEASE_MS } from '../../accounts/turns/account-turns';
import { Changes } from '../../database/changes';
import { Database, insertStatement, required } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { prepared } from '../../database/prepared';
import { query, type Row } from '../../database/tables';
import type { CommentSession } from '../../ports/networks/first-comment';
import { LeaseLost, type SentPost } from '../../ports/networks/network';
import { knownOfOthers, othersInDoubt } from '../publisher/other-posts';
import { Claims, countingLostLease, touching } from '../publisher/claims';

/** The first comment of a published post, leased by this process with the post's own lease. */
export interface CommentClaim {
  post: Row<'posts'>;
  lockedBy: string;
  fence: number;
}

/** What became of a step, for the ledger. */
export type StepEnd = Pick<
  Row<'publish_steps'>,
  'outcome' | 'message' | 'code' | 'subcode' | 'trace_id' | 'remote_id'
>;

/** `account` is 0 where there is none. */
type InLine = { id: number; account: number };

/** More accounts than are worked on at once, so that some are left when those are taken off. */
const AT_ONCE = 32;

/** A lease that ends later than this from now was written by a clock that has been set back since. */
const LONGEST_LEASE_MS = 2 * LEASE_MS;

/** Leases first comments, and keeps their ledger. Every write carries the fence. */
@Injectable()
export class CommentClaims {
  constructor(
    private readonly db: Database,
    private readonly claims: Claims,
    private readonly turns: AccountTurns,
    private readonly changes: Changes,
    private readonly clock: DatabaseTime,
  ) {}

  /**
   * Those that are due, the longest first, and one of each account: however many an account has, they hide no other's.
   * `nextDue`: when to look again, if that is known.
   */
  async due(): Promise<{ due: InLine[]; nextDue?: number }> {
    const now = this.clock.now();
    const tooLong = await this.db.rows(LEASED_TOO_LONG({ latest: now + LONGEST_LEASE_MS }));
    for (const { id } of tooLong) await this.shortenLease(id);
    const waiting = await this.db.rows(WAITING({}));
    const due = waiting.filter((each) => each.due <= now);
    return { due, nextDue: waiting[due.length]?.due };
  }

  /** @returns undefined if it is not due any more, or another process was faster. */
  async take(id: number, lockedBy: string): Promise<CommentClaim | undefined> {
    await this.clock.measure();
    const before = await this.db.row(POST({ id }));
    if (!before) return undefined;
    const now = this.clock.now();
    const taking = TAKE({ id, lockedBy, now, until: now + LEASE_MS });
    if (!(await this.changes.commit([required(taking)], touching(before)))) return undefined;
    const post = await this.db.row(TAKEN({ id, lockedBy }));
    return post && { post, lockedBy, fence: post.fence };
  }

  /** @returns false when the lease was lost. */
  async renew(claim: CommentClaim): Promise<boolean> {
    await this.clock.measure();
    const renewing = this.claims.held(claim).set({ first_comment_due_at: this.clock.now() + LEASE_MS });
    return (await this.db.atomically([required(renewing)])) !== null;
  }

  /**
   * Commits the intent to send it, unless its account was removed meanwhile: once that is acknowledged, nothing is sent.
   * @returns the row of the ledger. @throws LeaseLost
   */
  async intend(claim: CommentClaim, session: CommentSession): Promise<number> {
    const { post, fence } = claim;
    const step = { post_id: post.id, fence, step: 'comment', remote_id: null, started_at: this.clock.now() };
    const done = await this.changes.commit(
      [
        required(this.claims.held(claim).set({ first_comment_session: JSON.stringify(session) })),
        this.turns.connected({ id: post.account_id ?? 0 }, session.accountId),
        insertStatement('publish_steps', [step]),
      ],
      touching(post),
    );
    const receipt = done?.at(-1)?.id;
    if (receipt === undefined) throw new LeaseLost();
    return receipt;
  }

  knownOfOthers({ post }: CommentClaim, remoteIds: string[]): Promise<Set<string>> {
    return knownOfOthers(this.db, post, remoteIds);
  }

  othersInDoubt({ post }: CommentClaim, accountId: string): Promise<SentPost[]> {
    return othersInDoubt(this.db, post, accountId);
  }

  /** Gives the comment back with what became of it. @returns false when the lease was lost. */
  async settle(
    claim: CommentClaim,
    change: Partial<Row<'posts'>>,
    step?: { receipt: number; end: StepEnd },
  ): Promise<boolean> {
    const releasing = required(this.claims.held(claim).set({ locked_by: null, ...change }));
    const ending =
      step &&
      query
        .updateTable('publish_steps')
        .set({ ...step.end, finished_at: this.clock.now() })
        .where('id', '=', step.receipt);
    const unit = ending ? [releasing, ending] : [releasing];
    return (await this.changes.commit(unit, touching(claim.post))) !== null;
  }

  /** A clock that was set back leaves leases that end in hours. */
  private async shortenLease(id: number): Promise<void> {
    const now = this.clock.now();
    await this.db.run(SHORTEN({ id, until: now + LEASE_MS, latest: now + LONGEST_LEASE_MS }));
  }
}

/** The first of each account. An index begins with `account_id` itself: SQLite would read it from end to end. */
const WAITING = prepared(() => {
  const all = query
    .selectFrom('posts')
    .select(({ fn, lit }) => ['id', fn.coalesce('account_id', lit(0)).as('account'), 'first_comment_due_at'])
    .$narrowType<{ first_comment_due_at: number }>()
    .where('first_comment_due_at', 'is not', null);
  const inLine = query.selectFrom(all.as('waiting')).select(({ fn }) => [
    'id',
    'account',
    'first_comment_due_at as due',
    fn
      .agg<number>('row_number')
      .over((row) => row.partitionBy('account').orderBy('first_comment_due_at').orderBy('id'))
      .as('place'),
  ]);
  return query
    .selectFrom(inLine.as('line'))
    .select(['id', 'account', 'due'])
    .where('place', '=', 1)
    .orderBy('due')
    .limit(AT_ONCE);
});

const LEASED_TOO_LONG = prepared(({ latest }: { latest: number }) =>
  query
    .selectFrom('posts')
    .select('id')
    .where('first_comment_due_at', '>', latest)
    .where('locked_by', 'is not', null)
    .limit(AT_ONCE),
);

const POST = prepared(({ id }: { id: number }) => query.selectFrom('posts').selectAll().where('id', '=', id));

const TAKEN = prepared(({ id, lockedBy }: { id: number; lockedBy: string }) =>
  query.selectFrom('posts').selectAll().where('id', '=', id).where('locked_by', '=', lockedBy),
);

type Taking = { id: number; lockedBy: string; now: number; until: number };

const TAKE = prepared(({ id, lockedBy, now, until }: Taking) =>
  query
    .updateTable('posts')
    .set((row) => ({
      tries: countingLostLease(row),
      locked_by: lockedBy,
      fence: row('fence', '+', 1),
      first_comment_due_at: until,
    }))
    .where('id', '=', id)
    .where('first_comment_due_at', '<=', now)
    .where('first_comment_status', '=', 'waiting'),
);

const SHORTEN = prepared(({ id, until, latest }: { id: number; until: number; latest: number }) =>
  query
    .updateTable('posts')
    .set({ first_comment_due_at: until })
    .where('id', '=', id)
    .where('first_comment_due_at', '>', latest)
    .where('locked_by', 'is not', null),
);
