import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import type { ListFields, ListRequest, Page } from '../common/lists';
import { deleteInBatches } from '../database/batches';
import { Database, type SqlValue, type Statement } from '../database/database';
import { listRows } from '../database/list-rows';
import type { Action, Target } from './actions';
import { viewActivity, type ActivityRow, type ActivityView } from './activity.view';

const HOUR_MS = 3_600_000;
const KEPT_DAYS = 180;

/** Of one account in an hour: whoever guesses from many places must not fill the table. */
const MOST_FAILURES = 20;

/** Who does something, and from where. Nobody: the product itself. */
export interface Doer {
  id: number | null;
  address: string | null;
}

export interface Deed {
  action: Action;
  /** In whose account; the doer's own unless it says another. */
  account?: number | null;
  target?: Target;
}

export const ACTIVITY_FIELDS: ListFields = {
  sort: { id: 'a.id', at: 'a.at', user_id: 'a.user_id', action: 'a.action' },
  filter: { id: 'id', user_id: 'id', action: 'text', target: 'text' },
};

const SOURCE = {
  from: 'activity a',
  columns: 'a.id, a.at, a.user_id, a.action, a.target, a.address',
  filter: { id: 'a.id', user_id: 'a.user_id', action: 'a.action', target: 'a.target' },
  order: 'a.id DESC',
};

/**
 * Who did what to what, for 180 days. `noting` is a statement that belongs into the unit of what it tells of: then it
 * is told exactly if it took place.
 */
@Injectable()
export class Activity {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  noting(doer: Doer, deed: Deed): Statement {
    const { columns, params } = this.entry(doer, deed);
    return {
      sql: `INSERT INTO activity (at, account_id, user_id, action, target, address) SELECT ${columns}`,
      params,
    };
  }

  /** Of what is no statement in a unit. */
  async note(doer: Doer, deed: Deed): Promise<void> {
    const { sql, params } = this.noting(doer, deed);
    await this.db.run(sql, params);
  }

  /** A sign-in that failed, unless as many of that account have been noted as an hour takes. */
  async noteFailure(accountId: number, address: string | null): Promise<void> {
    const { columns, params } = this.entry({ id: accountId, address }, { action: 'sign_in_failed' });
    await this.db.run(
      `INSERT INTO activity (at, account_id, user_id, action, target, address)
       SELECT ${columns} FROM users u WHERE u.id = ?
          AND (SELECT COUNT(*) FROM activity f WHERE f.account_id = ? AND f.at > ? AND f.action = 'sign_in_failed') < ?`,
      [...params, accountId, accountId, this.clock.now() - HOUR_MS, MOST_FAILURES],
    );
  }

  /** What only concerns this account; what its owner did to others stays. Before the account is deleted. */
  forgetting(accountId: number): Statement {
    return {
      sql: 'DELETE FROM activity WHERE account_id = ? AND user_id = ?',
      params: [accountId, accountId],
    };
  }

  /** What somebody did, and what was done in their account. Where others did that from is not theirs to know. */
  async listOwn(userId: number, request: ListRequest): Promise<Page<ActivityView>> {
    const { rows, total } = await listRows<ActivityRow>(this.db, request, {
      ...SOURCE,
      where: '(a.account_id = ? OR a.user_id = ?)',
      params: [userId, userId],
    });
    const seen = rows.map((row) => (row.user_id === userId ? row : { ...row, address: null }));
    return { rows: seen.map(viewActivity), total };
  }

  async listAll(request: ListRequest): Promise<Page<ActivityView>> {
    const { rows, total } = await listRows<ActivityRow>(this.db, request, SOURCE);
    return { rows: rows.map(viewActivity), total };
  }

  async forgetOld(): Promise<void> {
    await deleteInBatches(this.db, 'activity', 'at < ?', [this.clock.now() - KEPT_DAYS * 24 * HOUR_MS]);
  }

  /** Whoever was deleted meanwhile is nobody. */
  private entry(
    { id, address }: Doer,
    { action, account, target }: Deed,
  ): { columns: string; params: SqlValue[] } {
    const user = '(SELECT id FROM users WHERE id = ?)';
    return {
      columns: `?, ${user}, ${user}, ?, ?, ?`,
      params: [this.clock.now(), account === undefined ? id : account, id, action, target ?? null, address],
    };
  }
}
