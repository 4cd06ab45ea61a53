import { PAGE } from '../support/app';
import { eventually } from '../support/client';
import { SHOP } from '../support/credentials';
import { fixture } from '../support/media';
import { accessibilityFaults } from '../support/ui/accessibility';
import { agencyWith } from '../support/ui/accounts-screen';
import { NARROW } from '../support/ui/browser';
import { add } from '../support/ui/calendar-page';
import { account, openComposer, press, reload, text } from '../support/ui/composer';
import { describeScreens } from '../support/ui/dashboard';
import { comesToHold } from '../support/ui/form-actions';
import { sideways } from '../support/ui/layout-shifts';
import { refuse } from '../support/ui/api-stubs';
import { choose, listed, openVideos, row } from '../support/ui/posts-screen';
import { chooseFiles, uploadButton } from '../support/ui/upload-area';

jest.setTimeout(90_000);

describeScreens('posts of several accounts', (ui) => {
  beforeAll(() => ui.app.fake.addPage(SHOP));

  it('go to those that are chosen, which the browser remembers', async () => {
    const client = await agencyWith(ui.users, PAGE, SHOP);
    const { page, toast, complaints, leave } = await openVideos(ui, client);
    const postTo = page.getByRole('combobox', { name: 'Post to' });
    const chip = (name: string) => page.locator('.MuiChip-root').filter({ hasText: name });
    await chip(PAGE.name).waitFor();
    await postTo.click();
    await page.getByRole('option', { name: SHOP.name }).click();
    await page.keyboard.press('Escape');
    expect(await accessibilityFaults(page)).toEqual([]);
    await chooseFiles(page, fixture('portrait.mp4'));
    await page.getByLabel('Title of portrait.mp4').fill('Both');
    await uploadButton(page, 'videos').click();
    await toast('Videos uploaded successfully!');
    const accounts = (await listed(client)).map(({ title, account }) => [title, account.name]);
    expect(accounts.sort()).toEqual([
      ['Both', PAGE.name],
      ['Both', SHOP.name],
    ]);
    await row(page, /Both.*The Shop/).waitFor();
    await row(page, /Both.*Test Page/).waitFor();

    await page.reload();
    await chip(SHOP.name).waitFor();
    // The last one stays, so that it is never open where a post goes.
    await postTo.click();
    await page.getByRole('option', { name: PAGE.name }).click();
    await chip(PAGE.name).waitFor({ state: 'detached' });
    await page.getByRole('option', { name: SHOP.name }).click();
    expect(await chip(SHOP.name).count()).toBe(1);
    await page.keyboard.press('Escape');

    await choose(page, 'Account', PAGE.name);
    await row(page, /Both.*The Shop/).waitFor({ state: 'detached' });
    await row(page, /Both.*Test Page/).waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  it('go to those that the browser remembers also while nobody knows the accounts', async () => {
    const client = await agencyWith(ui.users, PAGE, SHOP);
    const { id } = (await client.get('/api/accounts')).body.find(({ name }: any) => name === SHOP.name);
    const { page, toast, leave } = await openVideos(ui, client, {
      before: async (page) => {
        await page.addInitScript(
          `localStorage.setItem('pagecast-post-to-${client.user.id}-facebook', '[${id}]')`,
        );
        await refuse(page, 'GET', /\/api\/accounts$/);
      },
    });
    await chooseFiles(page, fixture('portrait.mp4'));
    await uploadButton(page, 'videos').click();
    await toast('Videos uploaded successfully!');
    expect((await listed(client)).map(({ account }) => account.name)).toEqual([SHOP.name]);
    await leave();
  });

  it('name their account in the calendar, in its filter and at home', async () => {
    const client = await agencyWith(ui.users, PAGE, SHOP);
    const [, shop] = (await client.get('/api/accounts')).body;
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    await add(client, 'For the Page', soon);
    await client.put(`/api/accounts/${shop.id}`, { is_default: 1 });
    await add(client, 'For the Shop', soon);
    await add(client, 'Waits its turn');
    const { page, complaints, leave } = await ui.open(client, 'calendar', { ...NARROW });
    await page.getByRole('button', { name: /For the Page.*Test Page/ }).waitFor();
    await page.getByRole('button', { name: /For the Shop.*The Shop/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
    await choose(page, 'Account', `${PAGE.name}, Facebook`);
    await page.getByRole('button', { name: /For the Shop/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /For the Page/ }).waitFor();
    await page.getByText('Waits its turn').waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByText('This account has no unscheduled posts. Other accounts are not shown.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.getByText('Everything is scheduled.', { exact: false }).count()).toBe(0);
    await page.goto('/dashboard');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'For the Page' })
      .getByText(PAGE.name, { exact: true })
      .waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  it('need no choice with one account of a network', async () => {
    const client = await ui.users.subscriber({
      connected: { id: SHOP.id, token: SHOP.token, igId: SHOP.igId },
    });
    await add(client, 'Only here');
    const { page, leave } = await openVideos(ui, client);
    await row(page, /Only here/).waitFor();
    expect(await page.getByText(SHOP.name).count()).toBe(0);
    for (const name of ['Post to', 'Account'])
      expect(await page.getByRole('combobox', { name, exact: true }).count()).toBe(0);
    await leave();
  });

  it('are chosen in the composer where there is only one, after each new beginning', async () => {
    const client = await ui.users.subscriber({ connected: true });
    const { page, leave } = await openComposer(ui, client);
    const sole = account(page, /./);
    await eventually(() => sole.isChecked(), Boolean);
    await sole.uncheck();
    await text(page).fill('Hello');
    await reload(page);
    expect(await text(page).inputValue()).toBe('Hello');
    await eventually(() => sole.isChecked(), Boolean);
    await press(page, 'Start over');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start over' }).click();
    await comesToHold(text(page), '');
    expect(await sole.isChecked()).toBe(true);
    await leave();
  });
});
