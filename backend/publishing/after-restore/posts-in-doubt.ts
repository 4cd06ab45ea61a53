import type { Database } from '../../database/database';
import { rowsBySpans } from '../../database/id-spans';
import { query, type Row } from '../../database/tables';
import { OPEN, UNDER_WAY } from '../posts/post-status';

const ROWS_AT_ONCE = 500;

/** The account of a post, as far as it is needed here. */
export type AccountOfPost = Pick<Row<'accounts'>, 'id' | 'remote_id' | 'removed_at' | 'token'>;

export interface PostInDoubt {
  post: Row<'posts'>;
  account: AccountOfPost | undefined;
}

/**
 * The posts that may have gone out: those that were under way or due, and of the posts without a time those that wait in
 * reach. Again from the start at each call, in bounded memory.
 */
export async function* postsInDoubt(
  db: Database,
  dueUntil: number,
  waiting: Set<number>,
): AsyncGenerator<PostInDoubt> {
  const open = query.selectFrom('posts').selectAll().where('status', 'in', OPEN);
  for await (const some of rowsBySpans(db, 'posts', open, { atOnce: ROWS_AT_ONCE })) {
    const posts = some.filter(
      ({ id, status, due_at }) =>
        UNDER_WAY.includes(status) || (due_at !== null && due_at <= dueUntil) || waiting.has(id),
    );
    const accounts = await accountsOf(db, posts);
    for (const post of posts) yield { post, account: accounts.get(post.account_id ?? 0) };
  }
}

async function accountsOf(db: Database, posts: Row<'posts'>[]): Promise<Map<number, AccountOfPost>> {
  const ids = new Set(posts.flatMap(({ account_id: id }) => id ?? []));
  if (ids.size === 0) return new Map();
  const rows = await db.rows(
    query
      .selectFrom('accounts')
      .select(['id', 'remote_id', 'removed_at', 'token'])
      .where('id', 'in', [...ids]),
  );
  return new Map(rows.map((row) => [row.id, row]));
}
