import type { ExpressionBuilder } from 'kysely';
import type { Touched } from '../../database/changes';
import { query, type Row, type Tables } from '../../database/tables';
import type { PostKind } from '../formats/formats';
import { topicOf } from '../formats/lists';

/** Identifies a post of one user, in one list or in any. Every statement here carries the owner. */
export type PostName = Omit<PostRef, 'kind'> & { kind?: PostKind };

/** Identifies a post of one user and one kind. */
export interface PostRef {
  id: number;
  userId: number;
  kind: PostKind;
}

export const isOwn =
  ({ id, userId, kind }: PostName) =>
  (post: ExpressionBuilder<Tables, 'posts'>) =>
    post.and({ id, user_id: userId, ...(kind && { kind }) });

export const refOf = ({ id, user_id, kind }: Pick<Row<'posts'>, 'id' | 'user_id' | 'kind'>): PostRef => ({
  id,
  userId: user_id,
  kind,
});

export const postsOf = (userId: number) => query.selectFrom('posts').where('user_id', '=', userId);

/** A change of posts of these kinds, on any of the user's accounts. */
export const touchingPosts = (userId: number, ...kinds: PostKind[]): Touched => ({
  user: userId,
  topics: [...new Set(kinds)].map(topicOf),
  account: 'all',
});

/** Bytes that the post takes of the user's storage: 0 if they belong to the library or are gone. */
export const ownBytes = ({ file_key, size_bytes }: Pick<Row<'posts'>, 'file_key' | 'size_bytes'>): number =>
  file_key ? size_bytes : 0;
