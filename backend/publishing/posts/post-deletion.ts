import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { Changes } from '../../database/changes';
import { Database, required, type Statement } from '../../database/database';
import { query, type Tables } from '../../database/tables';
import { givingBack } from '../../shared-videos/picked-videos';
import { Quota } from '../../subscriptions/quota';
import { MediaRemoval } from '../../uploads/media-removal';
import { FEW } from '../housekeeping/media-sweep';
import { PostFiles } from './post-files';
import { isOwn, ownBytes, postsOf, refOf, touchingPosts } from './post-ref';
import { OPEN } from './post-status';
import type { PostRow } from './post.view';

/**
 * Posts deleted in one unit; foreign keys delete their ledgers. So few that, if the deletion breaks off, the sweep takes
 * their files without asking an operator.
 */
const POSTS_AT_ONCE = FEW / 2;

/** First statements of each unit, for rows that the condition reads; and the account that has all of the posts. */
interface Also {
  holding?: readonly Statement[];
  accountId?: number;
}

type Condition = (post: ExpressionBuilder<Tables, 'posts'>) => Expression<SqlBool>;

/**
 * Deletes posts with what they hold at that moment: what was moved away, claimed or given other files since it was read is
 * looked at again.
 */
@Injectable()
export class PostDeletion {
  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
    private readonly changes: Changes,
    private readonly media: MediaRemoval,
    private readonly files: PostFiles,
  ) {}

  /** @returns false when the post is not pending, or has other files than those that were read */
  async deletePending(post: PostRow): Promise<boolean> {
    const ref = refOf(post);
    const files = await this.files.of([post]);
    const deleting = query
      .deleteFrom('posts')
      .where(isOwn(ref))
      .where('status', '=', 'pending')
      .where(files.areUnchanged);
    const done = await this.changes.commit(
      [
        // Waits for an edit that gives it other files just now.
        this.quota.freeing(ref.userId, 1, ownBytes(post)),
        required(deleting),
        ...givingBackOf(ref.userId, [post]),
        ...this.media.letGo(files.files),
      ],
      touchingPosts(ref.userId, ref.kind),
    );
    if (done) await this.files.forget(files);
    return done !== null;
  }

  /**
   * Deletes the posts of the user that fulfil the condition, with their ledgers, then their files; a few at a time. If
   * this breaks off, the quota is right, and calling it again deletes the rest.
   * Those of one account are found by it alone, or databases would look for them among all of the user's.
   */
  async deleteAll(
    userId: number,
    condition: Condition = ({ lit }) => lit(true),
    { holding = [], accountId }: Also = {},
  ): Promise<void> {
    const posts =
      accountId === undefined
        ? postsOf(userId)
        : query.selectFrom('posts').where('posts.account_id', '=', accountId);
    const some = posts
      .where(condition)
      .select(['posts.id', 'posts.kind', 'posts.format', 'posts.shared_video_id'])
      .select(['posts.file_key', 'posts.poster_key', 'posts.cover_key'])
      .limit(POSTS_AT_ONCE);
    for (;;) {
      const found = await this.db.rows(some);
      if (found.length === 0) return;
      const kinds = found.map(({ kind }) => kind);
      const files = await this.files.of(found);
      const ids = found.map(({ id }) => id);
      const among = (post: ExpressionBuilder<Tables, 'posts'>) =>
        post.and([post('posts.id', 'in', ids), condition(post), files.areUnchanged(post)]);
      const done = await this.changes.commit(
        [
          ...holding,
          this.quota.freeing(userId, openOf(among), bytesOf(among)),
          required(query.deleteFrom('posts').where(among), found.length),
          ...givingBackOf(userId, found),
          ...this.media.letGo(files.files),
        ],
        touchingPosts(userId, ...kinds),
      );
      if (done) await this.files.forget(files);
      await nextTurn();
    }
  }
}

/** A picked video that is not posted after all may be posted automatically. */
function givingBackOf(userId: number, posts: readonly Pick<PostRow, 'shared_video_id'>[]): Statement[] {
  const videos = posts.flatMap(({ shared_video_id }) => shared_video_id ?? []);
  return videos.length > 0 ? [givingBack(userId, videos)] : [];
}

/** The number of open posts among them, each of which counts as a task. */
const openOf = (among: Condition) =>
  query
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('tasks'))
    .where(among)
    .where('status', 'in', OPEN);

/** The bytes of storage that their files use. */
const bytesOf = (among: Condition) =>
  query
    .selectFrom('posts')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('size_bytes'), lit(0)).as('bytes'))
    .where(among)
    .where('file_key', 'is not', null);
