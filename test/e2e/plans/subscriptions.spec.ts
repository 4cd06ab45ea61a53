import type { Client } from '../../support/client';
import { Clock } from '../../../backend/common/time/clock';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import { daysFromNow } from '../../support/users';
import { fixture } from '../../support/media';

const app = useApp();
let admin: Client;
beforeAll(async () => {
  admin = await app.users.admin();
});
afterEach(() => {
  app.running.nest.get(Clock).now = Date.now;
});

const GIGABYTE = 1024 ** 3;
const STARTER = 1;
const GROWTH = 2;
const REQUIRED = {
  statusCode: 403,
  error: 'subscription_required',
  message: 'You need an active subscription to access this feature.',
};

describe('GET /plans', () => {
  it('lists the three first plans, also to who has not signed in', async () => {
    const { status, body } = await app.client.get('/api/plans');
    expect(status).toBe(200);
    expect(body.slice(0, 3)).toEqual([
      plan(1, 'Starter', 499, 2, 30),
      plan(2, 'Growth', 1499, 10, 150),
      plan(3, 'Studio', 4999, 50, 1000),
    ]);
  });

  const plan = (id: number, name: string, price: number, gigabytes: number, tasks: number) => ({
    id,
    name,
    description: expect.any(String),
    price,
    duration_days: 30,
    max_storage_bytes: gigabytes * GIGABYTE,
    max_pending_submissions: tasks,
    max_accounts: null,
    max_members: null,
    max_ai_requests: null,
    on_registration: 0,
  });

  it('speaks both dialects of lists as well', async () => {
    const page = await app.client.get('/api/plans?page=2&per_page=2');
    expect(page.body).toMatchObject({ total: 3, current_page: 2, from: 3, to: 3, next_page_url: null });
    const range = await app.client.get('/api/plans?range=[0,1]&sort=["name","DESC"]');
    expect(range.headers.get('content-range')).toBe('plans 0-1/3');
    expect(range.body.map(({ name }: any) => name)).toEqual(['Studio', 'Starter']);
  });
});

describe('GET /user/subscription', () => {
  const subscriptionOf = async (user: any) => (await user.get('/api/user/subscription')).body;

  it('says so when there is none', async () => {
    const user = await app.users.newcomer();
    const { status, body } = await user.get('/api/user/subscription');
    expect([status, body]).toEqual([200, { status: 'no_subscription' }]);
  });

  it('shows plan, expiry and what is used', async () => {
    const user = await app.users.newcomer();
    await app.users.grant(user, GROWTH);
    await user.upload('/api/videos', [fixture('portrait.mp4')]);
    const uploaded = (await user.get('/api/videos')).body.data[0];
    expect(await subscriptionOf(user)).toEqual({
      subscription_status: 'active',
      plan: { id: GROWTH, name: 'Growth', description: expect.any(String) },
      starts_at: expect.stringMatching(/Z$/),
      expiry: { date: expect.stringMatching(/Z$/), days_left: 30 },
      storage: {
        used: uploaded.size_bytes,
        total: 10 * GIGABYTE,
        used_percentage: Math.round((uploaded.size_bytes / (10 * GIGABYTE)) * 10_000) / 100,
      },
      submissions: { used: 1, total: 150, used_percentage: 0.67 },
    });
  });

  it.each([
    ['active', { starts_at: daysFromNow(-40), expires_at: daysFromNow(1) }, 1],
    ['expired', { starts_at: daysFromNow(-40), expires_at: daysFromNow(-10) }, 0],
    ['inactive', { starts_at: daysFromNow(2), expires_at: daysFromNow(32) }, 30],
  ])('is %s by the clock alone', async (status, { starts_at, expires_at }, days_left) => {
    const user = await app.users.newcomer();
    const period = { starts_at: Date.parse(starts_at), expires_at: Date.parse(expires_at), created_at: 0 };
    const row = { user_id: user.user.id, plan_id: GROWTH, ...period };
    await app.running.nest.get(Database).insert('subscriptions', row);
    expect(await subscriptionOf(user)).toMatchObject({ subscription_status: status, expiry: { days_left } });
    const videos = await user.get('/api/videos');
    expect(videos.status).toBe(status === 'active' ? 200 : 403);
  });

  it('turns from active to expired at the instant, with nobody doing anything', async () => {
    const user = await app.users.newcomer();
    const soon = Date.now() + 60_000;
    const clock = app.running.nest.get(Clock);
    await app.users.grant(user, GROWTH, {
      starts_at: daysFromNow(-1),
      expires_at: new Date(soon).toISOString(),
    });
    clock.now = () => soon - 1;
    expect((await user.get('/api/videos')).status).toBe(200);
    clock.now = () => soon;
    expect((await user.get('/api/videos')).body).toEqual(REQUIRED);
    expect((await subscriptionOf(user)).subscription_status).toBe('expired');
  });

  it('is replaced by the next grant at its start, and never by one that has not begun', async () => {
    const user = await app.users.newcomer();
    const first = await app.users.grant(user, STARTER);
    await app.users.grant(user, GROWTH, { starts_at: daysFromNow(3) });
    expect(await subscriptionOf(user)).toMatchObject({
      subscription_status: 'active',
      plan: { name: 'Starter' },
      expiry: { days_left: 3 },
    });
    await app.users.grant(user, 3);
    expect(await subscriptionOf(user)).toMatchObject({
      subscription_status: 'active',
      plan: { name: 'Studio' },
    });
    expect((await admin.get(`/api/admin/subscriptions/${first.id}`)).body.status).not.toBe('active');
  });

  it('ends when an admin ends it, and cannot be extended then', async () => {
    const user = await app.users.newcomer();
    const { id } = await app.users.grant(user, GROWTH);
    const path = `/api/admin/subscriptions/${id}`;
    expect((await admin.put(path, { expires_at: daysFromNow(100) })).body.expires_at).toMatch(/Z$/);
    expect((await subscriptionOf(user)).expiry.days_left).toBe(100);
    expect((await admin.put(path, { status: 'inactive' })).body.status).toBe('inactive');
    expect(await subscriptionOf(user)).toMatchObject({ subscription_status: 'inactive' });
    expect((await user.get('/api/videos')).body).toEqual(REQUIRED);
    expect((await admin.put(path, { expires_at: daysFromNow(9) })).status).toBe(409);
  });
});

it('has every call on videos answer subscription_required without one', async () => {
  const user = await app.users.newcomer();
  const calls = [
    'GET /videos',
    'GET /videos/1',
    'POST /videos',
    'PUT /videos/1',
    'PUT /videos/1/reschedule',
    'POST /videos/1/retry',
    'DELETE /videos/1',
  ];
  for (const call of calls) {
    const [method, path] = call.split(' ') as [string, string];
    const { status, body } = await user.call(method, `/api${path}`);
    expect([call, status, body]).toEqual([call, 403, REQUIRED]);
  }
  expect((await user.upload('/api/videos', [fixture('portrait.mp4')])).body).toEqual(REQUIRED);
});
