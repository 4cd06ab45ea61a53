import { Injectable } from '@nestjs/common';
import type { ListFields, ListRequest, Page } from '../common/lists';
import { Database, insertStatement, placesFor, type SqlValue } from '../database/database';
import { listRows } from '../database/list-rows';
import { Quota, type QuotaLimits } from '../subscriptions/quota';
import type { PostKind } from './channel';
import type { AttemptRow, PostRow } from './post.view';

export const POST_FIELDS: ListFields = {
  sort: {
    id: 'id',
    title: 'title',
    status: 'status',
    scheduled_for: 'scheduled_for',
    created_at: 'created_at',
  },
  filter: { id: 'id', status: 'text', q: 'search' },
};

const COLUMNS = `id, user_id, kind, network, title, description, status, scheduled_for, due_at, owner, fence, tries, handle,
  file_key, poster_key, size_bytes, width, height, duration_ms, upload_error, posted_text, remote_id, permalink,
  published_at, created_at`;

/** A post of somebody's, of one kind: every statement here carries its owner. */
export interface Address {
  id: number;
  userId: number;
  kind: PostKind;
}

const OWN = 'id = ? AND user_id = ? AND kind = ?';
const own = ({ id, userId, kind }: Address): SqlValue[] => [id, userId, kind];

export type NewPost = Omit<Record<keyof PostRow, SqlValue>, 'id' | 'fence' | 'tries'>;

/** What users do to their posts, each change one conditional statement. The publisher's are in `PublicationsRepository`. */
@Injectable()
export class PostsRepository {
  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
  ) {}

  list(userId: number, kind: PostKind, request: ListRequest): Promise<Page<PostRow>> {
    return listRows<PostRow>(this.db, request, {
      from: 'posts',
      columns: COLUMNS,
      where: 'user_id = ? AND kind = ?',
      params: [userId, kind],
      filter: { id: 'id', status: 'status', q: 'title' },
      order: 'id DESC',
    });
  }

  find(address: Address): Promise<PostRow | undefined> {
    return this.db.row<PostRow>(`SELECT ${COLUMNS} FROM posts WHERE ${OWN}`, own(address));
  }

  attempts(postId: number): Promise<AttemptRow[]> {
    return this.db.rows<AttemptRow>(
      `SELECT step, outcome, remote_id, message, code, subcode, trace_id, started_at, finished_at
         FROM attempts WHERE post_id = ? ORDER BY id`,
      [postId],
    );
  }

  /** Takes the quota and keeps the posts, or neither. @returns undefined when the quota does not allow it. */
  async insert(userId: number, limits: QuotaLimits, posts: NewPost[]): Promise<PostRow[] | undefined> {
    const bytes = posts.reduce((sum, { size_bytes }) => sum + Number(size_bytes), 0);
    const done = await this.db.atomically([
      this.quota.reserving(userId, limits, posts.length, bytes),
      insertStatement('posts', posts),
    ]);
    if (!done) return undefined;
    const keys = posts.map(({ file_key }) => file_key);
    return this.db.rows<PostRow>(
      `SELECT ${COLUMNS} FROM posts WHERE file_key IN ${placesFor(keys)} ORDER BY id`,
      keys,
    );
  }

  /** @returns false when it is not pending (any more). */
  async reschedule(address: Address, scheduledFor: number | null): Promise<boolean> {
    return this.changePending(address, 'scheduled_for = ?, due_at = ?, tries = 0', [
      scheduledFor,
      scheduledFor,
    ]);
  }

  async edit(address: Address, title: string, description: string | null): Promise<boolean> {
    return this.changePending(address, 'title = ?, description = ?', [title, description]);
  }

  async delete(address: Address, { size_bytes, file_key }: PostRow): Promise<boolean> {
    const done = await this.db.atomically([
      { sql: `DELETE FROM posts WHERE ${OWN} AND status = 'pending'`, params: own(address), required: true },
      this.quota.freeing(address.userId, 1, file_key ? size_bytes : 0),
    ]);
    return done !== null;
  }

  /** Failed → pending, with its task taken anew; a time that has passed becomes now. */
  async retry(address: Address, limits: QuotaLimits, now: number): Promise<boolean> {
    const later = 'CASE WHEN scheduled_for < ? THEN ? ELSE scheduled_for END';
    const done = await this.db.atomically([
      this.quota.reserving(address.userId, limits, 1, 0),
      {
        sql: `UPDATE posts SET due_at = ${later}, scheduled_for = ${later}, status = 'pending', upload_error = NULL,
                tries = 0, handle = NULL WHERE ${OWN} AND status = 'failed'
                AND file_key IS NOT NULL`,
        params: [now, now, now, now, ...own(address)],
        required: true,
      },
    ]);
    return done !== null;
  }

  private async changePending(address: Address, change: string, params: SqlValue[]): Promise<boolean> {
    const sql = `UPDATE posts SET ${change} WHERE ${OWN} AND status = 'pending'`;
    return (await this.db.run(sql, [...params, ...own(address)])) === 1;
  }
}
