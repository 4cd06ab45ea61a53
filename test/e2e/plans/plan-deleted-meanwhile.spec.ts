import { Database } from '../../../backend/database/database';
import { databaseEnv, useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { eachDatabase } from '../../support/databases';

eachDatabase((_name, makeConfig) => {
  const app = useApp(async () => ({ env: databaseEnv(await makeConfig()) }));
  let admin: Client;
  let plan: number;
  beforeAll(async () => {
    admin = await app.users.admin();
  });
  beforeEach(async () => {
    plan = await app.users.plan({ on_registration: 1 });
  });
  afterEach(() => jest.restoreAllMocks());

  /** Deletes the plan right before the next unit that has such a statement. */
  function deletePlanBefore(statement: RegExp): void {
    const db = app.running.nest.get(Database);
    const atomically = db.atomically.bind(db);
    let isGone = false;
    jest.spyOn(db, 'atomically').mockImplementation(async (unit) => {
      if (!isGone && unit.some((each) => 'sql' in each && statement.test(each.sql))) {
        isGone = true;
        expect(await db.run('DELETE FROM plans WHERE id = ?', [plan])).toBe(1);
      }
      return atomically(unit);
    });
  }

  const subscriptionOf = async (user: Client) => (await user.get('/api/user/subscription')).body;

  describe('a plan that is deleted at the same moment', () => {
    it('is not given to whoever registers, who is registered all the same', async () => {
      deletePlanBefore(/^insert into .?users/i);
      const user = await app.users.newcomer();
      expect(await subscriptionOf(user)).toEqual({ status: 'no_subscription' });
      await app.users.grant(user, 1);
      expect(await subscriptionOf(user)).toMatchObject({ subscription_status: 'active', plan: { id: 1 } });
    });

    it('is not given to whom an administrator adds', async () => {
      deletePlanBefore(/^insert into .?users/i);
      const { status, body } = await admin.post('/api/admin/users', {
        name: 'Added',
        email: 'added@example.com',
      });
      expect([status, body.subscription]).toEqual([201, null]);
    });

    it('is refused as unknown when it is granted', async () => {
      const user = await app.users.newcomer();
      plan = await app.users.plan();
      deletePlanBefore(/^insert into .?subscriptions/i);
      const { status, body } = await admin.post('/api/admin/subscriptions', {
        user_id: user.user.id,
        plan_id: plan,
      });
      expect([status, body.errors]).toEqual([422, { plan_id: ['There is no such plan.'] }]);
    });

    it('is missing for the administrator who deletes it, too', async () => {
      deletePlanBefore(/^delete from .?plans/i);
      const { status, body } = await admin.delete(`/api/admin/plans/${plan}`);
      expect([status, body.message]).toEqual([404, 'This plan was not found.']);
    });

    it('takes the mark for new users from no other when it is marked', async () => {
      const other = plan;
      plan = await app.users.plan();
      deletePlanBefore(/^update .?plans/i);
      expect((await admin.put(`/api/admin/plans/${plan}`, { on_registration: 1 })).status).toBe(404);
      const { body } = await app.client.get('/api/plans');
      expect(body.find(({ id }: any) => id === other).on_registration).toBe(1);
    });
  });
});
