import type { Expression } from 'kysely';
import { query } from '../database/tables';

/*
 * Changes to the quota's counters that other modules make, apart from `Quota`'s reserving and freeing, as statements
 * for their units.
 */

/**
 * Locks the counters: changes nothing, but another unit that reserves or frees for this user waits until this one is
 * done.
 */
export const holdingUsage = (userId: number) =>
  query
    .updateTable('quota_usage')
    .set(({ ref }) => ({ user_id: ref('user_id') }))
    .where('user_id', '=', userId);

/** Sets both counters, each from a SELECT. */
export const recountingUsage = (userId: number, tasks: Expression<number>, bytes: Expression<number>) =>
  query
    .updateTable('quota_usage')
    .set({ tasks_used: tasks, storage_used: bytes })
    .where('user_id', '=', userId);
