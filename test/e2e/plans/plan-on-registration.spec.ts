import { Database } from '../../../backend/database/database';
import type { Client } from '../../support/client';
import { useApp } from '../../support/app';

const app = useApp();
let admin: Client;
beforeAll(async () => {
  admin = await app.users.admin();
});

const marks = async () =>
  (await app.client.get('/api/plans')).body.map((plan: any) => plan.on_registration) as number[];
const mark = (id: number, on_registration: unknown) =>
  admin.put(`/api/admin/plans/${id}`, { on_registration });

it('is given to nobody by default', async () => {
  expect(await marks()).toEqual([0, 0, 0]);
  const { body } = await (await app.users.newcomer()).get('/api/user/subscription');
  expect(body).toEqual({ status: 'no_subscription' });
});

it('is given to everybody who registers and whom an administrator adds', async () => {
  expect((await mark(2, 1)).body.on_registration).toBe(1);
  const { body } = await (await app.users.newcomer()).get('/api/user/subscription');
  expect([body.subscription_status, body.plan.id]).toEqual(['active', 2]);
  const added = await admin.post('/api/admin/users', { name: 'Added', email: 'added@example.com' });
  expect(added.status).toBe(201);
  const listed = await admin.get(`/api/admin/users/${added.body.id}`);
  expect(listed.body.subscription.plan_id).toBe(2);
});

it('is given with the account or not at all, so that whoever tries again has it', async () => {
  await mark(2, 1);
  const db = app.running.nest.get(Database);
  const atomically = db.atomically.bind(db);
  jest.spyOn(db, 'atomically').mockImplementation((unit) => {
    // Goes away after the first unit that makes a user.
    const isPlan = unit.some((each) => 'sql' in each && /^insert into .?subscriptions/i.test(each.sql));
    const isUser = unit.some((each) => 'sql' in each && /^insert into .?users/i.test(each.sql));
    return isPlan && !isUser ? Promise.reject(new Error('away')) : atomically(unit);
  });
  const { body } = await (await app.users.newcomer()).get('/api/user/subscription');
  expect(body.plan.id).toBe(2);
  jest.restoreAllMocks();
});

it('is one at most: the mark moves, also when several plans are marked at once', async () => {
  await mark(3, 1);
  expect(await marks()).toEqual([0, 0, 1]);
  await Promise.all([1, 2, 3].map((id) => mark(id, 1)));
  expect((await marks()).filter((flag) => flag === 1)).toHaveLength(1);
  const { body } = await admin.post('/api/admin/plans', {
    name: 'Free',
    price: 0,
    duration_days: 30,
    max_storage_bytes: 1024,
    max_pending_submissions: 1,
    on_registration: 1,
  });
  expect(await marks()).toEqual(expect.arrayContaining([1]));
  expect((await marks()).reduce((sum, flag) => sum + flag)).toBe(1);
  await admin.put(`/api/admin/plans/${body.id}`, { name: 'Still free' });
  expect((await admin.get(`/api/admin/plans/${body.id}`)).body.on_registration).toBe(1);
  expect((await admin.delete(`/api/admin/plans/${body.id}`)).status).toBe(200);
  expect(await marks()).toEqual([0, 0, 0]);
});

it('clears the mark of a plan, and takes 0 and 1 only', async () => {
  await mark(1, 1);
  expect((await mark(1, 0)).body.on_registration).toBe(0);
  for (const wrong of [2, '1', true]) expect((await mark(1, wrong)).status).toBe(422);
  expect(await marks()).toEqual([0, 0, 0]);
});
