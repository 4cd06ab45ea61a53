import { Injectable } from '@nestjs/common';
import { EventLoopShare } from '../../common/limits/event-loop-share';
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

/** Waiting comments that one statement reads. */
const A_PIECE = 500;

const LEASES_EVERY_MS = 60_000;

/** A lease that ends later than this from now was written by a clock that has been set back since. */
const LONGEST_LEASE_MS = 2 * LEASE_MS;

/** Leases first comments, and keeps their ledger. Every write carries the fence. */
@Injectable()
export class CommentClaims {
  private leasesSeenAt = -Infinity;

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
    await this.shortenLeases();
    const now = this.clock.now();
    const due = new Map<number, InLine>();
    await eachPiece(
      (last) => this.db.rows(DUE({ now, at: last?.at ?? 0, after: last?.id ?? 0 })),
      (piece) => {
        for (const { id, account_id } of piece) {
          const account = account_id ?? 0;
          if (due.size < AT_ONCE && !due.has(account)) due.set(account, { id, account });
        }
        return due.size < AT_ONCE;
      },
    );
    const next = await this.db.row(NEXT_DUE({ now }));
    return { due: [...due.values()], nextDue: next?.at ?? undefined };
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

  /**
   * A clock that was set back leaves leases that end in hours. They are looked for among all that wait: at first, once a
   * minute, and at once if the clock of this process was set back.
   */
  private async shortenLeases(): Promise<void> {
    const now = this.clock.now();
    if (Math.abs(now - this.leasesSeenAt) < LEASES_EVERY_MS) return;
    const latest = now + LONGEST_LEASE_MS;
    const tooLong: number[] = [];
    await eachPiece(
      (last) => this.db.rows(LATER({ latest, at: last?.at ?? 0, after: last?.id ?? 0 })),
      (piece) => {
        for (const { id, locked_by } of piece) if (locked_by !== null) tooLong.push(id);
        return true;
      },
    );
    for (const id of tooLong) await this.db.run(SHORTEN({ id, until: now + LEASE_MS, latest }));
    this.leasesSeenAt = now;
  }
}

/** Reads on behind the last row of each piece, for as long as more are wanted. Others have their turns meanwhile. */
async function eachPiece(
  read: (last: Waiting | undefined) => Promise<Waiting[]>,
  take: (piece: Waiting[]) => boolean,
): Promise<void> {
  const eventLoop = new EventLoopShare();
  for (let last: Waiting | undefined; ;) {
    const piece = await read(last);
    last = piece.at(-1);
    if (!take(piece) || piece.length < A_PIECE) return;
    await eventLoop.share();
  }
}

type Waiting = Pick<Row<'posts'>, 'id' | 'account_id' | 'locked_by'> & { at: number };

type From = { at: number; after: number };

/** In the order of their index, from there on. */
const waitingFrom = ({ at, after }: From) =>
  query
    .selectFrom('posts')
    .select(['id', 'account_id', 'locked_by', 'first_comment_due_at as at'])
    .$narrowType<{ at: number }>()
    .where('first_comment_due_at', '>=', at)
    .where((post) => post.or([post('first_comment_due_at', '>', at), post('id', '>', after)]))
    .orderBy('first_comment_due_at')
    .orderBy('id')
    .limit(A_PIECE);

const DUE = prepared((given: From & { now: number }) =>
  waitingFrom(given).where('first_comment_due_at', '<=', given.now),
);

const LATER = prepared((given: From & { latest: number }) =>
  waitingFrom(given).where('first_comment_due_at', '>', given.latest),
);

const NEXT_DUE = prepared(({ now }: { now: number }) =>
  query
    .selectFrom('posts')
    .select(({ fn }) => fn.min<number | null>('first_comment_due_at').as('at'))
    .where('first_comment_due_at', '>', now),
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
