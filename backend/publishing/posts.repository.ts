import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import type { ListFields, ListRequest, Page } from '../common/lists';
import { Reviews } from '../connections/reviews';
import { Database, insertStatement, placesFor, type SqlValue, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { listRows } from '../database/list-rows';
import type { NewRow } from '../database/tables';
import type { SharedVideoRow } from '../shared-videos/shared-video.view';
import { Quota, type QuotaLimits } from '../subscriptions/quota';
import { Feeds } from '../users/feeds';
import { scheduling } from '../users/scheduling';
import { topicOf, type Channel, type PostKind } from './channel';
import type { AttemptRow, CategoryOfPost, PostRow, ShownPost } from './post.view';

export const POST_FIELDS: ListFields = {
  sort: {
    id: 'id',
    title: 'title',
    status: 'status',
    scheduled_for: 'scheduled_for',
    created_at: 'created_at',
  },
  filter: { id: 'id', status: 'text', scheduled: 'presence', q: 'search' },
};

const SHOWN = `id, title, description, status, scheduled_for, file_key, poster_key, size_bytes, width, height, duration_ms,
  upload_error, posted_text, permalink, published_at, shared_video_id, created_at, dismissed_at`;
const COLUMNS = `${SHOWN}, user_id, kind, network, due_at, owner, fence, tries, handle, remote_id, stored_at, rests_until`;

/** A post of somebody's, of one kind: every statement here carries its owner. */
export interface Address {
  id: number;
  userId: number;
  kind: PostKind;
}

const MOST_IN_CALENDAR = 5000;

const OWN = 'id = ? AND user_id = ? AND kind = ?';
const own = ({ id, userId, kind }: Address): SqlValue[] => [id, userId, kind];

export type NewPost = NewRow<'posts'>;

/** What a new upload puts in the place of a failed item's file. */
export type NewFile = Pick<
  PostRow,
  'file_key' | 'poster_key' | 'size_bytes' | 'width' | 'height' | 'duration_ms' | 'created_at' | 'stored_at'
>;

/** As if it had never been tried. */
const AS_NEW = `status = 'pending', upload_error = NULL, dismissed_at = NULL, idle_since = NULL, tries = 0, handle = NULL, posted_text = NULL`;

/** What its bytes take of the user's storage: none where they are the library's, or gone. */
export const ownBytes = ({ file_key, size_bytes }: Pick<PostRow, 'file_key' | 'size_bytes'>): number =>
  file_key ? size_bytes : 0;

export type Cover = Pick<PostRow, 'title' | 'poster_key'>;

export interface LibraryPick {
  video: SharedVideoRow;
  title: string;
  dueAt: number | null;
  /** Only if this account never had it. */
  unused: boolean;
}

/** What users do to their posts, each change one conditional statement. The publisher's are in `PublicationsRepository`. */
@Injectable()
export class PostsRepository {
  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
    private readonly reviews: Reviews,
    private readonly feeds: Feeds,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  list(userId: number, kind: PostKind, request: ListRequest): Promise<Page<ShownPost>> {
    return listRows<ShownPost>(this.db, request, {
      from: 'posts',
      columns: SHOWN,
      where: 'user_id = ? AND kind = ?',
      params: [userId, kind],
      filter: { id: 'id', status: 'status', scheduled: 'scheduled_for', q: 'title' },
      order: 'created_at DESC, id DESC',
      ties: 'id',
    });
  }

  find(address: Address): Promise<PostRow | undefined> {
    return this.db.row<PostRow>(`SELECT ${COLUMNS} FROM posts WHERE ${OWN}`, own(address));
  }

  /** The user's posts with these ids, of all kinds, in any order. */
  findAll(userId: number, ids: number[]): Promise<PostRow[]> {
    return this.db.rows<PostRow>(
      `SELECT ${COLUMNS} FROM posts WHERE user_id = ? AND id IN ${placesFor(ids)}`,
      [userId, ...ids],
    );
  }

  attempts(postId: number): Promise<AttemptRow[]> {
    return this.db.rows<AttemptRow>(
      `SELECT step, outcome, remote_id, message, code, subcode, trace_id, started_at, finished_at
         FROM attempts WHERE post_id = ? ORDER BY id`,
      [postId],
    );
  }

  /** Of videos of the library: id → category, where it has one. */
  async categoriesOf(sharedVideoIds: number[]): Promise<Map<number, CategoryOfPost>> {
    const rows = await this.db.rows<{ video: number; id: number; name: string }>(
      `SELECT v.id AS video, c.id, c.name FROM shared_videos v JOIN categories c ON c.id = v.category_id
        WHERE v.id IN ${placesFor(sharedVideoIds)}`,
      sharedVideoIds,
    );
    return new Map(rows.map(({ video, id, name }) => [video, { id, name }]));
  }

  /** What stands on videos of the library: id → title and picture. */
  async coversOf(sharedVideoIds: number[]): Promise<Map<number, Cover>> {
    const rows = await this.db.rows<Cover & { id: number }>(
      `SELECT id, title, poster_key FROM shared_videos WHERE id IN ${placesFor(sharedVideoIds)}`,
      sharedVideoIds,
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Takes the quota and keeps the posts, or neither. @returns undefined when the quota does not allow it. */
  async insert(userId: number, limits: QuotaLimits, posts: NewPost[]): Promise<PostRow[] | undefined> {
    const bytes = posts.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
    return this.keep(userId, limits, bytes, posts);
  }

  /** As `insert`, from the shared library: no bytes of the user's, and a note that the account had the video. */
  async insertFromLibrary(
    userId: number,
    { kind, network }: Pick<Channel, 'kind' | 'network'>,
    limits: QuotaLimits,
    picks: LibraryPick[],
  ): Promise<PostRow[] | undefined> {
    const now = this.clock.now();
    const posts = picks.map(({ video, title, dueAt }): NewPost => ({
      user_id: userId,
      kind,
      network,
      title,
      description: video.description,
      status: 'pending',
      due_at: dueAt,
      file_key: video.file_key,
      poster_key: video.poster_key,
      size_bytes: 0,
      width: video.width,
      height: video.height,
      duration_ms: video.duration_ms,
      shared_video_id: video.id,
      created_at: now,
      stored_at: now,
    }));
    const uses = picks.map(({ video, unused }) => ({
      sql: `INSERT INTO library_uses (user_id, network, shared_video_id, used_at)
            SELECT ?, ?, v.id, ? FROM shared_videos v WHERE v.id = ? AND v.deleted_at IS NULL
               AND NOT EXISTS (SELECT 1 FROM library_uses l WHERE l.user_id = ? AND l.network = ? AND l.shared_video_id = ?)`,
      params: [userId, network, now, video.id, userId, network, video.id],
      required: unused,
    }));
    return this.keep(userId, limits, 0, posts, uses);
  }

  private async keep(
    userId: number,
    limits: QuotaLimits,
    bytes: number,
    posts: NewPost[],
    also: Statement[] = [],
  ): Promise<PostRow[] | undefined> {
    const inserts = posts.map((post) => insertStatement('posts', [post]));
    const done = await this.db.atomically([
      this.quota.reserving(userId, limits, posts.length, bytes),
      ...inserts,
      ...also,
      ...(posts.some(({ scheduled_for }) => scheduled_for) ? [scheduling(userId)] : []),
      ...this.changing(userId, ...posts.map(({ kind }) => kind)),
    ]);
    if (!done) return undefined;
    const ids = done.slice(1, 1 + posts.length).map(({ id }) => id);
    return this.db.rows<PostRow>(
      `SELECT ${COLUMNS} FROM posts WHERE id IN ${placesFor(ids)} ORDER BY id`,
      ids,
    );
  }

  /** @returns false when it is not pending (any more). */
  async reschedule(address: Address, scheduledFor: number | null): Promise<boolean> {
    return this.changePending(
      address,
      'scheduled_for = ?, due_at = ?, tries = 0',
      [scheduledFor, scheduledFor],
      scheduledFor === null ? [] : [scheduling(address.userId)],
    );
  }

  /** Times for many, all or none. @returns false when one of them is not pending (any more), or is not there. */
  async rescheduleAll(userId: number, times: { address: Address; at: number }[]): Promise<boolean> {
    const time = `CASE id ${times.map(() => 'WHEN ? THEN ?').join(' ')} END`;
    const choices = times.flatMap(({ address, at }) => [address.id, at]);
    const change = {
      sql: `UPDATE posts SET scheduled_for = ${time}, due_at = ${time}, tries = 0
             WHERE user_id = ? AND status = 'pending' AND (${times.map(() => '(id = ? AND kind = ?)').join(' OR ')})`,
      params: [
        ...choices,
        ...choices,
        userId,
        ...times.flatMap(({ address: { id, kind } }): SqlValue[] => [id, kind]),
      ],
      required: times.length,
    };
    const told = this.changing(userId, ...times.map(({ address }) => address.kind));
    return (await this.db.atomically([change, scheduling(userId), ...told])) !== null;
  }

  /** Everything of the user's, of all kinds, with a time from `start` up to `end`. */
  between(userId: number, start: number, end: number): Promise<PostRow[]> {
    return this.db.rows<PostRow>(
      `SELECT ${COLUMNS} FROM posts WHERE user_id = ? AND COALESCE(scheduled_for, published_at) >= ?
          AND COALESCE(scheduled_for, published_at) < ?
        ORDER BY COALESCE(scheduled_for, published_at), created_at, id LIMIT ?`,
      [userId, start, end, MOST_IN_CALENDAR],
    );
  }

  /** Of any kind, in no order. */
  ofIds(userId: number, ids: number[]): Promise<PostRow[]> {
    return this.db.rows<PostRow>(
      `SELECT ${COLUMNS} FROM posts WHERE user_id = ? AND id IN ${placesFor(ids)}`,
      [userId, ...ids],
    );
  }

  /** What failed of the user's and was not dismissed, the latest first: by its last step, or by its time if it never came to one. */
  failedSince(userId: number, since: number, most: number): Promise<(PostRow & { failed_at: number })[]> {
    const at = `COALESCE((SELECT MAX(a.started_at) FROM attempts a WHERE a.post_id = posts.id), scheduled_for, created_at)`;
    return this.db.rows<PostRow & { failed_at: number }>(
      `SELECT ${COLUMNS}, ${at} AS failed_at FROM posts WHERE user_id = ? AND status = 'failed' AND dismissed_at IS NULL AND ${at} >= ?
        ORDER BY failed_at DESC, id DESC LIMIT ?`,
      [userId, since, most],
    );
  }

  lastPublished(userId: number): Promise<PostRow | undefined> {
    return this.db.row<PostRow>(
      `SELECT ${COLUMNS} FROM posts WHERE user_id = ? AND status = 'published' ORDER BY published_at DESC LIMIT 1`,
      [userId],
    );
  }

  async edit(address: Address, title: string, description: string | null): Promise<boolean> {
    return this.changePending(address, 'title = ?, description = ?, handle = NULL, posted_text = NULL', [
      title,
      description,
    ]);
  }

  async delete(address: Address, row: PostRow): Promise<boolean> {
    const done = await this.db.atomically([
      { sql: `DELETE FROM posts WHERE ${OWN} AND status = 'pending'`, params: own(address), required: true },
      this.quota.freeing(address.userId, 1, ownBytes(row)),
      ...this.changing(address.userId, address.kind),
    ]);
    return done !== null;
  }

  /** Failed → pending, with its task taken anew; a time that has passed becomes now. */
  async retry(address: Address, limits: QuotaLimits, now: number): Promise<boolean> {
    const later = 'CASE WHEN scheduled_for < ? THEN ? ELSE scheduled_for END';
    return this.bringBack(address, this.quota.reserving(address.userId, limits, 1, 0), {
      sql: `due_at = ${later}, scheduled_for = ${later}`,
      params: [now, now, now, now],
    });
  }

  /** Failed → pending without a time, whether or not a task is free; automatic posting leaves it alone for a while. */
  async unschedule(address: Address, restsUntil: number): Promise<boolean> {
    return this.bringBack(address, this.quota.taking(address.userId, 1), {
      sql: 'due_at = NULL, scheduled_for = NULL, rests_until = ?',
      params: [restsUntil],
    });
  }

  private async bringBack(
    address: Address,
    taking: Statement,
    time: { sql: string; params: SqlValue[] },
  ): Promise<boolean> {
    const change = {
      sql: `UPDATE posts SET ${time.sql}, ${AS_NEW} WHERE ${OWN} AND status = 'failed' AND file_key IS NOT NULL`,
      params: [...time.params, ...own(address)],
      required: true,
    };
    return (
      (await this.db.atomically([taking, change, ...this.changing(address.userId, address.kind)])) !== null
    );
  }

  /**
   * Failed → pending without a time, with other bytes, as if uploaded now.
   * @returns false when it has changed since it was read, or the quota does not allow it.
   */
  async replaceFile(before: PostRow, limits: QuotaLimits, file: NewFile): Promise<boolean> {
    const { user_id, kind } = before;
    const columns = Object.keys(file).map((column) => `${column} = ?`);
    const done = await this.db.atomically([
      this.quota.reserving(user_id, limits, 1, file.size_bytes - ownBytes(before)),
      {
        sql: `UPDATE posts SET ${columns.join(', ')}, due_at = NULL, scheduled_for = NULL, rests_until = NULL,
                shared_video_id = NULL, ${AS_NEW}
               WHERE id = ? AND status = 'failed' AND fence = ? AND COALESCE(file_key, '') = ?`,
        params: [...Object.values(file), before.id, before.fence, before.file_key ?? ''],
        required: true,
      },
      ...this.changing(user_id, kind),
    ]);
    return done !== null;
  }

  /** Takes a failure off the home screen; a second time changes nothing. @returns false when it has not failed. */
  async dismiss(address: Address, now: number): Promise<boolean> {
    const done = await this.db.atomically([
      {
        sql: `UPDATE posts SET dismissed_at = COALESCE(dismissed_at, ?) WHERE ${OWN} AND status = 'failed'`,
        params: [now, ...own(address)],
        required: true,
      },
      this.feeds.telling(address.userId, topicOf(address.kind)),
    ]);
    return done !== null;
  }

  private async changePending(
    address: Address,
    change: string,
    params: SqlValue[],
    also: Statement[] = [],
  ): Promise<boolean> {
    const sql = `UPDATE posts SET ${change} WHERE ${OWN} AND status = 'pending'`;
    const statement = { sql, params: [...params, ...own(address)], required: true };
    const told = this.changing(address.userId, address.kind);
    return (await this.db.atomically([statement, ...also, ...told])) !== null;
  }

  /** What goes with every change of posts of these kinds: their queue is looked at anew, and who watches is told. */
  private changing(userId: number, ...kinds: PostKind[]): Statement[] {
    const topics = [...new Set(kinds)].map(topicOf);
    return [this.reviews.reviewing(userId), this.feeds.telling(userId, ...topics)];
  }
}
