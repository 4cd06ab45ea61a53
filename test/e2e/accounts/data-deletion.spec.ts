import { ConnectHousekeeping } from '../../../backend/connect/connect-housekeeping';
import { Database } from '../../../backend/database/database';
import type { Client } from '../../support/client';
import { Connecting, META_APP, offeredBy } from '../../support/connecting';
import type { PageSpec } from '../../support/fake-graph';
import { keyed } from '../../support/keyed-calls';
import { MetaRequests } from '../../support/meta-requests';
import { PublishingHarness } from '../../support/publishing-harness';

const PERSON = '7700770077';

let harness: PublishingHarness;
let meta: MetaRequests;
let connecting: Connecting;
let page: PageSpec;
beforeEach(async () => {
  harness = await PublishingHarness.start({
    env: { META_APP_ID: META_APP.id, META_APP_SECRET: META_APP.secret },
    graph: { app: META_APP },
  });
  meta = new MetaRequests(harness.app);
  connecting = new Connecting(harness.app);
  page = { ...harness.addPage({ instagram: true }), userToken: 'EAAB_PERSON', userId: PERSON };
  harness.fake.addPage(page);
});
afterEach(() => harness.end());

const db = () => harness.app.running.nest.get(Database);
const accountsOf = async (user: Client): Promise<any[]> => (await user.get('/api/accounts')).body;
const housekeeping = () => harness.app.running.nest.get(ConnectHousekeeping).tidy();

async function connected(): Promise<Client> {
  const user = await harness.app.users.subscriber();
  await choose(user);
  return user;
}

async function choose(user: Client): Promise<void> {
  const offer = offeredBy(await connecting.whole(user));
  const choice = { page_ids: [page.id], instagram_ids: [page.igId] };
  expect((await user.post(`/api/connect/${offer}`, choice)).status).toBe(201);
}

async function deleteData(person = PERSON): Promise<string> {
  const { status, body } = await meta.deleteData(person);
  expect(status).toBe(200);
  expect(body.confirmation_code).toMatch(/^[0-9A-Za-z]{20,}$/);
  expect(body.url).toMatch(new RegExp(`^https?://[^/]+/data-deletion/${body.confirmation_code}$`));
  return body.confirmation_code;
}

async function pageOf(code: string) {
  const answer = await fetch(`${harness.app.url}/data-deletion/${code}`, {
    headers: { accept: 'text/html' },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const rowsOf = (person = PERSON) => db().rows<any>('SELECT * FROM accounts WHERE meta_user_id = ?', [person]);

it('forgets answers that name the accounts, and does not make their calls again', async () => {
  const user = await harness.app.users.subscriber();
  const path = `/api/connect/${offeredBy(await connecting.whole(user))}`;
  const connect = () => keyed(user, 'once', path, { page_ids: [page.id], instagram_ids: [] });
  expect((await connect()).status).toBe(201);
  expect((await connect()).headers.get('idempotency-replayed')).toBe('true');
  await deleteData();
  expect((await connect()).status).toBe(409);
  expect(await db().rows('SELECT id FROM keyed_calls WHERE answer IS NOT NULL')).toEqual([]);
  expect(await accountsOf(user)).toEqual([]);
});

it('removes the accounts, the tokens and the names, and shows that it is done', async () => {
  const user = await connected();
  const posted = await harness.post({ client: user, page }, 'Published before');
  await harness.runToEnd({ client: user, page }, posted);
  await user.post(`/api/connect/${offeredBy(await connecting.whole(user))}`, { page_ids: [page.id] });
  const waiting = await harness.post({ client: user, page }, 'Waits', { at: null });

  const code = await deleteData();
  expect(await accountsOf(user)).toEqual([]);
  expect(await rowsOf()).toEqual([]);
  const rows = await db().rows<any>('SELECT * FROM accounts WHERE user_id = ?', [user.user.id]);
  for (const row of rows)
    expect(row).toMatchObject({
      name: null,
      token: null,
      given_token: null,
      picture_key: null,
      is_default: null,
    });
  const sessions = await db().rows('SELECT id FROM connect_sessions WHERE user_id = ?', [user.user.id]);
  expect(sessions).toEqual([]);
  expect((await user.get(`/api/videos/${posted}`)).body).toMatchObject({
    status: 'published',
    account: { name: null },
  });
  expect((await user.get(`/api/videos/${waiting}`)).body).toMatchObject({ status: 'pending', account: null });
  expect((await user.get('/api/user')).body).toMatchObject({ page_id: null, has_access_token: false });

  const { status, headers, text } = await pageOf(code);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('Done');
  expect(text).not.toMatch(new RegExp(`<script|${PERSON}|${page.id}|${page.name}`));
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sha256-/);
  const [deletion] = await db().rows<any>('SELECT * FROM data_deletions WHERE code = ?', [code]);
  expect(deletion.meta_user_id).toBeNull();
});

it('lets the oldest account that remains become the default, and posts go out there', async () => {
  const user = await connected();
  const other = harness.addPage();
  await user.post('/api/accounts', { access_token: other.token, page_id: other.id });
  await deleteData();
  expect(await accountsOf(user)).toMatchObject([{ remote_id: other.id, is_default: 1, status: 'connected' }]);
  const id = await harness.post({ client: user, page: other }, 'On the other');
  expect((await harness.runToEnd({ client: user, page: other }, id)).status).toBe('published');
  expect(harness.fake.violations()).toEqual([]);
});

it('waits for a post that is just going public, and removes the account after it', async () => {
  const user = await connected();
  const account = { client: user, page };
  let goOn = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => (goOn = resolve));
  const forget = harness.fake.onCall('feed', () => isHeld);
  const id = await harness.post(account, 'Going public', { of: 'photo.jpg', path: '/api/photos' });
  await harness.fake.waitForCall('feed');

  const code = await deleteData();
  expect((await pageOf(code)).text).toContain('In progress');
  // On Instagram nothing is going public.
  expect(await accountsOf(user)).toMatchObject([{ network: 'facebook', status: 'paused', name: null }]);
  for (const row of await rowsOf()) expect([row.token, row.given_token]).toEqual([null, null]);
  await housekeeping();
  expect((await pageOf(code)).text).toContain('In progress');

  forget();
  goOn();
  expect((await harness.runToEnd(account, id)).status).toBe('published');
  await housekeeping();
  expect((await pageOf(code)).text).toContain('Done');
  expect(await accountsOf(user)).toEqual([]);
  expect(harness.fake.published().map(({ caption }) => caption)).toEqual(['Going public']);
  expect(harness.fake.violations()).toEqual([]);
});

it('ends a post that is being processed and cannot be read back any more', async () => {
  const user = await connected();
  const account = { client: user, page };
  harness.fake.fault({ on: 'reels.finish', do: { stuckProcessing: 3_600_000 } });
  // Nobody looks at the post again meanwhile.
  harness.stopClock();
  const id = await harness.post(account, 'Being processed');
  expect((await harness.untilIdle(id)).status).toBe('uploaded');
  const code = await deleteData();
  const { body } = await user.get(`/api/videos/${id}`);
  expect(body).toMatchObject({
    status: 'failed',
    account: null,
    upload_error: 'It could not be confirmed whether this was posted; check your page before retrying.',
  });
  expect((await pageOf(code)).text).toContain('Done');
  expect(await accountsOf(user)).toEqual([]);
  const { body: plan } = await user.get('/api/user/subscription');
  expect(plan.submissions.used).toBe(0);
  expect(harness.fake.violations()).toEqual([]);
});

it('leaves an account that was connected again while the deletion waited', async () => {
  const user = await connected();
  await db().run('INSERT INTO data_deletions (code, meta_user_id, requested_at) VALUES (?, ?, ?)', [
    'f'.repeat(32),
    PERSON,
    harness.now() - 60_000,
  ]);
  await housekeeping();
  expect(await accountsOf(user)).toMatchObject([{ status: 'connected' }, { status: 'connected' }]);
  expect((await pageOf('f'.repeat(32))).text).toContain('Done');
});

it('may be asked for again, by anybody, and forgets after a year', async () => {
  const user = await connected();
  const codes = [
    await deleteData(),
    await deleteData(),
    await deleteData('12'),
    await deleteData('unheard-of'),
  ];
  expect(new Set(codes).size).toBe(4);
  for (const code of codes) expect((await pageOf(code)).text).toContain('Done');
  await choose(user);
  expect(await accountsOf(user)).toMatchObject([{ is_default: 1, name: page.name }, { is_default: 1 }]);
  await housekeeping();
  expect(await accountsOf(user)).toHaveLength(2);
  harness.forward(366 * 86_400_000);
  await housekeeping();
  expect((await pageOf(codes[0]!)).status).toBe(404);
});

it('forgets accounts that were removed before, with their names', async () => {
  const user = await connected();
  for (const { id } of await accountsOf(user)) await user.delete(`/api/accounts/${id}`);
  expect((await rowsOf()).map(({ name }) => name)).not.toContain(null);
  await deleteData();
  const rows = await db().rows<any>('SELECT name, meta_user_id FROM accounts WHERE user_id = ?', [
    user.user.id,
  ]);
  expect(rows).toEqual(Array(2).fill({ name: null, meta_user_id: null }));
});

it.each(['x', '0'.repeat(32), '%00', `${'a'.repeat(32)}%20`, '1 OR 1=1', 'A'.repeat(32)])(
  'knows no request with the code %p',
  async (code) => {
    const { status, text, headers } = await pageOf(encodeURI(code));
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('This code is not known');
  },
);
