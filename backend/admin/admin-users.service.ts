import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { conflict, notFound } from '../common/errors';
import { toIso } from '../common/instants';
import type { ListFields, ListRequest, Page } from '../common/lists';
import { Reviews } from '../connections/reviews';
import { Database, placesFor } from '../database/database';
import { listRows } from '../database/list-rows';
import { subscriptionStatus } from '../subscriptions/subscription-status';
import { Storage } from '../ports/storage/storage';
import { UsersService } from '../users/users.service';
import type { AdminUserDto } from './admin.dto';

export const ADMIN_USER_FIELDS: ListFields = {
  sort: { id: 'u.id', name: 'u.name', email: 'u.email', is_admin: 'u.is_admin', created_at: 'u.created_at' },
  filter: { id: 'id', q: 'search', is_admin: 'flag', can_use_shared_videos: 'flag' },
};

interface UserRow {
  id: number;
  name: string;
  email: string;
  is_admin: number;
  can_use_shared_videos: number;
  timezone: string;
  created_at: number;
  tasks_used: number | null;
  storage_used: number | null;
}

interface SubscriptionOfUser {
  id: number;
  user_id: number;
  plan_id: number;
  plan: string;
  starts_at: number;
  expires_at: number;
  ended_at: number | null;
}

@Injectable()
export class AdminUsersService {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly reviews: Reviews,
    private readonly storage: Storage,
    private readonly clock: Clock,
  ) {}

  async list(request: ListRequest): Promise<Page<Record<string, unknown>>> {
    const { rows, total } = await listRows<UserRow>(this.db, request, {
      from: 'users u LEFT JOIN quota_usage q ON q.user_id = u.id',
      columns:
        'u.id, u.name, u.email, u.is_admin, u.can_use_shared_videos, u.timezone, u.created_at, q.tasks_used, q.storage_used',
      filter: {
        id: 'u.id',
        q: ['u.name', 'u.email'],
        is_admin: 'u.is_admin',
        can_use_shared_videos: 'u.can_use_shared_videos',
      },
      order: 'u.id DESC',
    });
    const subscriptions = await this.latestSubscriptions(rows.map(({ id }) => id));
    return { rows: rows.map((row) => this.view(row, subscriptions.get(row.id))), total };
  }

  async get(id: number): Promise<Record<string, unknown>> {
    const request: ListRequest = {
      dialect: 'range',
      offset: 0,
      limit: 1,
      page: 1,
      sort: null,
      filter: { id: { kind: 'ids', ids: [id] } },
    };
    const [user] = (await this.list(request)).rows;
    if (!user) throw notFound('This user');
    return user;
  }

  /** @throws DomainError 409 when it would leave nobody who can give plans. */
  async update(id: number, change: AdminUserDto): Promise<Record<string, unknown>> {
    const user = await this.users.get(id);
    if (change.is_admin === 0 && user.isAdmin) {
      const others =
        '(SELECT COUNT(*) FROM (SELECT id FROM users WHERE is_admin = 1 AND id <> ?) AS others) > 0';
      const changed = await this.db.run(`UPDATE users SET is_admin = 0 WHERE id = ? AND ${others}`, [id, id]);
      if (changed === 0) throw conflict('This is the last administrator. Make somebody else one first.');
    }
    await this.users.update(id, {
      name: change.name ?? user.name,
      email: change.email ?? user.email,
      canUseSharedVideos: change.can_use_shared_videos ?? user.canUseSharedVideos,
      ...(change.is_admin === 1 && { isAdmin: 1 }),
    });
    await this.reviews.change(this.reviews.reviewing(id));
    return this.get(id);
  }

  /** With everything of theirs: rows by the foreign keys, then the bytes. @throws DomainError 404, 409 for the last administrator */
  async delete(id: number): Promise<Record<string, unknown>> {
    const user = await this.get(id);
    const files = await this.db.rows<{ file_key: string | null; poster_key: string | null }>(
      'SELECT file_key, poster_key FROM posts WHERE user_id = ? AND shared_video_id IS NULL',
      [id],
    );
    const others =
      '(SELECT COUNT(*) FROM (SELECT id FROM users WHERE is_admin = 1 AND id <> ?) AS others) > 0';
    const gone = await this.db.run(`DELETE FROM users WHERE id = ? AND (is_admin = 0 OR ${others})`, [
      id,
      id,
    ]);
    if (gone === 0) throw conflict('This is the last administrator. Make somebody else one first.');
    for (const { file_key, poster_key } of files)
      for (const key of [file_key, poster_key]) if (key) await this.storage.delete(key);
    return user;
  }

  /** Of each user the one in force, else the latest. */
  private async latestSubscriptions(userIds: number[]): Promise<Map<number, SubscriptionOfUser>> {
    if (userIds.length === 0) return new Map();
    const rows = await this.db.rows<SubscriptionOfUser>(
      `SELECT s.id, s.user_id, s.plan_id, p.name AS plan, s.starts_at, s.expires_at, s.ended_at
         FROM subscriptions s JOIN plans p ON p.id = s.plan_id
        WHERE s.user_id IN ${placesFor(userIds)} ORDER BY s.starts_at, s.id`,
      userIds,
    );
    const latest = new Map<number, SubscriptionOfUser>();
    for (const row of rows) {
      const known = latest.get(row.user_id);
      if (!known || this.statusOf(known) !== 'active' || this.statusOf(row) === 'active')
        latest.set(row.user_id, row);
    }
    return latest;
  }

  private statusOf({ starts_at, expires_at, ended_at }: SubscriptionOfUser) {
    return subscriptionStatus(
      { startsAt: starts_at, expiresAt: expires_at, endedAt: ended_at },
      this.clock.now(),
    );
  }

  private view(row: UserRow, subscription: SubscriptionOfUser | undefined): Record<string, unknown> {
    const { tasks_used, storage_used, created_at, ...user } = row;
    return {
      ...user,
      created_at: toIso(created_at),
      subscription: subscription
        ? {
            id: subscription.id,
            status: this.statusOf(subscription),
            plan_id: subscription.plan_id,
            plan: subscription.plan,
            starts_at: toIso(subscription.starts_at),
            expires_at: toIso(subscription.expires_at),
          }
        : null,
      usage: { tasks: tasks_used ?? 0, storage_bytes: storage_used ?? 0 },
    };
  }
}
