import { randomUUID } from 'node:crypto';
import { Database } from '../../backend/database/database';
import { useApp } from '../support/app';
import type { Client } from '../support/client';
import { keyed } from '../support/keyed-calls';
import { GROWTH_PLAN } from '../support/users';

const app = useApp();
let admin: Client;
beforeAll(async () => {
  admin = await app.users.admin();
});

const give = (user: Client, plan_id: number, more: object = {}) =>
  admin.post('/api/admin/subscriptions', { user_id: user.user.id, plan_id, ...more });

it('says that there is no such plan only if the database says so, and repeats no other answer', async () => {
  const db = app.running.nest.get(Database);
  const user = await app.users.newcomer();
  const key = randomUUID();
  const grant = { user_id: user.user.id, plan_id: GROWTH_PLAN };
  await db.run('ALTER TABLE plans RENAME TO elsewhere');
  const failed = await keyed(admin, key, '/api/admin/subscriptions', grant);
  await db.run('ALTER TABLE elsewhere RENAME TO plans');
  expect(failed.status).toBe(500);
  expect((await keyed(admin, key, '/api/admin/subscriptions', grant)).status).toBe(201);
  const unknown = await give(user, 999_999);
  expect([unknown.status, unknown.body.errors]).toEqual([422, { plan_id: ['There is no such plan.'] }]);
});
