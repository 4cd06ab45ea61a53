import type { Caller } from '../../backend/common/http/caller.decorator';
import type { Database } from '../../backend/database/database';

/** Opens a session of the user, without a sign-in. */
export async function signedIn(db: Database, id: number): Promise<Caller> {
  const now = Date.now();
  const sessionId = await db.insert('sessions', {
    ...{ user_id: id, token_hash: `${id} since ${now}-${++opened}`, created_at: now, last_seen_at: now },
    // Some tests set their clock days ahead.
    expires_at: 2 ** 52,
  });
  return { id, sessionId, isAdmin: false, canUseSharedVideos: true, hasPlan: true, timezone: 'UTC' };
}

let opened = 0;
