import type { SelectQueryBuilder } from 'kysely';
import { deleteInBatches } from '../database/batches';
import { textOf, type Database, type Statement } from '../database/database';
import { query, type TableName, type Tables } from '../database/tables';

/** Deletes all keyed calls of a user. To be run before the user is deleted. */
export const forgetKeyedCalls = (db: Database, userId: number): Promise<void> =>
  deleteInBatches(db, 'keyed_calls', 'id', (call) => call('user_id', '=', userId));

/** Forgets what these users were answered, and not that they called: a repetition must do nothing again. */
export const forgettingAnswers = <From extends TableName>(
  users: SelectQueryBuilder<Tables, From, { user_id: number }>,
): Statement =>
  textOf(
    query.updateTable('keyed_calls').set({ answer: null, answer_bytes: 0 }).where('user_id', 'in', users),
  );
