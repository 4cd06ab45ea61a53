import { Injectable } from '@nestjs/common';
import { ConnectionsService, type Pause, type StoredCredentials } from '../connections/connections.service';
import { Reviews } from '../connections/reviews';
import { Database, placesFor, type Done, type SqlValue, type Statement } from '../database/database';
import type { Handle, NetworkName, Step, StepResult } from '../ports/networks/network';
import { Quota } from '../subscriptions/quota';
import { ACTIVE } from '../subscriptions/subscription-status';
import { DatabaseTime } from '../database/database-time';
import { Feeds } from '../users/feeds';
import { topicOf, type PostKind } from './channel';
import { OPEN, quoted, sourcesOf, type PostStatus } from './post-status';
import type { PostRow } from './post.view';

/** A lease is renewed three times before it runs out, so that one late timer does not lose it. */
export const LEASE_MS = 30_000;
export const RENEW_EVERY_MS = 10_000;

/** No lease and no hold ends later than this from now, unless a clock was set. */
const LONGEST_HOLD_MS = 2 * LEASE_MS;

export interface ClaimedPost extends PostRow {
  /** Where the public call was begun, and the sealed token for it; null before and after. */
  intent_account: string | null;
  intent_token: string | null;
}

/** A post in the hands of this process. Every later write carries the fence: an old holder writes nothing. */
export interface Claim {
  post: ClaimedPost;
  fence: number;
  /** The account that is locked for it. */
  accountId: string;
  /** It was begun on an account that is not the connected one any more. */
  isElsewhere: boolean;
}

/** Who is spoken to in a step, to be kept with an intent. */
export interface Spoken {
  text: string;
  sealed: string;
}

/** Where a post goes on that was let go of. */
interface Next {
  dueAt: number;
  handle: Handle | null;
  tries: number;
}

const MAY_SEND = '(c.paused_reason IS NULL OR (c.resumes_at IS NOT NULL AND c.resumes_at <= ?))';
const ACCOUNT = 'COALESCE(p.intent_account, c.account_id)';
/** Begun on an account that is not connected any more: no pause of another one holds it back. */
const IS_ELSEWHERE = '(p.intent_account IS NOT NULL AND (c.id IS NULL OR c.account_id <> p.intent_account))';
const IS_CONNECTED = `(c.id IS NOT NULL AND c.account_id = ${ACCOUNT} AND ${MAY_SEND})`;

/** What the publisher does to posts: each change one conditional statement, or a few in one unit. */
@Injectable()
export class PublicationsRepository {
  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
    private readonly connections: ConnectionsService,
    private readonly reviews: Reviews,
    private readonly feeds: Feeds,
    private readonly clock: DatabaseTime,
  ) {}

  /**
   * The posts to look at now: per account the one that has waited longest, and before it what is under way already (its
   * `due_at` is that of its next try), so that no account holds up another and no backlog a post that was interrupted.
   * The account that was served longest ago comes first. Pending posts wait for a subscription, all of them for an
   * account that may send and is not held by another post.
   * `needsNoBytes`: only those whose bytes the network has already.
   */
  async due(limit: number, { needsNoBytes = false } = {}): Promise<number[]> {
    const now = this.clock.now();
    const rows = await this.db.rows<{ id: number }>(
      `SELECT id FROM (
         SELECT p.id, p.due_at, COALESCE(l.served_at, 0) AS served_at,
                ROW_NUMBER() OVER (PARTITION BY p.network, ${ACCOUNT}
                  ORDER BY CASE p.status WHEN 'pending' THEN 1 ELSE 0 END, p.due_at, p.id) AS place
           FROM posts p LEFT JOIN connections c ON c.user_id = p.user_id AND c.network = p.network
           LEFT JOIN account_locks l ON l.network = p.network AND l.account_id = ${ACCOUNT}
          WHERE p.due_at <= ? AND (${IS_CONNECTED} OR ${IS_ELSEWHERE})
            AND (l.held_by IS NULL OR l.held_by = p.id OR l.held_until <= ?)
            AND (p.status <> 'pending' OR EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = p.user_id AND ${ACTIVE}))
            ${needsNoBytes ? "AND p.status = 'uploaded'" : ''}
       ) heads WHERE place = 1 ORDER BY served_at, due_at, id LIMIT ?`,
      [now, now, now, now, now, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** The first instant after now at which a post is due. */
  async nextDue(): Promise<number | undefined> {
    const row = await this.db.row<{ next: number | null }>(
      'SELECT MIN(due_at) AS next FROM posts WHERE due_at > ?',
      [this.clock.now()],
    );
    return row?.next ?? undefined;
  }

  /**
   * Posts whose time passed longer ago than they may be late: pending ones, and those under way whose account may not
   * send (any more). The others under way are claimed, and know for themselves.
   */
  async missed(since: number, limit: number): Promise<PostRow[]> {
    return this.db.rows<PostRow>(
      `SELECT * FROM posts p WHERE p.due_at <= ? AND p.scheduled_for <= ? AND p.status IN (${quoted(OPEN)})
          AND (p.status = 'pending' OR NOT EXISTS (SELECT 1 FROM connections c WHERE c.user_id = p.user_id
                AND c.network = p.network AND (${MAY_SEND} OR c.account_id <> p.intent_account)))
        ORDER BY p.due_at LIMIT ?`,
      [since, since, this.clock.now(), limit],
    );
  }

  /** Takes the post and its account for 30 s, or leaves both to whoever has them. */
  async claim(id: number, owner: string): Promise<Claim | undefined> {
    await this.clock.measure();
    const place = await this.placeOf(id);
    if (!place?.account) return undefined;
    const { user_id, network, account, elsewhere } = place;
    if (!place.known) await this.addLock(network, account);
    const now = this.clock.now();
    const done = await this.db.atomically([
      {
        sql: `UPDATE account_locks SET held_by = ?, held_until = ?, served_at = ? WHERE network = ? AND account_id = ?
                AND (held_by IS NULL OR held_by = ? OR held_until <= ?)`,
        params: [id, now + LEASE_MS, now, network, account, id, now],
        required: true,
      },
      ...(elsewhere ? [] : [this.connected(place, ` AND ${MAY_SEND.replaceAll('c.', '')}`, [now])]),
      {
        // A lease that ran out was a try: its process died, or could not say what came of it. MySQL assigns from left to
        // right, so the old owner is read before it is overwritten.
        sql: `UPDATE posts SET tries = tries + CASE WHEN owner IS NULL THEN 0 ELSE 1 END, owner = ?, fence = fence + 1, due_at = ?,
                status = CASE status WHEN 'pending' THEN 'scheduled' ELSE status END
               WHERE id = ? AND due_at <= ? AND status IN (${quoted(OPEN)}) AND COALESCE(intent_account, ?) = ?
                 AND (status <> 'pending' OR EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = posts.user_id AND ${ACTIVE}))`,
        params: [owner, now + LEASE_MS, id, now, account, account, now, now],
        required: true,
      },
      this.telling(place),
    ]);
    if (!done) return undefined;
    const post = await this.db.row<ClaimedPost>('SELECT * FROM posts WHERE id = ? AND owner = ?', [
      id,
      owner,
    ]);
    if (!post || post.user_id !== user_id) return undefined;
    return { post, fence: post.fence, accountId: account, isElsewhere: elsewhere === 1 };
  }

  /** @returns false when the lease was lost. */
  async renew(claim: Claim, owner: string): Promise<boolean> {
    await this.clock.measure();
    const { post, fence } = claim;
    const until = this.clock.now() + LEASE_MS;
    const done = await this.db.atomically([
      {
        sql: 'UPDATE posts SET due_at = ? WHERE id = ? AND owner = ? AND fence = ?',
        params: [until, post.id, owner, fence],
        required: true,
      },
      this.holding(claim, post.id, until),
    ]);
    return done !== null;
  }

  /** Commits what is about to happen. @returns the id of the ledger's row, undefined when the lease was lost. */
  async begin(
    claim: Claim,
    owner: string,
    step: Step,
    handle: Handle | null,
    spoken: Spoken,
  ): Promise<number | undefined> {
    const done = await this.db.atomically([
      this.progress(claim, owner, handle, spoken),
      // What is connected now is where the post goes: who saved another account meanwhile, or none, was in time.
      ...(step === 'publish' && !claim.isElsewhere
        ? [this.connected({ ...claim.post, account: claim.accountId })]
        : []),
      {
        sql: 'INSERT INTO attempts (post_id, fence, step, remote_id, started_at) VALUES (?, ?, ?, ?, ?)',
        params: [claim.post.id, claim.fence, step, handle?.remoteId ?? null, this.clock.now()],
      },
      this.telling(claim.post),
    ]);
    return done?.at(-2)?.id;
  }

  /** Commits what came of it. @returns false when the lease was lost. */
  async finish(
    claim: Claim,
    owner: string,
    receipt: number,
    result: StepResult,
    handle: Handle | undefined,
    spoken: Spoken,
  ): Promise<boolean> {
    const { outcome, remoteId = null, message = null, code = null, subcode = null, traceId = null } = result;
    const held = {
      sql: 'UPDATE posts SET owner = owner WHERE id = ? AND owner = ? AND fence = ?',
      params: [claim.post.id, owner, claim.fence],
      required: true,
    };
    const done = await this.db.atomically([
      handle ? this.progress(claim, owner, handle, spoken) : held,
      {
        sql: `UPDATE attempts SET outcome = ?, remote_id = COALESCE(?, remote_id), message = ?, code = ?, subcode = ?, trace_id = ?, finished_at = ?
               WHERE id = ?`,
        params: [outcome, remoteId, message, code, subcode, traceId, this.clock.now(), receipt],
      },
      this.telling(claim.post),
    ]);
    return done !== null;
  }

  /** Those of these ids that other posts became: several users may have connected one account. */
  async knownOfOthers(
    { id, network }: Pick<PostRow, 'id' | 'network'>,
    remoteIds: string[],
  ): Promise<Set<string>> {
    if (remoteIds.length === 0) return new Set();
    const rows = await this.db.rows<{ remote_id: string }>(
      `SELECT remote_id FROM posts WHERE remote_id IN ${placesFor(remoteIds)} AND network = ? AND id <> ?`,
      [...remoteIds, network, id],
    );
    return new Set(rows.map(({ remote_id }) => remote_id));
  }

  /** When the first of the user's last `count` publications of this kind since then was; undefined if they were fewer. */
  async earliestOfLast(
    { user_id, kind }: Pick<PostRow, 'user_id' | 'kind'>,
    count: number,
    since: number,
  ): Promise<number | undefined> {
    const rows = await this.db.rows<{ published_at: number }>(
      `SELECT published_at FROM posts WHERE user_id = ? AND kind = ? AND status = 'published' AND published_at > ?
        ORDER BY published_at DESC LIMIT ?`,
      [user_id, kind, since, count],
    );
    return rows.length < count ? undefined : rows.at(-1)?.published_at;
  }

  /** The end of a publication: live, or refused for good. The task is free again, the bytes stay for now. */
  async close(
    claim: Claim,
    owner: string,
    status: 'published' | 'failed',
    change: Partial<Record<keyof PostRow, SqlValue>>,
  ): Promise<boolean> {
    const freeing = this.quota.freeing(claim.post.user_id, 1, 0);
    const now = this.clock.now();
    const ended = { idle_since: now, ...(status === 'failed' && { failed_at: now }) };
    return (
      (await this.settle(claim, owner, status, { ...change, ...ended, ...NO_INTENT, due_at: null }, [
        freeing,
      ])) !== null
    );
  }

  /** Lets go of the post until `dueAt`. `holdUntil` keeps the account for it meanwhile. */
  async defer(
    claim: Claim,
    owner: string,
    status: PostStatus,
    { holdUntil, ...next }: Next & { holdUntil?: number },
  ): Promise<boolean> {
    return (await this.settle(claim, owner, status, columnsOf(next), [], holdUntil)) !== null;
  }

  /** Lets go of the post and pauses its account. @returns `null` when the lease was lost. */
  async suspend(
    claim: Claim,
    owner: string,
    status: PostStatus,
    next: Next,
    { spokenTo, pause }: { spokenTo: StoredCredentials; pause: Pause },
  ): Promise<{ isNews: boolean } | null> {
    const { user_id, network } = claim.post;
    const pausing = this.connections.pausing(user_id, network, spokenTo, pause);
    const done = await this.settle(claim, owner, status, columnsOf(next), pausing);
    return done && { isNews: (done[0]?.affected ?? 0) > 0 };
  }

  /** A post that waited too long fails without having been claimed; not if it was moved or claimed meanwhile. */
  async failUnclaimed(post: PostRow, reason: string): Promise<boolean> {
    const { id, user_id, status, fence, due_at } = post;
    const now = this.clock.now();
    const done = await this.db.atomically([
      {
        sql: `UPDATE posts SET status = 'failed', upload_error = ?, failed_at = ?, idle_since = ?, due_at = NULL, intent_account = NULL, intent_token = NULL, owner = NULL, fence = fence + 1
               WHERE id = ? AND status = ? AND fence = ? AND due_at = ?`,
        params: [reason, now, now, id, status, fence, due_at],
        required: true,
      },
      this.quota.freeing(user_id, 1, 0),
      this.telling(post),
    ]);
    return done !== null;
  }

  /**
   * Lets go of a post that the process has no time for any more, or whose account was replaced: that one is its user's
   * again. Nobody has to wait for its lease to run out; it is no try. @returns false when the lease was lost.
   */
  async giveBack(claim: Claim, owner: string, { toUser }: { toUser: boolean }): Promise<boolean> {
    const { post, fence } = claim;
    const done = await this.db.atomically([
      {
        sql: `UPDATE posts SET owner = NULL, due_at = ?,
                status = CASE WHEN intent_account IS NULL AND 1 = ? THEN 'pending' ELSE status END
               WHERE id = ? AND owner = ? AND fence = ?`,
        params: [this.clock.now(), Number(toUser), post.id, owner, fence],
        required: true,
      },
      this.holding(claim, null, null),
      this.telling(post),
    ]);
    return done !== null;
  }

  /** This process is no publisher any more. */
  async forget(owner: string): Promise<void> {
    await this.db.run('DELETE FROM publisher_heartbeats WHERE publisher = ?', [owner]);
  }

  /**
   * A clock that was set back leaves leases that end in hours. They are cut down to the length of one: whoever still has
   * it renews it in time.
   */
  async shortenLeases(): Promise<void> {
    const now = this.clock.now();
    const latest = now + LONGEST_HOLD_MS;
    const locks = await this.db.rows<{ network: string; account_id: string; held_by: number }>(
      'SELECT network, account_id, held_by FROM account_locks WHERE held_until > ? AND held_by IS NOT NULL',
      [latest],
    );
    for (const { network, account_id, held_by } of locks)
      await this.db.atomically([
        {
          sql: 'UPDATE account_locks SET held_until = ? WHERE network = ? AND account_id = ? AND held_until > ?',
          params: [now + LEASE_MS, network, account_id, latest],
        },
        {
          sql: 'UPDATE posts SET due_at = ? WHERE id = ? AND owner IS NOT NULL AND due_at > ?',
          params: [now + LEASE_MS, held_by, latest],
        },
      ]);
  }

  /** What was given its turn and could not use it for so long waits for another one, in the order of its queue. */
  async returnUnused(since: number): Promise<void> {
    await this.db.run(
      "UPDATE posts SET due_at = NULL WHERE due_at <= ? AND status = 'pending' AND scheduled_for IS NULL",
      [since],
    );
  }

  private placeOf(id: number) {
    return this.db.row<{
      user_id: number;
      kind: PostKind;
      network: NetworkName;
      account: string | null;
      elsewhere: number;
      known: number;
    }>(
      `SELECT p.user_id, p.kind, p.network, ${ACCOUNT} AS account, CASE WHEN ${IS_ELSEWHERE} THEN 1 ELSE 0 END AS elsewhere,
              CASE WHEN l.account_id IS NULL THEN 0 ELSE 1 END AS known
         FROM posts p LEFT JOIN connections c ON c.user_id = p.user_id AND c.network = p.network
         LEFT JOIN account_locks l ON l.network = p.network AND l.account_id = ${ACCOUNT} WHERE p.id = ?`,
      [id],
    );
  }

  private async addLock(network: NetworkName, accountId: string): Promise<void> {
    try {
      await this.db.run('INSERT INTO account_locks (network, account_id) VALUES (?, ?)', [
        network,
        accountId,
      ]);
    } catch (error) {
      if (!this.db.isDuplicate(error)) throw error;
    }
  }

  /** Only while this account is the connected one. Locks its row, so that nobody replaces it in between. */
  private connected(
    { user_id, network, account }: { user_id: number; network: NetworkName; account: string | null },
    condition = '',
    params: SqlValue[] = [],
  ): Statement {
    return {
      sql: `UPDATE connections SET account_id = account_id WHERE user_id = ? AND network = ? AND account_id = ?${condition}`,
      params: [user_id, network, account, ...params],
      required: true,
    };
  }

  private holding({ post, accountId }: Claim, by: number | null, until: number | null): Statement {
    return {
      sql: 'UPDATE account_locks SET held_by = ?, held_until = ? WHERE network = ? AND account_id = ? AND held_by = ?',
      params: [by, until, post.network, accountId, post.id],
    };
  }

  private telling({ user_id, kind }: Pick<PostRow, 'user_id' | 'kind'>): Statement {
    return this.feeds.telling(user_id, topicOf(kind));
  }

  private progress(
    { post, fence, accountId }: Claim,
    owner: string,
    handle: Handle | null,
    { text, sealed }: Spoken,
  ): Statement {
    const status: PostStatus = handle?.uploaded ? 'uploaded' : 'processing';
    return {
      sql: `UPDATE posts SET status = '${status}', handle = ?, posted_text = ?, intent_account = ?, intent_token = ?
             WHERE id = ? AND owner = ? AND fence = ? AND status IN (${sourcesOf(status)})`,
      params: [
        handle && JSON.stringify(handle),
        text,
        ...(mayBePublic(handle) ? [accountId, sealed] : [null, null]),
        post.id,
        owner,
        fence,
      ],
      required: true,
    };
  }

  /** @returns what `also` did, or `null` when the lease was lost. */
  private async settle(
    claim: Claim,
    owner: string,
    status: PostStatus,
    change: Partial<Record<keyof ClaimedPost, SqlValue>>,
    also: Statement[],
    holdUntil?: number,
  ): Promise<Done[] | null> {
    const { post, fence } = claim;
    const columns = Object.keys(change);
    const first: Statement[] = [
      {
        sql: `UPDATE posts SET status = '${status}', owner = NULL, ${columns.map((column) => `${column} = ?`).join(', ')}
               WHERE id = ? AND owner = ? AND fence = ?`,
        params: [...Object.values(change).map((value) => value ?? null), post.id, owner, fence],
        required: true,
      },
      this.holding(claim, holdUntil === undefined ? null : post.id, holdUntil ?? null),
      this.reviews.reviewing(post.user_id),
    ];
    const done = await this.db.atomically([...first, ...also, this.telling(post)]);
    return done && done.slice(first.length, -1);
  }
}

const NO_INTENT = { intent_account: null, intent_token: null };

const mayBePublic = (handle: Handle | null): boolean => handle?.intentAt !== undefined;

const columnsOf = ({ dueAt, handle, tries }: Next) => ({
  due_at: dueAt,
  handle: handle && JSON.stringify(handle),
  tries,
  ...(!mayBePublic(handle) && NO_INTENT),
});
