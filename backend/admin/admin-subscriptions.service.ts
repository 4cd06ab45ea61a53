import { Inject, Injectable } from '@nestjs/common';
import { Activity, type Actor } from '../activity/activity';
import type { Action } from '../activity/actions';
import { Clock } from '../common/time/clock';
import { invalid, notFound } from '../common/errors/errors';
import { toIso, toIsoOrNull } from '../common/time/instants';
import { fromIso } from '../common/time/iso';
import type { ListFields, ListRequest, Page } from '../common/lists/lists';
import { Database, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { listOf, type ListedBy } from '../database/list-rows';
import { query, type ColumnsOf } from '../database/tables';
import { statusAt, subscriptionStatus } from '../subscriptions/subscription-status';
import { SubscriptionsService } from '../subscriptions/subscriptions.service';
import type { ChangeSubscriptionDto, GrantDto } from './admin.dto';
import { SUBSCRIPTION_STATUSES, type AdminSubscriptionView } from './admin.view';

export const ADMIN_SUBSCRIPTION_FIELDS: ListFields<ColumnsOf<'subscriptions', 's'>> = {
  sort: {
    id: 's.id',
    starts_at: 's.starts_at',
    expires_at: 's.expires_at',
    user_id: 's.user_id',
    plan_id: 's.plan_id',
  },
  filter: { id: 'id', user_id: 'id', plan_id: 'id', status: 'text', q: 'search' },
};

const list = listOf((at: { now: number }) => ({
  rows: query
    .selectFrom('subscriptions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .select(['s.id', 's.user_id', 'u.name as user_name', 'u.email as user_email'])
    .select(['u.timezone as user_timezone', 's.plan_id', 'p.name as plan_name'])
    .select(['s.starts_at', 's.expires_at', 's.ended_at']),
  filter: {
    id: 's.id',
    user_id: 's.user_id',
    plan_id: 's.plan_id',
    status: statusAt(at.now),
    q: ['u.name', 'u.email', 'p.name'],
  },
  order: [['s.id', 'desc']],
  base: { table: 'subscriptions', alias: 's', filters: ['status'] } as const,
}));

@Injectable()
export class AdminSubscriptionsService {
  constructor(
    private readonly db: Database,
    private readonly subscriptions: SubscriptionsService,
    private readonly activity: Activity,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async list(request: ListRequest): Promise<Page<AdminSubscriptionView>> {
    const { rows, total } = await list(this.db, request, { now: this.clock.now() });
    return { rows: rows.map((row) => this.view(row)), total };
  }

  async get(id: number): Promise<AdminSubscriptionView> {
    const request: ListRequest = {
      dialect: 'range',
      offset: 0,
      limit: 1,
      page: 1,
      sort: null,
      filter: { id: { kind: 'ids', ids: [id] } },
    };
    const [row] = (await this.list(request)).rows;
    if (!row) throw notFound('This subscription');
    return row;
  }

  async grant(
    { user_id, plan_id, starts_at, expires_at }: GrantDto,
    by: Actor,
  ): Promise<AdminSubscriptionView> {
    return this.get(
      await this.subscriptions.grant(
        user_id,
        plan_id,
        instant(starts_at, 'starts_at'),
        instant(expires_at, 'expires_at'),
        [this.noting(by, 'subscription_given', user_id)],
      ),
    );
  }

  async change(
    id: number,
    { expires_at, status, ended }: ChangeSubscriptionDto,
    by: Actor,
  ): Promise<AdminSubscriptionView> {
    const { user_id: userId, ...record } = await this.get(id);
    const until = instant(expires_at, 'expires_at');
    const isMoved = until !== undefined && until !== Date.parse(record.expires_at);
    // react-admin sends the whole record as it was read: its status is the one of that moment, and asks for nothing.
    const isRecord = until !== undefined && SUBSCRIPTION_STATUSES.includes(status ?? '');
    if (status !== undefined && status !== 'inactive' && status !== record.status && !isRecord)
      throw invalid({ status: ["status takes only 'inactive', which ends the subscription."] });
    const isEnded = status === 'inactive' && !isMoved && !(isRecord && record.status === 'inactive');
    if (ended === true || isEnded)
      await this.subscriptions.end(id, this.noting(by, 'subscription_ended', userId));
    else if (isMoved)
      await this.subscriptions.extend(id, until, this.noting(by, 'subscription_changed', userId));
    return this.get(id);
  }

  private noting(by: Actor, action: Action, userId: number): Statement {
    return this.activity.noting(by, { action, account: userId, target: `user:${userId}` });
  }

  private view(row: ListedBy<typeof list>): AdminSubscriptionView {
    const { starts_at, expires_at, ended_at, ...rest } = row;
    return {
      ...rest,
      status: subscriptionStatus(
        { startsAt: starts_at, expiresAt: expires_at, endedAt: ended_at },
        this.clock.now(),
      ),
      starts_at: toIso(starts_at),
      expires_at: toIso(expires_at),
      ended_at: toIsoOrNull(ended_at),
    };
  }
}

/** ISO 8601 also knows years, months, weeks and times of today, which are no instants. */
const STARTS_WITH_DAY = /^\d{4}-?\d\d-?\d\d(T|$)/i;

/** @throws DomainError 422 for what is neither a date nor an instant. */
function instant(value: unknown, field: string): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const text = typeof value === 'string' ? value.trim().replace(' ', 'T') : '';
  const time = STARTS_WITH_DAY.test(text) ? fromIso(text, { zone: 'utc' }) : undefined;
  if (!time?.isValid || time.year < 2000 || time.year > 2200)
    throw invalid({ [field]: [`${field} must be a date and time, like 2026-12-24T18:30:00Z.`] });
  return time.toMillis();
}
