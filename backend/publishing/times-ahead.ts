import { Injectable } from '@nestjs/common';
import { EventLoopShare } from '../common/event-loop-share';
import { Changes } from '../database/changes';
import { Database, required } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { prepared } from '../database/prepared';
import { query } from '../database/tables';
import { touching } from './claims';
import { notAhead, sessionOf } from './first-comments/comment-columns';
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
    await this.correctComments();
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

  /** First comments would wait as much longer for their next try, and be tried for as much longer than a day. */
  private async correctComments(): Promise<void> {
    const now = this.clock.now();
    let [after, found] = [0, 0];
    do {
      const posts = await this.db.rows(COMMENTS_AHEAD({ now, after }));
      for (const post of posts) {
        // Of a comment that is leased, only the lease is due: it is cut short where it is looked for.
        const isLeased = post.locked_by !== null;
        await this.db.run(
          query
            .updateTable('posts')
            .set({
              first_comment_session: JSON.stringify(notAhead(sessionOf(post), now)),
              ...(!isLeased && { first_comment_due_at: now }),
            })
            .where('id', '=', post.id)
            .where('fence', '=', post.fence)
            .where('locked_by', isLeased ? 'is not' : 'is', null)
            .where('first_comment_due_at', '=', post.first_comment_due_at)
            .where('first_comment_session', '=', post.first_comment_session),
        );
      }
      found = posts.length;
      after = posts.at(-1)?.id ?? after;
    } while (found === AT_ONCE);
  }
}

const COMMENTS_AHEAD = prepared(({ now, after }: { now: number; after: number }) =>
  query
    .selectFrom('posts')
    .selectAll()
    .where('first_comment_due_at', '>', now)
    .where('first_comment_session', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE),
);

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
