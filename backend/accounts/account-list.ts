import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { notFound } from '../common/errors/errors';
import type { ListFields, ListRequest, Page } from '../common/lists/lists';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { listOf } from '../database/list-rows';
import { query, type Row } from '../database/tables';
import { MediaLinks } from '../ports/storage/media-links';
import { AccountOutlook } from './turns/account-outlook';
import { viewAccount, type AccountView } from './account.view';

export const ACCOUNT_FIELDS: ListFields<keyof Row<'accounts'>> = {
  sort: { id: 'id', name: 'name', network: 'network' },
  filter: { id: 'id', network: 'text', q: 'search' },
};

const source = (at: { user: number }) => ({
  rows: query.selectFrom('accounts').selectAll().where('user_id', '=', at.user).where('removed_at', '=', 0),
  filter: { id: 'id', network: 'network', q: 'name' } as const,
});

/** The whole array begins with the oldest account; a page begins with the newest, like every page. */
const listAll = listOf((at: { user: number }) => ({ ...source(at), order: [['id', 'asc']] }));
const listPage = listOf((at: { user: number }) => ({ ...source(at), order: [['id', 'desc']] }));

/** Describes the accounts of users. */
@Injectable()
export class AccountList {
  constructor(
    private readonly db: Database,
    private readonly outlook: AccountOutlook,
    private readonly links: MediaLinks,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async list(userId: number, request: ListRequest): Promise<Page<AccountView>> {
    const list = request.dialect === 'all' ? listAll : listPage;
    const { rows, total } = await list(this.db, request, { user: userId });
    return { rows: await this.viewsOf(userId, rows), total };
  }

  /** @throws DomainError 404 for another user's account, and for a removed one */
  async get(userId: number, id: number): Promise<AccountView> {
    const [view] = await this.views(userId, [id]);
    if (!view) throw notFound('This account');
    return view;
  }

  /** The user's accounts with these ids, in this order. */
  async views(userId: number, ids: readonly number[]): Promise<AccountView[]> {
    if (ids.length === 0) return [];
    const rows = await this.db.rows(
      query
        .selectFrom('accounts')
        .selectAll()
        .where('id', 'in', ids)
        .where('user_id', '=', userId)
        .where('removed_at', '=', 0),
    );
    const views = await this.viewsOf(userId, rows);
    return ids.flatMap((id) => views.find((view) => view.id === id) ?? []);
  }

  private async viewsOf(userId: number, rows: Row<'accounts'>[]): Promise<AccountView[]> {
    const outlookOf = await this.outlook.of(userId, rows);
    const now = this.clock.now();
    return rows.map((row) => viewAccount(row, outlookOf(row), this.links, now));
  }
}
