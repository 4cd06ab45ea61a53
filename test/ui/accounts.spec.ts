import type { Locator, Page } from 'playwright-core';
import { PAGE } from '../support/app';
import { eventually, type Client } from '../support/client';
import { SHOP } from '../support/credentials';
import { comesToHold } from '../support/ui/form-actions';
import { describeScreens } from '../support/ui/dashboard';
import { accountCard, addAccount, agencyWith } from '../support/ui/accounts-screen';
import { add } from '../support/ui/calendar-page';
import { connectedUser, panel, saveFacebook, storedUser } from '../support/ui/settings-screen';
import { toasted } from '../support/ui/toasts';
import { NARROW, WIDE } from '../support/ui/browser';
import { viewFaults } from '../support/ui/view-checks';

jest.setTimeout(90_000);

const MUSEUM = { id: '300400500600700', name: 'Museum', token: 'EAAB_CANARY_museum' };

describeScreens('several accounts', (ui) => {
  beforeAll(() => {
    ui.app.fake.addPage(SHOP);
    ui.app.fake.addPage(MUSEUM);
  });
  afterEach(() => {
    ui.app.fake.clearFaults();
    ui.app.fake.restore(MUSEUM.token);
  });
  const accountsOf = async (client: Client): Promise<any[]> => (await client.get('/api/accounts')).body;
  const pendingOf = async (client: Client, name: string): Promise<number> =>
    (await accountsOf(client)).find((account) => account.name === name)?.pending;

  it('come beside the first one, each with its own card', async () => {
    const client = await connectedUser(ui.users);
    const { page, complaints, leave } = await ui.open(client, 'settings');
    expect(await page.getByRole('region', { name: 'Accounts' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Add another account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an account' });
    await dialog.getByLabel('Access Token').fill('EAAB_wrong');
    await dialog.getByLabel('Page ID', { exact: true }).fill(SHOP.id);
    await dialog.getByLabel('Instagram Page ID').fill(SHOP.igId);
    await dialog.getByRole('button', { name: 'Add account' }).click();
    await toasted(page, 'Failed to add the account');
    await eventually(
      () => dialog.getByLabel('Access Token').getAttribute('aria-invalid'),
      (is) => is === 'true',
    );
    await dialog.getByLabel('Access Token').fill(SHOP.token);
    await dialog.getByRole('button', { name: 'Add account' }).click();
    await toasted(page, '2 accounts connected');

    await accountCard(page, PAGE.name).getByText('Default', { exact: true }).waitFor();
    await accountCard(page, SHOP.name).getByText('Ready to post.').waitFor();
    await accountCard(page, SHOP.igUsername).getByText('Instagram account').waitFor();
    expect(await page.content()).not.toContain(SHOP.token);

    await accountCard(page, SHOP.name).getByRole('button', { name: 'Make default' }).click();
    await toasted(page, 'The Shop is the default now');
    await accountCard(page, SHOP.name).getByText('Default', { exact: true }).waitFor();
    await accountCard(page, PAGE.name).getByRole('button', { name: 'Make default' }).waitFor();
    await holdsFocus(accountCard(page, SHOP.name));
    expect(await storedUser(client)).toMatchObject({ page_id: SHOP.id });
    await comesToHold(page.getByLabel('Page ID', { exact: true }), SHOP.id);

    await page.getByRole('button', { name: `Change the posting frequency of ${PAGE.name}` }).click();
    await page.getByLabel('Upload frequency (minutes)', { exact: true }).fill('90');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await toasted(page, 'Posting frequency saved');
    await accountCard(page, PAGE.name).getByText('Videos every 1 h 30 min').waitFor();
    expect(complaints.filter((line) => !/status of 422/.test(line))).toEqual([]);
    await leave();
  });

  it('are more than the plan allows: the sentence of the server stands by the button', async () => {
    const plan = await ui.users.plan({ max_accounts: 2 });
    const client = await ui.users.subscriber({ plan, connected: SHOP });
    const { page, leave } = await ui.open(client, 'settings');
    await addAccount(page, MUSEUM);
    await page.getByRole('dialog').getByText('Your plan allows 2 accounts.').waitFor();
    await page.goto('/dashboard');
    await page.getByText('2 of 2 accounts connected').waitFor();
    await leave();
  });

  it('are named by the banner of a pause, which leads to the card and its reconnection', async () => {
    const client = await agencyWith(ui.users, PAGE, MUSEUM);
    ui.app.fake.revoke(MUSEUM.token, 460, 'The session was invalidated: the user changed the password.');
    const [, museum] = await accountsOf(client);
    await client.post(`/api/accounts/${museum.id}/check`);
    const { page, leave } = await ui.open(client, 'videos');
    const banner = page.getByRole('status').filter({ hasText: 'Museum is paused.' });
    await banner.getByRole('link', { name: 'Reconnect' }).click();
    await page.waitForURL(`**/dashboard/settings#account-${museum.id}`);
    await eventually(
      () => page.evaluate<string>('document.activeElement.id'),
      (id) => id === `account-${museum.id}`,
    );
    ui.app.fake.restore(MUSEUM.token);
    await accountCard(page, MUSEUM.name).getByRole('button', { name: 'Reconnect' }).click();
    await page.getByRole('dialog').getByLabel('Access Token').fill(MUSEUM.token);
    await page.getByRole('dialog').getByRole('button', { name: 'Reconnect' }).click();
    await toasted(page, 'Museum is connected again');
    await banner.waitFor({ state: 'detached' });
    await leave();
  });

  it('are removed with the answer to what waits for them', async () => {
    const client = await agencyWith(ui.users, PAGE, SHOP, MUSEUM);
    await add(client, 'First');
    await add(client, 'Second');
    const { page, leave } = await ui.open(client, 'settings');
    await accountCard(page, PAGE.name).getByText('2 posts pending').waitFor();
    await page.getByRole('button', { name: `Remove ${PAGE.name}` }).click();
    const question = page.getByRole('alertdialog', { name: `Remove ${PAGE.name}?` });
    await question.getByText('2 pending posts are waiting for this account.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await pendingOf(client, PAGE.name)).toBe(2);

    await page.getByRole('button', { name: `Remove ${PAGE.name}` }).click();
    expect(await question.getByLabel('Move them to another account').isChecked()).toBe(true);
    await question.getByRole('combobox', { name: 'Move to' }).click();
    await page.getByRole('option', { name: MUSEUM.name }).click();
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await toasted(page, `${PAGE.name} removed`);
    await accountCard(page, PAGE.name).waitFor({ state: 'detached' });
    await holdsFocus(settingsOf(page));
    expect(await pendingOf(client, MUSEUM.name)).toBe(2);

    // With one account left, everything is as it was before there were several.
    await page.getByRole('button', { name: 'Remove The Shop' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await toasted(page, 'The Shop removed');
    await page.getByRole('region', { name: 'Accounts' }).waitFor({ state: 'detached' });
    await holdsFocus(settingsOf(page));
    await panel(page, 'Facebook Settings').getByText('Connected as Museum').waitFor();
    await leave();
  });

  it('are not what a changed Page ID means: it asks before posts go elsewhere', async () => {
    const client = await ui.users.subscriber({ connected: true });
    await add(client, 'First');
    await add(client, 'Second');
    const { page, leave } = await ui.open(client, 'settings');
    await page.getByLabel('Access Token').fill(MUSEUM.token);
    await page.getByLabel('Page ID', { exact: true }).fill(MUSEUM.id);
    await saveFacebook(page);
    const question = page.getByRole('alertdialog');
    await question.getByText(`2 pending posts will go to ${MUSEUM.id} instead of ${PAGE.name}.`).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await storedUser(client)).toMatchObject({ page_id: PAGE.id });
    await saveFacebook(page);
    await question.getByRole('button', { name: 'Save and send them there' }).click();
    await toasted(page, 'Facebook settings updated successfully!');
    expect(await storedUser(client)).toMatchObject({ page_id: MUSEUM.id });
    await leave();
  });

  it.each([WIDE, NARROW])('can be read and worked by everybody, at $width pixels', async (size) => {
    const client = await agencyWith(ui.users, PAGE, SHOP, MUSEUM);
    await add(client, 'First');
    const opens = (name: string) => async (page: Page) => {
      await page.getByRole('button', { name }).first().click();
      // The code of some comes first, and Escape before it would close nothing.
      await page.locator('[role=dialog], [role=alertdialog]').waitFor();
    };
    const found = await viewFaults(ui, client, 'settings', size, {
      cards: (page) => accountCard(page, SHOP.name).waitFor(),
      remove: opens(`Remove ${PAGE.name}`),
      frequency: opens(`Change the posting frequency of ${PAGE.name}`),
      add: opens('Add another account'),
    });
    expect(found).toEqual([]);
  });
});

/** The part of the settings that stays when the cards of the accounts go. */
const settingsOf = (page: Page) =>
  page
    .locator('#content [tabindex="-1"]')
    .filter({ has: page.getByRole('heading', { name: 'Profile Settings' }) });

const holdsFocus = (part: Locator) =>
  eventually(
    () => part.evaluate((element: any) => element === element.ownerDocument.activeElement),
    (isFocused) => isFocused,
  );
