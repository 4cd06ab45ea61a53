import type { Page } from 'playwright-core';
import { PAGE } from '../support/app';
import { viewFaults } from '../support/ui/view-checks';
import { calls, refuse } from '../support/ui/api-stubs';
import { comesToHold } from '../support/ui/form-actions';
import { describeScreens } from '../support/ui/dashboard';
import { sees } from '../support/ui/spec-texts';
import { toasted } from '../support/ui/toasts';
import { eventually, type Client } from '../support/client';

jest.setTimeout(60_000);

const SHOP = {
  id: '200300400500600',
  name: 'The Shop',
  token: 'EAAB_CANARY_shop',
  igId: '17841400000000001',
  igUsername: 'the.shop',
};
const PROFILE = /\/api\/user$/;
const FACEBOOK = /\/api\/user\/facebook-settings$/;
const PREFERENCES = /\/api\/user\/preferences\/categories$/;

describeScreens('settings', (ui) => {
  beforeAll(() => ui.app.fake.addPage(SHOP));
  afterEach(() => {
    ui.app.fake.clearFaults();
    ui.app.fake.restore(SHOP.token);
  });

  async function connected(
    settings: object = { access_token: PAGE.token, page_id: PAGE.id },
  ): Promise<Client> {
    const client = await ui.users.newcomer({ name: 'Mira Patel', timezone: 'Asia/Kolkata' });
    await client.put('/api/user/facebook-settings', settings);
    client.user = await fresh(client);
    return client;
  }
  const fresh = async (client: Client) => (await client.get('/api/user')).body;
  const openScreen = (client: Client, before?: (page: Page) => Promise<unknown>) =>
    ui.open(client, 'settings', { before });
  const panel = (page: Page, name: string) => page.getByRole('region', { name });
  const connection = (page: Page, network: string) =>
    page.getByRole('status', { name: `${network} connection` });
  const frequency = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true });
  const saveProfile = (page: Page) => page.getByRole('button', { name: 'Save profile' }).click();
  const saveFacebook = (page: Page) => page.getByRole('button', { name: 'Save Facebook settings' }).click();

  describe('Profile Settings', () => {
    it('take a name, an address and a time zone', async () => {
      const client = await ui.users.newcomer({ name: 'Mira Patel', timezone: 'Asia/Kolkata' });
      const { page, complaints, leave } = await openScreen(client);
      await sees(panel(page, 'Profile Settings'), 'Profile Settings');
      const profile = panel(page, 'Profile Settings');
      expect(await profile.getByLabel('Time zone').inputValue()).toBe('Asia/Kolkata (GMT+5:30)');
      await profile.getByLabel('Name').fill('Mira P.');
      await profile.getByLabel('Email').fill(`new-${client.user.email}`);
      await profile.getByLabel('Current password').fill('secret-enough');
      await profile.getByLabel('Time zone').fill('tokyo');
      await page.getByRole('option', { name: 'Asia/Tokyo (GMT+9)' }).click();
      await saveProfile(page);
      await toasted(page, 'Profile updated successfully!');
      expect(await fresh(client)).toMatchObject({
        name: 'Mira P.',
        email: `new-${client.user.email}`,
        timezone: 'Asia/Tokyo',
      });
      await page.getByRole('button', { name: 'Account menu, Mira P.' }).waitFor();
      expect(complaints).toEqual([]);
      await leave();
    });

    it("show the server's sentence on the field that it is about", async () => {
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

    it('cannot be edited while nobody knows what they are', async () => {
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

  describe('Facebook Settings', () => {
    it('connect a page and an account, and never show the token again', async () => {
      const client = await ui.users.newcomer();
      const { page, complaints, leave } = await openScreen(client);
      await connection(page, 'Facebook').getByText('Missing').waitFor();
      await connection(page, 'Instagram').getByText('Missing').waitFor();
      const token = page.getByLabel('Access Token');
      expect(await token.getAttribute('type')).toBe('password');
      await token.fill(SHOP.token);
      await page.getByLabel('Page ID', { exact: true }).fill(SHOP.id);
      await page.getByLabel('Instagram Page ID').fill(SHOP.igId);
      await frequency(page, 'Upload frequency (minutes)').fill('90');
      await page.getByText('Of videos without a time of their own, one goes out every 1 h 30 min.').waitFor();
      await frequency(page, 'Photo upload frequency (minutes)').fill('1');
      await saveFacebook(page);
      await toasted(page, 'Facebook settings updated successfully!');
      await connection(page, 'Facebook').getByText('Connected as The Shop').waitFor();
      await connection(page, 'Instagram').getByText('Connected as the.shop').waitFor();
      await page.getByText('Stored, ends in shop. Leave empty to keep it.').waitFor();
      await comesToHold(token, '');
      expect(await page.content()).not.toContain(SHOP.token);
      expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain(SHOP.token);
      expect(await fresh(client)).toMatchObject({ upload_frequency: 90, photo_upload_frequency: 1 });
      expect(complaints).toEqual([]);
      await leave();
    });

    it('keep the stored token when its field is left empty', async () => {
      const client = await connected();
      const { page, leave } = await openScreen(client);
      await page.getByText('Stored, ends in page. Leave empty to keep it.').waitFor();
      const made = calls(page, 'PUT', FACEBOOK);
      await frequency(page, 'Photo upload frequency (minutes)').fill('45');
      await saveFacebook(page);
      await toasted(page, 'Facebook settings updated successfully!');
      expect(made).toHaveLength(1);
      expect(made[0]!.body).not.toHaveProperty('access_token');
      expect(await fresh(client)).toMatchObject({
        has_access_token: true,
        access_token_last4: 'page',
        photo_upload_frequency: 45,
      });
      await leave();
    });

    it("put Meta's reason for refusing a token on its field, and keep what was typed", async () => {
      const { page, leave } = await openScreen(await connected());
      const token = page.getByLabel('Access Token');
      await token.fill('EAAB_wrong');
      await saveFacebook(page);
      await toasted(page, 'Failed to update Facebook settings');
      await eventually(
        () =>
          token.evaluate((field) => [
            field.getAttribute('aria-invalid'),
            field === field.ownerDocument.activeElement,
          ]),
        ([isWrong, hasFocus]) => isWrong === 'true' && hasFocus === true,
      );
      const sentence = await token.evaluate((field) =>
        field
          .getAttribute('aria-describedby')!
          .split(' ')
          .map((id: string) => field.ownerDocument.getElementById(id)!.textContent)
          .join(''),
      );
      expect(sentence).toMatch(/token/i);
      expect(sentence).not.toContain('Leave empty');
      expect(await token.inputValue()).toBe('EAAB_wrong');
      await connection(page, 'Facebook').getByText(`Connected as ${PAGE.name}`).waitFor();
      await leave();
    });

    it.each(['Upload frequency (minutes)', 'Photo upload frequency (minutes)'])(
      'want at least a minute: %s',
      async (label) => {
        const { page, leave } = await openScreen(await connected());
        const made = calls(page, 'PUT', FACEBOOK);
        const minutes = frequency(page, label);
        expect(await minutes.getAttribute('min')).toBe('1');
        for (const wrong of ['0', '-5', '1.5', '']) {
          await minutes.fill(wrong);
          await saveFacebook(page);
          expect(await minutes.evaluate((field) => field.matches(':invalid'))).toBe(true);
        }
        expect(made).toEqual([]);
        await leave();
      },
    );

    it('say that a connection is paused and why, on every screen, until it works again', async () => {
      const client = await connected({
        access_token: SHOP.token,
        page_id: SHOP.id,
        instagram_page_id: SHOP.igId,
      });
      const { page, leave } = await openScreen(client);
      await connection(page, 'Facebook').getByText('Connected as The Shop').waitFor();
      ui.app.fake.revoke(
        SHOP.token,
        460,
        'The session has been invalidated because the user changed the password.',
      );
      await page.getByRole('button', { name: 'Check now' }).click();
      await toasted(page, 'The connection is paused');
      for (const network of ['Facebook', 'Instagram']) {
        await connection(page, network).getByText('Paused').waitFor();
        await connection(page, network)
          .getByText(/changed the password/)
          .waitFor();
      }
      await page.getByText('Facebook and Instagram connections paused.').waitFor();

      ui.app.fake.restore(SHOP.token);
      await page.getByLabel('Access Token').fill(SHOP.token);
      await saveFacebook(page);
      await connection(page, 'Facebook').getByText('Connected as The Shop').waitFor();
      await page.getByText('Facebook and Instagram connections paused.').waitFor({ state: 'detached' });
      await leave();
    });

    it('are saved unverified while Meta cannot be reached', async () => {
      ui.app.fake.fault({ on: 'me', times: 99, do: { cut: 'before' } });
      const { page, leave } = await openScreen(await ui.users.newcomer());
      await page.getByLabel('Access Token').fill(PAGE.token);
      await page.getByLabel('Page ID', { exact: true }).fill(PAGE.id);
      await saveFacebook(page);
      await toasted(page, 'Facebook settings updated successfully!');
      await connection(page, 'Facebook').getByText('Unverified').waitFor();
      await page.getByRole('button', { name: 'Check now' }).click();
      await toasted(page, 'The connection could not be checked');
      ui.app.fake.clearFaults();
      await page.getByRole('button', { name: 'Check now' }).click();
      await toasted(page, 'Connection checked');
      await connection(page, 'Facebook').getByText(`Connected as ${PAGE.name}`).waitFor();
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

    it('offer the active categories and keep the chosen ones', async () => {
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

    it('that could not be saved are said not to have been', async () => {
      const { page, leave } = await openScreen(await ui.users.newcomer());
      await refuse(page, 'PUT', PREFERENCES);
      await page.getByLabel('Coffee').check();
      await page.getByRole('button', { name: 'Save preferences' }).click();
      await toasted(page, 'Failed to update category preferences');
      expect(await page.getByLabel('Coffee').isChecked()).toBe(true);
      await leave();
    });

    it('that could not be fetched are noted in the log, and nowhere else', async () => {
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

    it('fail with the categories that they are made of', async () => {
      const { page, leave } = await openScreen(await ui.users.newcomer(), (page) =>
        refuse(page, 'GET', /\/api\/categories/),
      );
      await sees(panel(page, 'Category Preferences'), 'Failed to fetch categories');
      await leave();
    });
  });

  it('can be read and worked by everybody', async () => {
    const client = await connected({
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
    const found = await viewFaults(ui, client, 'settings', {
      paused: (page) => connection(page, 'Facebook').getByText('Paused').waitFor(),
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
