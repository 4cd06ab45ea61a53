import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database, type Done, type SqlValue, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';

/**
 * When what an account posts automatically has to be looked at anew. The statements belong into the unit of the change
 * that they follow from: a look in between would remember a slot of before it.
 */
@Injectable()
export class Reviews {
  private readonly watchers: (() => void)[] = [];

  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** Called after a review was asked for in this process; other processes find it at their next tick. */
  onAsked(watch: () => void): void {
    this.watchers.push(watch);
  }

  reviewing(userId: number): Statement {
    return this.reviewingWhere('user_id = ?', [userId]);
  }

  /** Makes a change with its review in one unit, and has somebody look. @returns what `atomically` does. */
  async change(...statements: Statement[]): Promise<Done[] | null> {
    const done = await this.db.atomically(statements);
    if (done) this.asked();
    return done;
  }

  asked(): void {
    for (const watch of this.watchers) watch();
  }

  reviewingWhere(condition: string, params: SqlValue[] = []): Statement {
    const now = this.clock.now();
    return {
      // One that is due already is moved all the same: a look that has begun then knows that it was overtaken.
      sql: `UPDATE connections SET auto_due_at = CASE WHEN auto_due_at <= ? THEN auto_due_at - 1 ELSE ? END WHERE ${condition}`,
      params: [now, now, ...params],
    };
  }
}
