import { ADMIN, useApp } from '../support/app';
import type { Client } from '../support/client';
import { daysFromNow } from '../support/users';

const app = useApp();
let admin: Client;
beforeAll(async () => {
  admin = await app.users.admin();
});

it('is for administrators only', async () => {
  const user = await app.users.newcomer();
  const calls = [
    'GET /users',
    'GET /users/1',
    'PUT /users/1',
    'GET /plans',
    'GET /plans/1',
    'POST /plans',
    'PUT /plans/1',
    'DELETE /plans/1',
    'GET /subscriptions',
    'GET /subscriptions/1',
    'POST /subscriptions',
    'PUT /subscriptions/1',
  ];
  for (const call of calls) {
    const [method, path] = call.split(' ') as [string, string];
    const refused = await user.call(method, `/api/admin${path}`, method === 'GET' ? undefined : {});
    expect([call, refused.status, refused.body]).toEqual([
      call,
      403,
      { statusCode: 403, error: 'forbidden', message: 'Only administrators can do this.' },
    ]);
    expect((await app.client.call(method, `/api/admin${path}`)).status).toBe(401);
  }
});

describe('users', () => {
  it('are listed with subscription and usage, newest first', async () => {
    const user = await app.users.newcomer({ name: 'Listed' });
    await app.users.grant(user, 2);
    const { body, headers } = await admin.get('/api/admin/users?range=[0,0]');
    expect(headers.get('content-range')).toMatch(/^users 0-0\/\d+$/);
    expect(body).toEqual([
      {
        id: user.user.id,
        name: 'Listed',
        email: user.user.email,
        is_admin: 0,
        can_use_shared_videos: 0,
        timezone: 'UTC',
        two_factor: 0,
        created_at: expect.stringMatching(/Z$/),
        subscription: {
          id: expect.any(Number),
          status: 'active',
          plan_id: 2,
          plan: 'Growth',
          starts_at: expect.any(String),
          expires_at: expect.any(String),
        },
        usage: { tasks: 0, storage_bytes: 0 },
      },
    ]);
  });

  it('are found by flag, id and part of name or address, where % and _ are letters', async () => {
    const odd = await app.users.newcomer({ name: 'Fifty% off_er' });
    const found = async (filter: object) =>
      (
        await admin.get(`/api/admin/users?range=[0,99]&filter=${encodeURIComponent(JSON.stringify(filter))}`)
      ).body.map(({ id }: any) => id);
    expect(await found({ q: '% OFF_' })).toEqual([odd.user.id]);
    expect(await found({ q: "' OR 1=1 --" })).toEqual([]);
    expect(await found({ q: odd.user.email })).toEqual([odd.user.id]);
    expect(await found({ id: [odd.user.id, 999_999] })).toEqual([odd.user.id]);
    expect(await found({ id: [] })).toEqual([]);
    expect(await found({ is_admin: 1 })).toEqual([admin.user.id]);
    expect(await found({ is_admin: 0, q: 'fifty' })).toEqual([odd.user.id]);
  });

  it('take name, email and the two flags, and nothing else', async () => {
    const user = await app.users.newcomer();
    const { status, body } = await admin.put(`/api/admin/users/${user.user.id}`, {
      name: 'Renamed',
      email: 'Renamed@example.com',
      can_use_shared_videos: 1,
      id: 77,
      timezone: 'Asia/Tokyo',
      password: 'changed-by-admin',
      usage: { tasks: 5 },
    });
    expect([status, body]).toMatchObject([
      200,
      {
        id: user.user.id,
        name: 'Renamed',
        email: 'renamed@example.com',
        can_use_shared_videos: 1,
        is_admin: 0,
        timezone: 'UTC',
      },
    ]);
    expect((await user.get('/api/user')).body).toMatchObject({ can_use_shared_videos: 1 });
  });

  it.each([
    ['is_admin', 2],
    ['is_admin', 'yes'],
    ['can_use_shared_videos', -1],
    ['email', 'nobody'],
    ['name', ''],
  ])('refuse a %s of %j', async (field, value) => {
    const { status, body } = await admin.put(`/api/admin/users/${admin.user.id}`, { [field]: value });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it("refuse another's address", async () => {
    const user = await app.users.newcomer();
    const { status, body } = await admin.put(`/api/admin/users/${user.user.id}`, { email: ADMIN.email });
    expect([status, body.errors]).toEqual([422, { email: ['This email address is already registered.'] }]);
  });

  it('keep a last administrator, whoever asks at once', async () => {
    const self = `/api/admin/users/${admin.user.id}`;
    const alone = await admin.put(self, { is_admin: 0 });
    expect([alone.status, alone.body.error]).toEqual([409, 'conflict']);

    const second = await app.users.newcomer();
    await admin.put(`/api/admin/users/${second.user.id}`, { is_admin: 1 });
    const answers = await Promise.all([
      admin.put(`/api/admin/users/${second.user.id}`, { is_admin: 0 }),
      second.put(self, { is_admin: 0 }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = answers[0].status === 200 ? admin : second;
    const { body } = await left.get('/api/admin/users?range=[0,9]&filter={"is_admin":1}');
    expect(body).toHaveLength(1);
    if (left === second) await second.put(self, { is_admin: 1 });
    await admin.put(`/api/admin/users/${second.user.id}`, { is_admin: 0 });
    expect((await second.get('/api/admin/users')).status).toBe(403);
  });

  it.each(['0', '-1', '1.5', 'abc', '99999999999', '2147483648', '1%00', '123456'])(
    'that do not exist are a 404: %s',
    async (id) => {
      expect((await admin.get(`/api/admin/users/${id}`)).status).toBe(404);
      expect((await admin.put(`/api/admin/users/${id}`, { name: 'A' })).status).toBe(404);
    },
  );
});

describe('plans', () => {
  const PLAN = {
    name: 'Tiny',
    description: 'For trying',
    price: 99.5,
    duration_days: 7,
    max_storage_bytes: 5 * 1024 ** 3,
    max_pending_submissions: 3,
    on_registration: 0,
  };

  it('are made, changed and deleted', async () => {
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

  it('stay while a subscription names them', async () => {
    const id = await app.users.plan();
    await app.users.grant(await app.users.newcomer(), id);
    const { status, body } = await admin.delete(`/api/admin/plans/${id}`);
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect((await admin.get(`/api/admin/plans/${id}`)).status).toBe(200);
  });

  it.each([
    ['name', ' '],
    ['price', -1],
    ['price', 1.005],
    ['price', '10'],
    ['price', Infinity],
    ['duration_days', 0],
    ['duration_days', 1.5],
    ['max_storage_bytes', -1],
    ['max_storage_bytes', 2 ** 60],
    ['max_pending_submissions', '3'],
    ['description', 7],
  ])('refuse a %s of %j', async (field, value) => {
    const { status, body } = await admin.post('/api/admin/plans', { ...PLAN, [field]: value });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
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
    expect(Date.parse(body.expires_at) - Date.parse(body.starts_at)).toBe(7 * 86_400_000);
  });

  it('are found by status, which is that of this moment', async () => {
    const user = await app.users.newcomer();
    const plan = await app.users.plan();
    const past = { starts_at: daysFromNow(-9), expires_at: daysFromNow(-2) };
    const expired = await app.users.grant(user, plan, past);
    const active = await app.users.grant(user, plan);
    const inactive = await app.users.grant(user, plan, { starts_at: daysFromNow(9) });
    const found = async (status: string) => {
      const filter = JSON.stringify({ plan_id: plan, status });
      const { body } = await admin.get(
        `/api/admin/subscriptions?range=[0,9]&filter=${encodeURIComponent(filter)}`,
      );
      return body.map((row: any) => [row.id, row.status]);
    };
    expect(await found('expired')).toEqual([[expired.id, 'expired']]);
    expect(await found('active')).toEqual([[active.id, 'active']]);
    expect(await found('inactive')).toEqual([[inactive.id, 'inactive']]);
  });

  it('leave one in force when two are granted at once', async () => {
    const user = await app.users.newcomer();
    const given = await Promise.all([1, 2, 3].map((plan) => app.users.grant(user, plan)));
    expect(new Set(given.map(({ id }) => id)).size).toBe(3);
    const { body } = await admin.get(
      `/api/admin/subscriptions?range=[0,9]&filter={"user_id":${user.user.id}}`,
    );
    expect(body.filter(({ status }: any) => status === 'active')).toHaveLength(1);
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
  ])('refuse what makes no sense on %s', async (field, grant) => {
    const { status, body } = await admin.post('/api/admin/subscriptions', grant);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('are not changed by what makes no sense', async () => {
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

describe('lists', () => {
  const grids = ['users', 'plans', 'subscriptions'];

  it.each(grids)('of %s speak both dialects', async (grid) => {
    const page = await admin.get(`/api/admin/${grid}?page=1&per_page=1`);
    expect(page.body).toEqual({
      data: expect.any(Array),
      current_page: 1,
      last_page: page.body.total,
      per_page: 1,
      total: expect.any(Number),
      from: 1,
      to: 1,
      prev_page_url: null,
      next_page_url: `/api/admin/${grid}?page=2&per_page=1`,
    });
    const range = await admin.get(`/api/admin/${grid}?range=[0,1]&sort=["id","ASC"]`);
    expect(range.headers.get('content-range')).toBe(`${grid} 0-1/${page.body.total}`);
    expect(range.headers.get('access-control-expose-headers')).toBe('Content-Range');
    const ids = range.body.map(({ id }: any) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  const nonsense = [
    'page=0',
    'page=-1',
    'page=abc',
    'page=1.5',
    'page=1e3',
    'page=',
    'page=99999999999999999999',
    'page=1&page=2',
    'per_page=0',
    'per_page=101',
    'range=[5,2]',
    'range=[0]',
    'range=[-1,5]',
    'range=[0,1000000]',
    'range=abc',
    'range=["0","5"]',
    'sort=["password_hash","ASC"]',
    'sort=["id","SIDEWAYS"]',
    'sort=["id;DROP TABLE users","ASC"]',
    'sort=["__proto__","ASC"]',
    'sort=["constructor","ASC"]',
    'sort=id',
    'filter={"password_hash":"x"}',
    'filter={"__proto__":"x"}',
    'filter={"id":"1 OR 1=1"}',
    'filter={"id":{"a":1}}',
    'filter={"q":["a"]}',
    'filter=[]',
    'filter=nonsense',
  ];

  it.each(nonsense)('refuse %s and name the parameter', async (query) => {
    for (const grid of grids) {
      const { status, body } = await admin.get(`/api/admin/${grid}?${query}`);
      expect([grid, status, Object.keys(body.errors ?? {})]).toEqual([grid, 422, [query.split('=')[0]]]);
    }
  });
});
