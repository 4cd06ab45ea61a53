import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { ListFields, ListRequest, Page } from '../common/lists';
import { Database } from '../database/database';
import { listOf } from '../database/list-rows';
import { query, type Row } from '../database/tables';
import type { PostKind } from './formats/formats';
import { isOwn, postsOf, type PostRef } from './post-ref';
import type { PublishStepRow, CategoryOfPost, PostRow, ShownPost } from './post.view';

export const POST_FIELDS: ListFields<keyof Row<'posts'>> = {
  sort: {
    id: 'id',
    title: 'title',
    status: 'status',
    scheduled_for: 'scheduled_for',
    created_at: 'created_at',
  },
  filter: { id: 'id', status: 'text', scheduled: 'presence', q: 'search' },
};

const SHOWN = [
  ...([
    'id',
    'title',
    'description',
    'status',
    'scheduled_for',
    'file_key',
    'poster_key',
    'size_bytes',
  ] as const),
  ...([
    'width',
    'height',
    'duration_ms',
    'upload_error',
    'posted_text',
    'permalink',
    'published_at',
  ] as const),
  ...(['shared_video_id', 'created_at', 'dismissed_at'] as const),
];

const MOST_IN_CALENDAR = 5000;

export type Cover = Pick<PostRow, 'title' | 'poster_key'>;

const list = listOf((at: { userId: number; kind: PostKind }) => ({
  rows: query.selectFrom('posts').select(SHOWN).where('user_id', '=', at.userId).where('kind', '=', at.kind),
  filter: { id: 'id', status: 'status', scheduled: 'scheduled_for', q: 'title' },
  order: [
    ['created_at', 'desc'],
    ['id', 'desc'],
  ],
  ties: 'id',
}));

/** Reads the posts of users. `PostCreation`, `PostChanges` and `FailedPosts` write them. */
@Injectable()
export class PostsRepository {
  constructor(private readonly db: Database) {}

  list(userId: number, kind: PostKind, request: ListRequest): Promise<Page<ShownPost>> {
    return list(this.db, request, { userId, kind });
  }

  find(ref: PostRef): Promise<PostRow | undefined> {
    return this.db.row(query.selectFrom('posts').selectAll().where(isOwn(ref)));
  }

  /** The user's posts with these ids, of all kinds, in any order. */
  async findAll(userId: number, ids: number[]): Promise<PostRow[]> {
    if (ids.length === 0) return [];
    return this.db.rows(postsOf(userId).selectAll().where('id', 'in', ids));
  }

  steps(postId: number): Promise<PublishStepRow[]> {
    return this.db.rows(
      query.selectFrom('publish_steps').selectAll().where('post_id', '=', postId).orderBy('id'),
    );
  }

  /** Categories of library videos, by video id. Videos without a category are missing. */
  async categoriesOf(sharedVideoIds: number[]): Promise<Map<number, CategoryOfPost>> {
    const rows = await this.db.rows(
      query
        .selectFrom('shared_videos as v')
        .innerJoin('categories as c', 'c.id', 'v.category_id')
        .select(['v.id as video', 'c.id', 'c.name'])
        .where('v.id', 'in', sharedVideoIds),
    );
    return new Map(rows.map(({ video, id, name }) => [video, { id, name }]));
  }

  /** Titles and posters of library videos, by video id. */
  async coversOf(sharedVideoIds: number[]): Promise<Map<number, Cover>> {
    if (sharedVideoIds.length === 0) return new Map();
    const covers = query.selectFrom('shared_videos').select(['id', 'title', 'poster_key']);
    const rows = await this.db.rows(covers.where('id', 'in', sharedVideoIds));
    return new Map(rows.map((row) => [row.id, row]));
  }

  /**
   * The user's posts of all kinds whose time (scheduled, else published) is from `start` up to, not including, `end`.
   */
  between(userId: number, start: number, end: number): Promise<PostRow[]> {
    const at = sql<number>`COALESCE(scheduled_for, published_at)`;
    return this.db.rows(
      postsOf(userId)
        .selectAll()
        .where(at, '>=', start)
        .where(at, '<', end)
        .orderBy(at)
        .orderBy('created_at')
        .orderBy('id')
        .limit(MOST_IN_CALENDAR),
    );
  }

  /**
   * The user's failed posts that are not dismissed, latest first. A failure counts from its last step, else from its
   * scheduled time, else from its upload.
   */
  failedSince(userId: number, since: number, most: number): Promise<(PostRow & { ended_at: number })[]> {
    const lastStep = query
      .selectFrom('publish_steps as a')
      .select(({ fn }) => fn.max('a.started_at').as('at'))
      .whereRef('a.post_id', '=', sql.ref('posts.id'));
    const at = sql<number>`COALESCE(${lastStep}, scheduled_for, created_at)`;
    return this.db.rows(
      postsOf(userId)
        .selectAll()
        .select(at.as('ended_at'))
        .where('status', '=', 'failed')
        .where('dismissed_at', 'is', null)
        .where(at, '>=', since)
        .orderBy('ended_at', 'desc')
        .orderBy('id', 'desc')
        .limit(most),
    );
  }

  lastPublished(userId: number): Promise<PostRow | undefined> {
    const published = postsOf(userId).selectAll().where('status', '=', 'published');
    return this.db.row(published.orderBy('published_at', 'desc').limit(1));
  }
}
