import { Changes } from '../../../backend/database/changes';
import { Database } from '../../../backend/database/database';
import { DatabaseTime } from '../../../backend/database/database-time';
import { PlansService } from '../../../backend/subscriptions/plans.service';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { daysFromNow } from '../../support/users';

const DAY_MS = 86_400_000;

const app = useApp();
let admin: Client;
beforeAll(async () => {
  admin = await app.users.admin();
});

describe('plans', () => {
  const PLAN = {
    name: 'Tiny',
    description: 'For trying',
    price: 99.5,
    duration_days: 7,
    max_storage_bytes: 5 * 1024 ** 3,
    max_pending_submissions: 3,
    max_accounts: null,
    max_members: null,
    max_ai_requests: null,
    on_registration: 0,
  };

  it('creates, changes and deletes a plan', async () => {
    const made = await admin.post('/api/admin/plans', { ...PLAN, id: 1 });
    expect([made.status, made.body]).toEqual([201, { ...PLAN, id: expect.any(Number) }]);
    const path = `/api/admin/plans/${made.body.id}`;
    expect((await admin.get(path)).body).toEqual(made.body);
    const changed = { ...made.body, name: 'Small', price: 0 };
    expect(await admin.put(path, changed)).toMatchObject({ status: 200, body: changed });
    expect(await admin.delete(path)).toMatchObject({ status: 200, body: changed });
    expect((await admin.get(path)).status).toBe(404);
    expect((await admin.delete(path)).status).toBe(404);
  });

  it.each(['max_accounts', 'max_members', 'max_ai_requests'])(
    'limits %s only if it says so, and no longer when the limit is taken away',
    async (field) => {
      const { body } = await admin.post('/api/admin/plans', { ...PLAN, [field]: undefined });
      expect(body).toMatchObject(PLAN);
      const path = `/api/admin/plans/${body.id}`;
      const limited = { ...body, [field]: 3 };
      expect((await admin.put(path, { [field]: 3 })).body).toEqual(limited);
      expect((await admin.put(path, { name: 'Renamed' })).body[field]).toBe(3);
      const listed = (await app.client.get('/api/plans')).body.find(({ id }: any) => id === body.id);
      expect(listed[field]).toBe(3);
      expect((await admin.put(path, { [field]: null })).body[field]).toBeNull();
      await admin.delete(path);
      const made = await admin.post('/api/admin/plans', { ...PLAN, [field]: 0 });
      expect(made.body).toMatchObject({ ...PLAN, [field]: 0 });
      await admin.delete(`/api/admin/plans/${made.body.id}`);
    },
  );

  it('takes names of 255 characters and descriptions of 2,200, and none longer', async () => {
    const texts = { name: '\u{1f37f}'.repeat(255), description: '\u{1f37f}'.repeat(2200) };
    const { status, body } = await admin.post('/api/admin/plans', { ...PLAN, ...texts });
    expect([status, body]).toMatchObject([201, texts]);
    for (const [field, text] of Object.entries(texts)) {
      const longer = await admin.put(`/api/admin/plans/${body.id}`, { [field]: `${text}x` });
      expect([longer.status, Object.keys(longer.body.errors)]).toEqual([422, [field]]);
    }
    await admin.delete(`/api/admin/plans/${body.id}`);
  });

  it('keeps both of two changes at once, and the fields that neither sent', async () => {
    const { body } = await admin.post('/api/admin/plans', PLAN);
    const plans = app.running.nest.get(PlansService);
    await Promise.all([
      plans.update(body.id, { price: 1 }),
      plans.update(body.id, { max_pending_submissions: 7 }),
      plans.update(body.id, {}),
    ]);
    expect((await admin.get(`/api/admin/plans/${body.id}`)).body).toEqual({
      ...body,
      price: 1,
      max_pending_submissions: 7,
    });
  });

  it('keeps a plan while a subscription names it', async () => {
    const id = await app.users.plan();
    await app.users.grant(await app.users.newcomer(), id);
    const { status, body } = await admin.delete(`/api/admin/plans/${id}`);
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect((await admin.get(`/api/admin/plans/${id}`)).status).toBe(200);
  });

  it('keeps it after the end of that subscription, too, and advises nobody to end it', async () => {
    const id = await app.users.plan();
    const subscription = await app.users.grant(await app.users.newcomer(), id);
    await admin.put(`/api/admin/subscriptions/${subscription.id}`, { status: 'inactive' });
    const { status, body } = await admin.delete(`/api/admin/plans/${id}`);
    expect([status, body.message]).toEqual([
      409,
      'This plan is in use: subscriptions name it. A plan with current or past subscribers cannot be deleted; change it instead.',
    ]);
  });

  it('lists the cheapest first for choosing, and the newest first in pages', async () => {
    for (const price of [70_000, 1]) await app.users.plan({ price });
    const all: any[] = (await app.client.get('/api/plans')).body;
    expect(all.map(({ price }) => price)).toEqual(all.map(({ price }) => price).sort((a, b) => a - b));
    const newest = all.map(({ id }) => id).sort((a, b) => b - a);
    for (const path of ['/api/plans', '/api/admin/plans']) {
      const { body } = await admin.get(`${path}?page=1&per_page=100`);
      expect(body.data.map(({ id }: any) => id)).toEqual(newest);
      const sorted = await admin.get(`${path}?page=1&per_page=100&sort=["price","ASC"]`);
      expect(sorted.body.data.map(({ price }: any) => price)).toEqual(all.map(({ price }) => price));
    }
  });

  it.each([
    ['name', ' '],
    ['name', null],
    ['price', null],
    ['on_registration', null],
    ['price', -1],
    ['price', 1.005],
    ['price', 1e-7],
    ['price', 1e300],
    ['price', '10'],
    ['price', Infinity],
    ['duration_days', 0],
    ['duration_days', 1.5],
    ['max_storage_bytes', -1],
    ['max_storage_bytes', 2 ** 60],
    ['max_pending_submissions', '3'],
    ['max_accounts', '3'],
    ['max_accounts', -1],
    ['max_accounts', 1.5],
    ['max_accounts', 10_001],
    ['max_members', '3'],
    ['max_members', -1],
    ['max_ai_requests', 1.5],
    ['max_ai_requests', 1_000_001],
    ['description', 7],
  ])('refuses a %s of %j', async (field, value) => {
    const { status, body } = await admin.post('/api/admin/plans', { ...PLAN, [field]: value });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it.each(['3', [3], 1.5, {}])('says what a limit of %j should be', async (value) => {
    const { body } = await admin.post('/api/admin/plans', { ...PLAN, max_accounts: value });
    expect(body.message).toBe('Enter the number of accounts, or nothing for no limit.');
  });
});

describe('subscriptions', () => {
  it('default to now and the duration of the plan', async () => {
    const user = await app.users.newcomer({ name: 'Granted' });
    const plan_id = await app.users.plan({ duration_days: 7 });
    const before = Date.now();
    const { status, body } = await admin.post('/api/admin/subscriptions', { user_id: user.user.id, plan_id });
    expect([status, body]).toMatchObject([
      201,
      { user_id: user.user.id, user_name: 'Granted', user_email: user.user.email, plan_id, status: 'active' },
    ]);
    expect(Date.parse(body.starts_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(body.expires_at) - Date.parse(body.starts_at)).toBe(7 * DAY_MS);
  });

  it('finds subscriptions by their status at this moment', async () => {
    const user = await app.users.newcomer();
    const plan = await app.users.plan();
    const now = Date.now();
    const past = { starts_at: now - 9 * DAY_MS, expires_at: now - 2 * DAY_MS, created_at: now - 9 * DAY_MS };
    const row = { user_id: user.user.id, plan_id: plan, ...past };
    const expired = await app.running.nest.get(Database).insert('subscriptions', row);
    const active = await app.users.grant(user, plan);
    const inactive = await app.users.grant(user, plan, { starts_at: daysFromNow(9) });
    const found = async (status: string) => {
      const filter = JSON.stringify({ plan_id: plan, status });
      const { body } = await admin.get(
        `/api/admin/subscriptions?range=[0,9]&filter=${encodeURIComponent(filter)}`,
      );
      return body.map((row: any) => [row.id, row.status]);
    };
    expect(await found('expired')).toEqual([[expired, 'expired']]);
    expect(await found('active')).toEqual([[active.id, 'active']]);
    expect(await found('inactive')).toEqual([[inactive.id, 'inactive']]);
  });

  it('leaves one subscription in force when two are granted at once', async () => {
    const user = await app.users.newcomer();
    const given = await Promise.all([1, 2, 3].map((plan) => app.users.grant(user, plan)));
    expect(new Set(given.map(({ id }) => id)).size).toBe(3);
    const { body } = await admin.get(
      `/api/admin/subscriptions?range=[0,9]&filter={"user_id":${user.user.id}}`,
    );
    expect(body.filter(({ status }: any) => status === 'active')).toHaveLength(1);
  });

  it('answers each of two grants of the same millisecond with its own subscription', async () => {
    const user = await app.users.newcomer();
    const now = Date.now();
    jest.spyOn(app.running.nest.get(DatabaseTime), 'now').mockReturnValue(now);
    const changes = app.running.nest.get(Changes);
    const commit = changes.commit.bind(changes);
    let second: any;
    jest.spyOn(changes, 'commit').mockImplementationOnce(async (...unit) => {
      const done = await commit(...unit);
      second = await app.users.grant(user, 2);
      return done;
    });
    const first = await app.users.grant(user, 1);
    jest.restoreAllMocks();
    expect([first.plan_id, second.plan_id]).toEqual([1, 2]);
    expect(first.id).not.toBe(second.id);
  });

  it.each([
    ['user_id', { user_id: 999_999, plan_id: 1 }],
    ['plan_id', { user_id: 1, plan_id: 999_999 }],
    ['user_id', { user_id: 'x', plan_id: 1 }],
    ['starts_at', { user_id: 1, plan_id: 1, starts_at: 'tomorrow' }],
    ['expires_at', { user_id: 1, plan_id: 1, expires_at: 17 }],
    ['expires_at', { user_id: 1, plan_id: 1, expires_at: '2001-01-01T00:00:00Z' }],
    // One instant: two readings of the clock could differ by a millisecond.
    [
      'expires_at',
      { user_id: 1, plan_id: 1, ...((at) => ({ starts_at: at, expires_at: at }))(daysFromNow(2)) },
    ],
  ])('refuses a subscription with an invalid %s', async (field, grant) => {
    const { status, body } = await admin.post('/api/admin/subscriptions', grant);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('changes no subscription when a value is invalid', async () => {
    const { id } = await app.users.grant(await app.users.newcomer(), 1);
    const path = `/api/admin/subscriptions/${id}`;
    for (const change of [
      { status: 'active!' },
      { expires_at: 'never' },
      { expires_at: '2001-01-01T00:00:00Z' },
    ])
      expect((await admin.put(path, change)).status).toBe(422);
    expect((await admin.put('/api/admin/subscriptions/999999', { expires_at: daysFromNow(3) })).status).toBe(
      404,
    );
  });
});
