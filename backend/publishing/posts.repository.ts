import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import type { ListFields, ListRequest, Page } from '../common/lists';
import { defaultAccount } from '../accounts/default-account';
import { AutopostSchedule } from '../accounts/autopost-schedule';
import { sql, type ExpressionBuilder, type UpdateObject } from 'kysely';
import { Changes } from '../database/changes';
import { Database, required, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { listOf } from '../database/list-rows';
import { query, type NewRow, type Query, type Row, type Tables } from '../database/tables';
import type { SharedVideoRow } from '../shared-videos/shared-video.view';
import { usingVideo } from '../shared-videos/library-uses';
import { Quota, type QuotaLimits } from '../subscriptions/quota';
import { scheduling } from '../users/scheduling';
import type { PostFormat, PostKind } from './formats/formats';
import { topicOf } from './formats/lists';
import type { AttemptRow, CategoryOfPost, PostRow, ShownPost } from './post.view';

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

/** Identifies a post of one user and one kind. Every statement here carries the owner. */
export interface PostRef {
  id: number;
  userId: number;
  kind: PostKind;
}

const MOST_IN_CALENDAR = 5000;

/** A row to insert. Its account becomes the user's default account on the network. */
export type NewPost = Omit<NewRow<'posts'>, 'account_id'>;

/** The columns that a new upload replaces in a failed post. */
export type NewFile = Pick<
  PostRow,
  'file_key' | 'poster_key' | 'size_bytes' | 'width' | 'height' | 'duration_ms' | 'created_at' | 'stored_at'
>;

/** Removes the traces of earlier tries. */
const AS_NEW = {
  status: 'pending',
  upload_error: null,
  dismissed_at: null,
  idle_since: null,
  tries: 0,
  remote_session: null,
  posted_text: null,
} as const;

/** Bytes that the post takes of the user's storage: 0 if they belong to the library or are gone. */
export const ownBytes = ({ file_key, size_bytes }: Pick<PostRow, 'file_key' | 'size_bytes'>): number =>
  file_key ? size_bytes : 0;

export type Cover = Pick<PostRow, 'title' | 'poster_key'>;

export interface LibraryPick {
  video: SharedVideoRow;
  title: string;
  dueAt: number | null;
  /** Insert only if this account has never had the video. */
  unused: boolean;
}

const list = listOf((at: { userId: number; kind: PostKind }) => ({
  rows: query.selectFrom('posts').select(SHOWN).where('user_id', '=', at.userId).where('kind', '=', at.kind),
  filter: { id: 'id', status: 'status', scheduled: 'scheduled_for', q: 'title' },
  order: [
    ['created_at', 'desc'],
    ['id', 'desc'],
  ],
  ties: 'id',
}));

/**
 * The changes that users make to their posts, each one conditional statement. The publisher's changes are in `Claims`,
 * `PostLedgers` and `Settlement`.
 */
@Injectable()
export class PostsRepository {
  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
    private readonly schedule: AutopostSchedule,
    private readonly changes: Changes,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  list(userId: number, kind: PostKind, request: ListRequest): Promise<Page<ShownPost>> {
    return list(this.db, request, { userId, kind });
  }

  find(ref: PostRef): Promise<PostRow | undefined> {
    return this.db.row(query.selectFrom('posts').selectAll().where(isOwn(ref)));
  }

  /** The user's posts with these ids, of all kinds, in any order. */
  async findAll(userId: number, ids: number[]): Promise<PostRow[]> {
    if (ids.length === 0) return [];
    return this.db.rows(ofUser(userId).selectAll().where('id', 'in', ids));
  }

  attempts(postId: number): Promise<AttemptRow[]> {
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

  /** Reserves the quota and inserts the posts, or does neither. @returns undefined when the quota does not allow it. */
  async insert(userId: number, limits: QuotaLimits, posts: NewPost[]): Promise<PostRow[] | undefined> {
    const bytes = posts.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
    return this.keep(userId, limits, bytes, posts);
  }

  /**
   * Like `insert`, from the shared library: takes none of the user's storage, and records that the account used the
   * video.
   * @returns undefined also when a pick with `unused` was used before.
   */
  async insertFromLibrary(
    userId: number,
    { name, network, list }: PostFormat,
    limits: QuotaLimits,
    picks: LibraryPick[],
  ): Promise<PostRow[] | undefined> {
    const now = this.clock.now();
    const posts = picks.map(({ video, title, dueAt }): NewPost => ({
      user_id: userId,
      kind: list.kind,
      network,
      format: name,
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
    const uses = picks.map(({ video, unused }) => {
      const using = usingVideo(userId, network, video.id, now);
      return unused ? required(using) : textOf(using);
    });
    return this.keep(userId, limits, 0, posts, uses);
  }

  private async keep(
    userId: number,
    limits: QuotaLimits,
    bytes: number,
    posts: NewPost[],
    also: Statement[] = [],
  ): Promise<PostRow[] | undefined> {
    const inserts = posts.map((post) =>
      query
        .insertInto('posts')
        .values({ ...post, account_id: defaultAccount(userId, post.network).select('id') }),
    );
    const keeping = [
      // Locks the quota row, so this waits for an account being connected or removed; each post gets the account that
      // remains.
      this.quota.reserving(userId, limits, posts.length, bytes),
      ...inserts,
      ...also,
      ...(posts.some(({ scheduled_for }) => scheduled_for) ? [scheduling(userId)] : []),
    ];
    const done = await this.commit(keeping, userId, ...posts.map(({ kind }) => kind));
    if (!done) return undefined;
    const ids = done.slice(1, 1 + posts.length).map(({ id }) => id);
    return this.db.rows(query.selectFrom('posts').selectAll().where('id', 'in', ids).orderBy('id'));
  }

  /** @returns false when the post is not pending (any more). */
  async reschedule(ref: PostRef, scheduledFor: number | null): Promise<boolean> {
    return this.changePending(
      ref,
      { scheduled_for: scheduledFor, due_at: scheduledFor, tries: 0 },
      scheduledFor === null ? [] : [scheduling(ref.userId)],
    );
  }

  /** Reschedules several posts, all or none. @returns false when one of them is missing or not pending (any more). */
  async rescheduleAll(userId: number, times: { ref: PostRef; at: number }[]): Promise<boolean> {
    const change = query
      .updateTable('posts')
      .set((post) => {
        const [first, ...others] = times as [(typeof times)[number], ...typeof times];
        const one = post.case('id').when(first.ref.id).then(post.val(first.at));
        const time = others.reduce((all, { ref, at }) => all.when(ref.id).then(post.val(at)), one).end();
        return { scheduled_for: time, due_at: time, tries: 0 };
      })
      .where('user_id', '=', userId)
      .where('status', '=', 'pending')
      .where((post) => post.or(times.map(({ ref }) => post.and({ id: ref.id, kind: ref.kind }))));
    const kinds = times.map(({ ref }) => ref.kind);
    return (
      (await this.commit([required(change, times.length), scheduling(userId)], userId, ...kinds)) !== null
    );
  }

  /** Makes a waiting post without a time due now. @returns false when it no longer waits. */
  async giveTurn(accountId: number, postId: number): Promise<boolean> {
    const waiting = query
      .updateTable('posts')
      .set({ due_at: this.clock.now() })
      .where('id', '=', postId)
      .where('account_id', '=', accountId)
      .where('status', '=', 'pending')
      .where('scheduled_for', 'is', null)
      .where('due_at', 'is', null);
    const done = await this.db.atomically([required(waiting), this.schedule.dueNow(accountId)]);
    if (done) this.changes.wake({ account: accountId });
    return done !== null;
  }

  /**
   * The user's posts of all kinds whose time (scheduled, else published) is from `start` up to, not including, `end`.
   */
  between(userId: number, start: number, end: number): Promise<PostRow[]> {
    const at = sql<number>`COALESCE(scheduled_for, published_at)`;
    return this.db.rows(
      ofUser(userId)
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
      ofUser(userId)
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
    const published = ofUser(userId).selectAll().where('status', '=', 'published');
    return this.db.row(published.orderBy('published_at', 'desc').limit(1));
  }

  async edit(ref: PostRef, title: string, description: string | null): Promise<boolean> {
    return this.changePending(ref, { title, description, remote_session: null, posted_text: null });
  }

  async delete(ref: PostRef, row: PostRow): Promise<boolean> {
    const deleting = [
      required(query.deleteFrom('posts').where(isOwn(ref)).where('status', '=', 'pending')),
      this.quota.freeing(ref.userId, 1, ownBytes(row)),
    ];
    return (await this.commit(deleting, ref.userId, ref.kind)) !== null;
  }

  /** Failed → pending; reserves a task again. A time that has passed becomes now. */
  async retry(ref: PostRef, limits: QuotaLimits, now: number): Promise<boolean> {
    return this.bringBack(ref, this.quota.reserving(ref.userId, limits, 1, 0), (post) => {
      const later = () =>
        post.case().when('scheduled_for', '<', now).then(post.val(now)).else(post.ref('scheduled_for')).end();
      return { due_at: later(), scheduled_for: later() };
    });
  }

  /** Failed → pending without a time, even when no task is free. Automatic posting skips it until `restsUntil`. */
  async unschedule(ref: PostRef, restsUntil: number): Promise<boolean> {
    const time = { due_at: null, scheduled_for: null, rests_until: restsUntil };
    return this.bringBack(ref, this.quota.taking(ref.userId, 1), () => time);
  }

  private async bringBack(
    ref: PostRef,
    taking: Statement,
    time: (post: ExpressionBuilder<Tables, 'posts'>) => Change,
  ): Promise<boolean> {
    const change = query
      .updateTable('posts')
      .where(isOwn(ref))
      .set((post) => ({ ...time(post), ...AS_NEW }))
      .where('status', '=', 'failed')
      .where('file_key', 'is not', null);
    return (await this.commit([taking, required(change)], ref.userId, ref.kind)) !== null;
  }

  /**
   * Failed → pending without a time and with other bytes, as if uploaded now.
   * @returns false when it has changed since it was read, or the quota does not allow it.
   */
  async replaceFile(before: PostRow, limits: QuotaLimits, file: NewFile): Promise<boolean> {
    const { id, user_id, kind, fence, file_key } = before;
    const change = query
      .updateTable('posts')
      .set({
        ...file,
        due_at: null,
        scheduled_for: null,
        rests_until: null,
        shared_video_id: null,
        ...AS_NEW,
      })
      .where('id', '=', id)
      .where('status', '=', 'failed')
      .where('fence', '=', fence)
      .where(({ fn, val }) => fn.coalesce('file_key', val('')), '=', file_key ?? '');
    const reserving = this.quota.reserving(user_id, limits, 1, file.size_bytes - ownBytes(before));
    return (await this.commit([reserving, required(change)], user_id, kind)) !== null;
  }

  /** Dismisses a failure from the home screen; idempotent. @returns false when the post has not failed. */
  async dismiss(ref: PostRef, now: number): Promise<boolean> {
    const change = query
      .updateTable('posts')
      .where(isOwn(ref))
      .set(({ fn, val }) => ({ dismissed_at: fn.coalesce('dismissed_at', val(now)) }))
      .where('status', '=', 'failed');
    const touched = { user: ref.userId, topics: [topicOf(ref.kind)] };
    return (await this.changes.commit([required(change)], touched)) !== null;
  }

  private async changePending(ref: PostRef, change: Change, also: Statement[] = []): Promise<boolean> {
    const pending = query.updateTable('posts').set(change).where(isOwn(ref)).where('status', '=', 'pending');
    return (await this.commit([required(pending), ...also], ref.userId, ref.kind)) !== null;
  }

  /** Commits a change of posts of these kinds, on any of the user's accounts. */
  private commit(statements: (Query | Statement)[], userId: number, ...kinds: PostKind[]) {
    const topics = [...new Set(kinds)].map(topicOf);
    return this.changes.commit(statements, { user: userId, topics, account: 'all' });
  }
}

type Change = UpdateObject<Tables, 'posts', 'posts'>;

const isOwn =
  ({ id, userId, kind }: PostRef) =>
  (post: ExpressionBuilder<Tables, 'posts'>) =>
    post.and({ id, user_id: userId, kind });

const ofUser = (userId: number) => query.selectFrom('posts').where('user_id', '=', userId);
