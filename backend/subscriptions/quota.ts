import { Inject, Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'kysely';
import { Clock } from '../common/time/clock';
import { quotaExceeded, subscriptionRequired, type DomainError } from '../common/errors/errors';
import { Database, required, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { prepared } from '../database/prepared';
import { query, type Tables } from '../database/tables';
import { isActive } from './subscription-status';
import type { RemainingView } from './subscription.view';

export interface QuotaLimits {
  maxTasks: number;
  maxStorageBytes: number;
  tasksUsed: number;
  storageUsed: number;
}

/** A number of tasks or bytes, or a SELECT of one. */
type Tasks = number | SelectQueryBuilder<Tables, 'posts', { tasks: number }>;
type Bytes = number | SelectQueryBuilder<Tables, 'posts', { bytes: number }>;

/**
 * Tasks and storage of the active plan. The counters change in the same unit as the posts that they count: `reserving`
 * and `freeing` are statements for `Database.atomically`, so that no crash comes between.
 */
@Injectable()
export class Quota {
  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @throws DomainError 403 without an active subscription. */
  async limits(userId: number): Promise<QuotaLimits> {
    const limits = await this.limitsNow(userId);
    if (!limits) throw subscriptionRequired();
    return limits;
  }

  /** Zero without an active subscription: a post that was made just before it ended must not be answered with a refusal. */
  async remaining(userId: number): Promise<RemainingView> {
    const limits = await this.limitsNow(userId);
    if (!limits) return { remaining_submissions: 0, remaining_storage: 0 };
    const { maxTasks, maxStorageBytes, tasksUsed, storageUsed } = limits;
    return {
      remaining_submissions: Math.max(0, maxTasks - tasksUsed),
      remaining_storage: Math.max(0, maxStorageBytes - storageUsed),
    };
  }

  /**
   * Succeeds only if it fits: of a hundred concurrent reservations with ten tasks free, exactly ten succeed. What is not
   * asked for may be over its limit: after a smaller plan, all goes on that takes none of it.
   */
  reserving(
    userId: number,
    { maxTasks, maxStorageBytes }: QuotaLimits,
    tasks: number,
    bytes: number,
  ): Statement {
    return required(
      query
        .updateTable('quota_usage')
        .set((usage) => ({
          tasks_used: usage('tasks_used', '+', tasks),
          storage_used: usage('storage_used', '+', bytes),
        }))
        .where('user_id', '=', userId)
        .$if(tasks > 0, (own) => own.where((usage) => usage(usage('tasks_used', '+', tasks), '<=', maxTasks)))
        .$if(bytes > 0, (own) =>
          own.where((usage) => usage(usage('storage_used', '+', bytes), '<=', maxStorageBytes)),
        ),
    );
  }

  /** Succeeds whether or not it fits. */
  taking(userId: number, tasks: number): Statement {
    return required(
      query
        .updateTable('quota_usage')
        .set((usage) => ({ tasks_used: usage('tasks_used', '+', tasks) }))
        .where('user_id', '=', userId),
    );
  }

  freeing(userId: number, tasks: Tasks, bytes: Bytes): Statement {
    const isCounted = typeof tasks === 'number' && typeof bytes === 'number';
    return textOf(isCounted ? FREE({ userId, tasks, bytes }) : freeing({ userId, tasks, bytes }));
  }

  /** The refusal for what does not fit, if anything. */
  refusal(limits: QuotaLimits, tasks: number, bytes: number): DomainError | undefined {
    if (tasks > 0 && limits.tasksUsed + tasks > limits.maxTasks)
      return quotaExceeded(
        'task',
        `Your plan allows ${limits.maxTasks} ${limits.maxTasks === 1 ? 'task' : 'tasks'} at a time and ${limits.tasksUsed} ${limits.tasksUsed === 1 ? 'is' : 'are'} taken. Delete a pending item, wait until one is published, or upgrade.`,
      );
    if (bytes > 0 && limits.storageUsed + bytes > limits.maxStorageBytes)
      return quotaExceeded(
        'storage',
        `This needs ${megabytes(bytes)} MB, but only ${megabytes(Math.max(0, limits.maxStorageBytes - limits.storageUsed))} MB of your plan's storage are free. Delete something or upgrade.`,
      );
    return undefined;
  }

  private async limitsNow(userId: number): Promise<QuotaLimits | undefined> {
    const row = await this.db.row(LIMITS({ userId, now: this.clock.now() }));
    return (
      row && {
        maxTasks: row.max_pending_submissions,
        maxStorageBytes: row.max_storage_bytes,
        tasksUsed: row.tasks_used ?? 0,
        storageUsed: row.storage_used ?? 0,
      }
    );
  }
}

const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(2);

/** Limits of the active plan; read with most requests. */
const LIMITS = prepared((at: { userId: number; now: number }) =>
  query
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .leftJoin('quota_usage as q', 'q.user_id', 's.user_id')
    .select(['p.max_pending_submissions', 'p.max_storage_bytes', 'q.tasks_used', 'q.storage_used'])
    .where('s.user_id', '=', at.userId)
    .where(isActive(at.now))
    .orderBy('s.starts_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(1),
);

const freeing = ({ userId, tasks, bytes }: { userId: number; tasks: Tasks; bytes: Bytes }) =>
  query
    .updateTable('quota_usage')
    .set((usage) => ({
      tasks_used: usage('tasks_used', '-', tasks),
      storage_used: usage('storage_used', '-', bytes),
    }))
    .where('user_id', '=', userId);

const FREE = prepared((freed: { userId: number; tasks: number; bytes: number }) => freeing(freed));
