import type { Expression } from 'kysely';
import { query } from '../database/tables';

/*
 * What other modules change about the counters of the quota, beside what `Quota` reserves and frees, as statements for
 * their units.
 */

/** Changes nothing, but whoever reserves or frees for this user waits until the unit is done. */
export const holdingUsage = (userId: number) =>
  query
    .updateTable('quota_usage')
    .set(({ ref }) => ({ user_id: ref('user_id') }))
    .where('user_id', '=', userId);

/** Both counters anew, each from a SELECT. */
export const recountingUsage = (userId: number, tasks: Expression<number>, bytes: Expression<number>) =>
  query
    .updateTable('quota_usage')
    .set({ tasks_used: tasks, storage_used: bytes })
    .where('user_id', '=', userId);
