import type { Page } from 'playwright-core';
import type { Client } from '../support/client';
import { META_APP, offerTo } from '../support/connecting';
import { describeScreens } from '../support/ui/dashboard';
import { settled } from '../support/ui/screens';
import { connectionOf } from '../support/ui/settings-screen';
import { toasted } from '../support/ui/toasts';
import { holds, stalled } from '../support/ui/upload-area';
import { NARROW, WIDE } from '../support/ui/browser';
import { viewFaults } from '../support/ui/view-checks';

jest.setTimeout(90_000);

const env = { META_APP_ID: META_APP.id, META_APP_SECRET: META_APP.secret };
const MINUTE = 60_000;

describeScreens('connecting with Facebook', { env }, (ui) => {
  afterEach(() => ui.app.clock.reset());
  const offered = async (client: Client) => `/dashboard/settings?connect=${await offerTo(ui.app, client)}`;
  /** As the product sends the browser there: the dialog covers the screen. */
  async function backFromDialog(client: Client, address: string) {
    const guest = await ui.visitAs(client);
    await guest.page.goto(address);
    return guest;
  }
  const picker = (page: Page) => page.getByRole('dialog', { name: 'Choose what to connect' });

  it('leads to the dialog, and pasting a token stays possible', async () => {
    const { page, leave } = await ui.open(await ui.users.newcomer(), 'settings', {
      before: (page) => page.route('**/dialog/oauth?**', (route) => route.fulfill({ body: 'Facebook' })),
    });
    expect(await page.getByLabel('Access Token').count()).toBe(0);
    await page.getByRole('button', { name: 'Paste a token instead' }).click();
    await page.getByLabel('Access Token').waitFor();
    await page.getByRole('button', { name: 'Connect with Facebook' }).click();
    await page.waitForURL(/\/dialog\/oauth\?/);
    expect(new URL(page.url()).searchParams.get('state')).toMatch(/^[\w-]{43}$/);
    await page.goBack();
    await page.getByRole('button', { name: 'Connect with Facebook' }).waitFor();
    await leave();
  });

  it('offers Pages and their accounts, also after a reload, until it is closed', async () => {
    const client = await ui.users.newcomer();
    const { page, complaints, context } = await backFromDialog(client, await offered(client));
    const dialog = picker(page);
    await dialog.getByText('You did not grant this Page to Pagecast. Connect again and tick it.').waitFor();
    expect(await dialog.getByLabel('Garage').isDisabled()).toBe(true);
    await dialog.getByText('read the figures of your Page (read_insights)').waitFor();
    await dialog
      .getByText('Is a Page missing? Ask its business to give you access to the Page itself.')
      .waitFor();
    expect(await dialog.getByRole('button', { name: /^Connect/ }).isDisabled()).toBe(true);
    await page.reload();
    await dialog.getByLabel('Select all').check();
    await dialog.getByText('2 of 2 chosen').waitFor();
    await dialog.getByLabel('@bakery').uncheck();
    await dialog.getByRole('button', { name: 'Connect 1 account' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.search === '');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('#content:focus').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('connects what is ticked, and shows it as connected in another tab', async () => {
    const client = await ui.users.newcomer();
    const address = await offered(client);
    const { page, complaints, context } = await backFromDialog(client, address);
    const dialog = picker(page);
    await dialog.getByLabel('Select all').check();
    await dialog.getByRole('button', { name: 'Connect 2 accounts' }).click();
    await toasted(page, '2 accounts connected');
    await page.waitForURL((url) => url.search === '');
    await connectionOf(page, 'Facebook').getByText('Connected as Bakery').waitFor();
    await connectionOf(page, 'Instagram').getByText('Connected as bakery').waitFor();
    await page.goto(address);
    await dialog.getByRole('button', { name: 'Connect 2 accounts' }).waitFor();
    expect(await dialog.getByText('Connected', { exact: true }).count()).toBe(2);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('leads nowhere from a screen that was left before the answer', async () => {
    const client = await ui.users.newcomer();
    const address = await offered(client);
    const { page, context } = await backFromDialog(client, '/dashboard/settings');
    const leaves = (to: string) =>
      page.evaluate(`history.pushState(null, '', '${to}'), dispatchEvent(new PopStateEvent('popstate'))`);
    const dialogs = await stalled(page, /\/dialog\/oauth\?/, 'GET');
    const starts = await stalled(page, /\/api\/connect$/);
    await page.getByRole('button', { name: 'Connect with Facebook' }).click();
    await holds(starts, 1);
    await page.getByRole('link', { name: 'Captions' }).click();
    await page.getByRole('heading', { level: 1, name: 'Captions' }).waitFor();
    await starts[0]!.continue();

    const choices = await stalled(page, /\/api\/connect\/\d+$/);
    await leaves(address);
    await picker(page).getByLabel('Select all').check();
    await picker(page).getByRole('button', { name: 'Connect 2 accounts' }).click();
    await holds(choices, 1);
    await picker(page).getByRole('button', { name: 'Cancel', disabled: true }).waitFor();
    await leaves('/dashboard/captions');
    await picker(page).waitFor({ state: 'detached' });
    await choices[0]!.continue();
    await toasted(page, '2 accounts connected');
    await settled(page);
    expect(new URL(page.url()).pathname).toBe('/dashboard/captions');
    expect(dialogs).toEqual([]);
    await context.close();
  });

  it('says that an offer is over', async () => {
    const client = await ui.users.newcomer();
    const address = await offered(client);
    ui.app.clock.forward(31 * MINUTE);
    const { page, context } = await backFromDialog(client, address);
    await picker(page).getByText('This choice has expired').waitFor();
    await picker(page).getByRole('button', { name: 'Connect with Facebook' }).waitFor();
    await picker(page).getByRole('button', { name: 'Close' }).click();
    await page.waitForURL((url) => url.search === '');
    await context.close();
  });

  it.each([
    ['denied', /You did not allow/],
    ['expired', /took too long/],
    ['failed', /could not be used/],
  ])('says why nothing was connected, once: %s', async (word, sentence) => {
    const { page, leave } = await ui.open(await ui.users.newcomer(), `settings?connect_error=${word}`);
    const alert = page.getByRole('alert').filter({ hasText: 'Nothing was connected.' });
    await alert.getByText(sentence).waitFor();
    await page.waitForURL((url) => url.search === '');
    await alert.getByRole('button', { name: 'Try again' }).waitFor();
    await page.reload();
    await settled(page);
    expect(await alert.count()).toBe(0);
    await leave();
  });

  it.each([WIDE, NARROW])('can be read and worked by everybody, at $width pixels', async (size) => {
    const client = await ui.users.newcomer();
    const address = await offered(client);
    const found = await viewFaults(ui, client, 'settings', size, {
      picker: async (page) => {
        await page.evaluate(
          `history.pushState(null, '', ${JSON.stringify(address)}), dispatchEvent(new PopStateEvent('popstate'))`,
        );
        await picker(page).getByLabel('Select all').waitFor();
      },
    });
    const failed = await viewFaults(ui, client, 'settings?connect_error=denied', size, {
      denied: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
    });
    expect([...found, ...failed]).toEqual([]);
  });
});
