import type { Database } from '../../database/database';
import { rowsBySpans } from '../../database/id-spans';
import { query, type Query, type Row } from '../../database/tables';
import { sessionOf, unseen } from './comment-columns';

const ROWS_AT_ONCE = 500;

/** Posts whose first comment may have been posted since a backup. Also one that had failed: it may be tried again. */
export async function* firstCommentsInDoubt(db: Database): AsyncGenerator<Row<'posts'>> {
  const inDoubt = query
    .selectFrom('posts')
    .selectAll()
    .where('first_comment_status', 'in', ['waiting', 'failed']);
  for await (const posts of rowsBySpans(db, 'posts', inDoubt, { atOnce: ROWS_AT_ONCE })) yield* posts;
}

/** The comment is looked for before anything is sent. */
export const lookingForComment = (post: Row<'posts'>, since: number, now: number): Query =>
  query
    .updateTable('posts')
    .set((row) => ({
      first_comment_session: JSON.stringify(unseen(sessionOf(post), since)),
      first_comment_due_at: post.first_comment_status === 'waiting' ? now : null,
      locked_by: null,
      fence: row('fence', '+', 1),
    }))
    .where('id', '=', post.id);
