import type { Statement } from '../database/database';

/** Goes with every time that a user gives: it is remembered when the time, or the post, is gone. */
export const scheduling = (userId: number): Statement => ({
  sql: 'UPDATE users SET has_scheduled = 1 WHERE id = ? AND has_scheduled = 0',
  params: [userId],
});
