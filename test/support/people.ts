import { randomUUID } from 'node:crypto';
import { ADMIN, PAGE, type TestApp } from './app';
import type { Client } from './client';

const DAY_MS = 86_400_000;

export const daysFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** The people of one test file. The administrator signs in once: ten logins a minute are all that an account has. */
export class People {
  private constructor(
    private readonly app: TestApp,
    readonly admin: Client,
  ) {}

  static async of(app: TestApp): Promise<People> {
    return new People(app, await app.client.login(ADMIN.email, ADMIN.password));
  }

  newcomer(more: Record<string, unknown> = {}): Promise<Client> {
    return this.app.client.register(more);
  }

  /** With a plan of their own if limits are given, else with Growth. */
  async subscriber(
    limits: { tasks?: number; bytes?: number; timezone?: string } = {},
    { connect = false } = {},
  ): Promise<Client> {
    const user = await this.newcomer({ timezone: limits.timezone });
    const { tasks = 150, bytes = 10 * 1024 ** 3 } = limits;
    await this.grant(user, await this.plan({ max_pending_submissions: tasks, max_storage_bytes: bytes }));
    if (connect)
      await user.put('/api/user/facebook-settings', { access_token: PAGE.token, page_id: PAGE.id });
    return user;
  }

  async plan(more: Record<string, unknown> = {}): Promise<number> {
    const { body } = await this.admin.post('/api/admin/plans', {
      name: `Plan ${randomUUID()}`,
      price: 10,
      duration_days: 30,
      max_storage_bytes: 1024 ** 3,
      max_pending_submissions: 10,
      ...more,
    });
    return body.id;
  }

  async grant(user: Client, plan_id: number, more: Record<string, unknown> = {}): Promise<any> {
    const { body } = await this.admin.post('/api/admin/subscriptions', {
      user_id: user.user.id,
      plan_id,
      ...more,
    });
    return body;
  }
}
