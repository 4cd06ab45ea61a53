import { Injectable } from '@nestjs/common';
import { EventLoopShare } from '../common/event-loop-share';
import { Changes } from '../database/changes';
import { Database, required } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { prepared } from '../database/prepared';
import { query } from '../database/tables';
import { touching } from './claims';
import { MissedPosts } from './missed-posts';

const AT_ONCE = 100;

/** What is less may be another process whose clock is a little ahead. */
const AHEAD_MS = 60_000;

/** Corrects what was written while the clock was ahead, once it is set right. */
@Injectable()
export class TimesAhead {
  constructor(
    private readonly db: Database,
    private readonly missedPosts: MissedPosts,
    private readonly changes: Changes,
    private readonly clock: DatabaseTime,
  ) {}

  async correct(): Promise<void> {
    await this.missedPosts.shortenWaits();
    await this.correctEnds();
  }

  /**
   * Posts that seem to be published later than now would hold back those that follow by frequency. When they were is
   * not known, but it was before now, and in this order.
   */
  private async correctEnds(): Promise<void> {
    const now = this.clock.now();
    const eventLoop = new EventLoopShare();
    let place = 0;
    for (;;) {
      const posts = await this.db.rows(ENDED_AHEAD({ latest: this.clock.now() + AHEAD_MS }));
      for (const post of posts) {
        const at = now - place++;
        const ended = query
          .updateTable('posts')
          .set({
            idle_since: at,
            ...(post.status === 'published' && { published_at: post.published_at && at }),
            ...(post.status === 'failed' && { failed_at: post.failed_at && at }),
          })
          .where('id', '=', post.id)
          .where('status', '=', post.status)
          .where('idle_since', '=', post.idle_since);
        const account = post.account_id ?? undefined;
        await this.changes.commit([required(ended)], { ...touching(post), account });
        await eventLoop.share();
      }
      if (posts.length < AT_ONCE) return;
    }
  }
}

/** The last of them first. */
const ENDED_AHEAD = prepared(({ latest }: { latest: number }) =>
  query
    .selectFrom('posts')
    .selectAll()
    .where('idle_since', '>', latest)
    .orderBy('idle_since', 'desc')
    .orderBy('id', 'desc')
    .limit(AT_ONCE),
);
