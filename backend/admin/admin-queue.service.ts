import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
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
    const ended = posts.where('idle_since', '>', now - DAY_MS);
    const row = await this.db.row(
      query.selectNoFrom([
        posts.where('due_at', '<=', now).as('due'),
        posts
          .where('due_at', '>', now)
          .where('due_at', '<=', now + DAY_MS)
          .as('next_day'),
        ended.where('status', '=', 'published').as('published_day'),
        ended.where('status', '=', 'failed').as('failed_day'),
      ]),
    );
    if (!row) throw new Error('a statement without a table gave no row');
    const { due, next_day, published_day, failed_day } = row;
    return {
      due: due ?? 0,
      next_day: next_day ?? 0,
      published_day: published_day ?? 0,
      failed_day: failed_day ?? 0,
    };
  }
}
