import { Database } from '../../../backend/database/database';
import { databaseEnv, useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { eachDatabase } from '../../support/databases';
import { subjectsTo } from '../../support/mails';

eachDatabase((_name, makeConfig) => {
  const app = useApp(async () => ({ env: databaseEnv(await makeConfig()) }));
  let admin: Client;
  beforeAll(async () => {
    admin = await app.users.admin();
  });

  const ask = (user: Client, body: unknown) => user.post('/api/user/plan-request', body);
  const open = async (user: Client) => (await user.get('/api/user/plan-request')).body;

  /** @returns its id */
  async function makePlan(name: string): Promise<number> {
    const limits = { duration_days: 1, max_storage_bytes: 1, max_pending_submissions: 1 };
    return (await admin.post('/api/admin/plans', { name, price: 1, ...limits })).body.id;
  }

  describe('a request for a plan that is deleted', () => {
    it('is declined, with a mail', async () => {
      const asker = await app.users.newcomer();
      const plan = await makePlan('Short-lived');
      const { id } = (await ask(asker, { plan_id: plan })).body;
      const other = await app.users.newcomer();
      await ask(other, { plan_id: 2 });
      expect((await admin.delete(`/api/admin/plans/${plan}`)).status).toBe(200);
      expect(await open(asker)).toEqual({ status: 'none' });
      expect(await open(other)).toMatchObject({ status: 'open' });
      const { body } = await admin.get(`/api/admin/plan-requests?range=[0,9]&filter={"id":[${id}]}`);
      expect(body[0]).toMatchObject({ status: 'declined', plan_id: plan, plan_name: null });
      await eventually(
        async () => subjectsTo(app.dir, asker.user.email),
        (subjects) => subjects.includes('Your request for the plan Short-lived was declined'),
      );
      expect((await ask(asker, { plan_id: 2 })).status).toBe(201);
    });

    it('stays open while the plan is in use', async () => {
      const plan = await makePlan('In use');
      await app.users.grant(await app.users.newcomer(), plan);
      const asker = await app.users.newcomer();
      await ask(asker, { plan_id: plan });
      expect((await admin.delete(`/api/admin/plans/${plan}`)).status).toBe(409);
      expect(await open(asker)).toMatchObject({ status: 'open' });
      expect(await subjectsTo(app.dir, asker.user.email)).toEqual([]);
    });

    it('does not outlive the plan when both come at the same moment', async () => {
      const askers = await Promise.all(Array.from({ length: 5 }, () => app.users.newcomer()));
      const plan = await makePlan('Gone at once');
      await Promise.all([
        ...askers.map((asker) => ask(asker, { plan_id: plan })),
        admin.delete(`/api/admin/plans/${plan}`),
      ]);
      for (const asker of askers) expect(await open(asker)).toEqual({ status: 'none' });
    });

    it('keeps nobody from asking for another if it is still open', async () => {
      const asker = await app.users.newcomer();
      const { id } = (await ask(asker, { plan_id: 2 })).body;
      await app.running.nest.get(Database).run('UPDATE plan_requests SET plan_id = 999 WHERE id = ?', [id]);
      expect(await open(asker)).toEqual({ status: 'none' });
      expect((await ask(asker, { plan_id: 1 })).status).toBe(201);
      expect(await open(asker)).toMatchObject({ plan_id: 1, status: 'open' });
      const { body } = await admin.get(`/api/admin/plan-requests?range=[0,9]&filter={"id":[${id}]}`);
      expect(body[0].status).toBe('declined');
    });
  });
});
