import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { GROWTH_PLAN } from '../../support/users';

const HOUR_MS = 3_600_000;

const app = useApp();
let admin: Client;
let user: Client;
beforeAll(async () => {
  app.clock.stop();
  admin = await app.users.admin();
});
beforeEach(async () => {
  user = await app.users.newcomer();
});

const inHours = (hours: number) => new Date(app.clock.now() + hours * HOUR_MS).toISOString();
const give = (starts: number, ends: number) =>
  app.users.grant(user, GROWTH_PLAN, { starts_at: inHours(starts), expires_at: inHours(ends) });
const read = async ({ id }: any) => (await admin.get(`/api/admin/subscriptions/${id}`)).body;
const put = (id: number, body: object) => admin.put(`/api/admin/subscriptions/${id}`, body);
const hasPlan = async () => (await user.get('/api/captions')).status === 200;

/** As an edit form of react-admin does: with every field of the record that it read. */
describe('a whole record that is saved', () => {
  it('extends a plan that has not begun, and does not end it', async () => {
    const record = await give(1, 5);
    expect(record.status).toBe('inactive');
    const expires_at = inHours(9);
    const { status, body } = await put(record.id, { ...record, expires_at });
    expect([status, body]).toEqual([200, { ...record, expires_at }]);
    app.clock.forward(HOUR_MS);
    expect(await hasPlan()).toBe(true);
  });

  it('extends a plan that expired meanwhile', async () => {
    const record = await give(0, 1);
    app.clock.forward(2 * HOUR_MS);
    const expires_at = inHours(3);
    const { status, body } = await put(record.id, { ...record, expires_at });
    expect([status, body]).toEqual([200, { ...record, expires_at }]);
    expect(await hasPlan()).toBe(true);
  });

  it('extends a plan whatever its status says then', async () => {
    const record = await give(0, 1);
    const expires_at = inHours(3);
    const { body } = await put(record.id, { ...record, expires_at, status: 'inactive' });
    expect(body).toEqual({ ...record, expires_at });
  });

  it.each([
    ['runs', 0, 1, 0],
    ['has not begun', 1, 2, 0],
    ['has expired', 0, 1, 2],
  ])('changes nothing of a plan that %s if nothing in it was changed', async (_, starts, ends, later) => {
    const record = await give(starts, ends);
    app.clock.forward(later * HOUR_MS);
    const { status, body } = await put(record.id, record);
    expect([status, body]).toEqual([200, await read(record)]);
    const expires_at = inHours(8);
    expect((await put(record.id, { ...record, expires_at })).body).toMatchObject({ expires_at });
  });

  it('ends a plan that runs if its status was changed', async () => {
    const record = await give(0, 5);
    const { body } = await put(record.id, { ...record, status: 'inactive' });
    expect([body.status, await hasPlan()]).toEqual(['inactive', false]);
    expect(await put(record.id, body)).toMatchObject({ status: 200, body });
    expect((await put(record.id, { ...body, expires_at: inHours(9) })).status).toBe(409);
  });
});

describe('a change of the status alone', () => {
  it.each([
    ['runs', 0],
    ['has not begun', 1],
  ])('ends a plan that %s', async (_, starts) => {
    const { id } = await give(starts, 5);
    expect((await put(id, { status: 'inactive' })).status).toBe(200);
    app.clock.forward(2 * HOUR_MS);
    expect(await hasPlan()).toBe(false);
  });

  it.each(['active', 'expired', 'active!'])('to %j is none', async (status) => {
    const { id } = await give(0, 5);
    await put(id, { status: 'inactive' });
    expect(await put(id, { status })).toMatchObject({
      status: 422,
      body: { errors: { status: [EXPLAINED] } },
    });
  });

  it('to what is no status is refused, whatever else was sent', async () => {
    const record = await give(0, 5);
    const { status, body } = await put(record.id, { status: 'active!', expires_at: inHours(9) });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['status']]);
    expect(await read(record)).toEqual(record);
  });

  const EXPLAINED = "status takes only 'inactive', which ends the subscription.";
});
