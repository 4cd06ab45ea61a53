import { randomUUID } from 'node:crypto';
import { ADMIN, PAGE } from './credentials';
import type { Client } from './client';

/** Of the plans that a new installation offers. */
export const GROWTH_PLAN = 2;
export const STUDIO_PLAN = 3;

const DAY_MS = 86_400_000;

export const daysFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

export interface PageAccess {
  id: string;
  token: string;
  igId?: string;
}

/** What is sent with the registration; the rest has defaults. */
export interface Registration {
  name?: string;
  email?: string;
  timezone?: string;
}

export interface NewSubscriber extends Registration {
  /** A plan that exists. */
  plan?: number;
  /** Limits of a plan that is made for this user alone. */
  tasks?: number;
  bytes?: number;
  /** The page to connect; `true` for the test page. */
  connected?: PageAccess | boolean;
}

/** Builds users by HTTP, as the screens do. */
export class Users {
  private signedIn?: Promise<Client>;

  constructor(private readonly client: Client) {}

  /** Signed in once: an account may do so ten times a minute. */
  admin(): Promise<Client> {
    return (this.signedIn ??= this.client.login(ADMIN.email, ADMIN.password));
  }

  /** Registered, and nothing else. */
  newcomer(registration: Registration = {}): Promise<Client> {
    return this.client.register({ ...registration });
  }

  /** With a plan (Growth unless told otherwise) and, if asked for, a connected page. */
  async subscriber({ plan, tasks, bytes, connected, ...more }: NewSubscriber = {}): Promise<Client> {
    const user = await this.newcomer(more);
    await this.grant(user, plan ?? (await this.planWith(tasks, bytes)));
    if (connected) await this.connect(user, connected === true ? PAGE : connected);
    return user;
  }

  async plan(more: Record<string, unknown> = {}): Promise<number> {
    const admin = await this.admin();
    const { status, body } = await admin.post('/api/admin/plans', {
      name: `Plan ${randomUUID()}`,
      price: 10,
      duration_days: 30,
      max_storage_bytes: 1024 ** 3,
      max_pending_submissions: 10,
      ...more,
    });
    if (status !== 201) throw new Error(`no plan: ${status} ${JSON.stringify(body)}`);
    return body.id;
  }

  async grant({ user }: Client, plan_id: number, more: Record<string, unknown> = {}): Promise<any> {
    const admin = await this.admin();
    const asked = { user_id: user.id, plan_id, ...more };
    const { status, body } = await admin.post('/api/admin/subscriptions', asked);
    if (status !== 201) throw new Error(`no subscription: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  async connect(user: Client, { id, token, igId = '' }: PageAccess = PAGE): Promise<void> {
    const settings = { access_token: token, page_id: id, instagram_page_id: igId };
    const { status, body } = await user.put('/api/user/facebook-settings', settings);
    if (status !== 200) throw new Error(`not connected: ${status} ${JSON.stringify(body)}`);
  }

  private async planWith(tasks?: number, bytes?: number): Promise<number> {
    if (tasks === undefined && bytes === undefined) return GROWTH_PLAN;
    return this.plan({ max_pending_submissions: tasks ?? 150, max_storage_bytes: bytes ?? 10 * 1024 ** 3 });
  }
}
