import type { Database } from '../database/database';
import { query } from '../database/tables';
import { droppingAllChallenges } from './two-factor/challenges';

/** Signs everybody out and ends all links that were mailed: after a restore, sessions that were ended would open again. */
export async function endSignIns(db: Database): Promise<void> {
  await db.atomically([
    query.deleteFrom('sessions'),
    droppingAllChallenges(),
    query.deleteFrom('reset_links'),
  ]);
}
