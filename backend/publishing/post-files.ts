import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { query, type Row } from '../database/tables';
import { Storage } from '../ports/storage/storage';
import { MediaRemoval } from '../uploads/media-removal';

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

/** Finds and deletes all files of posts: the first one, the further ones, and the cover. */
@Injectable()
export class PostFiles {
  constructor(
    private readonly db: Database,
    private readonly storage: Storage,
    private readonly media: MediaRemoval,
  ) {}

  async of(posts: readonly NamingPost[]): Promise<FilesOfPosts> {
    const files = posts.flatMap((post) => [
      ...(post.shared_video_id === null ? [post.file_key] : []),
      post.cover_key,
    ]);
    const posters = posts.flatMap((post) => (post.shared_video_id === null ? [post.poster_key] : []));
    for (const { file_key, poster_key } of await this.further(posts.map(({ id }) => id))) {
      files.push(file_key);
      posters.push(poster_key);
    }
    return { files: named(files), posters: named(posters) };
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
