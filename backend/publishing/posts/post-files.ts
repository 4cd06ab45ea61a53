import { Injectable } from '@nestjs/common';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { Database } from '../../database/database';
import { query, type Row, type Tables } from '../../database/tables';
import { Storage } from '../../ports/storage/storage';
import { MediaRemoval } from '../../uploads/media-removal';

type NamingPost = Pick<
  Row<'posts'>,
  'id' | 'format' | 'file_key' | 'poster_key' | 'cover_key' | 'shared_video_id'
>;

/** Storage keys of the files that posts name. Those of the shared library are not among them. */
export interface FilesOfPosts {
  /** The bytes that they are made of, which other posts may share. */
  files: string[];
  /** Pictures that each has for itself. */
  posters: string[];
}

export interface FilesRead extends FilesOfPosts {
  /** Whether nobody has given the post, one of those that were read, other files since. */
  areUnchanged: (post: ExpressionBuilder<Tables, 'posts'>) => Expression<SqlBool>;
}

/** Finds and deletes all files of posts: the first one, the further ones, and the cover. */
@Injectable()
export class PostFiles {
  constructor(
    private readonly db: Database,
    private readonly storage: Storage,
    private readonly media: MediaRemoval,
  ) {}

  async of(posts: readonly NamingPost[]): Promise<FilesRead> {
    const files = posts.flatMap((post) => [
      ...(post.shared_video_id === null ? [post.file_key] : []),
      post.cover_key,
    ]);
    const posters = posts.flatMap((post) => (post.shared_video_id === null ? [post.poster_key] : []));
    const further = await this.further(posts.map(({ id }) => id));
    for (const { file_key, poster_key } of further) {
      files.push(file_key);
      posters.push(poster_key);
    }
    const ids = further.map(({ id }) => id);
    return {
      files: named(files),
      posters: named(posters),
      areUnchanged: (post) => hasFilesOf(post, posts, ids),
    };
  }

  /** The files after the first one, in their order. */
  further(postIds: readonly number[]): Promise<Row<'post_media'>[]> {
    if (postIds.length === 0) return Promise.resolve([]);
    return this.db.rows(
      query
        .selectFrom('post_media')
        .selectAll()
        .where('post_id', 'in', postIds)
        .orderBy('post_id')
        .orderBy('position'),
    );
  }

  /** Deletes what no other post needs. */
  async forget({ files, posters }: FilesOfPosts): Promise<void> {
    for (const key of files) await this.media.forget(key);
    for (const key of posters) await this.storage.delete(key);
  }
}

const named = (keys: (string | null)[]): string[] => [...new Set(keys.filter((key) => key !== null))];

/** Whether the post is one of these and has their files. @param further the ids of their further files */
export const hasFilesOf = (
  row: ExpressionBuilder<Tables, 'posts'>,
  posts: readonly NamingPost[],
  further: readonly number[],
) =>
  row.and([
    row.or(
      posts.map(({ id, file_key, poster_key, cover_key }) =>
        row.and([
          row('posts.id', '=', id),
          row(row.fn.coalesce('posts.file_key', row.val('')), '=', file_key ?? ''),
          // Files that were replaced by the same ones have other pictures.
          row(row.fn.coalesce('posts.poster_key', row.val('')), '=', poster_key ?? ''),
          row(row.fn.coalesce('posts.cover_key', row.val('')), '=', cover_key ?? ''),
        ]),
      ),
    ),
    row.not(
      row.exists(
        row
          .selectFrom('post_media')
          .select('post_media.id')
          .whereRef('post_media.post_id', '=', 'posts.id')
          .where('post_media.id', 'not in', [0, ...further]),
      ),
    ),
  ]);
