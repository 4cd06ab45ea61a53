import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { conflict, invalid, notFound } from '../common/errors';
import { Reviews } from '../connections/reviews';
import { Config } from '../config/config';
import { Database, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { Outbox } from '../ports/mail/outbox';
import { Feeds } from '../users/feeds';
import type { User } from '../users/user.entity';
import { UsersService } from '../users/users.service';
import { planGrantedMail } from './mails/plan-decided.mail';
import { PlanRequestsService } from './plan-requests.service';
import { PlansService } from './plans.service';
import { subscriptionStatus } from './subscription-status';
import { viewSubscription, type SubscriptionRow, type SubscriptionView } from './subscription.view';

const A_DAY_MS = 86_400_000;

const COLUMNS = `s.id, s.plan_id, p.name AS plan_name, p.description AS plan_description, p.max_storage_bytes,
  p.max_pending_submissions, s.starts_at, s.expires_at, s.ended_at, q.tasks_used, q.storage_used`;
const FROM =
  'subscriptions s JOIN plans p ON p.id = s.plan_id LEFT JOIN quota_usage q ON q.user_id = s.user_id';

@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly db: Database,
    private readonly plans: PlansService,
    private readonly feeds: Feeds,
    private readonly reviews: Reviews,
    private readonly requests: PlanRequestsService,
    private readonly outbox: Outbox,
    private readonly config: Config,
    @Inject(DatabaseTime) private readonly clock: Clock,
    users: UsersService,
  ) {
    users.onCreated((user) => this.welcome(user));
  }

  /** The plan that is marked for everybody who registers; the first administrator is no customer. */
  private async welcome({ id, isAdmin }: User): Promise<void> {
    const planId = isAdmin ? undefined : await this.plans.onRegistration();
    if (planId !== undefined) await this.grant(id, planId);
  }

  /** The one in force, else the latest there was or will be. */
  async ofUser(userId: number): Promise<SubscriptionView | { status: 'no_subscription' }> {
    const now = this.clock.now();
    const row = await this.db.row<SubscriptionRow>(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE s.user_id = ?
        ORDER BY CASE WHEN s.ended_at IS NULL AND s.starts_at <= ? AND s.expires_at > ? THEN 0 ELSE 1 END,
                 s.starts_at DESC, s.id DESC LIMIT 1`,
      [userId, now, now],
    );
    return row ? viewSubscription(row, now) : { status: 'no_subscription' };
  }

  /**
   * Gives a plan. It replaces at its start whatever would still run then. `also` goes into the unit of the change, here
   * and below.
   * @throws DomainError 404 no such user or plan, 422 when it would end before it starts.
   */
  async grant(
    userId: number,
    planId: number,
    startsAt = this.clock.now(),
    expiresAt?: number,
    also: Statement[] = [],
  ): Promise<number> {
    const plan = await this.plans.get(planId).catch(() => {
      throw invalid({ plan_id: ['There is no such plan.'] });
    });
    const user = await this.db.row<{ name: string; email: string }>(
      'SELECT name, email FROM users WHERE id = ?',
      [userId],
    );
    if (!user) throw invalid({ user_id: ['There is no such user.'] });
    const until = expiresAt ?? startsAt + plan.durationDays * A_DAY_MS;
    if (until <= startsAt) throw invalid({ expires_at: ['A subscription ends after it starts.'] });
    const now = this.clock.now();
    const url = `${this.config.http.publicUrl}/dashboard`;
    const asked = await this.requests.open(userId);
    const mails = asked
      ? [this.outbox.keeping(planGrantedMail(user.email, user.name, plan.name, new Date(until), url))]
      : [];
    await this.reviews.change(
      {
        sql: 'UPDATE subscriptions SET expires_at = ? WHERE user_id = ? AND ended_at IS NULL AND starts_at < ? AND expires_at > ?',
        params: [startsAt, userId, startsAt, startsAt],
      },
      {
        sql: 'UPDATE subscriptions SET ended_at = ? WHERE user_id = ? AND ended_at IS NULL AND starts_at >= ?',
        params: [now, userId, startsAt],
      },
      {
        sql: 'INSERT INTO subscriptions (user_id, plan_id, starts_at, expires_at, created_at) VALUES (?, ?, ?, ?, ?)',
        params: [userId, planId, startsAt, until, now],
      },
      {
        sql: `INSERT INTO quota_usage (user_id, tasks_used, storage_used)
              SELECT id, 0, 0 FROM users WHERE id = ? AND NOT EXISTS (SELECT 1 FROM quota_usage q WHERE q.user_id = ?)`,
        params: [userId, userId],
      },
      this.feeds.telling(userId, 'subscriptions'),
      this.reviews.reviewing(userId),
      ...this.requests.granting(userId),
      ...mails,
      ...also,
    );
    this.outbox.wake();
    const row = await this.db.row<{ id: number }>(
      'SELECT id FROM subscriptions WHERE user_id = ? AND created_at = ? ORDER BY id DESC LIMIT 1',
      [userId, now],
    );
    return row?.id ?? 0;
  }

  /** Extends or shortens it. @throws DomainError 404, 409 when it was ended. */
  async extend(id: number, expiresAt: number, ...also: Statement[]): Promise<void> {
    const row = await this.period(id);
    if (row.ended_at !== null) throw conflict('This subscription was ended. Give the user a new one.');
    if (expiresAt <= row.starts_at) throw invalid({ expires_at: ['A subscription ends after it starts.'] });
    await this.reviews.change(
      { sql: 'UPDATE subscriptions SET expires_at = ? WHERE id = ?', params: [expiresAt, id] },
      this.feeds.telling(row.user_id, 'subscriptions'),
      this.reviews.reviewing(row.user_id),
      ...also,
    );
  }

  /** Ends it now. Ending what has ended changes nothing. */
  async end(id: number, ...also: Statement[]): Promise<void> {
    const row = await this.period(id);
    const period = { startsAt: row.starts_at, expiresAt: row.expires_at, endedAt: row.ended_at };
    if (subscriptionStatus(period, this.clock.now()) === 'expired') return;
    await this.db.atomically([
      {
        sql: 'UPDATE subscriptions SET ended_at = ? WHERE id = ? AND ended_at IS NULL',
        params: [this.clock.now(), id],
        required: true,
      },
      this.feeds.telling(row.user_id, 'subscriptions'),
      ...also,
    ]);
  }

  private async period(id: number): Promise<PeriodRow> {
    const row = await this.db.row<PeriodRow>(
      'SELECT user_id, starts_at, expires_at, ended_at FROM subscriptions WHERE id = ?',
      [id],
    );
    if (!row) throw notFound('This subscription');
    return row;
  }
}

interface PeriodRow {
  user_id: number;
  starts_at: number;
  expires_at: number;
  ended_at: number | null;
}
