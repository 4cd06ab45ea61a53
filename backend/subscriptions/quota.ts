import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { quotaExceeded, subscriptionRequired, type DomainError } from '../common/errors';
import { Database, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { ACTIVE } from './subscription-status';
import type { RemainingView } from './subscription.view';

export interface QuotaLimits {
  maxTasks: number;
  maxStorageBytes: number;
  tasksUsed: number;
  storageUsed: number;
}

/**
 * Tasks and storage of the active plan. The counters change in the same unit as the posts they count: `reserving`
 * and `freeing` are statements for `Database.atomically`, so no crash can come between.
 */
@Injectable()
export class Quota {
  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @throws DomainError 403 without an active subscription. */
  async limits(userId: number): Promise<QuotaLimits> {
    const now = this.clock.now();
    const row = await this.db.row<LimitsRow>(
      `SELECT p.max_pending_submissions, p.max_storage_bytes, q.tasks_used, q.storage_used
         FROM subscriptions s JOIN plans p ON p.id = s.plan_id LEFT JOIN quota_usage q ON q.user_id = s.user_id
        WHERE s.user_id = ? AND ${ACTIVE} ORDER BY s.starts_at DESC, s.id DESC LIMIT 1`,
      [userId, now, now],
    );
    if (!row) throw subscriptionRequired();
    return {
      maxTasks: row.max_pending_submissions,
      maxStorageBytes: row.max_storage_bytes,
      tasksUsed: row.tasks_used ?? 0,
      storageUsed: row.storage_used ?? 0,
    };
  }

  async remaining(userId: number): Promise<RemainingView> {
    const { maxTasks, maxStorageBytes, tasksUsed, storageUsed } = await this.limits(userId);
    return {
      remaining_submissions: Math.max(0, maxTasks - tasksUsed),
      remaining_storage: Math.max(0, maxStorageBytes - storageUsed),
    };
  }

  /** Takes effect only while it fits: a hundred at once against ten free take exactly ten. */
  reserving(
    userId: number,
    { maxTasks, maxStorageBytes }: QuotaLimits,
    tasks: number,
    bytes: number,
  ): Statement {
    return {
      sql: `UPDATE quota_usage SET tasks_used = tasks_used + ?, storage_used = storage_used + ?
             WHERE user_id = ? AND tasks_used + ? <= ? AND storage_used + ? <= ?`,
      params: [tasks, bytes, userId, tasks, maxTasks, bytes, maxStorageBytes],
      required: true,
    };
  }

  /** Takes effect whether or not it fits. */
  taking(userId: number, tasks: number): Statement {
    return {
      sql: 'UPDATE quota_usage SET tasks_used = tasks_used + ? WHERE user_id = ?',
      params: [tasks, userId],
      required: true,
    };
  }

  freeing(userId: number, tasks: number, bytes: number): Statement {
    return {
      sql: 'UPDATE quota_usage SET tasks_used = tasks_used - ?, storage_used = storage_used - ? WHERE user_id = ?',
      params: [tasks, bytes, userId],
    };
  }

  /** What does not fit, if anything. */
  refusal(limits: QuotaLimits, tasks: number, bytes: number): DomainError | undefined {
    if (limits.tasksUsed + tasks > limits.maxTasks)
      return quotaExceeded(
        'task',
        `Your plan allows ${limits.maxTasks} tasks at a time and ${limits.tasksUsed} are taken. Delete a pending item, wait until one is published, or upgrade.`,
      );
    if (limits.storageUsed + bytes > limits.maxStorageBytes)
      return quotaExceeded(
        'storage',
        `This needs ${megabytes(bytes)} MB, but only ${megabytes(Math.max(0, limits.maxStorageBytes - limits.storageUsed))} MB of your plan's storage are free. Delete something or upgrade.`,
      );
    return undefined;
  }
}

const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(2);

interface LimitsRow {
  max_pending_submissions: number;
  max_storage_bytes: number;
  tasks_used: number | null;
  storage_used: number | null;
}
