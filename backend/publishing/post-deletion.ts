import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'kysely';
import { Changes } from '../database/changes';
import { Database } from '../database/database';
import { query, type Tables } from '../database/tables';
import { Quota } from '../subscriptions/quota';
import { MediaRemoval } from '../uploads/media-removal';
import { FEW } from './media-sweep';
import { PostFiles } from './post-files';
import { postsOf, touchingPosts } from './post-ref';
import { OPEN } from './post-status';

/**
 * Posts deleted in one unit, with their ledgers. So few that, if the deletion breaks off, the sweep takes their files
 * without asking an operator.
 */
const POSTS_AT_ONCE = FEW / 2;

type PostsOfUser = SelectQueryBuilder<Tables, 'posts', object>;

/** Deletes any number of posts of a user, a few at a time. */
@Injectable()
export class PostDeletion {
  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
    private readonly changes: Changes,
    private readonly media: MediaRemoval,
    private readonly files: PostFiles,
  ) {}

  /**
   * Deletes the posts to which `of` narrows the user's posts down, with their ledgers, then their files. If this breaks
   * off, the quota is right, and calling it again deletes the rest.
   */
  async deleteAll(userId: number, of: (posts: PostsOfUser) => PostsOfUser = (posts) => posts): Promise<void> {
    const some = of(postsOf(userId))
      .select(['posts.id', 'posts.kind', 'posts.format', 'posts.shared_video_id'])
      .select(['posts.file_key', 'posts.poster_key', 'posts.cover_key'])
      .limit(POSTS_AT_ONCE);
    for (;;) {
      const posts = await this.db.rows(some);
      if (posts.length === 0) return;
      const ids = posts.map(({ id }) => id);
      const kinds = posts.map(({ kind }) => kind);
      const files = await this.files.of(posts);
      await this.changes.commit(
        [
          this.quota.freeing(userId, openAmong(ids), bytesOf(ids)),
          deletingPosts(ids),
          ...this.media.letGo(files.files),
        ],
        touchingPosts(userId, ...kinds),
      );
      await this.files.forget(files);
      await nextTurn();
    }
  }
}

/** Foreign keys delete the ledgers. */
const deletingPosts = (ids: number[]) => query.deleteFrom('posts').where('id', 'in', ids);

/** The number of open posts among them, each of which counts as a task. */
const openAmong = (ids: number[]) =>
  query
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('tasks'))
    .where('id', 'in', ids)
    .where('status', 'in', OPEN);

/** The bytes of storage that their files use. */
const bytesOf = (ids: number[]) =>
  query
    .selectFrom('posts')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('size_bytes'), lit(0)).as('bytes'))
    .where('id', 'in', ids)
    .where('file_key', 'is not', null);
