import { Inject, Injectable } from '@nestjs/common';
import { AccountQuota } from '../accounts/account-quota';
import { Clock } from '../common/time/clock';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
import { isActive } from './subscription-status';

/** Tells how many accounts a user may connect: as many as the active plan allows. */
@Injectable()
export class AccountLimit {
  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
    quota: AccountQuota,
  ) {
    quota.limitBy((userId) => this.of(userId));
  }

  /** @returns null without a limit, or without an active plan. */
  async of(userId: number): Promise<number | null> {
    const plan = query
      .selectFrom('subscriptions as s')
      .innerJoin('plans as p', 'p.id', 's.plan_id')
      .select('p.max_accounts')
      .where('s.user_id', '=', userId)
      .where(isActive(this.clock.now()))
      .orderBy('s.starts_at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(1);
    return (await this.db.row(plan))?.max_accounts ?? null;
  }
}
