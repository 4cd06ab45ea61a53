import type { Page } from 'playwright-core';
import { NARROW } from '../support/ui/browser';
import { focused, focusGoesTo } from '../support/ui/focus';
import { describeScreens, type OpenOptions } from '../support/ui/dashboard';
import { settled } from '../support/ui/screens';
import { eventually, type Client } from '../support/client';

jest.setTimeout(60_000);

const EVERYBODY = [
  'New Post',
  'Dashboard',
  'Calendar',
  'Facebook Videos',
  'Instagram Videos',
  'Photos',
  'Captions',
  'Settings',
];
const WITH_LIBRARY = [...EVERYBODY.slice(0, -1), 'Shared Videos', 'Settings'];
const OF_ADMINS = [
  ...EVERYBODY.slice(0, -1),
  'Shared Videos',
  'Categories',
  'Settings',
  'Users',
  'Plans',
  'Subscriptions',
  'Publish Log',
  'Activity',
];

describeScreens('the shell', (ui) => {
  let user: Client;

  beforeAll(async () => {
    user = await ui.users.newcomer({ name: 'Mira Patel' });
  });

  const openScreen = (client: Client, path = 'settings', options: OpenOptions = {}) =>
    ui.open(client, path, options);
  const menu = (page: Page) => page.getByRole('complementary', { name: 'Menu' });
  const entries = (page: Page) =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')));
  const becomes = (page: Page, width: number) =>
    eventually(
      async () => (await menu(page).boundingBox())!.width,
      (found) => found === width,
    );

  describe('the sidebar', () => {
    it('is 256 wide or 64, and stays as it was left', async () => {
      const { page, complaints, leave } = await openScreen(user, 'settings', {
        before: (page) => page.emulateMedia({ reducedMotion: 'reduce' }),
      });
      await becomes(page, 256);
      await page.getByText('Mira Patel').first().waitFor();
      await page.getByRole('button', { name: 'Collapse menu' }).click();
      await becomes(page, 64);
      expect(await entries(page)).toEqual(EVERYBODY);
      await page.reload();
      await settled(page);
      await becomes(page, 64);
      await page.getByRole('link', { name: 'Captions' }).hover();
      await page.getByRole('tooltip', { name: 'Captions' }).waitFor();
      await page.getByRole('button', { name: 'Expand menu' }).click();
      await becomes(page, 256);
      expect(complaints).toEqual([]);
      await leave();
    });

    it('shows whole characters as initials', async () => {
      const { page, leave } = await openScreen(await ui.users.newcomer({ name: 'Mira 🚀 Patel' }));
      await menu(page).getByText('M🚀', { exact: true }).waitFor();
      await leave();
    });

    it('has the entries of a role, and marks where one is', async () => {
      const borrower = await ui.users.newcomer();
      await ui.admin.put(`/api/admin/users/${borrower.user.id}`, { can_use_shared_videos: 1 });
      for (const [client, expected] of [
        [user, EVERYBODY],
        [borrower, WITH_LIBRARY],
        [ui.admin, OF_ADMINS],
      ] as const) {
        const { page, leave } = await openScreen(client);
        await page.getByRole('link', { name: expected.at(-1), exact: true }).waitFor();
        expect(await entries(page)).toEqual(expected);
        expect(await page.locator('nav [aria-current=page]').allInnerTexts()).toEqual(['Settings']);
        await leave();
      }
    });

    it('gives an entry that was granted meanwhile', async () => {
      const client = await ui.users.newcomer();
      const { page, leave } = await openScreen(client);
      expect(await entries(page)).toEqual(EVERYBODY);
      await ui.admin.put(`/api/admin/users/${client.user.id}`, { can_use_shared_videos: 1 });
      await page.reload();
      await page.getByRole('link', { name: 'Shared Videos' }).waitFor();
      await leave();
    });

    it('slides over a small screen, and away again', async () => {
      const { page, complaints, leave } = await openScreen(user, 'settings', NARROW);
      expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Open menu' }).click();
      const drawer = page.getByRole('dialog', { name: 'Menu' });
      await drawer.waitFor();
      expect(Math.round((await drawer.boundingBox())!.width)).toBe(256);
      expect(await entries(page)).toEqual(EVERYBODY);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
      await focusGoesTo(page, 'Open menu');

      await page.keyboard.press('Enter');
      await drawer.getByRole('link', { name: 'Captions' }).click();
      await page.waitForURL('**/dashboard/captions');
      await drawer.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Open menu' }).click();
      await drawer.getByRole('button', { name: 'Close menu' }).click();
      await drawer.waitFor({ state: 'detached' });
      expect(complaints.filter((line) => !/status of 403/.test(line))).toEqual([]);
      await leave();
    });

    it('can be skipped', async () => {
      const { page, leave } = await openScreen(user);
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe('Skip to content');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('content');
      await leave();
    });
  });
});
