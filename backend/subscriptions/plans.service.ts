import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { conflict, notFound } from '../common/errors';
import type { ListFields, ListRequest, Page } from '../common/lists';
import { WideReviews } from '../connections/wide-reviews';
import { Database, type Statement } from '../database/database';
import { listRows } from '../database/list-rows';
import { Plan } from './plan.entity';
import type { PlanDto } from './plan.dto';
import { viewPlan, type PlanView } from './subscription.view';

const GIGABYTE = 1024 ** 3;

/** An empty database offers these. */
const FIRST_PLANS: Omit<Plan, 'id' | 'onRegistration' | 'createdAt'>[] = [
  {
    name: 'Starter',
    description: 'For one page that posts every day.',
    priceMinor: 49_900,
    durationDays: 30,
    maxStorageBytes: 2 * GIGABYTE,
    maxPendingSubmissions: 30,
  },
  {
    name: 'Growth',
    description: 'For pages that post several times a day.',
    priceMinor: 149_900,
    durationDays: 30,
    maxStorageBytes: 10 * GIGABYTE,
    maxPendingSubmissions: 150,
  },
  {
    name: 'Studio',
    description: 'For teams that plan months ahead.',
    priceMinor: 499_900,
    durationDays: 30,
    maxStorageBytes: 50 * GIGABYTE,
    maxPendingSubmissions: 1000,
  },
];

export const PLAN_FIELDS: ListFields = {
  sort: { id: 'id', name: 'name', price: 'price_minor', duration_days: 'duration_days' },
  filter: { id: 'id', q: 'search' },
};

/** Everybody who has the plan, or had it. */
const HOLDERS = 'plan';

@Injectable()
export class PlansService {
  constructor(
    @InjectRepository(Plan) private readonly plans: Repository<Plan>,
    private readonly db: Database,
    private readonly reviews: WideReviews,
    private readonly clock: Clock,
  ) {
    reviews.include(HOLDERS, (plan, span) => [
      reviews.reviewing(
        span,
        'EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = users.id AND s.plan_id = ?)',
        [plan],
      ),
    ]);
  }

  /** One statement, so that processes that start together make them once. */
  async ensureFirst(): Promise<void> {
    const now = this.clock.now();
    const rows = FIRST_PLANS.map((plan) => [
      plan.name,
      plan.description,
      plan.priceMinor,
      plan.durationDays,
      plan.maxStorageBytes,
      plan.maxPendingSubmissions,
      now,
    ]);
    await this.db.run(
      `INSERT INTO plans (name, description, price_minor, duration_days, max_storage_bytes, max_pending_submissions, created_at)
       SELECT * FROM (${rows.map(() => 'SELECT ? AS a, ? AS b, ? AS c, ? AS d, ? AS e, ? AS f, ? AS g').join(' UNION ALL ')}) first_plans
        WHERE NOT EXISTS (SELECT 1 FROM plans)`,
      rows.flat(),
    );
  }

  async list(request: ListRequest): Promise<Page<PlanView>> {
    const { rows, total } = await listRows<{ id: number }>(this.db, request, {
      from: 'plans',
      columns: 'id',
      filter: { id: 'id', q: ['name', 'description'] },
      order: 'price_minor, id',
    });
    const found = rows.length ? await this.plans.findBy(rows.map(({ id }) => ({ id }))) : [];
    const byId = new Map(found.map((plan) => [plan.id, plan]));
    return { rows: rows.flatMap(({ id }) => byId.get(id) ?? []).map(viewPlan), total };
  }

  async get(id: number): Promise<Plan> {
    const plan = await this.plans.findOneBy({ id });
    if (!plan) throw notFound('This plan');
    return plan;
  }

  async create(plan: PlanDto): Promise<PlanView> {
    const { identifiers } = await this.plans.insert({ ...columnsOf(plan), createdAt: this.clock.now() });
    const { id } = identifiers[0] as { id: number };
    await this.mark(id, plan.on_registration);
    return viewPlan(await this.get(id));
  }

  /** `also` goes into the unit of the change, here and below. */
  async update(id: number, change: Partial<PlanDto>, ...also: Statement[]): Promise<PlanView> {
    const plan = await this.get(id);
    await this.plans.update({ id }, columnsOf({ ...viewPlan(plan), ...change }));
    await this.mark(id, change.on_registration);
    // More tasks than before: what found none free may go out.
    await this.reviews.change(this.reviews.asking(HOLDERS, id), ...also);
    return viewPlan(await this.get(id));
  }

  /** The plan for everybody who registers, if there is one. */
  async onRegistration(): Promise<number | undefined> {
    const row = await this.db.row<{ id: number }>(
      'SELECT id FROM plans WHERE on_registration = 1 ORDER BY id',
    );
    return row?.id;
  }

  /** In one statement, so that never two are marked. */
  private async mark(id: number, flag: number | undefined): Promise<void> {
    if (flag === undefined) return;
    const moving = 'CASE WHEN id = ? THEN 1 ELSE 0 END WHERE on_registration = 1 OR id = ?';
    const sql = `UPDATE plans SET on_registration = ${flag === 1 ? moving : '0 WHERE id = ?'}`;
    await this.db.run(sql, flag === 1 ? [id, id] : [id]);
  }

  /** @throws DomainError 409 while a subscription names it, also an ended one: the history stays readable. */
  async delete(id: number, ...also: Statement[]): Promise<PlanView> {
    const plan = viewPlan(await this.get(id));
    const gone = await this.db.atomically([
      {
        sql: 'DELETE FROM plans WHERE id = ? AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.plan_id = ?)',
        params: [id, id],
        required: true,
      },
      ...also,
    ]);
    if (!gone) throw conflict('This plan is in use: subscriptions name it. End them or keep the plan.');
    return plan;
  }
}

function columnsOf(plan: PlanDto): Omit<Plan, 'id' | 'onRegistration' | 'createdAt'> {
  return {
    name: plan.name,
    description: plan.description ?? '',
    priceMinor: Math.round(plan.price * 100),
    durationDays: plan.duration_days,
    maxStorageBytes: plan.max_storage_bytes,
    maxPendingSubmissions: plan.max_pending_submissions,
  };
}
