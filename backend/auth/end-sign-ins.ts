import { deleteInBatches } from '../database/batches';
import type { Database } from '../database/database';
import { query } from '../database/tables';
import { droppingAllChallenges } from './two-factor/challenges';

/** Signs everybody out and ends all links that were mailed: after a restore, sessions that were ended would open again. */
export async function endSignIns(db: Database): Promise<void> {
  await deleteInBatches(db, 'sessions', 'id', (session) => session('id', '>', 0));
  await db.atomically([droppingAllChallenges(), query.deleteFrom('reset_links')]);
}
