import { PAGE, useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { metaError, type PageSpec } from '../../support/fake-graph';
const ENDS = 1_900_000_000;

// Without a publisher, which asks the network for pictures while calls are counted here.
const app = useApp({ env: { ROLE: 'api' } });
let admin: Client;
let user: Client;
let pages = 0;
beforeAll(async () => {
  admin = await app.users.admin();
});
afterEach(() => {
  app.fake.clearFaults();
  expect(app.fake.violations()).toEqual([]);
});

const inspect = (access_token: unknown, by = user) =>
  by.post('/api/user/connection/inspect', { access_token });
const connection = async () => (await user.get('/api/user/connection')).body;

function newPage(more: Partial<PageSpec> = {}): PageSpec {
  const n = ++pages;
  const page = {
    id: `80080080080080${n}`,
    name: `Page ${n}`,
    token: `EAAB_LOOK_${n}_`,
    userToken: `EAAB_LOOK_USER_${n}_`,
    igId: `1784140000000030${n}`,
    igUsername: `page.${n}`,
    ...more,
  };
  app.fake.addPage(page);
  return page;
}

const offered = ({ id, name, igId, igUsername }: PageSpec) => ({
  page_id: id,
  name,
  instagram: igId ? { id: igId, username: igUsername } : null,
});

const withNewcomer = () =>
  beforeEach(async () => {
    user = await app.users.newcomer();
  });

describe('what is refused without asking the network', () => {
  it.each([
    ['', 'Enter the access token.'],
    [undefined, 'Enter the access token.'],
    [null, 'Enter the access token.'],
    [['a'], 'Enter the access token.'],
    ['two words', 'An access token has no spaces and only plain letters, digits and signs.'],
    ['two\nlines', 'An access token has no spaces and only plain letters, digits and signs.'],
    ['x'.repeat(10_240), 'An access token has at most 4096 characters.'],
  ])('refuses what is no token: %#', async (token, sentence) => {
    const before = app.fake.history().length;
    const { status, body } = await inspect(token, admin);
    expect([status, body.errors]).toEqual([422, { access_token: [sentence] }]);
    expect(app.fake.history()).toHaveLength(before);
  });

  it.each(['0123', '１２３', '12 3', '+123'])('refuses what is no page: %j', async (page_id) => {
    const { status, body } = await admin.put('/api/user/facebook-settings', {
      access_token: PAGE.token,
      page_id,
    });
    expect([status, body.errors]).toEqual([422, { page_id: ['A page id has 1 to 20 digits.'] }]);
  });
});

describe('POST /user/connection/inspect', () => {
  withNewcomer();

  it("tells a page's token and its page, and keeps nothing", async () => {
    const page = newPage();
    const before = await user.get('/api/user');
    const { status, body } = await inspect(`  ${page.token}\n`);
    expect([status, body]).toEqual([
      200,
      { kind: 'page', expires_at: null, missing_permissions: [], pages: [offered(page)] },
    ]);
    expect((await user.get('/api/user')).body).toEqual(before.body);
    expect((await connection()).facebook.status).toBe('missing');
  });

  it("tells a user's token and all pages of theirs", async () => {
    const page = newPage({ expiresAt: ENDS });
    const rest = Array.from({ length: 230 }, () =>
      newPage({ userToken: page.userToken, userId: `77${page.id}`, igId: undefined }),
    );
    const { status, body } = await inspect(page.userToken);
    expect([status, body]).toEqual([
      200,
      {
        kind: 'user',
        expires_at: new Date(ENDS * 1000).toISOString(),
        missing_permissions: [],
        pages: [page, ...rest].map(offered),
      },
    ]);
  });

  it('lists what is missing, and null where that cannot be read', async () => {
    const poor = newPage({ scopes: ['pages_show_list', 'instagram_basic', 'email'] });
    expect((await inspect(poor.token)).body.missing_permissions).toEqual([
      'pages_read_engagement',
      'pages_manage_posts',
      'instagram_content_publish',
    ]);
    expect((await inspect(newPage({ scopes: null }).token)).body.missing_permissions).toBeNull();
    app.fake.fault({
      on: 'debug_token',
      do: metaError(100, null, '(#100) You must provide an app access token'),
    });
    const { status, body } = await inspect(newPage({ expiresAt: ENDS }).token);
    expect([status, body]).toMatchObject([200, { expires_at: null, missing_permissions: null }]);
  });

  it('is a 422 for a bad token, with the reason of the network', async () => {
    const { status, body } = await inspect('EAAB_wrong');
    expect([status, body.error, body.errors]).toEqual([
      422,
      'validation_failed',
      { access_token: [expect.stringMatching(/Invalid OAuth access token.*190/)] },
    ]);
    const page = newPage();
    app.fake.revoke(page.token, 463, 'Session has expired.');
    expect((await inspect(page.token)).body.errors.access_token[0]).toMatch(/Session has expired/);
  });

  it.each(['me', 'me.accounts'])('is a 503 while the network cannot be reached (%s)', async (on) => {
    const page = newPage();
    for (const fault of [{ cut: 'before' as const }, metaError(2, null, 'Service temporarily unavailable')]) {
      app.fake.clearFaults();
      app.fake.fault({ on, times: 9, do: fault });
      const { status, body, headers } = await inspect(page.userToken);
      expect([status, body.error]).toEqual([503, 'unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('ends although the network leads around in a circle', async () => {
    const page = newPage();
    app.fake.fault({
      on: 'me.accounts',
      times: 99,
      do: {
        status: 200,
        body: {
          data: [{ id: page.id, name: page.name, access_token: page.token }],
          paging: {
            cursors: { before: 'A', after: 'A' },
            next: `${app.fake.graphUrl}/v26.0/me/accounts?after=A`,
          },
        },
      },
    });
    const before = app.fake.history('me.accounts').length;
    const { body } = await inspect(page.userToken);
    expect(body.pages).toEqual([{ page_id: page.id, name: page.name, instagram: null }]);
    expect(app.fake.history('me.accounts').length - before).toBe(2);
  });

  it('ends although the network never stops telling of pages', async () => {
    let n = 0;
    const endless = app.fake.onCall('me.accounts', () => {
      const at = String(++n);
      app.fake.clearFaults();
      app.fake.fault({
        on: 'me.accounts',
        do: {
          status: 200,
          body: { data: [{ id: at, name: at }], paging: { cursors: { after: at }, next: 'x' } },
        },
      });
    });
    const { status } = await inspect(newPage().userToken);
    endless();
    expect(status).toBe(200);
    expect(n).toBeLessThanOrEqual(25);
  });

  it('counts as a check: ten a minute together, and is for those who are signed in', async () => {
    for (let n = 0; n < 5; n++) {
      expect((await inspect('EAAB_wrong')).status).toBe(422);
      expect((await user.post('/api/user/connection/check')).status).toBe(200);
    }
    const asked = app.fake.history().length;
    for (const { status, headers } of [
      await inspect(PAGE.token),
      await user.post('/api/user/connection/check'),
    ]) {
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(app.fake.history()).toHaveLength(asked);
    expect((await inspect(PAGE.token, await app.users.newcomer())).status).toBe(200);
    expect((await inspect(PAGE.token, app.client)).status).toBe(401);
  });
});

it('ten settings are saved a minute, whatever the network says of them', async () => {
  user = await app.users.newcomer();
  const settings = { access_token: 'EAAB_wrong', page_id: PAGE.id };
  for (let n = 0; n < 10; n++) {
    const { status } = await user.put(
      '/api/user/facebook-settings',
      n % 2 ? settings : { upload_frequency: 5 },
    );
    expect(status).toBe(n % 2 ? 422 : 200);
  }
  const { status, body } = await user.put('/api/user/facebook-settings', { upload_frequency: 6 });
  expect([status, body.error]).toEqual([429, 'too_many_requests']);
  expect((await user.get('/api/user')).body.upload_frequency).toBe(5);
});
