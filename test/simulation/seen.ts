import type { Tables } from './database';
import type { Seen } from './editor';

/** What the rows show. While a post is pending, its fence stays the same. */
export const seenIn = (tables: Tables): Seen => ({
  standing: (postId) =>
    tables
      .all<{ fence: number }>("SELECT fence FROM posts WHERE id = ? AND status = 'pending'", postId)[0]
      ?.fence.toString(),
  failedComment: (userId) =>
    tables.all<{ id: number }>(
      "SELECT id FROM posts WHERE user_id = ? AND first_comment_status = 'failed' ORDER BY id DESC LIMIT 1",
      userId,
    )[0]?.id,
});
