import { Injectable } from '@nestjs/common';
import { Departures, type Departure } from '../connections/departures';
import { Database, placesFor, type Statement } from '../database/database';
import type { NetworkName } from '../ports/networks/network';
import { Feeds } from '../users/feeds';
import { KINDS_OF } from './account-queues';
import { topicOf } from './channel';
import { OPEN, quoted } from './post-status';

const UNDER_WAY = quoted(OPEN.filter((status) => status !== 'pending'));

const kindsOf = (networks: readonly NetworkName[]) => networks.flatMap((network) => KINDS_OF[network]);

/** What becomes of posts that are under way when their account is let go of. */
@Injectable()
export class DepartingPosts implements Departure {
  constructor(
    private readonly db: Database,
    private readonly feeds: Feeds,
    departures: Departures,
  ) {
    departures.include(this);
  }

  /** Back to pending, out of the hands of whoever has them; none whose public call may be under way. */
  leaving(userId: number, networks: readonly NetworkName[]): Statement[] {
    const kinds = kindsOf(networks);
    return [
      {
        sql: `UPDATE posts SET status = 'pending', owner = NULL, fence = fence + 1, tries = 0, due_at = scheduled_for
               WHERE user_id = ? AND kind IN ${placesFor(kinds)} AND status IN (${UNDER_WAY})
                 AND intent_account IS NULL`,
        params: [userId, ...kinds],
      },
      this.feeds.telling(userId, ...kinds.map(topicOf)),
      {
        sql: `UPDATE users SET id = id WHERE id = ? AND NOT EXISTS (SELECT 1 FROM posts
               WHERE user_id = ? AND kind IN ${placesFor(kinds)} AND status IN (${UNDER_WAY}))`,
        params: [userId, userId, ...kinds],
        required: true,
      },
    ];
  }

  async mayBePublishing(userId: number, networks: readonly NetworkName[]): Promise<boolean> {
    const kinds = kindsOf(networks);
    const rows = await this.db.rows(
      `SELECT id FROM posts WHERE user_id = ? AND kind IN ${placesFor(kinds)} AND status IN (${UNDER_WAY})
          AND intent_account IS NOT NULL LIMIT 1`,
      [userId, ...kinds],
    );
    return rows.length > 0;
  }
}
