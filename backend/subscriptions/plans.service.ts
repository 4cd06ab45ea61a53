import { Inject, Injectable } from '@nestjs/common';
import { expressionBuilder } from 'kysely';
import { Clock } from '../common/time/clock';
import { conflict, invalid, isNotFound, notFound } from '../common/errors/errors';
import type { ListFields, ListRequest, Page } from '../common/lists/lists';
import { BulkMarking } from '../accounts/turns/bulk-marking';
import { Database, insertStatement, ofRow, required, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { listOf } from '../database/list-rows';
import { query, type NewRow, type Row, type Tables } from '../database/tables';
import type { PlanDto } from './plan.dto';
import { viewPlan, type PlanView } from './subscription.view';

const GIGABYTE = 1024 ** 3;

type PlanColumns = Omit<NewRow<'plans'>, 'id' | 'on_registration' | 'created_at'>;

/** The plans that an empty database starts with. */
const FIRST_PLANS: PlanColumns[] = [
  {
    name: 'Starter',
    description: 'For one page that posts every day.',
    price_minor: 49_900,
    duration_days: 30,
    max_storage_bytes: 2 * GIGABYTE,
    max_pending_submissions: 30,
  },
  {
    name: 'Growth',
    description: 'For pages that post several times a day.',
    price_minor: 149_900,
    duration_days: 30,
    max_storage_bytes: 10 * GIGABYTE,
    max_pending_submissions: 150,
  },
  {
    name: 'Studio',
    description: 'For teams that plan months ahead.',
    price_minor: 499_900,
    duration_days: 30,
    max_storage_bytes: 50 * GIGABYTE,
    max_pending_submissions: 1000,
  },
];

export const PLAN_FIELDS: ListFields<keyof Row<'plans'>> = {
  sort: { id: 'id', name: 'name', price: 'price_minor', duration_days: 'duration_days' },
  filter: { id: 'id', q: 'search' },
};

const source = {
  rows: query.selectFrom('plans').selectAll(),
  filter: { id: 'id', q: ['name', 'description'] } as const,
};

/** The whole array begins with the cheapest plan; a page begins with the newest row, like every page. */
const listAll = listOf(() => ({
  ...source,
  order: [
    ['price_minor', 'asc'],
    ['id', 'asc'],
  ],
}));

const listPage = listOf(() => ({ ...source, order: [['id', 'desc']] }));

export const PLAN_IN_USE =
  'This plan is in use: subscriptions name it. A plan with current or past subscribers cannot be deleted; change it instead.';

/** Bulk marking of every user who has, or had, the plan. */
const HOLDERS = 'plan';

@Injectable()
export class PlansService {
  constructor(
    private readonly db: Database,
    private readonly bulkMarking: BulkMarking,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {
    bulkMarking.include(HOLDERS, (plan, span) => [bulkMarking.markingDirty(span, holdersOf(plan))]);
  }

  /**
   * To be called before there is any user: that is when the database is new, and no plan was deleted. One statement, so
   * that processes that start at the same time create the plans once.
   */
  async ensureFirst(): Promise<void> {
    const now = this.clock.now();
    const [first, ...others] = FIRST_PLANS.map((plan) =>
      query.selectNoFrom(({ val }) => [
        val(plan.name).as('name'),
        val(plan.description).as('description'),
        val(plan.price_minor).as('price_minor'),
        val(plan.duration_days).as('duration_days'),
        val(plan.max_storage_bytes).as('max_storage_bytes'),
        val(plan.max_pending_submissions).as('max_pending_submissions'),
        val(now).as('created_at'),
      ]),
    );
    if (!first) return;
    const plans = others.reduce((all, plan) => all.unionAll(plan), first);
    await this.db.run(
      query
        .insertInto('plans')
        .columns([
          ...(['name', 'description', 'price_minor', 'duration_days'] as const),
          ...(['max_storage_bytes', 'max_pending_submissions', 'created_at'] as const),
        ])
        .expression(
          query
            .selectFrom(plans.as('first_plans'))
            .selectAll()
            .where(isEmpty('plans'))
            .where(isEmpty('users')),
        ),
    );
  }

  async list(request: ListRequest): Promise<Page<PlanView>> {
    const { rows, total } = await (request.dialect === 'all' ? listAll : listPage)(this.db, request, {});
    return { rows: rows.map(viewPlan), total };
  }

  async get(id: number): Promise<Row<'plans'>> {
    const plan = await this.db.row(query.selectFrom('plans').selectAll().where('id', '=', id));
    if (!plan) throw notFound('This plan');
    return plan;
  }

  /** The plan that a request names in `plan_id`. @throws DomainError 422 if there is none */
  async named(id: number): Promise<Row<'plans'>> {
    return this.get(id).catch((error: unknown) => {
      // Whatever else went wrong says nothing about the plan, and a repetition may succeed.
      throw isNotFound(error) ? invalid({ plan_id: ['There is no such plan.'] }) : error;
    });
  }

  /** `also` joins the unit of the change, here and below; the new plan is the first row of the unit. */
  async create(plan: PlanDto, ...also: Statement[]): Promise<PlanView> {
    const row = { ...columnsOf(plan), created_at: this.clock.now() };
    const inserting = insertStatement('plans', [row]);
    const marking = plan.on_registration === 1 ? [ofRow(0, movingMark(0))] : [];
    const [made] = (await this.db.atomically([inserting, ...marking, ...also])) ?? [];
    return viewPlan(await this.get(made?.id ?? 0));
  }

  async update(id: number, change: Partial<PlanDto>, ...also: Statement[]): Promise<PlanView> {
    await this.get(id);
    const changing = query
      .updateTable('plans')
      // Fields that were not sent may be changing elsewhere.
      .set(({ ref }) => ({ ...changedColumns(change), name: change.name ?? ref('name') }))
      .where('id', '=', id);
    const done = await this.bulkMarking.change(
      // If the plan was deleted meanwhile, no other plan loses the mark.
      required(changing),
      ...(change.on_registration === 1 ? [textOf(movingMark(id))] : []),
      // The plan may allow more tasks than before, so posts that found none free may go out now.
      this.bulkMarking.request(HOLDERS, id),
      ...also,
    );
    if (!done) throw notFound('This plan');
    return viewPlan(await this.get(id));
  }

  /** The plan that every new user gets, if there is one. */
  onRegistration(): Promise<Row<'plans'> | undefined> {
    const marked = query.selectFrom('plans').selectAll().where('on_registration', '=', 1);
    return this.db.row(marked.orderBy('id'));
  }

  /**
   * @throws DomainError 404; 409 while a subscription refers to the plan, even an ended one: the history stays readable.
   */
  async delete(id: number, ...also: Statement[]): Promise<PlanView> {
    const plan = viewPlan(await this.get(id));
    const gone = await this.db.atomically([
      required(
        query
          .deleteFrom('plans')
          .where('id', '=', id)
          .where(({ not, exists }) =>
            not(exists(query.selectFrom('subscriptions').select('id').where('plan_id', '=', id))),
          ),
      ),
      ...also,
    ]);
    if (gone) return plan;
    // Another administrator may have deleted it since it was read.
    await this.get(id);
    throw conflict(PLAN_IN_USE);
  }
}

/** Locks the plan: changes nothing, but a unit that deletes it comes before or after this one. Finds no missing plan. */
export const holdingPlan = (id: number) =>
  query
    .updateTable('plans')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', id);

const isEmpty = (table: 'plans' | 'users') => {
  const { not, exists } = expressionBuilder<Tables>();
  return not(exists(query.selectFrom(table).select('id')));
};

/** Moves the mark in one statement, so that two plans are never marked. */
const movingMark = (id: number) =>
  query
    .updateTable('plans')
    .set((plan) => ({ on_registration: plan.case().when('id', '=', id).then(1).else(0).end() }));

const columnsOf = (plan: PlanDto): PlanColumns => ({
  name: plan.name,
  description: plan.description ?? '',
  price_minor: minor(plan.price),
  duration_days: plan.duration_days,
  max_storage_bytes: plan.max_storage_bytes,
  max_pending_submissions: plan.max_pending_submissions,
  max_accounts: plan.max_accounts ?? null,
  max_members: plan.max_members ?? null,
  max_ai_requests: plan.max_ai_requests ?? null,
});

/** Of the fields that were sent, but the name; the others are undefined, and stay. */
const changedColumns = ({ description, price, ...plan }: Partial<PlanDto>): Partial<NewRow<'plans'>> => ({
  description: description === undefined ? undefined : description || '',
  price_minor: price === undefined ? undefined : minor(price),
  duration_days: plan.duration_days,
  max_storage_bytes: plan.max_storage_bytes,
  max_pending_submissions: plan.max_pending_submissions,
  max_accounts: plan.max_accounts,
  max_members: plan.max_members,
  max_ai_requests: plan.max_ai_requests,
  on_registration: plan.on_registration === 0 ? 0 : undefined,
});

const minor = (price: number): number => Math.round(price * 100);

const holdersOf = (plan: number) =>
  query
    .selectFrom('users')
    .select('id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('subscriptions as s')
          .select('s.id')
          .whereRef('s.user_id', '=', 'users.id')
          .where('s.plan_id', '=', plan),
      ),
    );
