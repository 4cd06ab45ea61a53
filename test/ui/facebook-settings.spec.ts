import type { Page } from 'playwright-core';
import { PAGE } from '../support/app';
import { calls } from '../support/ui/api-stubs';
import { comesToHold } from '../support/ui/form-actions';
import { describeScreens } from '../support/ui/dashboard';
import { toasted } from '../support/ui/toasts';
import { holds, stalled } from '../support/ui/upload-area';
import { eventually, type Client } from '../support/client';
import { SHOP } from '../support/credentials';
import { connectedUser, connectionOf, saveFacebook, storedUser } from '../support/ui/settings-screen';

jest.setTimeout(60_000);

const FACEBOOK = /\/api\/user\/facebook-settings$/;

describeScreens('settings', (ui) => {
  beforeAll(() => ui.app.fake.addPage(SHOP));
  afterEach(() => {
    ui.app.fake.clearFaults();
    ui.app.fake.restore(SHOP.token);
  });
  const openScreen = (client: Client, before?: (page: Page) => Promise<unknown>) =>
    ui.open(client, 'settings', { before });
  const frequency = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true });

  describe('Facebook Settings', () => {
    it('connects a Page and an account, and never shows the token again', async () => {
      const client = await ui.users.newcomer();
      const { page, complaints, leave } = await openScreen(client);
      await connectionOf(page, 'Facebook').getByText('Missing').waitFor();
      await connectionOf(page, 'Instagram').getByText('Missing').waitFor();
      const token = page.getByLabel('Access Token');
      expect(await token.getAttribute('type')).toBe('password');
      await token.fill(SHOP.token);
      await page.getByLabel('Page ID', { exact: true }).fill(SHOP.id);
      await page.getByLabel('Instagram Page ID').fill(SHOP.igId);
      await frequency(page, 'Upload frequency (minutes)').fill('90');
      await page.getByText('One unscheduled video goes out every 1 h 30 min.').waitFor();
      await frequency(page, 'Photo upload frequency (minutes)').fill('1');
      await saveFacebook(page);
      await toasted(page, 'Facebook settings updated successfully!');
      await connectionOf(page, 'Facebook').getByText('Connected as The Shop').waitFor();
      await connectionOf(page, 'Instagram').getByText('Connected as the.shop').waitFor();
      await page.getByText('Saved, ends in shop. Leave empty to keep it.').waitFor();
      await comesToHold(token, '');
      expect(await page.content()).not.toContain(SHOP.token);
      expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain(SHOP.token);
      expect(await storedUser(client)).toMatchObject({ upload_frequency: 90, photo_upload_frequency: 1 });
      expect(complaints).toEqual([]);
      await leave();
    });

    it('keeps the stored token when its field is left empty', async () => {
      const client = await connectedUser(ui.users);
      const { page, leave } = await openScreen(client);
      await page.getByText('Saved, ends in page. Leave empty to keep it.').waitFor();
      const made = calls(page, 'PUT', FACEBOOK);
      await frequency(page, 'Photo upload frequency (minutes)').fill('45');
      await saveFacebook(page);
      await toasted(page, 'Facebook settings updated successfully!');
      expect(made).toHaveLength(1);
      expect(made[0]!.body).not.toHaveProperty('access_token');
      expect(await storedUser(client)).toMatchObject({
        has_access_token: true,
        access_token_last4: 'page',
        photo_upload_frequency: 45,
      });
      await leave();
    });

    it("puts Meta's reason for refusing a token on its field, and keeps what was typed", async () => {
      const { page, leave } = await openScreen(await connectedUser(ui.users));
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
      await connectionOf(page, 'Facebook').getByText(`Connected as ${PAGE.name}`).waitFor();
      await leave();
    });

    it.each(['Upload frequency (minutes)', 'Photo upload frequency (minutes)'])(
      'requires at least a minute: %s',
      async (label) => {
        const { page, leave } = await openScreen(await connectedUser(ui.users));
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

    it('leaves frequencies alone that were set elsewhere, and shows them', async () => {
      const client = await connectedUser(ui.users);
      const { page, leave } = await openScreen(client);
      const minutes = frequency(page, 'Upload frequency (minutes)');
      await comesToHold(minutes, '60');
      await page.getByRole('button', { name: `Posting times of ${PAGE.name}: Change` }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Upload frequency (minutes)', { exact: true }).fill('90');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await toasted(page, 'Posting frequency saved');
      await dialog.waitFor({ state: 'detached' });
      await comesToHold(minutes, '90');
      await frequency(page, 'Photo upload frequency (minutes)').fill('30');
      await page.getByLabel('Access Token').fill(PAGE.token);
      await saveFacebook(page);
      await toasted(page, 'Facebook settings updated successfully!');
      expect(await storedUser(client)).toMatchObject({ upload_frequency: 90, photo_upload_frequency: 30 });
      await leave();
    });

    it("keeps the Instagram account's own frequency when something else is saved", async () => {
      const client = await connectedUser(ui.users, {
        access_token: SHOP.token,
        page_id: SHOP.id,
        instagram_page_id: SHOP.igId,
      });
      const accounts = async (): Promise<any[]> => (await client.get('/api/accounts')).body;
      const instagram = (await accounts()).find(({ network }) => network === 'instagram');
      await client.put(`/api/accounts/${instagram.id}`, { upload_frequency: 240 });
      const { page, leave } = await openScreen(client);
      await page.getByLabel('Access Token').fill(SHOP.token);
      await saveFacebook(page);
      await toasted(page, 'Facebook settings updated successfully!');
      const stored = (await accounts()).map(({ network, upload_frequency }) => [network, upload_frequency]);
      expect(Object.fromEntries(stored)).toEqual({ facebook: 60, instagram: 240 });
      await leave();
    });

    it('fills in the Page of the token that was pasted last, however late an answer is', async () => {
      const { page, leave } = await openScreen(await ui.users.newcomer());
      const token = page.getByLabel('Access Token');
      const id = page.getByLabel('Page ID', { exact: true });
      const paste = (text: string) =>
        token.evaluate((field: any, pasted: string) => {
          const clipboardData = new (globalThis as any).DataTransfer();
          clipboardData.setData('text', pasted);
          field.dispatchEvent(
            new (globalThis as any).ClipboardEvent('paste', { clipboardData, bubbles: true }),
          );
        }, text);
      const held = await stalled(page, /\/connection\/inspect$/);
      await paste(PAGE.token);
      await paste(SHOP.token);
      await holds(held, 2);
      await held[1]!.continue();
      await comesToHold(id, SHOP.id);
      const late = page.waitForResponse(/\/connection\/inspect$/);
      await held[0]!.continue();
      await (await late).finished();
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
      expect(await id.inputValue()).toBe(SHOP.id);
      await leave();
    });

    it('keeps what is typed while it saves', async () => {
      const client = await connectedUser(ui.users);
      const { page, leave } = await openScreen(client);
      let letGo = () => {};
      const held = new Promise<void>((go) => (letGo = go));
      await page.route(FACEBOOK, async (route) => {
        await held;
        await route.continue();
      });
      const made = calls(page, 'PUT', FACEBOOK);
      const photos = frequency(page, 'Photo upload frequency (minutes)');
      await photos.fill('45');
      await saveFacebook(page);
      await eventually(
        () => Promise.resolve(made.length),
        (length) => length === 1,
      );
      await frequency(page, 'Upload frequency (minutes)').fill('90');
      letGo();
      await toasted(page, 'Facebook settings updated successfully!');
      await page.getByRole('button', { name: 'Save Facebook settings' }).waitFor();
      expect(await frequency(page, 'Upload frequency (minutes)').inputValue()).toBe('90');
      expect(await photos.inputValue()).toBe('45');
      expect(await storedUser(client)).toMatchObject({ upload_frequency: 60, photo_upload_frequency: 45 });
      await leave();
    });

    it('says on every screen that a connection is paused and why, until it works again', async () => {
      const client = await connectedUser(ui.users, {
        access_token: SHOP.token,
        page_id: SHOP.id,
        instagram_page_id: SHOP.igId,
      });
      const { page, leave } = await openScreen(client);
      await connectionOf(page, 'Facebook').getByText('Connected as The Shop').waitFor();
      ui.app.fake.revoke(
        SHOP.token,
        460,
        'The session has been invalidated because the user changed the password.',
      );
      await page.getByRole('button', { name: 'Check now' }).click();
      await toasted(page, 'The connection is paused');
      for (const network of ['Facebook', 'Instagram']) {
        await connectionOf(page, network).getByText('Paused').waitFor();
        await connectionOf(page, network)
          .getByText(/changed the password/)
          .waitFor();
      }
      await page.getByText('Facebook and Instagram connections paused.').waitFor();

      ui.app.fake.restore(SHOP.token);
      await page.getByLabel('Access Token').fill(SHOP.token);
      await saveFacebook(page);
      await connectionOf(page, 'Facebook').getByText('Connected as The Shop').waitFor();
      await page.getByText('Facebook and Instagram connections paused.').waitFor({ state: 'detached' });
      await leave();
    });

    it('saves the settings unverified while Meta cannot be reached', async () => {
      ui.app.fake.fault({ on: 'me', times: 99, do: { cut: 'before' } });
      const { page, leave } = await openScreen(await ui.users.newcomer());
      await page.getByLabel('Access Token').fill(PAGE.token);
      await page.getByLabel('Page ID', { exact: true }).fill(PAGE.id);
      await saveFacebook(page);
      await toasted(page, 'Facebook settings updated successfully!');
      await connectionOf(page, 'Facebook').getByText('Unverified').waitFor();
      await page.getByRole('button', { name: 'Check now' }).click();
      await toasted(page, 'The connection could not be checked');
      ui.app.fake.clearFaults();
      await page.getByRole('button', { name: 'Check now' }).click();
      await toasted(page, 'Connection checked');
      await connectionOf(page, 'Facebook').getByText(`Connected as ${PAGE.name}`).waitFor();
      await leave();
    });
  });
});
