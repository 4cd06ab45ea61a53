import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import { EventLoopShare } from '../../common/limits/event-loop-share';
import { Database } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query } from '../../database/tables';

/** Steps of posts that have ended are kept for so long. */
export const KEPT_MS = 180 * 86_400_000;
const STEPS_AT_ONCE = 200;

@Injectable()
export class OldSteps {
  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** Deletes old ledger rows of posts that are published or failed. */
  async run(isStopped: () => boolean = () => false): Promise<void> {
    const before = this.clock.now() - KEPT_MS;
    const eventLoop = new EventLoopShare();
    while (!isStopped()) {
      const old = await this.db.rows(oldSteps(before));
      const ids = old.map(({ id }) => id);
      if (ids.length > 0) await this.db.run(query.deleteFrom('publish_steps').where('id', 'in', ids));
      if (ids.length < STEPS_AT_ONCE) return;
      await eventLoop.share();
    }
  }
}

const oldSteps = (before: number) =>
  query
    .selectFrom('publish_steps as a')
    .innerJoin('posts as p', 'p.id', 'a.post_id')
    .select('a.id')
    .where('a.started_at', '<=', before)
    .where('p.status', 'in', ['published', 'failed'])
    .orderBy('a.started_at')
    .limit(STEPS_AT_ONCE);
