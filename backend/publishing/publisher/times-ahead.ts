import { Injectable } from '@nestjs/common';
import { AccountPauses } from '../../accounts/turns/account-pauses';
import { AutopostSchedule } from '../../accounts/turns/autopost-schedule';
import { EventLoopShare } from '../../common/limits/event-loop-share';
import { Changes } from '../../database/changes';
import { Chores } from '../../database/chores';
import { Database, required, textOf } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { prepared } from '../../database/prepared';
import { query } from '../../database/tables';
import { touching } from './claims';
import { notAhead, sessionOf } from '../first-comments/comment-columns';
import { Heartbeats } from './heartbeats';
import { MissedPosts } from './missed-posts';
import { OPEN } from '../posts/post-status';

const CHORE = 'times ahead';
const AT_ONCE = 100;

/** What is less may be another process whose clock is a little ahead. */
const AHEAD_MS = 60_000;

/** Corrects what was written while the clock was ahead, once it is set right. */
@Injectable()
export class TimesAhead {
  constructor(
    private readonly db: Database,
    private readonly missedPosts: MissedPosts,
    private readonly heartbeats: Heartbeats,
    private readonly pauses: AccountPauses,
    private readonly schedule: AutopostSchedule,
    private readonly changes: Changes,
    private readonly chores: Chores,
    private readonly clock: DatabaseTime,
  ) {}

  /** Whether a process before this one left any, as far as the ends of indexes tell. */
  async areThere(): Promise<boolean> {
    const latest = this.clock.now() + AHEAD_MS;
    return (
      (await this.heartbeats.areAhead(latest)) || (await this.db.row(ENDED_AHEAD({ latest }))) !== undefined
    );
  }

  /** @returns whether all is corrected; if not, another process is at it, or has died over it, and it is to be tried again. */
  async correct(): Promise<boolean> {
    await this.endWaits();
    await this.correctComments();
    await this.correctUploads();
    // Two at once would not keep the order.
    return this.chores.alone(CHORE, () => this.correctEnds());
  }

  /** Ends waits only, which does no harm even if the clock is wrong now, and was right before. */
  async endWaits(): Promise<void> {
    await this.missedPosts.shortenWaits();
    await this.pauses.endTooLong();
    await this.wakeAccounts();
    await this.heartbeats.forgetAhead(this.clock.now() + AHEAD_MS);
  }

  /** An account that was to be looked at a moment later would be looked at then, whatever is due on it before. */
  private async wakeAccounts(): Promise<void> {
    const now = this.clock.now();
    let [after, found] = [0, 0];
    do {
      const posts = await this.db.rows(ASLEEP({ now, latest: now + AHEAD_MS, after }));
      const accounts = new Set(posts.flatMap(({ account_id }) => account_id ?? []));
      if (accounts.size > 0) await this.db.atomically([...accounts].map((id) => this.schedule.dueNow(id)));
      found = posts.length;
      after = posts.at(-1)?.id ?? after;
    } while (found === AT_ONCE);
  }

  /**
   * Posts that seem to be published later than now would hold back those that follow by frequency. When they were is
   * not known, but it was before now, and in this order. Whoever goes on after this was cut off finds the later ones.
   */
  private async correctEnds(): Promise<void> {
    const latest = this.clock.now() + AHEAD_MS;
    const eventLoop = new EventLoopShare();
    let at = this.clock.now() - ((await this.db.row(COUNT_AHEAD({ latest })))?.count ?? 0);
    for (;;) {
      const posts = await this.db.rows(ENDED_AHEAD({ latest }));
      for (const post of posts) {
        at = Math.min(at + 1, this.clock.now());
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

  /**
   * What was uploaded later than now would wait as much longer for its turn. It was uploaded before now, and equal times
   * keep the order. The newest posts are the only ones, since ids ascend.
   */
  private async correctUploads(): Promise<void> {
    const now = this.clock.now();
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const newest = await this.db.rows(NEWEST({ before }));
      const ahead = newest.filter(({ created_at, stored_at }) =>
        [created_at, stored_at ?? 0].some((at) => at > now + AHEAD_MS),
      );
      for (const { id, user_id, account_id, kind, status, created_at, stored_at } of ahead) {
        if (!OPEN.some((each) => each === status)) continue;
        const uploaded = query
          .updateTable('posts')
          .set({
            created_at: Math.min(created_at, now),
            stored_at: stored_at === null ? null : Math.min(stored_at, now),
          })
          .where('id', '=', id);
        await this.changes.commit([textOf(uploaded)], {
          ...touching({ user_id, kind }),
          account: account_id ?? undefined,
        });
      }
      before = newest.at(-1)?.id ?? 0;
      if (ahead.length === 0) return;
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

/** Due posts whose accounts are looked at later. One that is paused is looked at once, and sleeps again. */
const ASLEEP = prepared(({ now, latest, after }: { now: number; latest: number; after: number }) =>
  query
    .selectFrom('posts as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .select(['p.id', 'p.account_id'])
    .where('p.due_at', '<=', now)
    .where('p.status', 'in', OPEN)
    .where('a.next_due_at', '>', latest)
    .where('p.id', '>', after)
    .orderBy('p.id')
    .limit(AT_ONCE),
);

const NEWEST = prepared(({ before }: { before: number }) =>
  query
    .selectFrom('posts')
    .select(['id', 'user_id', 'account_id', 'kind', 'status', 'created_at', 'stored_at'])
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(AT_ONCE),
);

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

const ENDED_AHEAD = prepared(({ latest }: { latest: number }) =>
  query
    .selectFrom('posts')
    .selectAll()
    .where('idle_since', '>', latest)
    .orderBy('idle_since')
    .orderBy('id')
    .limit(AT_ONCE),
);

const COUNT_AHEAD = prepared(({ latest }: { latest: number }) =>
  query
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('idle_since', '>', latest),
);
