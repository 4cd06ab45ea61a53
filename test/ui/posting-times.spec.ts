import type { Page } from 'playwright-core';
import { PAGE } from '../support/app';
import { eventually, type Client } from '../support/client';
import { SHOP } from '../support/credentials';
import { accountCard, agencyWith } from '../support/ui/accounts-screen';
import { add } from '../support/ui/calendar-page';
import { describeScreens } from '../support/ui/dashboard';
import { toasted } from '../support/ui/toasts';
import { holds, stalled } from '../support/ui/upload-area';
import { NARROW, WIDE } from '../support/ui/browser';
import { viewFaults } from '../support/ui/view-checks';

jest.setTimeout(90_000);

const focused = (page: Page) =>
  page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")');

describeScreens('posting times and queue', (ui) => {
  beforeAll(() => {
    ui.app.fake.addPage(SHOP);
  });
  const account = async (client: Client): Promise<any> => (await client.get('/api/accounts')).body[0];
  const open = async (page: Page, what: 'Queue' | 'times', name: string = PAGE.name) => {
    const button =
      what === 'Queue'
        ? `Queue of ${name}`
        : new RegExp(`(frequency of|times of) ${name.replace(/ /g, '.')}`);
    await page.getByRole('button', { name: button }).click();
    return page.getByRole('dialog', { name: `When ${name} posts` });
  };
  const titles = async (client: Client): Promise<string[]> =>
    (await client.get('/api/posts?range=[0,99]')).body
      .sort((a: any, b: any) => a.position - b.position)
      .map(({ title }: any) => title);

  it('replace the frequency, day by day, and give way to it again', async () => {
    const client = await agencyWith(ui.users, PAGE, SHOP);
    const { page, complaints, leave } = await ui.open(client, 'settings');
    const dialog = await open(page, 'times');
    await dialog.getByLabel('At posting times').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Add at least one posting time.').waitFor();

    const monday = dialog.getByRole('group', { name: 'Posting times on Monday' });
    await monday.getByRole('button', { name: 'Add posting time: Monday' }).click();
    const first = monday.getByLabel('Time 1 on Monday');
    await eventually(
      () => focused(page),
      (name) => name === 'Time 1 on Monday',
    );
    await monday.getByRole('button', { name: 'Add posting time: Monday' }).click();
    await monday.getByLabel('Time 2 on Monday').fill('09:00');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Monday 09:00 is there twice.').waitFor();
    expect(await first.getAttribute('aria-invalid')).toBe('true');

    await monday.getByLabel('Time 2 on Monday').fill('18:30');
    await monday.getByRole('button', { name: 'Copy to all days: Monday' }).click();
    await dialog.getByRole('button', { name: 'Remove Sunday 18:30' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toasted(page, 'Posting times saved');
    const { posting, slots } = await account(client);
    expect([posting, slots.length, slots[0], slots.at(-1)]).toEqual([
      'slots',
      13,
      { day: 1, time: '09:00' },
      { day: 7, time: '09:00' },
    ]);
    await accountCard(page, PAGE.name).getByText('Unscheduled posts go out at its posting times').waitFor();

    await open(page, 'times');
    await dialog.getByLabel('At a posting frequency').check();
    await dialog.getByLabel('Upload frequency (minutes)', { exact: true }).fill('90');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toasted(page, 'Posting frequency saved');
    expect(await account(client)).toMatchObject({ posting: 'frequency', upload_frequency: 90, slots });
    expect(complaints.filter((line) => !/status of 422/.test(line))).toEqual([]);
    await leave();
  });

  it('leave a frequency alone that was not edited, since another tab may have changed it', async () => {
    const client = await ui.users.subscriber({ connected: true });
    const { id } = await account(client);
    await client.put(`/api/accounts/${id}`, { upload_frequency: 60, photo_upload_frequency: 60 });
    const { page, leave } = await ui.open(client, 'settings');
    const dialog = await open(page, 'times');
    await client.put(`/api/accounts/${id}`, { photo_upload_frequency: 45 });
    await dialog.getByLabel('Upload frequency (minutes)', { exact: true }).fill('90');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toasted(page, 'Posting frequency saved');
    expect(await account(client)).toMatchObject({ upload_frequency: 90, photo_upload_frequency: 45 });
    await leave();
  });

  it('stay open over another edit when the answer to an earlier one comes late', async () => {
    const client = await ui.users.subscriber({ connected: true });
    const { page, leave } = await ui.open(client, 'settings');
    const held = await stalled(page, /\/api\/accounts\/\d+$/, 'PUT');
    const dialog = await open(page, 'times');
    const frequency = dialog.getByLabel('Upload frequency (minutes)', { exact: true });
    await frequency.fill('90');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await holds(held, 1);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await open(page, 'times');
    await frequency.fill('120');
    await held[0]!.continue();
    await toasted(page, 'Posting frequency saved');
    expect(await frequency.inputValue()).toBe('120');
    await leave();
  });

  it('put what waits in order, by keys and by dragging', async () => {
    const client = await ui.users.subscriber({ connected: PAGE });
    for (const title of ['One', 'Two', 'Three'])
      await add(client, title, '', title === 'Two' ? 'photo' : 'video');
    const { page, complaints, leave } = await ui.open(client, 'settings');
    const dialog = await open(page, 'Queue');
    const rows = dialog.getByRole('listitem');
    const shown = () =>
      page.evaluate<string[]>(
        '[...document.querySelectorAll("[data-handle]")].map((each) => each.getAttribute("aria-label").slice(5))',
      );
    const stored = (...expected: string[]) =>
      eventually(
        () => titles(client),
        (now) => now.join() === expected.join(),
      );
    await rows.nth(2).waitFor();
    expect(await shown()).toEqual(['One', 'Two', 'Three']);
    const { next_at } = (await client.get('/api/posts?q=Two')).body.data[0];
    expect(await rows.nth(1).locator('time').getAttribute('datetime')).toBe(next_at);

    await dialog.getByRole('button', { name: 'Move Three' }).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await shown()).toEqual(['Three', 'One', 'Two']);
    await dialog.getByText('Three: place 1 of 3').waitFor();
    expect(await focused(page)).toBe('Move Three');
    await stored('Three', 'One', 'Two');

    const from = (await dialog.getByRole('button', { name: 'Move Three' }).boundingBox())!;
    const to = (await rows.nth(2).boundingBox())!;
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, to.y + 10, { steps: 5 });
    await page.mouse.up();
    expect(await shown()).toEqual(['One', 'Two', 'Three']);
    await stored('One', 'Two', 'Three');

    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, to.y + 10, { steps: 5 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await shown()).toEqual(['One', 'Two', 'Three']);
    expect(complaints).toEqual([]);
    await leave();
  });

  it('keep the order of a queue that is left at once', async () => {
    const client = await ui.users.subscriber({ connected: PAGE });
    for (const title of ['One', 'Two']) await add(client, title);
    const { page, leave } = await ui.open(client, 'settings');
    const dialog = await open(page, 'Queue');
    const turned = (...expected: string[]) =>
      eventually(
        () => titles(client),
        (now) => now.join() === expected.join(),
      );
    await dialog.getByRole('button', { name: 'Move Two' }).focus();
    await page.keyboard.press('ArrowUp');
    await page.reload();
    await turned('Two', 'One');
    await open(page, 'Queue');
    await dialog.getByRole('button', { name: 'Move One' }).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await turned('One', 'Two');
    await leave();
  });

  it('look again when the queue has changed', async () => {
    const client = await ui.users.subscriber({ connected: PAGE });
    for (const title of ['One', 'Two']) await add(client, title);
    const { page, leave } = await ui.open(client, 'settings');
    const dialog = await open(page, 'Queue');
    await dialog.getByRole('button', { name: 'Move Two' }).focus();
    await page.route('**/api/accounts/*/queue', async (route) => {
      await add(client, 'Three');
      await route.continue();
    });
    await page.keyboard.press('ArrowUp');
    await toasted(page, 'The queue has changed. Look again.');
    await dialog.getByRole('button', { name: 'Move Three' }).waitFor();
    await eventually(
      () => dialog.getByRole('button', { name: /^Move/ }).first().getAttribute('aria-label'),
      (name) => name === 'Move One',
    );
    expect(await titles(client)).toEqual(['One', 'Two', 'Three']);
    await leave();
  });

  it.each([WIDE, NARROW])('can be read and worked by everybody, at $width pixels', async (size) => {
    const client = await agencyWith(ui.users, PAGE, SHOP);
    for (const title of ['First in line', 'Second, with a long title that has to end somewhere', 'Third'])
      await add(client, title);
    const slots = [1, 2, 2, 2, 5, 7].map((day, n) => ({ day, time: `${10 + n}:30` }));
    await client.put(`/api/accounts/${(await account(client)).id}`, { posting: 'slots', slots });
    const found = await viewFaults(ui, client, 'settings', size, {
      'posting times': (page) =>
        open(page, 'times').then((dialog) => dialog.getByLabel('Time 3 on Tuesday').waitFor()),
      queue: (page) => open(page, 'Queue').then((dialog) => dialog.getByRole('listitem').nth(2).waitFor()),
      'empty queue': (page) =>
        open(page, 'Queue', SHOP.name).then((dialog) => dialog.getByText('Nothing is waiting').waitFor()),
      frequency: (page) =>
        open(page, 'times', SHOP.name).then((dialog) =>
          dialog.getByLabel('At a posting frequency').waitFor(),
        ),
    });
    expect(found).toEqual([]);
  });

  it.each([WIDE, NARROW])('of one account can be read and worked, at $width pixels', async (size) => {
    const client = await ui.users.subscriber({ connected: PAGE });
    const found = await viewFaults(ui, client, 'settings', size, {
      'one account': (page) =>
        open(page, 'times').then((dialog) => dialog.getByLabel('At a posting frequency').waitFor()),
    });
    expect(found).toEqual([]);
  });

  it('are there for one account, too', async () => {
    const client = await ui.users.subscriber({ connected: PAGE });
    const { page, leave } = await ui.open(client, 'settings');
    const dialog = await open(page, 'times');
    await dialog.getByLabel('At posting times').check();
    await dialog.getByRole('button', { name: 'Add posting time: Friday' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toasted(page, 'Posting times saved');
    expect(await account(client)).toMatchObject({ posting: 'slots', slots: [{ day: 5, time: '09:00' }] });
    await leave();
  });
});
