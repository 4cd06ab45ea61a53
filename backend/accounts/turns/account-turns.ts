import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, required, textOf, type Statement } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { prepared } from '../../database/prepared';
import { query, type Row } from '../../database/tables';
import type { NetworkName } from '../../ports/networks/network';

export type AccountRow = Row<'accounts'>;

/** Lease on an account. It is renewed three times before it expires, so one late timer does not lose it. */
export const LEASE_MS = 30_000;
export const RENEW_EVERY_MS = 10_000;

/** A hold that ends later than this from now means that the clock was set back. */
const LONGEST_HOLD_MS = 2 * LEASE_MS;

/** Accounts put in line per poll. Keeps one poll short; the next one follows immediately. */
const IN_LINE_AT_ONCE = 24;

/** Pause before the next look when it passed over an account that another transaction held. */
const HELD_AGAIN_MS = 1_000;

/**
 * Decides which account is served next, and which post holds an account: one publication at a time, the account served
 * longest ago first.
 */
@Injectable()
export class AccountTurns {
  private lookedAt = 0;
  private passedOver = false;

  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseTime,
  ) {}

  /**
   * Puts the accounts that are due in line. The cost does not depend on how many wait. One that another transaction holds
   * does not keep the others out.
   */
  async lineUp(): Promise<void> {
    const now = this.clock.now();
    const { rows, passedOver } = await this.db.unheld(DUE({ now }));
    this.passedOver = passedOver;
    const last = rows[IN_LINE_AT_ONCE - 1];
    this.lookedAt = last ? last.next_due_at - 1 : now;
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await this.db.run(
      query
        .updateTable(BY_ID)
        .set((row) => ({ turn: row.fn.coalesce('served_at', row.lit(0)), next_due_at: null }))
        .where('id', 'in', ids)
        .where('next_due_at', '<=', now),
      { durable: false },
    );
  }

  /**
   * When the next account becomes due. May lie in the past, if it became due after the last poll or did not fit into it.
   */
  async nextDue(): Promise<number | undefined> {
    const next = (await this.db.row(NEXT_DUE({ now: this.lookedAt })))?.next ?? undefined;
    return this.passedOver ? Math.min(next ?? Infinity, this.clock.now() + HELD_AGAIN_MS) : next;
  }

  find(id: number): Promise<AccountRow | undefined> {
    return this.db.row(ACCOUNT({ id }));
  }

  /** Takes the account out of line until `at`, unless the account has changed since it was read. */
  async leave({ id, changes }: AccountRow, at: number | null): Promise<void> {
    await this.db.run(LEAVE({ id, changes, at }), { durable: false });
  }

  /**
   * Holds the account for a post, together with other users' accounts of the same Page, if all of them are free.
   *
   * @param goesTo remote id of the account that the post goes to. If it is this one, it must be allowed to send; a post
   * that was begun on another account may continue
   */
  async taking(account: AccountRow, postId: number, goesTo: string): Promise<Statement[]> {
    const others = await this.others(account, goesTo);
    const now = this.clock.now();
    const hold = { postId, now, until: now + LEASE_MS };
    const own = { ...hold, id: account.id };
    return [
      required(goesTo === account.remote_id ? TAKE_TO_SEND({ ...own, goesTo }) : TAKE(own)),
      ...(others.length ? [required(holding(hold).where('id', 'in', others), others.length)] : []),
    ];
  }

  /** Renews the lease of the process that works on the post. */
  keeping(postId: number): Statement {
    return textOf(KEEP({ postId, until: this.clock.now() + LEASE_MS }));
  }

  /**
   * Releases the account, so that other posts are considered now. `holdUntil` reserves it for this post instead, which
   * is then served next. `next`: when there will be something to do, for the account as it was read. It counts only if
   * nothing of the account has changed since.
   */
  releasing(
    postId: number,
    {
      holdUntil = null,
      next,
    }: { holdUntil?: number | null; next?: { account: AccountRow; at: number | null } } = {},
  ): Statement {
    const now = this.clock.now();
    const release = { postId, holder: holdUntil === null ? null : postId, holdUntil, now };
    if (!next) return textOf(RELEASE(release));
    const { id, changes } = next.account;
    // Not before now: accounts with a backlog would come before those that became due meanwhile.
    const at = next.at === null ? null : Math.max(next.at, now);
    return textOf(RELEASE_UNTIL({ ...release, id, changes, at }));
  }

  /** For a unit that must fail unless the account still belongs to that Page: the user may have saved another one. */
  connected({ id }: Pick<AccountRow, 'id'>, remoteId: string): Statement {
    return required(CONNECTED({ id, remoteId }));
  }

  /**
   * A clock that was set back leaves holds that end in hours. Shortens them to one lease, which a live holder renews in
   * time.
   * @returns the posts that hold them
   */
  async shortenHolds(): Promise<number[]> {
    const now = this.clock.now();
    const latest = now + LONGEST_HOLD_MS;
    const rows = await this.db.rows(HELD_TOO_LONG({ latest }));
    for (const { held_by } of rows)
      await this.db.run(
        query
          .updateTable('accounts')
          .set((account) => ({
            held_until: now + LEASE_MS,
            next_due_at: now + LEASE_MS,
            changes: account('changes', '+', 1),
          }))
          .where('held_by', '=', held_by)
          .where('held_until', '>', latest),
      );
    return rows.map(({ held_by }) => held_by);
  }

  private async others({ id, network }: AccountRow, remoteId: string): Promise<number[]> {
    return (await this.db.rows(OTHERS({ id, network, remoteId }))).map((row) => row.id);
  }
}

/** On a small table MySQL would read it by another index or whole, and wait for rows that are not to be changed. */
const BY_ID = sql<AccountRow>`accounts`.as<'accounts'>(sql`accounts /*! force index (primary) */`);

type Hold = { postId: number; now: number; until: number };

const holding = ({ postId, now, until }: Hold) =>
  query
    .updateTable('accounts')
    .set((row) => ({
      held_by: postId,
      held_until: until,
      next_due_at: until,
      served_at: now,
      changes: row('changes', '+', 1),
    }))
    .where((row) =>
      row.or([row('held_by', 'is', null), row('held_by', '=', postId), row('held_until', '<=', now)]),
    );

const taking = (own: Hold & { id: number }) => holding(own).set({ turn: null }).where('id', '=', own.id);

const TAKE = prepared(taking);

const TAKE_TO_SEND = prepared((own: Hold & { id: number; goesTo: string }) =>
  taking(own)
    .where('remote_id', '=', own.goesTo)
    .where('removed_at', '=', 0)
    .where((row) => row.or([row('paused_reason', 'is', null), row('resumes_at', '<=', own.now)])),
);

const DUE = prepared(({ now }: { now: number }) =>
  query
    .selectFrom('accounts')
    .select(['id', 'next_due_at'])
    .$narrowType<{ next_due_at: number }>()
    .where('next_due_at', '<=', now)
    .orderBy('next_due_at')
    .limit(IN_LINE_AT_ONCE),
);

const NEXT_DUE = prepared(({ now }: { now: number }) =>
  query
    .selectFrom('accounts')
    .where('next_due_at', '>', now)
    .select(({ fn }) => fn.min('next_due_at').as('next')),
);

const ACCOUNT = prepared(({ id }: { id: number }) =>
  query.selectFrom('accounts').selectAll().where('id', '=', id),
);

const OTHERS = prepared(({ id, network, remoteId }: { id: number; network: NetworkName; remoteId: string }) =>
  query
    .selectFrom('accounts')
    .select('id')
    .where('network', '=', network)
    .where('remote_id', '=', remoteId)
    .where('removed_at', '=', 0)
    .where('id', '<>', id)
    .orderBy('id'),
);

const LEAVE = prepared(({ id, changes, at }: { id: number; changes: number; at: number | null }) =>
  query
    .updateTable('accounts')
    .set({ turn: null, next_due_at: at })
    .where('id', '=', id)
    .where('changes', '=', changes),
);

const CONNECTED = prepared(({ id, remoteId }: { id: number; remoteId: string }) =>
  query
    .updateTable('accounts')
    .set(({ ref }) => ({ remote_id: ref('remote_id') }))
    .where('id', '=', id)
    .where('remote_id', '=', remoteId)
    .where('removed_at', '=', 0),
);

const KEEP = prepared(({ postId, until }: { postId: number; until: number }) =>
  query.updateTable('accounts').set({ held_until: until, next_due_at: until }).where('held_by', '=', postId),
);

type Release = { postId: number; holder: number | null; holdUntil: number | null; now: number };

const RELEASE = prepared(({ postId, holder, holdUntil, now }: Release) =>
  query
    .updateTable('accounts')
    .set((account) => ({
      held_by: holder,
      held_until: holdUntil,
      next_due_at: now,
      changes: account('changes', '+', 1),
    }))
    .where('held_by', '=', postId),
);

type ReleaseUntil = Release & { id: number; changes: number; at: number | null };

/** The same, with another instant for one account. MySQL assigns from left to right: `changes` must come last. */
const RELEASE_UNTIL = prepared(({ postId, holder, holdUntil, now, id, changes, at }: ReleaseUntil) =>
  query
    .updateTable('accounts')
    .set((account) => ({
      held_by: holder,
      held_until: holdUntil,
      next_due_at: account
        .case()
        .when(account.and([account('id', '=', id), account('changes', '=', changes)]))
        .then(account.val(at))
        .else(account.val(now))
        .end(),
      changes: account('changes', '+', 1),
    }))
    .where('held_by', '=', postId),
);

const HELD_TOO_LONG = prepared(({ latest }: { latest: number }) =>
  query
    .selectFrom('accounts')
    .select('held_by')
    .$narrowType<{ held_by: number }>()
    .distinct()
    .where('held_by', 'is not', null)
    .where('held_until', '>', latest),
);

/** Whether new work may begin on the account. */
export const maySend = (
  { removed_at, paused_reason, resumes_at }: Pick<AccountRow, 'removed_at' | 'paused_reason' | 'resumes_at'>,
  now: number,
): boolean => removed_at === 0 && (paused_reason === null || (resumes_at !== null && resumes_at <= now));

/** The post that holds the account now. */
export const holderOf = ({ held_by, held_until }: AccountRow, now: number): number | null =>
  held_until !== null && held_until > now ? held_by : null;
