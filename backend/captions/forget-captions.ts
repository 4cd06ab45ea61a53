import { deleteInBatches } from '../database/batches';
import type { Database } from '../database/database';

/** Deletes all captions of a user. To be run before the user is deleted. */
export const forgetCaptions = (db: Database, userId: number): Promise<void> =>
  deleteInBatches(db, 'captions', 'id', (caption) => caption('user_id', '=', userId));
