import { databaseEnv, useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { eachDatabase } from '../../support/databases';
import { GROWTH_PLAN, STUDIO_PLAN } from '../../support/users';

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

  describe('a plan that begins later', () => {
    it('cuts the one that runs, which gets its end back when the later one is ended before it begins', async () => {
      const running = await give(GROWTH_PLAN, 0, 30);
      const later = await give(STUDIO_PLAN, 5, 40);
      expect((await read(running)).expires_at).toBe(inHours(5));
      expect(await read(later)).toMatchObject({ status: 'inactive', ended_at: null });
      expect((await end(later)).body).toMatchObject({ status: 'inactive', ended_at: inHours(0) });
      expect(await read(running)).toEqual(running);
      app.clock.forward(6 * HOUR_MS);
      expect(await hasPlan()).toBe(true);
    });

    it('does not give it back once it has begun', async () => {
      const running = await give(GROWTH_PLAN, 0, 30);
      const later = await give(STUDIO_PLAN, 1, 40);
      app.clock.forward(HOUR_MS);
      await end(later);
      expect(await read(running)).toMatchObject({ status: 'expired', expires_at: later.starts_at });
      expect(await hasPlan()).toBe(false);
    });

    it('gives back no more than up to the next one that begins later', async () => {
      const running = await give(GROWTH_PLAN, 0, 30);
      const last = await give(GROWTH_PLAN, 20, 40);
      const between = await give(STUDIO_PLAN, 5, 10);
      expect((await read(last)).ended_at).toBeNull();
      await end(between);
      expect((await read(running)).expires_at).toBe(inHours(20));
      await end(last);
      expect(await read(running)).toEqual(running);
    });

    it('gives back the first end of a plan that several have cut', async () => {
      const running = await give(GROWTH_PLAN, 0, 30);
      await give(GROWTH_PLAN, 20, 40);
      const sooner = await give(STUDIO_PLAN, 5, 40);
      await end(sooner);
      expect(await read(running)).toEqual(running);
    });

    it('gives back no end that was chosen since', async () => {
      const running = await give(GROWTH_PLAN, 0, 30);
      const later = await give(STUDIO_PLAN, 5, 40);
      await extend(running, 4);
      await end(later);
      expect((await read(running)).expires_at).toBe(inHours(4));
    });

    it('gives nothing back to a plan that was ended', async () => {
      const running = await give(GROWTH_PLAN, 0, 30);
      const later = await give(STUDIO_PLAN, 5, 40);
      await end(running);
      await end(later);
      expect(await read(running)).toMatchObject({ status: 'inactive', expires_at: inHours(5) });
    });

    it('is not what anybody sees once it was ended before it began', async () => {
      await give(GROWTH_PLAN, 0, 5);
      await end(await give(STUDIO_PLAN, 10, 40));
      app.clock.forward(6 * HOUR_MS);
      const { body: own } = await user.get('/api/user/subscription');
      expect(own).toMatchObject({ subscription_status: 'expired', plan: { name: 'Growth' } });
      const { body: listed } = await admin.get(`/api/admin/users/${user.user.id}`);
      expect(listed.subscription).toMatchObject({ status: 'expired', plan: 'Growth' });
    });

    it('has the day on which it was ended as its last one', async () => {
      const running = await give(GROWTH_PLAN, 0, 240);
      app.clock.forward(HOUR_MS);
      await end(running);
      const { body } = await user.get('/api/user/subscription');
      expect(body).toMatchObject({
        subscription_status: 'inactive',
        expiry: { date: inHours(0), days_left: 0 },
      });
    });

    it('stays when another one is given that ends before it begins', async () => {
      const year = await give(STUDIO_PLAN, 30, 400);
      await give(GROWTH_PLAN, 0, 30);
      expect(await read(year)).toEqual(year);
    });

    it('is replaced when another one is given that still runs when it would begin', async () => {
      const later = await give(STUDIO_PLAN, 30, 400);
      await give(GROWTH_PLAN, 0, 31);
      expect(await read(later)).toMatchObject({ status: 'inactive', ended_at: inHours(0) });
    });
  });
});
