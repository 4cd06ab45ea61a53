import { databaseEnv, useApp } from '../support/app';
import type { Client } from '../support/client';
import { eachDatabase } from '../support/databases';
import { GROWTH_PLAN, STUDIO_PLAN } from '../support/users';

const HOUR_MS = 3_600_000;

eachDatabase((_name, makeConfig) => {
  const app = useApp(async () => ({ env: databaseEnv(await makeConfig()) }));
  let admin: Client;
  let user: Client;
  beforeAll(async () => {
    app.clock.stop();
    admin = await app.users.admin();
  });
  beforeEach(async () => {
    user = await app.users.newcomer({ timezone: 'Asia/Kolkata' });
  });

  const inHours = (hours: number) => new Date(app.clock.now() + hours * HOUR_MS).toISOString();
  const give = (plan: number, starts: number, ends: number) =>
    app.users.grant(user, plan, { starts_at: inHours(starts), expires_at: inHours(ends) });
  const read = async ({ id }: any) => (await admin.get(`/api/admin/subscriptions/${id}`)).body;
  const put = ({ id }: any, body: object) => admin.put(`/api/admin/subscriptions/${id}`, body);
  const extend = (of: any, hours: number) => put(of, { expires_at: inHours(hours) });
  const end = (of: any) => put(of, { status: 'inactive' });
  const hasPlan = async () => (await user.get('/api/captions')).status === 200;

  describe('a longer period', () => {
    it('is refused for a plan that another one has replaced', async () => {
      const replaced = await give(GROWTH_PLAN, 0, 20);
      app.clock.forward(HOUR_MS);
      const running = await give(STUDIO_PLAN, 0, 20);
      const { status, body } = await extend(replaced, 30);
      expect([status, body.message]).toEqual([409, 'Studio runs now. Extend it instead, or end it first.']);
      expect((await read(replaced)).status).toBe('expired');
      await end(running);
      expect(await hasPlan()).toBe(false);
      expect((await extend(replaced, 30)).body.status).toBe('active');
      expect(await hasPlan()).toBe(true);
    });

    it('is refused beyond the begin of a later plan', async () => {
      const first = await give(GROWTH_PLAN, 0, 5);
      const later = await app.users.grant(user, STUDIO_PLAN, {
        starts_at: '2099-12-16T18:30:00Z',
        expires_at: '2100-01-15T18:29:00Z',
      });
      const { status, body } = await put(first, { expires_at: '2099-12-16T18:30:01Z' });
      expect([status, body.message]).toEqual([
        409,
        'Studio begins on December 17, 2099. Choose an earlier end, or end Studio first.',
      ]);
      expect(await read(first)).toEqual(first);
      expect((await put(first, { expires_at: '2099-12-16T18:30:00Z' })).status).toBe(200);
      await end(later);
      expect((await put(first, { expires_at: '2100-12-16T18:30:00Z' })).status).toBe(200);
    });

    it('is refused for a plan that has expired while one runs that began before it', async () => {
      const longer = await give(GROWTH_PLAN, 0, 9);
      const shorter = await give(STUDIO_PLAN, 1, 2);
      app.clock.forward(3 * HOUR_MS);
      expect((await extend(longer, 9)).status).toBe(200);
      expect((await extend(shorter, 9)).body.message).toBe(
        'Growth runs now. Extend it instead, or end it first.',
      );
    });

    it('is given to the plan that runs, whatever came before it', async () => {
      await give(GROWTH_PLAN, 0, 20);
      app.clock.forward(HOUR_MS);
      const running = await give(STUDIO_PLAN, 0, 20);
      expect((await extend(running, 40)).body.expires_at).toBe(inHours(40));
    });
  });
});
