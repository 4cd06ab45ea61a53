import { DatabaseTime } from '../../../backend/database/database-time';
import { UsersService } from '../../../backend/users/users.service';
import { ADMIN, useApp } from '../../support/app';
import { PASSWORD, turnOn } from '../../support/authenticator';
import type { Client } from '../../support/client';

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
  it("goes by the database's time, as the list of subscriptions does", async () => {
    const user = await app.users.newcomer();
    await app.users.grant(user, await app.users.plan({ duration_days: 1 }));
    const status = async () => (await admin.get(`/api/admin/users/${user.user.id}`)).body.subscription.status;
    expect(await status()).toBe('active');
    const inTwoDays = Date.now() + 2 * 86_400_000;
    const time = jest.spyOn(app.running.nest.get(DatabaseTime), 'now').mockReturnValue(inTwoDays);
    const then = await status();
    time.mockRestore();
    expect(then).toBe('expired');
  });

  it('lists users with subscription and usage, newest first', async () => {
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

  it('finds users by flag, id and part of name or address, where % and _ are letters', async () => {
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

  it('takes name, email and the two flags of a user, and nothing else', async () => {
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
    const again = await app.client.login('renamed@example.com', PASSWORD);
    expect((await again.get('/api/user')).body).toMatchObject({ can_use_shared_videos: 1 });
  });

  it.each([
    ['is_admin', 2],
    ['is_admin', 'yes'],
    ['can_use_shared_videos', -1],
    ['email', 'nobody'],
    ['name', ''],
    ['name', null],
    ['email', null],
    ['is_admin', null],
  ])('refuses a %s of %j', async (field, value) => {
    const { status, body } = await admin.put(`/api/admin/users/${admin.user.id}`, { [field]: value });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('lets no administrator change their own address without their password, and anything else', async () => {
    const self = `/api/admin/users/${admin.user.id}`;
    const moved = await admin.put(self, { name: 'Moved', email: 'moved@example.com' });
    expect([moved.status, moved.body.message]).toEqual([409, 'Change your own email address in Settings.']);
    expect((await admin.get(self)).body).toMatchObject({ name: admin.user.name, email: ADMIN.email });
    const named = await admin.put(self, { name: 'Ada', email: ADMIN.email.toUpperCase() });
    expect([named.status, named.body.name]).toEqual([200, 'Ada']);
    await admin.put(self, { name: admin.user.name });
  });

  it('ends the sessions and sign-ins of a user whose address is moved, and of nobody else', async () => {
    const [user, other] = [await app.users.newcomer(), await app.users.newcomer()];
    const { app: phone } = await turnOn(user, app.clock.now);
    const { email } = user.user;
    const { body } = await app.client.post('/api/auth/login', { email, password: PASSWORD });
    const path = `/api/admin/users/${user.user.id}`;
    expect((await admin.put(path, { name: 'Ada', email })).status).toBe(200);
    expect((await user.get('/api/user')).status).toBe(200);
    expect((await admin.put(path, { email: `moved-${email}` })).status).toBe(200);
    expect([(await user.get('/api/user')).status, (await other.get('/api/user')).status]).toEqual([401, 200]);
    const code = phone.code(30);
    const late = await app.client.post('/api/auth/two-factor', { challenge: body.challenge, code });
    expect(late.status).toBe(401);
    expect((await admin.get('/api/user')).status).toBe(200);
  });

  it('refuses the address of another user', async () => {
    const user = await app.users.newcomer();
    const { status, body } = await admin.put(`/api/admin/users/${user.user.id}`, { email: ADMIN.email });
    expect([status, body.errors]).toEqual([422, { email: ['This email address is already registered.'] }]);
  });

  it('changes and notes nothing when one field of several is refused', async () => {
    const [second, other] = [await app.users.newcomer(), await app.users.newcomer()];
    const path = `/api/admin/users/${second.user.id}`;
    await admin.put(path, { is_admin: 1 });
    const before = (await admin.get('/api/admin/activity?range=[0,0]')).body;
    const { status } = await admin.put(path, { name: 'New', is_admin: 0, email: other.user.email });
    expect(status).toBe(422);
    expect((await admin.get(path)).body).toMatchObject({ name: second.user.name, is_admin: 1 });
    expect((await admin.get('/api/admin/activity?range=[0,0]')).body).toEqual(before);
    await admin.put(path, { is_admin: 0 });
  });

  it('keeps a flag that is taken while another field is changed', async () => {
    const user = await app.users.newcomer();
    const path = `/api/admin/users/${user.user.id}`;
    await admin.put(path, { can_use_shared_videos: 1 });
    const users = app.running.nest.get(UsersService);
    const get = users.get.bind(users);
    jest.spyOn(users, 'get').mockImplementationOnce(async (id) => {
      const read = await get(id);
      await admin.put(path, { can_use_shared_videos: 0 });
      return read;
    });
    const { body } = await admin.put(path, { name: 'Renamed' });
    expect(body).toMatchObject({ name: 'Renamed', can_use_shared_videos: 0 });
  });

  it('keeps a last administrator, however many ask at once', async () => {
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
    'answers 404 for a user who does not exist: %s',
    async (id) => {
      expect((await admin.get(`/api/admin/users/${id}`)).status).toBe(404);
      expect((await admin.put(`/api/admin/users/${id}`, { name: 'A' })).status).toBe(404);
    },
  );
});

describe('lists', () => {
  const grids = ['users', 'plans', 'subscriptions'];

  // Two pages of each.
  beforeAll(async () => {
    for (let n = 0; n < 2; n++) await app.users.subscriber();
  });

  it.each(grids)('answers a list of %s in both dialects', async (grid) => {
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

  it.each(nonsense)('refuses %s and names the parameter', async (query) => {
    for (const grid of grids) {
      const { status, body } = await admin.get(`/api/admin/${grid}?${query}`);
      expect([grid, status, Object.keys(body.errors ?? {})]).toEqual([grid, 422, [query.split('=')[0]]]);
    }
  });
});
