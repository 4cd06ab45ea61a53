import { JwtService } from '@nestjs/jwt';
import type { Page } from 'playwright-core';
import { signIn, type Visit } from '../support/ui/browser';
import { text } from '../support/ui/composer';
import { describeScreens } from '../support/ui/dashboard';
import { settled } from '../support/ui/screens';
import { eventually, type Client } from '../support/client';

jest.setTimeout(90_000);

const SIGNED_OUT = { state: { token: null, user: null }, version: 0 };

describeScreens('the session', (ui) => {
  let client: Client;
  let guest: Visit;

  beforeEach(async () => {
    client = await ui.app.client.register({ name: 'Ada Moreau' });
    guest = await ui.visit();
  });
  afterEach(() => guest.context.close());

  /** As a sign-in would leave it, once: what the app does to it later stays. */
  async function bring(session: { token?: string; user?: unknown }): Promise<void> {
    await guest.page.goto('/login');
    await keep(session);
  }

  async function keep({ token, user }: { token?: string; user?: unknown }): Promise<void> {
    const kept = JSON.stringify({ state: { token, user }, version: 0 });
    await guest.page.evaluate(`localStorage.setItem('auth-storage', ${JSON.stringify(kept)})`);
  }

  const kept = async () =>
    JSON.parse((await guest.page.evaluate<string | null>(`localStorage.getItem('auth-storage')`)) ?? 'null');

  const expired = () => {
    const {
      iat: _iat,
      exp: _exp,
      ...payload
    } = JSON.parse(Buffer.from(client.token!.split('.')[1]!, 'base64url').toString());
    return ui.app.running.nest.get(JwtService, { strict: false }).sign({ ...payload, exp: 1_700_000_000 });
  };
  const revoked = async () => {
    await client.post('/api/auth/logout');
    return client.token!;
  };

  it.each([
    ['made up', () => 'no.such.token'],
    ['expired', expired],
    ['revoked', revoked],
  ])('ends at the login when its token is %s', async (_what, token) => {
    await bring({ token: await token(), user: client.user });
    await guest.page.goto('/dashboard/settings');
    await guest.page.waitForURL('**/login');
    await guest.page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await kept()).toEqual(SIGNED_OUT);
  });

  it('is asked about before the dashboard opens', async () => {
    await bring(client);
    const { page } = guest;
    let letGo = () => {};
    const held = new Promise<void>((go) => (letGo = go));
    const asked: string[] = [];
    await page.route('**/api/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      asked.push(pathname);
      if (pathname === '/api/auth/validate-token') await held;
      await route.continue();
    });
    await page.goto('/dashboard');
    await page.getByText('Opening your dashboard…').waitFor();
    expect(asked).toEqual(['/api/auth/validate-token']);
    letGo();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect(asked).toContain('/api/user');
    // The flag is of this visit only.
    expect(Object.keys((await kept()).state).sort()).toEqual(['token', 'user']);
  });

  it('outlives a server that cannot say whether it holds', async () => {
    await bring(client);
    await guest.page.route('**/api/auth/validate-token', (route) =>
      route.fulfill({ status: 503, body: '{}' }),
    );
    await guest.page.goto('/dashboard');
    await guest.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect((await kept()).state.token).toBe(client.token);
  });

  it('learns at the start what the server knows by now', async () => {
    await bring({ token: client.token, user: { ...client.user, name: 'A former name' } });
    await guest.page.goto('/dashboard');
    await guest.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect((await kept()).state.user.name).toBe('Ada Moreau');
  });

  it.each([
    ['works', (visitor: Visit) => visitor.page.unroute('**/api/auth/logout')],
    [
      'fails',
      (visitor: Visit) =>
        visitor.page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, body: '{}' })),
    ],
    ['is away', (visitor: Visit) => visitor.page.route('**/api/auth/logout', (route) => route.abort())],
  ])('ends with Logout, also when the server %s', async (_what, prepare) => {
    await bring(client);
    await prepare(guest);
    await guest.page.goto('/dashboard');
    await guest.page.getByRole('button', { name: 'Logout' }).click();
    await guest.page.waitForURL('**/login');
    expect(await kept()).toEqual(SIGNED_OUT);
  });

  it('ends in every tab at once, and begins so', async () => {
    await bring(client);
    const { page } = guest;
    const other = await guest.context.newPage();
    await Promise.all([page.goto('/dashboard'), other.goto('/dashboard/settings')]);
    await other.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await other.waitForURL('**/login');
    await page.waitForURL('**/login');
    const again = JSON.stringify({ state: { token: client.token, user: client.user }, version: 0 });
    const back = page.waitForURL('**/dashboard');
    await other.evaluate(`localStorage.setItem('auth-storage', ${JSON.stringify(again)})`);
    await back;
  });

  describe('of somebody with unsent posts', () => {
    let other: Page;
    const stored = (tab: Page) =>
      tab.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    const write = async (tab: Page, words: string) => {
      await text(tab).fill(words);
      await eventually(
        () => stored(tab),
        (kept) => kept.includes(words),
      );
    };

    beforeEach(async () => {
      client = await ui.users.subscriber({ connected: true });
      await bring(client);
      other = await guest.context.newPage();
      for (const tab of [guest.page, other]) {
        await tab.goto('/dashboard/compose');
        await settled(tab);
      }
      await write(guest.page, 'Secret here');
      await write(other, 'Secret there');
    });

    it('takes them with it when it ends with Logout, in every tab', async () => {
      const { page } = guest;
      const { id, email } = client.user;
      await page.evaluate(`
        sessionStorage.setItem('pagecast-edit-${id}-1', '{"text":"Secret edit"}');
        localStorage.setItem('pagecast-compose-${id}0', '{"text":"Of somebody else"}');
      `);
      // Typed a moment ago, and not kept yet.
      await text(other).fill('Secret there, too');
      await page.getByRole('button', { name: 'Logout' }).click();
      // Until the other one has heard of it, it may still keep what was typed, in the storage that they share.
      for (const tab of [page, other]) await tab.waitForURL('**/login');
      for (const tab of [page, other]) expect(await stored(tab)).not.toContain('Secret');
      await other.reload();
      expect(await stored(other)).not.toContain('Secret');
      expect(await stored(other)).toContain('Of somebody else');

      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password').fill('secret-enough');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('link', { name: 'New Post' }).first().click();
      await page.waitForURL('**/dashboard/compose');
      expect(await text(page).inputValue()).toBe('');
      await write(page, 'Secret again');
    });

    it('shows them to no other user who signs in elsewhere, but goes on for the same one', async () => {
      const heard = async (signedIn: { token?: string; user?: unknown }) => {
        await other.evaluate(
          `void (globalThis.heard = new Promise((done) => addEventListener('storage', () => setTimeout(done))))`,
        );
        await keep(signedIn);
        await other.evaluate('globalThis.heard');
      };
      const { email } = client.user;
      const again = await ui.app.client.post('/api/auth/login', { email, password: 'secret-enough' });
      await heard(again.body);
      expect(await text(other).inputValue()).toBe('Secret there');

      await heard(await ui.users.subscriber({ connected: true }));
      await other.waitForURL('**/dashboard');
      expect(await other.evaluate(`JSON.stringify({ ...sessionStorage })`)).not.toContain('Secret');
      await other.getByRole('link', { name: 'New Post' }).first().click();
      await other.waitForURL('**/dashboard/compose');
      await settled(other);
      expect(await text(other).inputValue()).toBe('');
    });

    it('leaves them to their user when the server ends it', async () => {
      await client.post('/api/auth/logout');
      for (const [tab, words] of [
        [guest.page, 'Secret here'],
        [other, 'Secret there'],
      ] as const) {
        await tab.waitForURL('**/login');
        expect(await stored(tab)).toContain(words);
      }
    });
  });

  it('leads past the landing page, the login and the registration', async () => {
    await signIn(guest, client);
    for (const path of ['/', '/login', '/register']) {
      await guest.page.goto(path);
      await guest.page.waitForURL('**/dashboard');
    }
  });
});
