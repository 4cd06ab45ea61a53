import { textOf, type Statement } from '../database/database';
import { query } from '../database/tables';

/**
 * Whoever read these users' accounts before, to change them, has to read them anew. To be the first statement of its
 * unit, as `saving` is of others.
 */
export function outdating(userIds: readonly number[]): Statement[] {
  if (userIds.length === 0) return [];
  const settings = query.updateTable('account_settings').where('user_id', 'in', userIds);
  return [textOf(settings.set((row) => ({ saves: row('saves', '+', 1) })))];
}
