import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { conflict, DomainError, invalid, notFound } from '../common/errors/errors';
import { Config } from '../config/config';
import { Changes } from '../database/changes';
import { Database, insertStatement, ofRow, required, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
import { Outbox } from '../ports/mail/outbox';
import { holdingUser } from '../users/user-changes';
import type { User } from '../users/user.entity';
import { UsersService } from '../users/users.service';
import { dayIn } from './day-in';
import { planGrantedMail, type Granted } from './mails/plan-decided.mail';
import { besides, extending, givingBack, replacing, type PeriodRow } from './periods';
import { PlanRequestsService } from './plan-requests.service';
import { holdingPlan, PlansService } from './plans.service';
import { shownRankAt, subscriptionStatus } from './subscription-status';
import { viewSubscription, type SubscriptionView } from './subscription.view';

const A_DAY_MS = 86_400_000;

@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly db: Database,
    private readonly plans: PlansService,
    private readonly changes: Changes,
    private readonly requests: PlanRequestsService,
    private readonly outbox: Outbox,
    private readonly config: Config,
    @Inject(DatabaseTime) private readonly clock: Clock,
    users: UsersService,
  ) {
    users.onCreated((user) => this.welcome(user));
  }

  /** Grants the plan for new users. The first administrator is not a customer and gets none. */
  private async welcome({ isAdmin }: Pick<User, 'isAdmin'>): Promise<Statement[]> {
    const plan = isAdmin ? undefined : await this.plans.onRegistration();
    if (!plan) return [];
    const now = this.clock.now();
    const until = now + plan.duration_days * A_DAY_MS;
    const usage = insertStatement('quota_usage', [{ user_id: 0, tasks_used: 0, storage_used: 0 }]);
    return [ofRow(0, this.giving(plan.id, now, until)), { ...usage, ofRow: 0 }];
  }

  /** Gives the new user the plan, and none if it was deleted meanwhile: an account without a plan is better than none. */
  private giving(planId: number, now: number, until: number) {
    return query
      .insertInto('subscriptions')
      .columns(['user_id', 'plan_id', 'starts_at', 'expires_at', 'created_at'])
      .expression(({ selectFrom, val }) =>
        selectFrom('plans')
          .select([val(0).as('user_id'), 'id as plan_id', val(now).as('starts_at')])
          .select([val(until).as('expires_at'), val(now).as('created_at')])
          .where('id', '=', planId)
          .modifyEnd(this.db.lockingRead),
      );
  }

  /** The active subscription, else the latest past or future one, else one that was ended before it began. */
  async ofUser(userId: number): Promise<SubscriptionView | { status: 'no_subscription' }> {
    const now = this.clock.now();
    const row = await this.db.row(latestOf(userId, now));
    return row ? viewSubscription(row, now) : { status: 'no_subscription' };
  }

  /**
   * Grants a plan. A subscription that would still run at its start ends then; one that would start while it runs never
   * does. One that is over already changes no other. `also` joins the unit of the change, here and below.
   * @throws DomainError 422 for an unknown user or plan, or when it would end before it starts.
   */
  async grant(
    userId: number,
    planId: number,
    startsAt = this.clock.now(),
    expiresAt?: number,
    also: Statement[] = [],
  ): Promise<number> {
    const plan = await this.plans.named(planId);
    const user = await this.db.row(addressOf(userId));
    if (!user) throw invalid({ user_id: [NO_USER] });
    const until = expiresAt ?? startsAt + plan.duration_days * A_DAY_MS;
    if (until <= startsAt) throw invalid({ expires_at: ['A subscription ends after it starts.'] });
    const now = this.clock.now();
    const begins = startsAt > now ? startsAt : undefined;
    const answering = await this.answering(userId, { ...user, plan: plan.name, begins, until });
    const granting = insertStatement('subscriptions', [
      { user_id: userId, plan_id: planId, starts_at: startsAt, expires_at: until, created_at: now },
    ]);
    const unit = [
      // Of two grants, the later one replaces the other.
      required(holdingUser(userId)),
      required(holdingPlan(planId)),
      // One that is over already would end the plan that runs and give none.
      ...(until > now ? replacing(userId, startsAt, until, now) : []),
      granting,
      textOf(countingUsage(userId)),
      ...answering,
      ...also,
    ];
    const touched = { user: userId, topics: ['subscriptions'], account: 'all' } as const;
    const done = await this.changes.commit(unit, touched);
    if (!done) await this.plans.named(planId);
    if (!done) throw invalid({ user_id: [NO_USER] });
    this.outbox.wake();
    return done[unit.indexOf(granting)]?.id ?? 0;
  }

  /**
   * Extends or shortens a subscription. @throws DomainError 404; 409 after it was ended, and when another one would run
   * beside it; 422 for an end before the start.
   */
  async extend(id: number, expiresAt: number, ...also: Statement[]): Promise<void> {
    const row = await this.period(id);
    if (expiresAt <= row.starts_at) throw invalid({ expires_at: ['A subscription ends after it starts.'] });
    const now = this.clock.now();
    // A plan that is granted at the same moment is either seen here, or cuts this one afterwards.
    const unit = [
      required(holdingUser(row.user_id)),
      required(extending(row, expiresAt, now)),
      ...(row.expires_at <= now && now < expiresAt ? await this.answeringAgain(row, expiresAt) : []),
      ...also,
    ];
    const touched = { user: row.user_id, topics: ['subscriptions'], account: 'all' } as const;
    if (!(await this.changes.commit(unit, touched))) throw await this.whyNotUntil(expiresAt, id);
    this.outbox.wake();
  }

  /** For a unit that gives the user a plan: answers the open request, with a mail. */
  private async answering(
    userId: number,
    { email: to, ...granted }: Omit<Granted, 'to' | 'url'> & { email: string },
  ): Promise<Statement[]> {
    const asked = await this.requests.open(userId);
    const url = `${this.config.http.publicUrl}/dashboard`;
    const mails = asked ? [this.outbox.keeping(planGrantedMail({ ...granted, to, url }))] : [];
    return [...this.requests.granting(userId), ...mails];
  }

  /** The same when a plan that had expired is extended. */
  private async answeringAgain({ id, user_id }: PeriodRow, until: number): Promise<Statement[]> {
    const plan = query.selectFrom('subscriptions as s').innerJoin('plans as p', 'p.id', 's.plan_id');
    const [user, named] = await Promise.all([
      this.db.row(addressOf(user_id)),
      this.db.row(plan.select('p.name').where('s.id', '=', id)),
    ]);
    return user && named ? this.answering(user_id, { ...user, plan: named.name, until }) : [];
  }

  private async whyNotUntil(expiresAt: number, id: number): Promise<DomainError> {
    const row = await this.period(id);
    if (row.ended_at !== null) return conflict('This subscription was ended. Give the user a new one.');
    const now = this.clock.now();
    const other = await this.db.row(
      besides(row, expiresAt, now)
        .innerJoin('plans as p', 'p.id', 's.plan_id')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .select(['p.name', 's.starts_at', 'u.timezone'])
        .limit(1),
    );
    if (!other) return conflict('This subscription was changed just now. Try again.');
    const { name, starts_at, timezone } = other;
    return conflict(
      starts_at <= now
        ? `${name} runs now. Extend it instead, or end it first.`
        : `${name} begins on ${dayIn(timezone)(starts_at)}. Choose an earlier end, or end ${name} first.`,
    );
  }

  /**
   * Ends the subscription now; one that has not begun gives back what it cut. Has no effect on one that has ended
   * already.
   */
  async end(id: number, ...also: Statement[]): Promise<void> {
    const row = await this.period(id);
    const now = this.clock.now();
    const period = { startsAt: row.starts_at, expiresAt: row.expires_at, endedAt: row.ended_at };
    if (subscriptionStatus(period, now) === 'expired') return;
    const ending = query
      .updateTable('subscriptions')
      .set({ ended_at: now })
      .where('id', '=', id)
      .where('ended_at', 'is', null);
    const back = now < row.starts_at ? givingBack(row) : [];
    await this.changes.commit([required(holdingUser(row.user_id)), required(ending), ...back, ...also], {
      user: row.user_id,
      topics: ['subscriptions'],
      account: 'all',
    });
  }

  private async period(id: number): Promise<PeriodRow> {
    const row = await this.db.row(
      query
        .selectFrom('subscriptions')
        .select(['id', 'user_id', 'starts_at', 'expires_at', 'ended_at'])
        .where('id', '=', id),
    );
    if (!row) throw notFound('This subscription');
    return row;
  }
}

const NO_USER = 'There is no such user.';

const addressOf = (userId: number) =>
  query.selectFrom('users').select(['name', 'email', 'timezone']).where('id', '=', userId);

const latestOf = (userId: number, now: number) =>
  query
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .leftJoin('quota_usage as q', 'q.user_id', 's.user_id')
    .select(['s.id', 's.plan_id', 'p.name as plan_name', 'p.description as plan_description'])
    .select(['p.max_storage_bytes', 'p.max_pending_submissions', 'q.tasks_used', 'q.storage_used'])
    .select(['s.starts_at', 's.expires_at', 's.ended_at'])
    .where('s.user_id', '=', userId)
    .orderBy(shownRankAt(now))
    .orderBy('s.starts_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(1);

/** Creates the user's counters, unless they exist. */
const countingUsage = (userId: number) =>
  query
    .insertInto('quota_usage')
    .columns(['user_id', 'tasks_used', 'storage_used'])
    .expression(
      query
        .selectFrom('users')
        .select(({ lit }) => ['id as user_id', lit(0).as('tasks_used'), lit(0).as('storage_used')])
        .where('id', '=', userId)
        .where(({ not, exists }) =>
          not(exists(query.selectFrom('quota_usage').select('user_id').where('user_id', '=', userId))),
        ),
    );
