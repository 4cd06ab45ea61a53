import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { conflict, invalid, notFound } from '../common/errors';
import type { ListFields, ListRequest, Page } from '../common/lists';
import { Config } from '../config/config';
import { Database, type Statement } from '../database/database';
import { listRows } from '../database/list-rows';
import { Outbox } from '../ports/mail/outbox';
import { Feeds } from '../users/feeds';
import { planDeclinedMail } from './mails/plan-decided.mail';
import { planRequestedMail } from './mails/plan-requested.mail';
import type { PlanRequestDto } from './plan-request.dto';
import { viewPlanRequest, type PlanRequestRow, type PlanRequestView } from './plan-request.view';
import { PlansService } from './plans.service';
import { ACTIVE } from './subscription-status';

const COLUMNS = 'r.id, r.user_id, r.plan_id, r.message, r.status, r.created_at';

/** A request is mailed to this many administrators at most; all of them see it. */
const MOST_MAILS = 20;

export const PLAN_REQUEST_FIELDS: ListFields = {
  sort: {
    id: 'r.id',
    created_at: 'r.created_at',
    status: 'r.status',
    user_id: 'r.user_id',
    plan_id: 'r.plan_id',
  },
  filter: { id: 'id', user_id: 'id', plan_id: 'id', status: 'text', q: 'search' },
};

/** A request as administrators see it. */
export interface ListedPlanRequest extends PlanRequestView {
  user_name: string;
  user_email: string;
  /** `null`: the plan is deleted. */
  plan_name: string | null;
}

type ListedRow = PlanRequestRow & Pick<ListedPlanRequest, 'user_name' | 'user_email' | 'plan_name'>;

@Injectable()
export class PlanRequestsService {
  constructor(
    private readonly db: Database,
    private readonly plans: PlansService,
    private readonly feeds: Feeds,
    private readonly outbox: Outbox,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async ofUser(userId: number): Promise<PlanRequestView | { status: 'none' }> {
    const row = await this.open(userId);
    return row ? viewPlanRequest(row) : { status: 'none' };
  }

  /** @throws DomainError 409 while one is open or a plan is active, 422 for an unknown plan */
  async ask(userId: number, { plan_id, message }: PlanRequestDto): Promise<PlanRequestView> {
    const plan = await this.plans.get(plan_id).catch(() => {
      throw invalid({ plan_id: ['There is no such plan.'] });
    });
    const user = await this.person(userId);
    const now = this.clock.now();
    const asking = {
      sql: `INSERT INTO plan_requests (user_id, open_user_id, plan_id, message, status, created_at)
            SELECT u.id, u.id, ?, ?, 'open', ? FROM users u WHERE u.id = ?
               AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = u.id AND ${ACTIVE})`,
      params: [plan_id, message || null, now, userId, now, now],
      required: true,
    };
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
    const done = await this.db
      .atomically([asking, this.telling(userId), ...mails])
      .catch((error: unknown) => {
        if (this.db.isDuplicate(error)) throw conflict('You have asked for a plan already.');
        throw error;
      });
    if (!done) throw conflict('You have an active plan already.');
    this.outbox.wake();
    const row = await this.open(userId);
    if (!row) throw conflict('Your request was answered just now. Reload the page.');
    return viewPlanRequest(row);
  }

  async list(request: ListRequest): Promise<Page<ListedPlanRequest>> {
    const { rows, total } = await listRows<ListedRow>(this.db, request, {
      from: 'plan_requests r JOIN users u ON u.id = r.user_id LEFT JOIN plans p ON p.id = r.plan_id',
      columns: `${COLUMNS}, u.name AS user_name, u.email AS user_email, p.name AS plan_name`,
      filter: {
        id: 'r.id',
        user_id: 'r.user_id',
        plan_id: 'r.plan_id',
        status: 'r.status',
        q: ['u.name', 'u.email', 'p.name'],
      },
      order: 'r.id DESC',
    });
    return { rows: rows.map(viewPlanRequest), total };
  }

  /** @throws DomainError 404, 409 when it is not open */
  async decline(id: number, ...also: Statement[]): Promise<PlanRequestView> {
    const row = await this.db.row<PlanRequestRow & { plan_name: string | null }>(
      `SELECT ${COLUMNS}, p.name AS plan_name FROM plan_requests r LEFT JOIN plans p ON p.id = r.plan_id WHERE r.id = ?`,
      [id],
    );
    if (!row) throw notFound('This request');
    const user = await this.person(row.user_id);
    const url = `${this.config.http.publicUrl}/dashboard`;
    const done = await this.db.atomically([
      {
        sql: "UPDATE plan_requests SET status = 'declined', open_user_id = NULL, decided_at = ? WHERE id = ? AND status = 'open'",
        params: [this.clock.now(), id],
        required: true,
      },
      this.telling(row.user_id),
      this.outbox.keeping(planDeclinedMail(user.email, user.name, row.plan_name ?? 'you asked for', url)),
      ...also,
    ]);
    const { plan_name: _, ...request } = row;
    if (!done) throw conflict(`Only an open request can be declined; this one is ${request.status}.`);
    this.outbox.wake();
    return viewPlanRequest({ ...request, status: 'declined' });
  }

  async open(userId: number): Promise<PlanRequestRow | undefined> {
    return this.db.row<PlanRequestRow>(`SELECT ${COLUMNS} FROM plan_requests r WHERE r.open_user_id = ?`, [
      userId,
    ]);
  }

  /** For the unit that grants a plan: whatever the user asked for is answered with it. */
  granting(userId: number): Statement[] {
    return [
      {
        sql: "UPDATE plan_requests SET status = 'granted', open_user_id = NULL, decided_at = ? WHERE open_user_id = ?",
        params: [this.clock.now(), userId],
      },
      this.telling(userId),
    ];
  }

  /** The user, and every administrator, sees it at once. */
  private telling(userId: number): Statement {
    return this.feeds.tellingWhere(
      'user_id = ? OR user_id IN (SELECT id FROM users WHERE is_admin = 1)',
      [userId],
      'subscriptions',
    );
  }

  private async person(id: number): Promise<Person> {
    const row = await this.db.row<Person>('SELECT name, email FROM users WHERE id = ?', [id]);
    if (!row) throw notFound('This user');
    return row;
  }

  private administrators(): Promise<Person[]> {
    return this.db.rows<Person>('SELECT name, email FROM users WHERE is_admin = 1 ORDER BY id LIMIT ?', [
      MOST_MAILS,
    ]);
  }
}

interface Person {
  name: string;
  email: string;
}
