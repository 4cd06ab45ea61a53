import type { Page } from 'playwright-core';
import { NARROW, WIDE } from '../support/ui/browser';
import { viewFaults } from '../support/ui/view-checks';
import { refuse } from '../support/ui/api-stubs';
import { comesToHold } from '../support/ui/form-actions';
import { describeScreens } from '../support/ui/dashboard';
import { sees } from '../support/ui/spec-texts';
import { toasted } from '../support/ui/toasts';
import { eventually, type Client } from '../support/client';
import { SHOP } from '../support/credentials';
import { connectedUser, connectionOf, panel, saveFacebook, storedUser } from '../support/ui/settings-screen';

jest.setTimeout(60_000);

const PROFILE = /\/api\/user$/;
const PREFERENCES = /\/api\/user\/preferences\/categories$/;

describeScreens('settings', (ui) => {
  beforeAll(() => ui.app.fake.addPage(SHOP));
  afterEach(() => {
    ui.app.fake.clearFaults();
    ui.app.fake.restore(SHOP.token);
  });
  const openScreen = (client: Client, before?: (page: Page) => Promise<unknown>) =>
    ui.open(client, 'settings', { before });
  const saveProfile = (page: Page) => page.getByRole('button', { name: 'Save profile' }).click();

  describe('Profile Settings', () => {
    it('takes a name, an address and a time zone', async () => {
      const client = await ui.users.newcomer({ name: 'Mira Patel', timezone: 'Asia/Kolkata' });
      const { page, complaints, leave } = await openScreen(client);
      await sees(panel(page, 'Profile Settings'), 'Profile Settings');
      const profile = panel(page, 'Profile Settings');
      await comesToHold(profile.getByLabel('Time zone'), 'Asia/Kolkata (GMT+5:30)');
      await profile.getByLabel('Name').fill('Mira P.');
      await profile.getByLabel('Email').fill(`new-${client.user.email}`);
      await profile.getByLabel('Current password').fill('secret-enough');
      await profile.getByLabel('Time zone').fill('tokyo');
      await page.getByRole('option', { name: 'Asia/Tokyo (GMT+9)' }).click();
      await saveProfile(page);
      await toasted(page, 'Profile updated successfully!');
      expect(await storedUser(client)).toMatchObject({
        name: 'Mira P.',
        email: `new-${client.user.email}`,
        timezone: 'Asia/Tokyo',
      });
      await page.getByRole('button', { name: 'Account menu, Mira P.' }).waitFor();
      expect(complaints).toEqual([]);
      await leave();
    });

    it('changes nothing but what was edited, and shows a zone that was set meanwhile', async () => {
      const client = await ui.users.newcomer({ name: 'Mira Patel', timezone: 'UTC' });
      const { page, leave } = await openScreen(client);
      const profile = panel(page, 'Profile Settings');
      await comesToHold(profile.getByLabel('Time zone'), 'UTC (GMT+0)');
      await profile.getByLabel('Name').fill('Mira P.');
      await page.getByRole('button', { name: /Europe\/Berlin/ }).click();
      await eventually(
        () => profile.getByLabel('Time zone').inputValue(),
        (zone) => zone.startsWith('Europe/Berlin'),
      );
      // In another tab.
      await client.put('/api/user', { timezone: 'Asia/Tokyo' });
      await saveProfile(page);
      await toasted(page, 'Profile updated successfully!');
      expect(await storedUser(client)).toMatchObject({ name: 'Mira P.', timezone: 'Asia/Tokyo' });
      await eventually(
        () => profile.getByLabel('Time zone').inputValue(),
        (zone) => zone.startsWith('Asia/Tokyo'),
      );
      expect(await profile.getByLabel('Name').inputValue()).toBe('Mira P.');
      await leave();
    });

    it("shows the server's sentence on its field", async () => {
      const other = await ui.users.newcomer();
      const { page, leave } = await openScreen(await ui.users.newcomer());
      const email = panel(page, 'Profile Settings').getByLabel('Email');
      await email.fill(other.user.email);
      await panel(page, 'Profile Settings').getByLabel('Current password').fill('secret-enough');
      await saveProfile(page);
      await toasted(page, 'Failed to update profile');
      await page.getByText('This email address is already registered.').waitFor();
      expect(await email.getAttribute('aria-invalid')).toBe('true');
      await leave();
    });

    it('asks before edits that are not saved are left', async () => {
      const { page, leave } = await openScreen(await ui.users.newcomer({ name: 'Mira Patel' }));
      const name = panel(page, 'Profile Settings').getByLabel('Name');
      await name.fill('Mira P.');
      await page.getByRole('link', { name: 'Calendar' }).click();
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
      await question.getByRole('button', { name: 'Stay' }).click();
      await question.waitFor({ state: 'detached' });
      expect(await name.inputValue()).toBe('Mira P.');
      await page.getByRole('link', { name: 'Calendar' }).click();
      await question.getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();

      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      await name.fill('Mira P.');
      await saveProfile(page);
      await toasted(page, 'Profile updated successfully!');
      await page.getByRole('link', { name: 'Calendar' }).click();
      await page.waitForURL('**/dashboard/calendar');
      await leave();
    });

    it('allows no edits while the profile cannot be fetched', async () => {
      let undo = () => Promise.resolve();
      const { page, leave } = await openScreen(await ui.users.newcomer(), async (page) => {
        undo = await refuse(page, 'GET', PROFILE);
      });
      await toasted(page, 'Failed to fetch user profile');
      expect(await page.getByLabel('Name').count()).toBe(0);
      await undo();
      await page.getByRole('button', { name: 'Try again' }).click();
      await panel(page, 'Profile Settings').waitFor();
      await sees(page, 'Facebook Settings');
      await leave();
    });
  });

  describe('Category Preferences', () => {
    const ids: number[] = [];
    beforeAll(async () => {
      for (const [name, is_active] of [
        ['Coffee', true],
        ['Tea', true],
        ['Archive', false],
      ] as const)
        ids.push((await ui.admin.post('/api/categories', { name, description: '', is_active })).body.id);
    });

    it('offers the active categories and keeps the chosen ones', async () => {
      const client = await ui.users.newcomer();
      const { page, complaints, leave } = await openScreen(client);
      await sees(page, 'Category Preferences');
      const categories = page.getByRole('group', { name: 'Categories' });
      await categories.getByLabel('Tea').waitFor();
      expect(await categories.getByRole('checkbox').count()).toBe(2);
      await categories.getByLabel('Tea').check();
      await page.getByRole('button', { name: 'Save preferences' }).click();
      await toasted(page, 'Category preferences updated successfully!');
      expect((await client.get('/api/user/preferences/categories')).body).toEqual({ category_ids: [ids[1]] });
      await page.reload();
      await eventually(() => categories.getByLabel('Tea').isChecked(), Boolean);
      expect(await categories.getByLabel('Coffee').isChecked()).toBe(false);
      expect(complaints).toEqual([]);
      await leave();
    });

    it('asks before edits of these or of Facebook Settings are left, until they are saved or undone', async () => {
      const { page, leave } = await openScreen(await ui.users.newcomer());
      const frequency = page.getByRole('spinbutton', { name: 'Upload frequency (minutes)', exact: true });
      const calendar = page.getByRole('link', { name: 'Calendar' });
      const settings = page.getByRole('link', { name: 'Settings', exact: true });
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
      const before = await frequency.inputValue();
      await frequency.fill('91');
      await page.getByLabel('Tea').check();
      await calendar.click();
      await question
        .getByText('Your changes in Facebook Settings and Category Preferences will be lost.')
        .waitFor();
      await question.getByRole('button', { name: 'Stay' }).click();
      await question.waitFor({ state: 'detached' });
      await frequency.fill(before);
      await calendar.click();
      await question.getByText('Your changes in Category Preferences will be lost.').waitFor();
      await question.getByRole('button', { name: 'Stay' }).click();
      await question.waitFor({ state: 'detached' });
      await page.getByLabel('Tea').uncheck();
      await calendar.click();
      await page.waitForURL('**/dashboard/calendar');
      await settings.click();
      await page.getByLabel('Tea').check();
      await page.getByRole('button', { name: 'Save preferences' }).click();
      await toasted(page, 'Category preferences updated successfully!');
      await calendar.click();
      await page.waitForURL('**/dashboard/calendar');
      await leave();
    });

    it('reports preferences as not saved when the server refuses them', async () => {
      const { page, leave } = await openScreen(await ui.users.newcomer());
      await refuse(page, 'PUT', PREFERENCES);
      await page.getByLabel('Coffee').check();
      await page.getByRole('button', { name: 'Save preferences' }).click();
      await toasted(page, 'Failed to update category preferences');
      expect(await page.getByLabel('Coffee').isChecked()).toBe(true);
      await leave();
    });

    it('mentions it in the log alone when preferences cannot be fetched', async () => {
      const client = await ui.users.newcomer();
      await client.put('/api/user/preferences/categories', { category_ids: [ids[0]] });
      const logged: string[] = [];
      const { page, leave } = await openScreen(client, async (page) => {
        page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));
        await refuse(page, 'GET', PREFERENCES);
      });
      await page.getByLabel('Coffee').waitFor();
      await eventually(() => page.getByLabel('Coffee').isChecked(), Boolean);
      await eventually(
        () => Promise.resolve(logged),
        (lines) => lines.some((line) => /^warning: The preferred categories/.test(line)),
      );
      expect(await page.locator('.toast').count()).toBe(0);
      await leave();
    });

    it('fails when the categories cannot be fetched', async () => {
      const { page, leave } = await openScreen(await ui.users.newcomer(), (page) =>
        refuse(page, 'GET', /\/api\/categories/),
      );
      await sees(panel(page, 'Category Preferences'), 'Failed to fetch categories');
      await leave();
    });
  });

  it.each([WIDE, NARROW])('can be read and worked by everybody, at $width pixels', async (size) => {
    const client = await connectedUser(ui.users, {
      access_token: SHOP.token,
      page_id: SHOP.id,
      instagram_page_id: SHOP.igId,
    });
    ui.app.fake.revoke(SHOP.token, 460, 'The session was invalidated: the user changed the password.');
    await client.post('/api/user/connection/check');
    await ui.admin.post('/api/categories', {
      name: 'A name '.repeat(12),
      description: '',
      is_active: true,
    });
    const found = await viewFaults(ui, client, 'settings', size, {
      paused: (page) => connectionOf(page, 'Facebook').getByText('Paused').waitFor(),
      'time zones': async (page) => {
        await page.getByLabel('Time zone').fill('ameri');
        await page.getByRole('option').first().waitFor();
      },
      refused: async (page) => {
        await page.getByLabel('Access Token').fill('EAAB_wrong');
        await saveFacebook(page);
        await toasted(page, 'Failed to update Facebook settings');
      },
    });
    expect(found.filter((fault) => !/status of 422/.test(fault))).toEqual([]);
  });
});
