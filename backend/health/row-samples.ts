import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { gauge, type Sample } from '../common/metrics/counts';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { prepared } from '../database/prepared';
import { query } from '../database/tables';
import { Heartbeats } from '../publishing/publisher/heartbeats';
import { OPEN, type PostStatus } from '../publishing/posts/post-status';
import { isActive } from '../subscriptions/subscription-status';

const MOST_POSTS = 10_000;
const MOST_MAILS = 10_000;

/** Accounts in line, and accounts that are due to get in line, whose posts are looked at. */
const MOST_ACCOUNTS = 1_000;

type OpenStatus = Exclude<PostStatus, 'published' | 'failed'>;

/** What a scrape reads from the rows; the same in each process. The cost has a bound, however many posts there are. */
@Injectable()
export class RowSamples {
  constructor(
    private readonly db: Database,
    private readonly heartbeats: Heartbeats,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async posts(): Promise<Sample[]> {
    const now = this.clock.now();
    const counts = new Map<PostStatus, number>();
    for (const built of [PAST({ now }), COMING({ now })])
      for (const { status, count } of await this.db.rows(built))
        counts.set(status, (counts.get(status) ?? 0) + count);
    const queue = await this.db.row(QUEUE({ now }));
    return [
      ...OPEN.map((status) =>
        gauge('pagecast_posts_open', { status: status as OpenStatus }, counts.get(status) ?? 0),
      ),
      gauge('pagecast_queue_depth', {}, queue?.depth ?? 0),
      gauge('pagecast_queue_oldest_seconds', {}, age(queue?.oldest, now)),
    ];
  }

  async publishers(): Promise<Sample[]> {
    return [gauge('pagecast_publishers_alive', {}, (await this.heartbeats.alive()).length)];
  }

  async mails(): Promise<Sample[]> {
    const mails = await this.db.row(MAILS({}));
    return [
      gauge('pagecast_mails_waiting', {}, mails?.count ?? 0),
      gauge('pagecast_mails_oldest_seconds', {}, age(mails?.oldest, this.clock.now())),
    ];
  }
}

const age = (instant: number | null | undefined, now: number): number =>
  instant === null || instant === undefined ? 0 : Math.max(0, now - instant) / 1000;

/** Reads the index alone, and a bounded part of it. */
const byStatus = (now: number, when: '<=' | '>') => {
  const withTime = query.selectFrom('posts').where('due_at', 'is not', null).where('due_at', when, now);
  const first = withTime.select('status').orderBy('due_at').limit(MOST_POSTS).as('first');
  return query
    .selectFrom(first)
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status');
};

/** Posts under way are mostly among those that come: their `due_at` is the end of the lease, or the next try. */
const PAST = prepared(({ now }: { now: number }) => byStatus(now, '<='));
const COMING = prepared(({ now }: { now: number }) => byStatus(now, '>'));

const IN_LINE = query
  .selectFrom('accounts')
  .select('id')
  .where('turn', 'is not', null)
  .orderBy('turn')
  .limit(MOST_ACCOUNTS);

const gettingInLine = (now: number) =>
  query
    .selectFrom('accounts')
    .select('id')
    .where('next_due_at', '<=', now)
    .orderBy('next_due_at')
    .limit(MOST_ACCOUNTS);

/** The accounts to which publishers may send now, and whether their users have a plan. */
const ready = (now: number) =>
  query
    .selectFrom(
      query
        .selectFrom(IN_LINE.as('in_line'))
        .select('in_line.id')
        .union(query.selectFrom(gettingInLine(now).as('getting_in_line')).select('getting_in_line.id'))
        .as('work'),
    )
    // Keeps the order of reading: SQLite would read all accounts and look for each in what is small.
    .crossJoin('accounts as a')
    .whereRef('a.id', '=', 'work.id')
    .select((account) => [
      'a.id',
      account
        .exists(
          account
            .selectFrom('subscriptions as s')
            .select('s.id')
            .whereRef('s.user_id', '=', 'a.user_id')
            .where(isActive(now)),
        )
        .as('has_plan'),
    ])
    .where('a.removed_at', '=', 0)
    .where((account) =>
      account.or([account('a.paused_reason', 'is', null), account('a.resumes_at', '<=', now)]),
    )
    .where((account) => account.or([account('a.held_until', 'is', null), account('a.held_until', '<=', now)]))
    // Keeps the question for the plan out of the search for posts.
    .limit(2 * MOST_ACCOUNTS);

/** What decision 003 leaves out of the look is left out here: posts that wait for a plan or for an account. */
const QUEUE = prepared(({ now }: { now: number }) => {
  const due = query
    .selectFrom(ready(now).as('ready'))
    .crossJoin('posts as p')
    .select('p.due_at')
    .whereRef('p.account_id', '=', 'ready.id')
    .where('p.status', 'in', OPEN)
    .where('p.due_at', '<=', now)
    .where((post) =>
      post.or([post('p.status', '<>', 'pending'), post('ready.has_plan', '=', post.lit(true))]),
    )
    .limit(MOST_POSTS);
  return query
    .selectFrom(due.as('due'))
    .select(({ fn }) => [fn.countAll<number>().as('depth'), fn.min<number | null>('due_at').as('oldest')]);
});

const MAILS = prepared(() =>
  query
    .selectFrom(query.selectFrom('mails').select('created_at').orderBy('id').limit(MOST_MAILS).as('waiting'))
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<number | null>('created_at').as('oldest'),
    ]),
);
