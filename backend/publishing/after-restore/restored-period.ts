import type { Database } from '../../database/database';
import { rowsBySpans } from '../../database/id-spans';
import { query } from '../../database/tables';
import type { RemoteSession } from '../../ports/networks/network';

const ROWS_AT_ONCE = 500;
const A_DAY_MS = 24 * 3_600_000;

/** Clocks differ by so much. */
const SLACK_MS = 120_000;

/** What is more is no clock that somebody works with. */
const MOST_AHEAD_MS = A_DAY_MS;

/**
 * The time between a backup and its restore. All instants of a backup are by the clock of its former installation, which
 * may have been ahead of the network's and be right by now.
 */
export interface RestoredPeriod {
  /** The instant of the backup by that clock, but not later than now. */
  since: number;
  now: number;
  /** By how much that clock may have been ahead of the network's. */
  aheadMs: number;
  /** What was due later than this by that clock has not gone out. */
  dueUntil: number;
}

/** `takenAt`: the instant of the backup by the clock of its former installation. */
export async function periodSince(db: Database, takenAt: number, now: number): Promise<RestoredPeriod> {
  const seenMs = await aheadAsSeen(db, takenAt);
  const aheadMs = takenAt > now + SLACK_MS ? MOST_AHEAD_MS : seenMs;
  // To look further back costs a call. To look for more posts would hold back what is in doubt for a slow clock's sake.
  const dueUntil = Math.max(takenAt, now) + Math.max(takenAt - now, seenMs);
  return { since: Math.min(takenAt, now), now, aheadMs, dueUntil };
}

/** As the answers of the network had told when posts were published on the day before the backup. */
async function aheadAsSeen(db: Database, takenAt: number): Promise<number> {
  let most = 0;
  const told = query
    .selectFrom('posts')
    .select(['id', 'remote_session'])
    .where('remote_session', 'like', '%"aheadMs":%');
  for await (const posts of rowsBySpans(db, 'posts', told, { atOnce: ROWS_AT_ONCE }))
    for (const { remote_session: session } of posts) {
      const { intentAt = 0, aheadMs = 0 } = JSON.parse(session ?? '{}') as Partial<RemoteSession>;
      if (intentAt > takenAt - A_DAY_MS) most = Math.max(most, aheadMs);
    }
  return most;
}
