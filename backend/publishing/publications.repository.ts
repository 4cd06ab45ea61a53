import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { ConnectionsService, type Pause, type StoredCredentials } from '../connections/connections.service';
import { Reviews } from '../connections/reviews';
import { Database, type Done, type SqlValue, type Statement } from '../database/database';
import type { Handle, NetworkName, Step, StepResult } from '../ports/networks/network';
import { Quota } from '../subscriptions/quota';
import { ACTIVE } from '../subscriptions/subscription-status';
import { Feeds } from '../users/feeds';
import { topicOf, type PostKind } from './channel';
import { OPEN, quoted, sourcesOf, type PostStatus } from './post-status';
import type { PostRow } from './post.view';

/** A lease is renewed three times before it runs out, so that one late timer does not lose it. */
export const LEASE_MS = 30_000;
export const RENEW_EVERY_MS = 10_000;

/** A post in the hands of this process. Every later write carries the fence: an old holder writes nothing. */
export interface Claim {
  post: PostRow;
  fence: number;
}

/** Where a post goes on that was let go of. */
interface Next {
  dueAt: number;
  handle: Handle | null;
  tries: number;
}

const MAY_SEND = '(c.paused_reason IS NULL OR (c.resumes_at IS NOT NULL AND c.resumes_at <= ?))';
const IS_FREE = '(c.held_by IS NULL OR c.held_by = ? OR c.held_until <= ?)';

/** What the publisher does to posts: each change one conditional statement, or a few in one unit. */
@Injectable()
export class PublicationsRepository {
  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
    private readonly connections: ConnectionsService,
    private readonly reviews: Reviews,
    private readonly feeds: Feeds,
    private readonly clock: Clock,
  ) {}

  /**
   * The posts to look at now: per account the one that has waited longest, and before it what is under way already (its
   * `due_at` is that of its next try), so that no account holds up another and no backlog a post that was interrupted.
   * Pending ones wait for a subscription, all of them for an account that may send and is not held by another post.
   */
  async due(limit: number): Promise<number[]> {
    const now = this.clock.now();
    const rows = await this.db.rows<{ id: number }>(
      `SELECT id FROM (
         SELECT p.id, p.due_at, ROW_NUMBER() OVER (PARTITION BY p.user_id, p.network
                  ORDER BY CASE p.status WHEN 'pending' THEN 1 ELSE 0 END, p.due_at, p.id) AS place
           FROM posts p JOIN connections c ON c.user_id = p.user_id AND c.network = p.network
          WHERE p.due_at <= ? AND ${MAY_SEND} AND (c.held_by IS NULL OR c.held_by = p.id OR c.held_until <= ?)
            AND (p.status <> 'pending' OR EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = p.user_id AND ${ACTIVE}))
       ) heads WHERE place = 1 ORDER BY due_at, id LIMIT ?`,
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
          AND (p.status = 'pending' OR NOT EXISTS (SELECT 1 FROM connections c
                WHERE c.user_id = p.user_id AND c.network = p.network AND ${MAY_SEND}))
        ORDER BY p.due_at LIMIT ?`,
      [since, since, this.clock.now(), limit],
    );
  }

  /** Takes the post and its account for 30 s, or leaves both to whoever has them. */
  async claim(id: number, owner: string): Promise<Claim | undefined> {
    const place = await this.db.row<{ user_id: number; kind: PostKind; network: NetworkName }>(
      'SELECT user_id, kind, network FROM posts WHERE id = ?',
      [id],
    );
    if (!place) return undefined;
    const now = this.clock.now();
    const done = await this.db.atomically([
      {
        sql: `UPDATE connections SET held_by = ?, held_until = ? WHERE user_id = ? AND network = ?
                AND ${MAY_SEND.replaceAll('c.', '')} AND ${IS_FREE.replaceAll('c.', '')}`,
        params: [id, now + LEASE_MS, place.user_id, place.network, now, id, now],
        required: true,
      },
      {
        sql: `UPDATE posts SET owner = ?, fence = fence + 1, due_at = ?,
                status = CASE status WHEN 'pending' THEN 'scheduled' ELSE status END
               WHERE id = ? AND due_at <= ? AND status IN (${quoted(OPEN)})
                 AND (status <> 'pending' OR EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = posts.user_id AND ${ACTIVE}))`,
        params: [owner, now + LEASE_MS, id, now, now, now],
        required: true,
      },
      this.telling(place),
    ]);
    if (!done) return undefined;
    const post = await this.db.row<PostRow>('SELECT * FROM posts WHERE id = ? AND owner = ?', [id, owner]);
    return post && { post, fence: post.fence };
  }

  /** @returns false when the lease was lost. */
  async renew({ post, fence }: Claim, owner: string): Promise<boolean> {
    const until = this.clock.now() + LEASE_MS;
    const done = await this.db.atomically([
      {
        sql: 'UPDATE posts SET due_at = ? WHERE id = ? AND owner = ? AND fence = ?',
        params: [until, post.id, owner, fence],
        required: true,
      },
      { sql: 'UPDATE connections SET held_until = ? WHERE held_by = ?', params: [until, post.id] },
    ]);
    return done !== null;
  }

  /** Commits what is about to happen. @returns the id of the ledger's row, undefined when the lease was lost. */
  async begin(
    claim: Claim,
    owner: string,
    step: Step,
    handle: Handle | null,
    postedText: string,
  ): Promise<number | undefined> {
    const done = await this.db.atomically([
      this.progress(claim, owner, handle, postedText),
      {
        sql: 'INSERT INTO attempts (post_id, fence, step, remote_id, started_at) VALUES (?, ?, ?, ?, ?)',
        params: [claim.post.id, claim.fence, step, handle?.remoteId ?? null, this.clock.now()],
      },
      this.telling(claim.post),
    ]);
    return done?.[1]?.id;
  }

  /** Commits what came of it. @returns false when the lease was lost. */
  async finish(
    claim: Claim,
    owner: string,
    receipt: number,
    result: StepResult,
    handle: Handle | undefined,
    postedText: string,
  ): Promise<boolean> {
    const { outcome, remoteId = null, message = null, code = null, subcode = null, traceId = null } = result;
    const held = {
      sql: 'UPDATE posts SET owner = owner WHERE id = ? AND owner = ? AND fence = ?',
      params: [claim.post.id, owner, claim.fence],
      required: true,
    };
    const done = await this.db.atomically([
      handle ? this.progress(claim, owner, handle, postedText) : held,
      {
        sql: `UPDATE attempts SET outcome = ?, remote_id = COALESCE(?, remote_id), message = ?, code = ?, subcode = ?, trace_id = ?, finished_at = ?
               WHERE id = ?`,
        params: [outcome, remoteId, message, code, subcode, traceId, this.clock.now(), receipt],
      },
      this.telling(claim.post),
    ]);
    return done !== null;
  }

  /** The end of a publication: live, or refused for good. The task is free again, the bytes stay for now. */
  async close(
    claim: Claim,
    owner: string,
    status: 'published' | 'failed',
    change: Partial<Record<keyof PostRow, SqlValue>>,
  ): Promise<boolean> {
    const freeing = this.quota.freeing(claim.post.user_id, 1, 0);
    return (await this.settle(claim, owner, status, { ...change, due_at: null }, [freeing])) !== null;
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
    const done = await this.db.atomically([
      {
        sql: `UPDATE posts SET status = 'failed', upload_error = ?, due_at = NULL, owner = NULL, fence = fence + 1
               WHERE id = ? AND status = ? AND fence = ? AND due_at = ?`,
        params: [reason, id, status, fence, due_at],
        required: true,
      },
      this.quota.freeing(user_id, 1, 0),
      this.telling(post),
    ]);
    return done !== null;
  }

  /** This process stops: others need not wait for its leases to run out. */
  async release(owner: string): Promise<void> {
    const now = this.clock.now();
    await this.db.atomically([
      {
        sql: 'UPDATE connections SET held_by = NULL WHERE held_by IN (SELECT id FROM posts WHERE owner = ?)',
        params: [owner],
      },
      { sql: 'UPDATE posts SET owner = NULL, due_at = ? WHERE owner = ?', params: [now, owner] },
      { sql: 'DELETE FROM publisher_heartbeats WHERE publisher = ?', params: [owner] },
    ]);
  }

  private telling({ user_id, kind }: Pick<PostRow, 'user_id' | 'kind'>): Statement {
    return this.feeds.telling(user_id, topicOf(kind));
  }

  private progress(
    { post, fence }: Claim,
    owner: string,
    handle: Handle | null,
    postedText: string,
  ): Statement {
    const status: PostStatus = handle?.uploaded ? 'uploaded' : 'processing';
    return {
      sql: `UPDATE posts SET status = '${status}', handle = ?, posted_text = ?
             WHERE id = ? AND owner = ? AND fence = ? AND status IN (${sourcesOf(status)})`,
      params: [handle && JSON.stringify(handle), postedText, post.id, owner, fence],
      required: true,
    };
  }

  /** @returns what `also` did, or `null` when the lease was lost. */
  private async settle(
    { post, fence }: Claim,
    owner: string,
    status: PostStatus,
    change: Partial<Record<keyof PostRow, SqlValue>>,
    also: Statement[],
    holdUntil?: number,
  ): Promise<Done[] | null> {
    const columns = Object.keys(change);
    const first: Statement[] = [
      {
        sql: `UPDATE posts SET status = '${status}', owner = NULL, ${columns.map((column) => `${column} = ?`).join(', ')}
               WHERE id = ? AND owner = ? AND fence = ?`,
        params: [...Object.values(change).map((value) => value ?? null), post.id, owner, fence],
        required: true,
      },
      {
        sql: 'UPDATE connections SET held_by = ?, held_until = ? WHERE held_by = ?',
        params: [holdUntil === undefined ? null : post.id, holdUntil ?? null, post.id],
      },
      this.reviews.reviewing(post.user_id),
    ];
    const done = await this.db.atomically([...first, ...also, this.telling(post)]);
    return done && done.slice(first.length, -1);
  }
}

const columnsOf = ({ dueAt, handle, tries }: Next) => ({
  due_at: dueAt,
  handle: handle && JSON.stringify(handle),
  tries,
});
