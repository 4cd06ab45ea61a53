import { AccountPictures } from '../../../backend/accounts/connection/account-pictures';
import { startTestApp, type TestApp } from '../../support/app';
import type { Client } from '../../support/client';
import { FakeGraph, metaError, type PageSpec } from '../../support/fake-graph';
import { fixture } from '../../support/media';
import { Database } from '../../../backend/database/database';
import { SecretCipher } from '../../../backend/config/secret-cipher';
import { nowToPost } from '../../support/post-times';

const APP = { id: '123456789012345', secret: 'the-secret-of-the-app' };
const SOON_S = Math.floor(Date.now() / 1000) + 3000;

let fake: FakeGraph;
let app: TestApp;
let pages = 0;
beforeAll(async () => {
  fake = new FakeGraph({ processingMs: 50, app: APP });
  await fake.start();
  app = await startTestApp({ fake, env: { META_APP_ID: APP.id, META_APP_SECRET: APP.secret } });
  // It asks the network once a minute, beside the calls that are looked at here.
  jest.spyOn(app.running.nest.get(AccountPictures), 'round').mockResolvedValue();
});
afterAll(async () => {
  await app.end();
  await fake.stop();
});
afterEach(() => {
  fake.clearFaults();
  expect(fake.violations()).toEqual([]);
});

/** Of a person whose token ends within the hour, and with it what comes of it. */
function newPage(more: Partial<PageSpec> = {}): PageSpec & { userToken: string } {
  const n = ++pages;
  const page = {
    id: `90090090090090${n}`,
    name: `Page ${n}`,
    token: `EAAB_APP_${n}_`,
    userToken: `EAAB_APP_USER_${n}_`,
    igId: `1784140000000040${n}`,
    expiresAt: SOON_S,
    ...more,
  };
  fake.addPage(page);
  return page;
}

const connection = async (user: Client) => (await user.get('/api/user/connection')).body;
const save = (user: Client, settings: object) => user.put('/api/user/facebook-settings', settings);
const nameOf = (calls: { name: string; token: string }[]) =>
  calls.map(({ name, token }) => `${name} ${token}`);

async function stored(user: Client): Promise<{ users: string | null; page: string | null }> {
  const { nest } = app.running;
  const row = await nest
    .get(Database)
    .row<{ given: string; token: string }>(
      'SELECT given_token AS given, token FROM accounts WHERE user_id = ? AND is_default = 1',
      [user.user.id],
    );
  const open = (sealed: string) =>
    nest.get(SecretCipher).decrypt(sealed, `users:${user.user.id}:access_token`);
  return { users: open(row!.given), page: open(row!.token) };
}

describe('with an app at Meta', () => {
  it.each(['userToken', 'token'] as const)(
    'exchanges a pasted %s at once for one that never ends',
    async (which) => {
      const page = newPage();
      const user = await app.users.newcomer();
      const before = fake.history().length;
      const { status, body } = await save(user, { access_token: page[which], page_id: page.id });
      expect([status, body]).toMatchObject([200, { access_token_last4: page[which].slice(-4) }]);
      expect((await connection(user)).facebook).toMatchObject({
        status: 'connected',
        expires_at: null,
        missing_permissions: [],
      });
      const [first, ...rest] = fake.history().slice(before);
      expect(first).toMatchObject({
        name: 'oauth',
        method: 'GET',
        params: { grant_type: 'fb_exchange_token' },
      });
      expect(nameOf(rest)).toContain('debug_token app');
      expect(await stored(user)).toEqual({ users: `${page[which]}LONG`, page: `${page.token}LONG` });
      // What was exchanged is not exchanged again by a check.
      await user.post('/api/user/connection/check');
      expect(
        fake
          .history()
          .slice(before)
          .filter(({ name }) => name === 'oauth'),
      ).toHaveLength(1);
    },
  );

  it('reads the end and the permissions with the token of the app', async () => {
    const page = newPage({ scopes: ['pages_show_list'] });
    const { body } = await (
      await app.users.newcomer()
    ).post('/api/user/connection/inspect', {
      access_token: page.userToken,
    });
    expect(body).toMatchObject({
      kind: 'user',
      expires_at: new Date(SOON_S * 1000).toISOString(),
      pages: [{ page_id: page.id }],
    });
    expect(body.missing_permissions).toHaveLength(4);
  });

  it.each([
    ['refused', metaError(100, null, 'This token belongs to another app.')],
    ['refused as a token', metaError(190, 463, 'Session has expired.')],
  ])('judges a token as it is when its exchange is %s', async (_name, refusal) => {
    const page = newPage();
    const user = await app.users.newcomer();
    fake.fault({ on: 'oauth', do: refusal });
    expect((await save(user, { access_token: page.token, page_id: page.id })).status).toBe(200);
    expect((await connection(user)).facebook).toMatchObject({
      status: 'connected',
      expires_at: new Date(SOON_S * 1000).toISOString(),
    });
  });

  it('saves a token that cannot be exchanged just now, and exchanges it when it is verified', async () => {
    const page = newPage();
    const user = await app.users.newcomer();
    fake.fault({ on: 'oauth', times: 9, do: { cut: 'before' } });
    expect((await save(user, { access_token: page.userToken, page_id: page.id })).status).toBe(200);
    expect((await connection(user)).facebook.status).toBe('unverified');
    fake.clearFaults();
    const { body } = await user.post('/api/user/connection/check');
    expect(body.facebook).toMatchObject({ status: 'connected', expires_at: null });
    expect(await stored(user)).toEqual({ users: `${page.userToken}LONG`, page: `${page.token}LONG` });
  });

  it("says that the app's secret is wrong, and not that the network is away", async () => {
    const page = newPage();
    const user = await app.users.newcomer();
    fake.fault({ on: 'oauth', times: 9, do: metaError(1, null, 'Error validating client secret.') });
    const { status, body } = await save(user, { access_token: page.userToken, page_id: page.id });
    fake.clearFaults();
    expect([status, body.errors.access_token]).toEqual([422, [expect.stringMatching(/META_APP_SECRET/)]]);
  });

  it('answers 422 to a bad token as well', async () => {
    const { status, body } = await save(await app.users.newcomer(), {
      access_token: 'EAAB_bad',
      page_id: '123',
    });
    expect([status, body.errors]).toEqual([422, { access_token: [expect.stringMatching(/190/)] }]);
    expect(JSON.stringify(body)).not.toContain(APP.secret);
  });

  it('sends the proof with every call of a publication', async () => {
    const user = await app.users.subscriber();
    const page = newPage();
    const settings = { access_token: page.userToken, page_id: page.id, instagram_page_id: page.igId };
    expect((await save(user, settings)).status).toBe(200);
    const files: Array<[string, string]> = [
      ['/api/videos', 'portrait.mp4'],
      ['/api/instagram/videos', 'portrait.mp4'],
      ['/api/photos', 'photo.jpg'],
    ];
    for (const [path, file] of files)
      expect(
        (
          await user.upload(
            path,
            [fixture(file)],
            { scheduled_for: [(await nowToPost()).toISOString()] },
            path.endsWith('photos') ? 'photos' : 'videos',
          )
        ).status,
      ).toBe(201);
    await fake.waitForPublished(3);
    const proofs = fake
      .history()
      .filter(({ host, name }) => host === 'graph' && name !== 'oauth')
      .map(({ params }) => params.appsecret_proof);
    expect(new Set(proofs)).toEqual(new Set(['…']));
  });
});
