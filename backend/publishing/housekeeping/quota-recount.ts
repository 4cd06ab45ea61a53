import { Injectable } from '@nestjs/common';
import { expressionBuilder } from 'kysely';
import { AdaptiveBatch } from '../../common/limits/adaptive-batch';
import { EventLoopShare } from '../../common/limits/event-loop-share';
import { Database } from '../../database/database';
import { query, type Tables } from '../../database/tables';
import { holdingUsage, recountingUsage } from '../../subscriptions/usage-changes';
import { OPEN } from '../posts/post-status';

/** Users recounted in one statement; `Pace` lowers it where users have thousands of posts. */
const USERS_AT_ONCE = 50;

@Injectable()
export class QuotaRecount {
  constructor(private readonly db: Database) {}

  /** Recomputes the quota counters from the rows, a few users at a time so that other work is not delayed. */
  async run(isStopped: () => boolean = () => false): Promise<void> {
    const eventLoop = new EventLoopShare();
    const users = new AdaptiveBatch(USERS_AT_ONCE);
    let after = 0;
    while (!isStopped()) {
      const begun = performance.now();
      const upTo = await this.endOfSpan(after, users.count);
      if (upTo === null) return;
      // Reads first: nearly all counters are right and need no write.
      const wrong = await this.db.rows(wrongUsages(after, upTo));
      users.took(performance.now() - begun);
      for (const { user_id } of wrong) {
        await eventLoop.share();
        await this.recountOf(user_id);
      }
      after = upTo;
      await eventLoop.share();
    }
  }

  /** Ids of the users whose counters differ from their rows. Changes nothing. */
  async wrong(): Promise<number[]> {
    const found: number[] = [];
    let after = 0;
    for (;;) {
      const upTo = await this.endOfSpan(after, USERS_AT_ONCE);
      if (upTo === null) return found;
      found.push(...(await this.db.rows(wrongUsages(after, upTo))).map(({ user_id }) => user_id));
      after = upTo;
    }
  }

  private async endOfSpan(after: number, users: number): Promise<number | null> {
    const some = query
      .selectFrom('quota_usage')
      .select('user_id')
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(users);
    const row = await this.db.row(
      query.selectFrom(some.as('some')).select(({ fn }) => fn.max<number | null>('user_id').as('last')),
    );
    return row?.last ?? null;
  }

  private async recountOf(userId: number): Promise<void> {
    await this.db.atomically([
      // Locks the row first: a concurrent change is either visible in the rows already or waits for this unit.
      holdingUsage(userId),
      recountingUsage(userId, TASKS, BYTES),
    ]);
  }
}

/** Posts of the user of a `quota_usage` row. */
const POSTS = expressionBuilder<Tables, 'quota_usage'>()
  .selectFrom('posts as p')
  .whereRef('p.user_id', '=', 'quota_usage.user_id');

const TASKS = POSTS.where('p.status', 'in', OPEN)
  .select(({ fn }) => fn.countAll<number>().as('tasks'))
  .$asScalar();

const BYTES_OF_POSTS = POSTS.where('p.file_key', 'is not', null)
  .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('p.size_bytes'), lit(0)).as('bytes'))
  .$asScalar();

const BYTES_OF_MEDIA = expressionBuilder<Tables, 'quota_usage'>()
  .selectFrom('media as m')
  .whereRef('m.user_id', '=', 'quota_usage.user_id')
  .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('m.held_bytes'), lit(0)).as('bytes'))
  .$asScalar();

const BYTES = expressionBuilder<Tables, 'quota_usage'>()(BYTES_OF_POSTS, '+', BYTES_OF_MEDIA);

/** Users in the span whose counters differ from their rows. */
const wrongUsages = (after: number, upTo: number) =>
  query
    .selectFrom('quota_usage')
    .select('user_id')
    .where('user_id', '>', after)
    .where('user_id', '<=', upTo)
    .where((usage) => usage.or([usage('tasks_used', '<>', TASKS), usage('storage_used', '<>', BYTES)]));
