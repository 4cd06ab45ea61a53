import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
import type { PostStatus } from '../publishing/posts/post-status';
import type { AdminQueueView } from './admin.view';

const DAY_MS = 24 * 3_600_000;

/** Counts the installation's posts, from indexes: the cost depends on what is due and what ended recently. */
@Injectable()
export class AdminQueueService {
  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async now(): Promise<AdminQueueView> {
    const now = this.clock.now();
    const posts = query.selectFrom('posts').select(({ fn }) => fn.countAll<number>().as('posts'));
    const row = await this.db.row(
      query.selectNoFrom([
        posts.where('due_at', '<=', now).as('due'),
        posts
          .where('due_at', '>', now)
          .where('due_at', '<=', now + DAY_MS)
          .as('next_day'),
      ]),
    );
    if (!row) throw new Error('a statement without a table gave no row');
    const ended = await this.db.rows(
      posts
        .select('status')
        .where('idle_since', '>', now - DAY_MS)
        .groupBy('status'),
    );
    const endedAs = (status: PostStatus) => ended.find((each) => each.status === status)?.posts ?? 0;
    return {
      due: row.due ?? 0,
      next_day: row.next_day ?? 0,
      published_day: endedAs('published'),
      failed_day: endedAs('failed'),
    };
  }
}
