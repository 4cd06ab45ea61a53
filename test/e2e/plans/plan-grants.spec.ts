import { randomUUID } from 'node:crypto';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { keyed } from '../../support/keyed-calls';
import { mailsOf } from '../../support/mails';
import { daysFromNow, GROWTH_PLAN, STUDIO_PLAN } from '../../support/users';

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

describe('a plan that began in the past', () => {
  it.each([
    ['its end', { starts_at: daysFromNow(-365), expires_at: daysFromNow(-335) }],
    ['its duration', { starts_at: daysFromNow(-365) }],
  ])('ends no other if it is over by %s', async (_, period) => {
    const user = await app.users.newcomer();
    const running = await app.users.grant(user, GROWTH_PLAN);
    const { status, body } = await give(user, STUDIO_PLAN, period);
    expect([status, body.status]).toEqual([201, 'expired']);
    expect((await admin.get(`/api/admin/subscriptions/${running.id}`)).body).toEqual(running);
    expect((await user.get('/api/captions')).status).toBe(200);
  });

  it('is active if it still runs', async () => {
    const user = await app.users.newcomer();
    const { status, body } = await give(user, GROWTH_PLAN, { starts_at: daysFromNow(-5) });
    expect([status, body.status]).toEqual([201, 'active']);
  });
});

describe('the period of a plan', () => {
  it.each(['2199', '2199-05', '12:30', 'T12:30', '21990', '2199-W20-3', '2199-13-01', '2199-05-01T25:00'])(
    'does not begin or end at %j',
    async (text) => {
      const user = await app.users.newcomer();
      for (const field of ['starts_at', 'expires_at']) {
        const { status, body } = await give(user, GROWTH_PLAN, { [field]: text });
        expect([field, status, Object.keys(body.errors ?? {})]).toEqual([field, 422, [field]]);
      }
      expect((await user.get('/api/user/subscription')).body).toEqual({ status: 'no_subscription' });
    },
  );

  it.each([
    ['2199-05-01', '2199-05-01T00:00:00.000Z'],
    ['2199-05-01 12:30', '2199-05-01T12:30:00.000Z'],
    [' 2199-05-01T12:30:00+05:30 ', '2199-05-01T07:00:00.000Z'],
    ['2199-05-01T12:30:00.123Z', '2199-05-01T12:30:00.123Z'],
    ['21990501T123000Z', '2199-05-01T12:30:00.000Z'],
  ])('ends at %j', async (text, instant) => {
    const { body } = await give(await app.users.newcomer(), GROWTH_PLAN, { expires_at: text });
    expect(body.expires_at).toBe(instant);
  });
});

describe('the mail that answers a request', () => {
  const mailTo = (user: Client) =>
    eventually(
      async () => (await mailsOf(app.dir)).find((mail) => mail.header('to')?.includes(user.user.email)),
      (mail) => mail !== undefined,
    );

  it('says on which day of the user a plan begins that has not begun', async () => {
    const user = await app.users.newcomer({ timezone: 'Asia/Kolkata' });
    await user.post('/api/user/plan-request', { plan_id: GROWTH_PLAN });
    // Midnight of the 17th there, and a minute before midnight.
    const period = { starts_at: '2099-12-16T18:30:00Z', expires_at: '2100-01-15T18:29:00Z' };
    await app.users.grant(user, GROWTH_PLAN, period);
    const mail = await mailTo(user);
    expect(mail?.header('subject')).toBe('Your plan Growth begins on December 17, 2099');
    expect(mail?.text).toContain(
      'An administrator gave you the plan Growth. It begins on December 17, 2099 and runs until January 15, 2100.',
    );
  });

  it('says until which day of the user a plan runs that has begun', async () => {
    const user = await app.users.newcomer({ timezone: 'America/New_York' });
    await user.post('/api/user/plan-request', { plan_id: GROWTH_PLAN });
    await app.users.grant(user, GROWTH_PLAN, { expires_at: '2100-01-16T04:59:00Z' });
    const mail = await mailTo(user);
    expect(mail?.header('subject')).toBe('You have the plan Growth');
    expect(mail?.text).toContain(
      'An administrator gave you the plan Growth. It runs until January 15, 2100.',
    );
  });
});
