import { ConnectHousekeeping } from '../../../backend/connect/connect-housekeeping';
import { Database } from '../../../backend/database/database';
import { SCOPES } from '../../../backend/ports/networks/meta/meta-connector';
import { startTestApp, type TestApp } from '../../support/app';
import type { Client } from '../../support/client';
import { Connecting, META_APP, offeredBy } from '../../support/connecting';
import {
  BAKERY,
  Connected,
  FAILED,
  GARAGE,
  INSTAGRAM,
  personsPage,
  PUBLIC_URL,
} from '../../support/use-connecting';

const MINUTE_MS = 60_000;

const on = new Connected();

async function withBakery(): Promise<Client> {
  const connected = await on.app.users.newcomer();
  const access_token = `EAAB_CONNECT_${BAKERY}`;
  const settings = { access_token, page_id: BAKERY, instagram_page_id: INSTAGRAM };
  expect((await connected.put('/api/user/facebook-settings', settings)).status).toBe(200);
  return connected;
}

describe('the dialog', () => {
  it('is Facebook’s, with all permissions and a state of its own', async () => {
    const { url } = await on.connecting.start(on.user);
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe(`${on.fake.graphUrl}/v26.0/dialog/oauth`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: META_APP.id,
      redirect_uri: `${PUBLIC_URL}/api/connect/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      response_type: 'code',
      scope: SCOPES.join(','),
    });
    expect(new URL((await on.connecting.start(on.user)).url).searchParams.get('state')).not.toBe(
      searchParams.get('state'),
    );
  });

  it('comes with a cookie that only this browser and no script has', async () => {
    const { headers } = await on.user.post('/api/connect', {});
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^pagecast_connect=[\w-]{43}; Path=\/api\/connect; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
  });

  it('asks again for what was refused, for an account of the user', async () => {
    const connected = await withBakery();
    const row = await on.app.running.nest
      .get(Database)
      .row<{ id: number }>('SELECT id FROM accounts WHERE user_id = ?', [connected.user.id]);
    const dialog = await on.connecting.start(connected, { account_id: row!.id });
    expect(new URL(dialog.url).searchParams.get('auth_type')).toBe('rerequest');
    for (const account_id of [row!.id, 0, -1, 1e12, 'x', [1], {}, true]) {
      const { status, body } = await on.user.post('/api/connect', { account_id });
      expect([account_id, status, body.errors]).toEqual([
        account_id,
        422,
        { account_id: ['Choose one of your accounts.'] },
      ]);
    }
    expect((await on.user.post('/api/connect', { account_id: null })).status).toBe(201);
    expect((await on.user.post('/api/connect')).status).toBe(201);
  });

  it('keeps neither the state nor the cookie where it could be read', async () => {
    const { url, cookie } = await on.connecting.start(on.user);
    const rows = JSON.stringify(
      await on.app.running.nest.get(Database).rows('SELECT * FROM connect_sessions'),
    );
    expect(rows).not.toContain(new URL(url).searchParams.get('state'));
    expect(rows).not.toContain(cookie.split('=')[1]);
  });
});

describe('coming back', () => {
  it('leads to the Pages of the person', async () => {
    const before = on.fake.history().length;
    const location = await on.connecting.whole(on.user);
    const { status, body } = await on.user.get(`/api/connect/${offeredBy(location)}`);
    expect([status, body]).toEqual([
      200,
      {
        missing_permissions: [],
        pages: [
          {
            page_id: BAKERY,
            name: 'Bakery',
            picture_url: `https://scontent.xx.fbcdn.net/v/t1/${BAKERY}.jpg`,
            can_post: true,
            why_not: null,
            connected: false,
            instagram: { id: INSTAGRAM, username: 'bakery', connected: false },
          },
          {
            page_id: GARAGE,
            name: 'Garage',
            picture_url: `https://scontent.xx.fbcdn.net/v/t1/${GARAGE}.jpg`,
            can_post: true,
            why_not: null,
            connected: false,
            instagram: null,
          },
        ],
      },
    ]);
    const names = on.fake
      .history()
      .slice(before)
      .map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['dialog', 'oauth', 'oauth']);
    expect(names.slice(3).sort()).toEqual(['debug_token', 'me', 'me.accounts', 'me.permissions']);
  });

  it('shows 60 Pages that come in three answers', async () => {
    const others = Array.from({ length: 60 }, (_, n) =>
      personsPage(String(80_080_080 + n), { userId: '99', userToken: 'EAAB_OTHER' }),
    );
    for (const page of others) on.fake.addPage(page);
    on.fake.answerDialogs({ userId: '99' });
    const rows = others.map(({ id, name, token }) => ({ id, name, access_token: token, tasks: ['MANAGE'] }));
    const next = `${on.fake.graphUrl}/v26.0/me/accounts?access_token=EAAB_OTHER`;
    for (const nth of [1, 2, 3])
      on.fake.fault({
        on: 'me.accounts',
        nth,
        do: {
          status: 200,
          body: {
            data: rows.slice((nth - 1) * 25, nth * 25),
            paging: { cursors: { before: 'b', after: `a${nth}` }, ...(nth < 3 && { next }) },
          },
        },
      });
    const { body } = await on.connecting.offer(on.user);
    expect(body.pages.map(({ page_id }: any) => page_id)).toEqual(others.map(({ id }) => id));
  });

  it('says why a Page cannot be chosen, and what is missing', async () => {
    on.fake.addPage(
      personsPage('9001', { userId: '98', userToken: 'EAAB_98', tasks: ['ANALYZE', 'MODERATE'] }),
    );
    on.fake.addPage(personsPage('9002', { userId: '98', userToken: 'EAAB_98' }));
    on.fake.addPage(
      personsPage('9003', { userId: '98', userToken: 'EAAB_98', tasks: ['PROFILE_PLUS_CREATE_CONTENT'] }),
    );
    on.fake.answerDialogs({
      userId: '98',
      pages: ['9001', '9003'],
      declined: ['read_insights', 'instagram_basic'],
    });
    const { body } = await on.connecting.offer(on.user);
    expect(body.missing_permissions).toEqual(['read_insights', 'instagram_basic']);
    expect(body.pages.map(({ can_post, why_not }: any) => [can_post, why_not])).toEqual([
      [false, 'Your role on this Page may not post.'],
      [false, 'You did not grant this Page to Pagecast. Connect again and tick it.'],
      [true, null],
    ]);
  });

  it('marks what is connected already', async () => {
    const [bakery, garage] = (await on.connecting.offer(await withBakery())).body.pages;
    expect([bakery.connected, bakery.instagram.connected, garage.connected]).toEqual([true, true, false]);
    expect((await on.connecting.offer(on.user)).body.pages[0].connected).toBe(false);
  });

  it('shows an offer to nobody else, and for half an hour', async () => {
    const id = offeredBy(await on.connecting.whole(on.user));
    const other = await on.app.users.newcomer();
    expect((await other.get(`/api/connect/${id}`)).status).toBe(404);
    expect((await on.app.client.get(`/api/connect/${id}`)).status).toBe(401);
    on.app.clock.forward(29 * MINUTE_MS);
    expect((await on.user.get(`/api/connect/${id}`)).status).toBe(200);
    on.app.clock.forward(MINUTE_MS);
    expect((await on.user.get(`/api/connect/${id}`)).status).toBe(404);
  });

  it('deletes the Pages and their tokens when the offer is over', async () => {
    const db = on.app.running.nest.get(Database);
    const left = () => db.rows('SELECT id FROM connect_pages');
    await on.connecting.whole(on.user);
    await on.app.running.nest.get(ConnectHousekeeping).tidy();
    expect((await left()).length).toBeGreaterThan(0);
    on.app.clock.forward(30 * MINUTE_MS);
    await on.app.running.nest.get(ConnectHousekeeping).tidy();
    expect(await left()).toEqual([]);
    on.app.clock.forward(24 * 60 * MINUTE_MS);
    await on.app.running.nest.get(ConnectHousekeeping).tidy();
    expect(await db.rows('SELECT id FROM connect_sessions')).toEqual([]);
  });

  it('says that the person cancelled, and stays with it', async () => {
    on.fake.answerDialogs({ cancel: true });
    const dialog = await on.connecting.start(on.user);
    const path = await on.connecting.answered(dialog);
    const denied = '/dashboard/settings?connect_error=denied';
    expect(await on.connecting.comeBack(path, dialog.cookie)).toBe(denied);
    on.fake.answerDialogs({});
    const before = on.soFar();
    expect(await on.connecting.comeBack(await on.connecting.answered(dialog), dialog.cookie)).toBe(denied);
    expect(on.exchangesSince(before)).toBe(0);
  });

  it('fails with another error of the dialog', async () => {
    const { url, cookie } = await on.connecting.start(on.user);
    const state = new URL(url).searchParams.get('state')!;
    const path = `/api/connect/callback?error=server_error&error_code=2&state=${state}`;
    expect(await on.connecting.comeBack(path, cookie)).toBe(FAILED);
  });

  it('is too late after ten minutes, though not a second before', async () => {
    on.app.clock.stop();
    const [early, late] = [await on.connecting.start(on.user), await on.connecting.start(on.user)];
    const [inTime, tooLate] = [await on.connecting.answered(early), await on.connecting.answered(late)];
    on.app.clock.forward(10 * MINUTE_MS - 5_000);
    expect(await on.connecting.comeBack(inTime, early.cookie)).toMatch(/connect=\d+$/);
    on.app.clock.forward(MINUTE_MS);
    const before = on.soFar();
    expect(await on.connecting.comeBack(tooLate, late.cookie)).toBe(
      '/dashboard/settings?connect_error=expired',
    );
    expect(await on.connecting.comeBack(tooLate, late.cookie)).toBe(
      '/dashboard/settings?connect_error=expired',
    );
    // What has ended keeps its outcome.
    expect(await on.connecting.comeBack(inTime, early.cookie)).toMatch(/connect=\d+$/);
    expect(on.exchangesSince(before)).toBe(0);
  });
});

describe('without an app at Meta', () => {
  let plain: TestApp;
  beforeAll(async () => {
    plain = await startTestApp();
  });
  afterAll(() => plain.end());

  it('there is nothing to connect with', async () => {
    const someone = await plain.users.newcomer();
    expect((await plain.client.get('/api/config')).body.connect).toBe(false);
    expect((await on.app.client.get('/api/config')).body.connect).toBe(true);
    const { status, body, headers } = await someone.post('/api/connect', {});
    expect([status, body.error, headers.getSetCookie()]).toEqual([404, 'not_found', []]);
    expect(await new Connecting(plain).comeBack('/api/connect/callback?state=x&code=y')).toBe(FAILED);
  });
});
