import { randomUUID } from 'node:crypto';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { keyed } from '../../support/keyed-calls';
import { subjectsTo } from '../../support/mails';

const app = useApp();
let admin: Client;
beforeAll(async () => {
  admin = await app.users.admin();
});

const ask = (user: Client, body: unknown) => user.post('/api/user/plan-request', body);
const open = async (user: Client) => (await user.get('/api/user/plan-request')).body;

describe('a request for a plan', () => {
  it('is open until an administrator gives any plan, and both sides get a mail', async () => {
    const user = await app.users.newcomer();
    expect(await open(user)).toEqual({ status: 'none' });
    const { status, body } = await ask(user, { plan_id: 2, message: '  For my shop.  ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      user_id: user.user.id,
      plan_id: 2,
      message: 'For my shop.',
      status: 'open',
      created_at: expect.any(String),
    });
    expect(await open(user)).toEqual(body);
    expect((await ask(user, { plan_id: 1 })).status).toBe(409);
    const listed = await admin.get('/api/admin/plan-requests?range=[0,9]&filter={"status":"open"}');
    expect(listed.body[0]).toEqual({
      ...body,
      user_name: 'Test User',
      user_email: user.user.email,
      plan_name: 'Growth',
    });
    await eventually(
      async () => subjectsTo(app.dir, 'admin@example.com'),
      (subjects) => subjects.includes(`${user.user.email} asks for the plan Growth`),
    );

    await app.users.grant(user, 1);
    expect(await open(user)).toEqual({ status: 'none' });
    const after = await admin.get(`/api/admin/plan-requests?range=[0,9]&filter={"id":[${body.id}]}`);
    expect(after.body[0].status).toBe('granted');
    await eventually(
      async () => subjectsTo(app.dir, user.user.email),
      (subjects) => subjects.includes('You have the plan Starter'),
    );
    expect((await ask(user, { plan_id: 2 })).body.error).toBe('conflict');
  });

  it('is answered when the plan that expired is extended', async () => {
    const user = await app.users.newcomer();
    const inHours = (hours: number) => new Date(app.clock.now() + hours * 3_600_000).toISOString();
    const given = { user_id: user.user.id, plan_id: 2, expires_at: inHours(1) };
    const { id } = (await admin.post('/api/admin/subscriptions', given)).body;
    app.clock.forward(2 * 3_600_000);
    const { body } = await ask(user, { plan_id: 1 });
    const extend = (hours: number) =>
      admin.put(`/api/admin/subscriptions/${id}`, { expires_at: inHours(hours) });

    expect((await extend(-0.5)).status).toBe(200);
    expect(await open(user)).toEqual(body);
    expect((await extend(24)).status).toBe(200);
    expect(await open(user)).toEqual({ status: 'none' });
    await eventually(
      async () => subjectsTo(app.dir, user.user.email),
      (subjects) => subjects.includes('You have the plan Growth'),
    );
  });

  it('is mailed to administrators twenty times an hour, and listed every time', async () => {
    const db = app.running.nest.get(Database);
    app.clock.forward(2 * 3_600_000);
    const users = await Promise.all(Array.from({ length: 22 }, () => app.users.newcomer()));
    for (const user of users) expect((await ask(user, { plan_id: 1 })).status).toBe(201);
    const mailed = async () => {
      const subjects = await subjectsTo(app.dir, 'admin@example.com');
      return users.filter(({ user }) => subjects.includes(`${user.email} asks for the plan Starter`)).length;
    };
    await eventually(
      () => db.rows('SELECT id FROM mails'),
      (rows) => rows.length === 0,
    );
    expect(await mailed()).toBe(20);
    const listed = await admin.get('/api/admin/plan-requests?range=[0,99]&filter={"status":"open"}');
    const ids = listed.body.map(({ user_id }: any) => user_id);
    expect(users.every(({ user }) => ids.includes(user.id))).toBe(true);
    app.clock.forward(3_600_000);
    const late = await app.users.newcomer();
    expect((await ask(late, { plan_id: 1 })).status).toBe(201);
    await eventually(
      async () => subjectsTo(app.dir, 'admin@example.com'),
      (subjects) => subjects.includes(`${late.user.email} asks for the plan Starter`),
    );
  });

  it('is declined once, stays in the list, and makes room for another', async () => {
    const user = await app.users.newcomer();
    const { id } = (await ask(user, { plan_id: 3 })).body;
    const declined = await admin.delete(`/api/admin/plan-requests/${id}`);
    expect([declined.status, declined.body.status]).toEqual([200, 'declined']);
    expect((await admin.delete(`/api/admin/plan-requests/${id}`)).status).toBe(409);
    expect((await admin.delete('/api/admin/plan-requests/99999')).status).toBe(404);
    expect(await open(user)).toEqual({ status: 'none' });
    expect((await ask(user, { plan_id: 3 })).status).toBe(201);
  });

  it('is declined once when two administrators answer it at once, and the other one learns how it was answered', async () => {
    const user = await app.users.newcomer();
    const { id } = (await ask(user, { plan_id: 3 })).body;
    const db = app.running.nest.get(Database);
    const atomically = db.atomically.bind(db);
    const spy = jest.spyOn(db, 'atomically').mockImplementationOnce(async (unit) => {
      expect((await admin.delete(`/api/admin/plan-requests/${id}`)).status).toBe(200);
      return atomically(unit);
    });
    const { status, body } = await admin.delete(`/api/admin/plan-requests/${id}`);
    spy.mockRestore();
    expect([status, body.message]).toEqual([
      409,
      'Only an open request can be declined; this one is declined.',
    ]);
  });

  it('says that there is no such plan only if the database says so, and repeats no other answer', async () => {
    const user = await app.users.newcomer();
    const db = app.running.nest.get(Database);
    const key = randomUUID();
    await db.run('ALTER TABLE plans RENAME TO elsewhere');
    const failed = await keyed(user, key, '/api/user/plan-request', { plan_id: 2 });
    await db.run('ALTER TABLE elsewhere RENAME TO plans');
    expect(failed.status).toBe(500);
    expect((await keyed(user, key, '/api/user/plan-request', { plan_id: 2 })).status).toBe(201);
  });

  it('names what is wrong with it', async () => {
    const user = await app.users.newcomer();
    const wrong = [
      {},
      { plan_id: 999 },
      { plan_id: '2' },
      { plan_id: 2, message: 'x'.repeat(2001) },
      { plan_id: [2] },
    ];
    const fields = [];
    for (const body of wrong) {
      const answer = await ask(user, body);
      expect(answer.status).toBe(422);
      fields.push(Object.keys(answer.body.errors)[0]);
    }
    expect(fields).toEqual(['plan_id', 'plan_id', 'plan_id', 'message', 'plan_id']);
    expect(await open(user)).toEqual({ status: 'none' });
  });

  it('is one for ten at once, and none beside a plan that is given at the same moment', async () => {
    const user = await app.users.newcomer();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(user, { plan_id: 2 })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);

    const other = await app.users.newcomer();
    await Promise.all([ask(other, { plan_id: 2 }), app.users.grant(other, 2)]);
    expect(await open(other)).toEqual({ status: 'none' });
  });

  it('tells the user and every administrator at once', async () => {
    const user = await app.users.newcomer();
    const topics = async (client: Client, act: () => Promise<unknown>) => {
      const reader = await listen(client);
      await act();
      return reader.next('subscriptions');
    };
    await topics(admin, () => ask(user, { plan_id: 2 }));
    await topics(user, () => app.users.grant(user, 2));
  });
});

/** The user's event stream. */
async function listen(client: Client) {
  const abort = new AbortController();
  const response = await fetch(`${client.url}/api/events`, {
    headers: { authorization: `Bearer ${client.token}`, accept: 'text/event-stream' },
    signal: abort.signal,
  });
  const reader = response.body!.getReader();
  await reader.read();
  return {
    async next(topic: string) {
      let text = '';
      while (!text.includes(`"${topic}"`)) text += Buffer.from((await reader.read()).value).toString();
      abort.abort();
      return text;
    },
  };
}
