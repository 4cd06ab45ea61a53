import type { Page } from 'playwright-core';
import { NARROW, WIDE } from '../support/ui/browser';
import { viewFaults } from '../support/ui/view-checks';
import { focused, focusGoesTo, tabTo } from '../support/ui/focus';
import { refuse } from '../support/ui/api-stubs';
import { describeScreens, type OpenOptions } from '../support/ui/dashboard';
import { settled } from '../support/ui/screens';
import { sees } from '../support/ui/spec-texts';
import { toasted, unasked } from '../support/ui/toasts';
import { eventually, type Client } from '../support/client';

jest.setTimeout(60_000);

describeScreens('the shell', (ui) => {
  let user: Client;

  beforeAll(async () => {
    user = await ui.users.newcomer({ name: 'Mira Patel' });
  });

  const openScreen = (client: Client, path = 'settings', options: OpenOptions = {}) =>
    ui.open(client, path, options);
  const session = (page: Page) =>
    page.evaluate<{ state: unknown }>("JSON.parse(localStorage.getItem('auth-storage'))");

  describe('the way out', () => {
    it.each([
      ['the server agrees', undefined],
      ['the server fails', (page: Page) => refuse(page, 'POST', /auth\/logout/)],
      ['the server cannot be reached', (page: Page) => page.route(/auth\/logout/, (route) => route.abort())],
      ['the server never answers', (page: Page) => page.route(/auth\/logout/, () => undefined)],
    ])('clears the session and leads to the sign-in, when %s', async (_when, before) => {
      const client = await ui.users.newcomer();
      const { page, leave } = await openScreen(client, 'settings', { before });
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.waitForURL('**/login');
      expect((await session(page)).state).toEqual({ token: null, user: null });
      if (!before)
        await eventually(
          () => client.get('/api/user'),
          ({ status }) => status === 401,
        );
      await leave();
    });

    it('leads out of the other tabs too', async () => {
      const { page, context, leave } = await openScreen(await ui.users.newcomer());
      const other = await context.newPage();
      await other.goto('/dashboard/captions');
      await settled(other);
      await page.getByRole('button', { name: 'Logout' }).click();
      await other.waitForURL('**/login');
      await leave();
    });

    it('opens by itself when the server knows the session no more', async () => {
      const client = await ui.users.newcomer();
      const { page, leave } = await openScreen(client);
      // Not before: the screen would hear of it by itself, within a second.
      await page.route(/\/api\/captions/, async (route) => {
        await client.post('/api/auth/logout');
        await route.continue();
      });
      await page.getByRole('link', { name: 'Captions' }).click();
      await page.waitForURL('**/login');
      expect((await session(page)).state).toEqual({ token: null, user: null });
      await leave();
    });
  });

  describe('the account menu', () => {
    const open = (page: Page) => page.getByRole('button', { name: 'Account menu, Mira Patel' }).click();
    const theme = (page: Page, name: string) => page.getByRole('menuitemradio', { name: `${name} theme` });
    const ground = (page: Page) => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const turns = (page: Page, to: (colour: string) => boolean) => eventually(() => ground(page), to);

    it('switches the theme, which stays, and follows the system when told so', async () => {
      const { page, complaints, leave } = await openScreen(user, 'settings', {
        before: (page) => page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' }),
      });
      const light = await ground(page);
      await open(page);
      expect(await theme(page, 'System').getAttribute('aria-checked')).toBe('true');
      await theme(page, 'Dark').click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
      const dark = await turns(page, (colour) => colour !== light);
      await page.reload();
      await settled(page);
      expect(await ground(page)).toBe(dark);
      await open(page);
      await theme(page, 'Light').click();
      await turns(page, (colour) => colour === light);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await ground(page)).toBe(light);
      await open(page);
      await theme(page, 'System').click();
      await turns(page, (colour) => colour === dark);
      await page.emulateMedia({ colorScheme: 'light' });
      await turns(page, (colour) => colour === light);
      expect(complaints).toEqual([]);
      await leave();
    });

    it('is worked with the keyboard', async () => {
      const { page, leave } = await openScreen(user, 'captions');
      await tabTo(page, page.getByRole('button', { name: 'Account menu, Mira Patel' }));
      await page.keyboard.press('Enter');
      await page.getByRole('menu', { name: 'Account' }).waitFor();
      await focusGoesTo(page, 'System theme');
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await focusGoesTo(page, 'Account menu, Mira Patel');
      await page.keyboard.press('Enter');
      await focusGoesTo(page, 'System theme');
      await page.keyboard.press('ArrowDown');
      await focusGoesTo(page, 'Settings');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/dashboard/settings');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await leave();
    });

    it('leads out', async () => {
      const { page, leave } = await openScreen(await ui.users.newcomer({ name: 'Mira Patel' }));
      await open(page);
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.waitForURL('**/login');
      expect((await session(page)).state).toEqual({ token: null, user: null });
      await leave();
    });
  });

  it('shows where the keyboard is, on every button and link', async () => {
    const { page, leave } = await openScreen(ui.admin, 'admin/plans');
    await page.getByRole('row', { name: /Starter/ }).waitFor();
    const unseen: string[] = [];
    for (let n = 0; n < 40; n++) {
      await page.keyboard.press('Tab');
      const [marked, tag] = await page.evaluate<[boolean, string]>(`(({ activeElement: a }) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(a);
        return [outlineStyle !== 'none' && outlineWidth !== '0px', a.tagName];
      })(document)`);
      // Those show it by their border.
      if (!marked && !['INPUT', 'SELECT', 'BODY'].includes(tag)) unseen.push(await focused(page));
    }
    expect(unseen).toEqual([]);
    await leave();
  });

  it('says when it could not load whose it is, once', async () => {
    const { page, leave } = await openScreen(user, 'captions', {
      before: (page) => refuse(page, 'GET', /\/api\/user$/),
    });
    await toasted(page, 'Failed to load user data');
    expect(unasked(page)).toEqual([]);
    expect(await page.getByText('Failed to load user data').count()).toBeLessThanOrEqual(1);
    await leave();
  });

  it('leads back from an address where nothing is', async () => {
    const { page, leave } = await openScreen(user, 'nowhere');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await page.waitForURL('**/dashboard');
    await leave();
  });

  it('stands when a screen breaks, and the other screens open', async () => {
    const client = await ui.users.subscriber();
    const { page, leave } = await openScreen(client, 'settings');
    await page.route(/\/api\/captions/, (route) =>
      route.fulfill({ headers: { 'content-range': 'captions 0-0/1' }, json: [{ id: 1, content: null }] }),
    );
    await page.getByRole('link', { name: 'Captions' }).click();
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.getByText('Your uploads and scheduled posts are safe.').waitFor();
    await page.getByRole('button', { name: 'Reload the page' }).waitFor();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await sees(page, 'Profile Settings');
    await leave();
  });

  it.each([WIDE, NARROW])('can be seen and worked by everybody, at $width pixels', async (size) => {
    const someone = await ui.users.newcomer({ name: `Wolfeschlegelsteinhausen ${'Bergerdorff '.repeat(6)}` });
    const faults = await viewFaults(ui, someone, 'nowhere', size, {
      menu: async (page) => {
        if (page.viewportSize()!.width < 900) {
          await page.getByRole('button', { name: 'Open menu' }).click();
          await page.getByRole('dialog', { name: 'Menu' }).waitFor();
        } else await page.getByRole('button', { name: 'Collapse menu' }).click();
      },
      account: async (page) => {
        if (page.viewportSize()!.width < 900) await page.getByRole('button', { name: 'Open menu' }).click();
        await page.getByRole('button', { name: /^Account menu/ }).click();
        await page.getByRole('menu').waitFor();
      },
    });
    // What the browser says of the page itself: nothing is at its address.
    expect(faults.filter((fault) => !fault.includes('status of 404'))).toEqual([]);
  });
});
