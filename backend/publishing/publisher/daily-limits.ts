import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query } from '../../database/tables';
import type { Outcome } from '../../ports/networks/network';
import { formatOf } from '../formats/lists';
import type { Claim } from './claims';

const DAY_MS = 24 * 3_600_000;

/** Limits on how many posts of a format a network accepts in 24 hours. */
@Injectable()
export class DailyLimits {
  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseTime,
  ) {}

  /**
   * Meta's error code for this limit is not known. An unknown error counts as the limit if the Page has published
   * that many posts of the kind in the last 24 hours.
   * @returns the account's pause, or undefined while the limit is not reached.
   */
  async usedUp({ post, remoteId }: Claim): Promise<Extract<Outcome, { kind: 'account' }> | undefined> {
    const { mostADay } = formatOf(post);
    if (!mostADay) return undefined;
    const published = query
      .selectFrom('posts')
      .select('published_at')
      .where('account_id', '=', post.account_id)
      .where('kind', '=', post.kind)
      .where('format', '=', post.format)
      .where('published_at', '>', this.clock.now() - DAY_MS)
      .where((row) => row.or([row('published_on', 'is', null), row('published_on', '=', remoteId)]))
      .orderBy('published_at', 'desc');
    const last = await this.db.rows(published.limit(mostADay));
    const oldest = last[mostADay - 1]?.published_at;
    if (!oldest) return undefined;
    const reason = `Facebook allows ${mostADay} reels in 24 hours for this Page, and they are used up.`;
    return { kind: 'account', action: 'wait', session: null, untilMs: oldest + DAY_MS, reason };
  }
}
