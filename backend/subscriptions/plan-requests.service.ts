import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { conflict, notFound, type DomainError } from '../common/errors/errors';
import type { ListFields, ListRequest, Page } from '../common/lists/lists';
import { Config } from '../config/config';
import { Database, required, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { listOf } from '../database/list-rows';
import { query, type ColumnsOf, type Row } from '../database/tables';
import { Outbox } from '../ports/mail/outbox';
import { ChangeCounters } from '../users/change-counters';
import { holdingUser } from '../users/user-changes';
import { planDeclinedMail } from './mails/plan-decided.mail';
import { planRequestedMail } from './mails/plan-requested.mail';
import type { PlanRequestDto } from './plan-request.dto';
import { viewPlanRequest, type PlanRequestRow, type PlanRequestView } from './plan-request.view';
import { holdingPlan, PlansService } from './plans.service';
import type { PlanView } from './subscription.view';
import { isActive } from './subscription-status';

const requests = query
  .selectFrom('plan_requests as r')
  .leftJoin('plans as p', 'p.id', 'r.plan_id')
  .select(['r.id', 'r.user_id', 'r.plan_id', 'r.message', 'r.status', 'r.created_at']);

const list = listOf(() => ({
  rows: requests
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['u.name as user_name', 'u.email as user_email', 'p.name as plan_name']),
  filter: {
    id: 'r.id',
    user_id: 'r.user_id',
    plan_id: 'r.plan_id',
    status: 'r.status',
    q: ['u.name', 'u.email', 'p.name'],
  },
  order: [['r.id', 'desc']],
  base: { table: 'plan_requests', alias: 'r' } as const,
}));

/** Administrators who get a mail about a request; all of them see it. */
const MOST_MAILS = 20;

/** Requests of an hour that are mailed. Anybody who may register can ask; what is not mailed stands in the list. */
const MOST_MAILED = 20;
const HOUR_MS = 3_600_000;

export const PLAN_REQUEST_FIELDS: ListFields<ColumnsOf<'plan_requests', 'r'>> = {
  sort: {
    id: 'r.id',
    created_at: 'r.created_at',
    status: 'r.status',
    user_id: 'r.user_id',
    plan_id: 'r.plan_id',
  },
  filter: {
    id: 'id',
    user_id: 'id',
    plan_id: 'id',
    status: 'text',
    q: 'search',
  },
};

/** A request as administrators see it. */
export interface ListedPlanRequest extends PlanRequestView {
  user_name: string;
  user_email: string;
  /** `null` if the plan was deleted. */
  plan_name: string | null;
}

@Injectable()
export class PlanRequestsService {
  constructor(
    private readonly db: Database,
    private readonly plans: PlansService,
    private readonly counters: ChangeCounters,
    private readonly outbox: Outbox,
    private readonly config: Config,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async ofUser(userId: number): Promise<PlanRequestView | { status: 'none' }> {
    const row = await this.db.row(
      requests.where('r.open_user_id', '=', userId).where('p.id', 'is not', null),
    );
    return row ? viewPlanRequest(row) : { status: 'none' };
  }

  /** @throws DomainError 409 while one is open or a plan is active, 422 for an unknown plan */
  async ask(userId: number, { plan_id, message }: PlanRequestDto): Promise<PlanRequestView> {
    const plan = await this.plans.named(plan_id);
    const user = await this.person(userId);
    const asking = required(askingFor(userId, plan_id, message || null, this.clock.now()));
    const mails = (await this.administrators()).map(({ email, name }) =>
      this.outbox.keeping(
        planRequestedMail({
          to: email,
          name,
          from: user.email,
          plan: plan.name,
          message: message || null,
          usersUrl: `${this.config.http.publicUrl}/dashboard/users`,
        }),
      ),
    );
    const unit = [
      // A plan that is granted at the same moment is either seen here, or answers this request.
      required(holdingUser(userId)),
      required(holdingPlan(plan_id)),
      this.forgettingLost(userId),
      asking,
    ];
    const done = await this.db
      .atomically([...unit, this.telling(userId), ...mails])
      .catch((error: unknown) => {
        if (this.db.isDuplicate(error)) throw conflict('You have asked for a plan already.');
        throw error;
      });
    if (!done) await this.plans.named(plan_id);
    if (!done) throw conflict('You have an active plan already.');
    this.outbox.wake();
    const row = await this.open(userId);
    if (!row) throw conflict('Your request was answered just now. Reload the page.');
    return viewPlanRequest(row);
  }

  async list(request: ListRequest): Promise<Page<ListedPlanRequest>> {
    const { rows, total } = await list(this.db, request, {});
    return { rows: rows.map(viewPlanRequest), total };
  }

  /** @throws DomainError 404, 409 when it is not open */
  async decline(id: number, ...also: Statement[]): Promise<PlanRequestView> {
    const row = await this.db.row(requests.select('p.name as plan_name').where('r.id', '=', id));
    if (!row) throw notFound('This request');
    const user = await this.person(row.user_id);
    const url = `${this.config.http.publicUrl}/dashboard`;
    const done = await this.db.atomically([
      required(this.deciding('declined').where('id', '=', id).where('status', '=', 'open')),
      this.telling(row.user_id),
      this.outbox.keeping(planDeclinedMail(user.email, user.name, row.plan_name ?? 'you asked for', url)),
      ...also,
    ]);
    if (!done) throw await this.whyNotDeclined(id);
    const { plan_name: _, ...request } = row;
    this.outbox.wake();
    return viewPlanRequest({ ...request, status: 'declined' });
  }

  /** Another administrator may have answered it since it was read. */
  private async whyNotDeclined(id: number): Promise<DomainError> {
    const row = await this.db.row(requests.where('r.id', '=', id));
    return row
      ? conflict(`Only an open request can be declined; this one is ${row.status}.`)
      : notFound('This request');
  }

  /**
   * Deletes the plan, and declines the open requests for it. Who asks at that very moment is declined without a mail.
   * @throws DomainError 404, 409 while a subscription refers to the plan
   */
  async deletePlan(id: number, ...also: Statement[]): Promise<PlanView> {
    const { name } = await this.plans.get(id);
    const asked = await this.db.rows(
      query
        .selectFrom('plan_requests as r')
        .innerJoin('users as u', 'u.id', 'r.open_user_id')
        .select(['r.id', 'u.email', 'u.name'])
        .where('r.plan_id', '=', id),
    );
    const url = `${this.config.http.publicUrl}/dashboard`;
    const deleted = await this.plans.delete(
      id,
      this.tellingAskers(id),
      // Before the requests are declined: only those that are still open are answered.
      ...asked.map((asker) =>
        this.outbox.keepingIf(openRequest(asker.id), planDeclinedMail(asker.email, asker.name, name, url)),
      ),
      textOf(this.deciding('declined').where('plan_id', '=', id).where('status', '=', 'open')),
      ...also,
    );
    this.outbox.wake();
    return deleted;
  }

  async open(userId: number): Promise<PlanRequestRow | undefined> {
    return this.db.row(requests.where('r.open_user_id', '=', userId));
  }

  /** For the unit that grants a plan: answers the user's open request with it. */
  granting(userId: number): Statement[] {
    return [textOf(this.deciding('granted').where('open_user_id', '=', userId)), this.telling(userId)];
  }

  private deciding(status: 'granted' | 'declined') {
    return query
      .updateTable('plan_requests')
      .set({ status, open_user_id: null, decided_at: this.clock.now() });
  }

  /** Requests whose plan was deleted before that declined them would keep their users from asking again. */
  private forgettingLost(userId: number): Statement {
    return textOf(
      this.deciding('declined')
        .where('open_user_id', '=', userId)
        .where('plan_id', 'not in', query.selectFrom('plans').select('id')),
    );
  }

  /** As `telling`, for all who have asked for the plan. */
  private tellingAskers(planId: number): Statement {
    const askers = query.selectFrom('plan_requests').select('user_id');
    const asked = askers.where('plan_id', '=', planId).where('status', '=', 'open');
    const concerned = query
      .selectFrom('users')
      .select('id')
      .where((user) => user.or([user('id', 'in', asked), user('is_admin', '=', 1)]));
    return this.counters.bump(concerned, 'subscriptions');
  }

  /** Updates the open screens of the user and of every administrator. */
  private telling(userId: number): Statement {
    const concerned = query
      .selectFrom('users')
      .select('id')
      .where((user) => user.or([user('id', '=', userId), user('is_admin', '=', 1)]));
    return this.counters.bump(concerned, 'subscriptions');
  }

  private async person(id: number): Promise<Person> {
    const row = await this.db.row(people.where('id', '=', id));
    if (!row) throw notFound('This user');
    return row;
  }

  /** Who is told of one more request. */
  private async administrators(): Promise<Person[]> {
    const now = this.clock.now();
    const before = query.selectFrom('plan_requests').select('created_at').orderBy('id', 'desc');
    // Not in the unit of the request: two at once would wait for each other's row. A few more are told then.
    const earlier = await this.db.row(before.limit(1).offset(MOST_MAILED - 1));
    if (earlier && Math.abs(now - earlier.created_at) < HOUR_MS) return [];
    return this.db.rows(people.where('is_admin', '=', 1).orderBy('id').limit(MOST_MAILS));
  }
}

const people = query.selectFrom('users').select(['name', 'email']);

type Person = Pick<Row<'users'>, 'name' | 'email'>;

const openRequest = (id: number) =>
  query.selectFrom('plan_requests').where('id', '=', id).where('status', '=', 'open');

/** Inserts nothing for a user who has an active plan. */
function askingFor(userId: number, planId: number, message: string | null, now: number) {
  const plans = query.selectFrom('subscriptions as s').select('s.id').where('s.user_id', '=', userId);
  return query
    .insertInto('plan_requests')
    .columns(['user_id', 'open_user_id', 'plan_id', 'message', 'status', 'created_at'])
    .expression(
      query
        .selectFrom('users as u')
        .select(({ val }) => [
          'u.id as user_id',
          'u.id as open_user_id',
          val(planId).as('plan_id'),
          val(message).as('message'),
          val('open' as const).as('status'),
          val(now).as('created_at'),
        ])
        .where('u.id', '=', userId)
        .where(({ not, exists }) => not(exists(plans.where(isActive(now))))),
    );
}
