import type { Locator, Page } from 'playwright-core';
import { viewFaults } from '../support/ui/view-checks';
import { calls, NO_SUBSCRIPTION, refuse } from '../support/ui/api-stubs';
import { comesToHold } from '../support/ui/form-actions';
import { focusGoesTo, tabTo } from '../support/ui/focus';
import { describeScreens } from '../support/ui/dashboard';
import { sees, specText } from '../support/ui/spec-texts';
import { toasted, unasked } from '../support/ui/toasts';
import { eventually, type Client } from '../support/client';

jest.setTimeout(60_000);

const CAPTIONS = /\/api\/captions/;

describeScreens('captions', (ui) => {
  async function author(...captions: string[]): Promise<Client> {
    const client = await ui.users.subscriber({ timezone: 'Asia/Kolkata' });
    for (const content of captions) await client.post('/api/captions', { content });
    return client;
  }

  const openScreen = (client: Client, before?: (page: Page) => Promise<unknown>) =>
    ui.open(client, 'captions', { before });
  const row = (page: Page, text: string) =>
    page.getByRole('region', { name: 'Your captions' }).getByRole('listitem').filter({ hasText: text });
  const add = (page: Page) => page.getByRole('button', { name: 'Add caption' });
  const field = (page: Page) => page.getByLabel('Caption', { exact: true });
  const rows = (page: Page) =>
    page.getByRole('region', { name: 'Your captions' }).getByRole('listitem').allInnerTexts();
  const stored = async (client: Client) =>
    ((await client.get('/api/captions')).body as { content: string }[]).map(({ content }) => content);

  describe('one by one', () => {
    it('are added, edited and deleted, and each step says so', async () => {
      const client = await author();
      const before = today('Asia/Kolkata');
      const { page, complaints, leave } = await openScreen(client);
      await sees(page, 'No captions yet. Create one above!');

      await expectDisabled(add(page));
      await field(page).fill(' \n ');
      await expectDisabled(add(page));
      await field(page).fill('  Fresh bread at seven. ');
      await add(page).click();
      await toasted(page, 'Caption created successfully!');
      await comesToHold(field(page), '');
      await row(page, 'Fresh bread at seven.')
        .getByText(new RegExp(`Created (${before}|${today('Asia/Kolkata')})$`))
        .waitFor();

      await field(page).fill('Second\nof two lines');
      await field(page).press('Tab');
      await page.keyboard.press('Enter');
      await row(page, 'Second').waitFor();
      expect((await rows(page))[0]).toMatch(/^Second\nof two lines/);

      await page.getByRole('button', { name: 'Edit caption: Fresh bread at seven.' }).click();
      const editor = page.getByLabel('Edit caption', { exact: true });
      await editor.fill('Never kept');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await row(page, 'Fresh bread at seven.').waitFor();

      await page.getByRole('button', { name: 'Edit caption: Fresh bread at seven.' }).click();
      await editor.fill('   ');
      await expectDisabled(page.getByRole('button', { name: 'Save' }));
      await editor.fill('Fresh bread at six.');
      await page.getByRole('button', { name: 'Save' }).click();
      await toasted(page, 'Caption updated successfully!');
      expect(await stored(client)).toEqual(['Second\nof two lines', 'Fresh bread at six.']);

      for (const text of ['Second of two lines', 'Fresh bread at six.']) {
        await page.getByRole('button', { name: `Delete caption: ${text}` }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      }
      await toasted(page, 'Caption deleted successfully');
      await sees(page, 'No captions yet. Create one above!');
      expect(await stored(client)).toEqual([]);
      expect(complaints).toEqual([]);
      await leave();
    });

    it('are edited and deleted with the keyboard alone, and nothing goes before it was confirmed', async () => {
      const client = await author('Older', 'Newer');
      const { page, leave } = await openScreen(client);
      const edit = page.getByRole('button', { name: 'Edit caption: Newer' });
      await tabTo(page, edit);
      await page.keyboard.press('Enter');
      await page.keyboard.type('!');
      await page.keyboard.press('Escape');
      await focusGoesTo(page, 'Edit caption: Newer');

      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const question = page.getByRole('alertdialog', { name: 'Delete this caption?' });
      await question.getByText('Newer').waitFor();
      await focusGoesTo(page, 'Cancel');
      for (let n = 0; n < 3; n++) await page.keyboard.press('Tab');
      expect(await question.evaluate((dialog) => dialog.contains(dialog.ownerDocument.activeElement))).toBe(
        true,
      );
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      await focusGoesTo(page, 'Delete caption: Newer');
      expect(await stored(client)).toEqual(['Newer', 'Older']);

      await page.keyboard.press('Enter');
      await question.waitFor();
      await tabTo(page, question.getByRole('button', { name: 'Delete' }));
      await page.keyboard.press('Enter');
      // What lies behind the question has no roles while it is asked.
      await question.waitFor({ state: 'detached' });
      await row(page, 'Newer').waitFor({ state: 'detached' });
      expect(await stored(client)).toEqual(['Older']);
      // Not back at the top of the page.
      await page.locator('#content:focus').waitFor();
      await leave();
    });

    it('say how much too long they are before they are sent', async () => {
      const { page, leave } = await openScreen(await author());
      await field(page).fill('x'.repeat(2203));
      await page.getByText('Shorten it by 3.').waitFor();
      await page.getByText('2,203 / 2,200').waitFor();
      await expectDisabled(add(page));
      await leave();
    });

    it('come fifteen to a page', async () => {
      const client = await author();
      const many = Array.from({ length: 16 }, (_, n) => `Caption number ${String(n + 1).padStart(2, '0')}`);
      await client.post('/api/captions', asFile(many));
      const { page, leave } = await openScreen(client);
      await page
        .getByText(specText('Showing {from} to {to} of {total} results', { from: 1, to: 15, total: 16 }))
        .waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await row(page, 'Caption number 01').waitFor();
      expect(await rows(page)).toHaveLength(1);
      await page.getByRole('button', { name: /^Delete caption/ }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await row(page, 'Caption number 16').waitFor();
      expect(await rows(page)).toHaveLength(15);
      await leave();
    });
  });

  describe('from a file', () => {
    const choose = (page: Page, content: string, name = 'captions.json', mimeType = 'application/json') =>
      page
        .getByLabel('Choose a JSON file of captions')
        .setInputFiles({ name, mimeType, buffer: Buffer.from(content) });

    it('are added, with what became of each entry', async () => {
      const client = await author('Known');
      const { page, leave } = await openScreen(client);
      await choose(page, JSON.stringify(['One', { content: 'Two' }, 'Known', '  ', 7, 'One']));
      await toasted(page, 'Captions uploaded successfully!');
      await page.getByText('2 captions added, 4 skipped').waitFor();
      expect(await linesOf(page.getByRole('list', { name: 'Skipped entries' }))).toEqual([
        'Entry 3 “Known”',
        'You already have this caption.',
        'Entry 4',
        'Write something: a caption must not be empty.',
        'Entry 5 “7”',
        'A caption is a text.',
        'Entry 6 “One”',
        'This caption is in the file more than once.',
      ]);
      expect((await stored(client)).sort()).toEqual(['Known', 'One', 'Two']);
      await row(page, 'Two').waitFor();
      await page.getByRole('button', { name: 'Dismiss the result' }).click();
      await page.getByText('2 captions added, 4 skipped').waitFor({ state: 'detached' });
      await leave();
    });

    it('are not asked of a file that is none of JSON', async () => {
      const { page, leave } = await openScreen(await author());
      const made = calls(page, 'POST', CAPTIONS);
      await choose(page, '["One"]', 'captions.txt', 'text/plain');
      await toasted(page, 'Please select a JSON file');
      expect(made).toEqual([]);
      await leave();
    });

    it('keep the sentence about a file that could not be read, and claim no success where none was added', async () => {
      const { page, leave } = await openScreen(await author('Known'));
      await choose(page, '["One",');
      await toasted(page, 'Failed to upload captions');
      await page.getByRole('alert').getByText('The file is not valid JSON in UTF-8.').waitFor();
      await choose(page, '["Known"]');
      await page.getByText('No caption added, 1 skipped').waitFor();
      expect(unasked(page)).toEqual([]);
      await leave();
    });
  });

  describe('from a list', () => {
    const open = async (page: Page) => {
      await page.getByRole('button', { name: 'Add a list' }).click();
      return page.getByRole('dialog', { name: 'Add a list of captions' });
    };
    const choose = (dialog: Locator, name: string, content: string | Uint8Array) =>
      dialog
        .getByLabel('Choose a list of captions')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

    it('are added line by line, with what became of each', async () => {
      const client = await author('Known');
      const { page, complaints, leave } = await openScreen(client);
      const dialog = await open(page);
      await expectDisabled(dialog.getByRole('button', { name: 'Add captions' }));
      await dialog.getByLabel('One caption per line').fill('One\r\n\n Two, "quoted" \nKnown\nOne');
      await dialog.getByRole('button', { name: 'Add 4 captions' }).click();
      await toasted(page, 'Captions uploaded successfully!');
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('2 captions added, 2 skipped').waitFor();
      expect(await linesOf(page.getByRole('list', { name: 'Skipped entries' }))).toEqual([
        'Line 4 “Known”',
        'You already have this caption.',
        'Line 5 “One”',
        'This caption is in the file more than once.',
      ]);
      expect((await stored(client)).sort()).toEqual(['Known', 'One', 'Two, "quoted"']);
      expect(complaints).toEqual([]);
      await leave();
    });

    it('are taken out of the column of a table, after a look at them', async () => {
      const client = await author();
      const { page, leave } = await openScreen(client);
      const dialog = await open(page);
      await choose(dialog, 'plan.csv', '\ufeffDate;Caption\r\nMon;"One; with\r\nlines"\r\nTue;Two\r\n');
      const shown = dialog.getByRole('list', { name: 'The first captions' });
      expect(await linesOf(shown)).toEqual(['One; with lines', 'Two']);
      await dialog.getByLabel('Column').selectOption('Date');
      expect(await linesOf(shown)).toEqual(['Mon', 'Tue']);
      await dialog.getByLabel('Column').selectOption('Caption');
      await dialog.getByRole('button', { name: 'Add 2 captions' }).click();
      await page.getByText('2 captions added').waitFor();
      expect((await stored(client)).sort()).toEqual(['One; with\nlines', 'Two']);
      await leave();
    });

    it('are those of the file that was chosen last, also where another is read for longer', async () => {
      const { page, leave } = await openScreen(await author(), (before) =>
        before.addInitScript(`{
          const { arrayBuffer } = Blob.prototype;
          globalThis.read = 0;
          let files = 0;
          Blob.prototype.arrayBuffer = async function () {
            if (++files === 1) await new Promise((done) => setTimeout(done, 1_000));
            const bytes = await arrayBuffer.call(this);
            // And drawn.
            setTimeout(() => { globalThis.read++; }, 100);
            return bytes;
          };
        }`),
      );
      const dialog = await open(page);
      await choose(dialog, 'first.csv', 'Caption\nFrom the first');
      await choose(dialog, 'last.txt', 'From the last');
      await eventually(
        () => page.evaluate<number>('read'),
        (read) => read === 2,
      );
      expect(await dialog.getByLabel('One caption per line').inputValue()).toBe('From the last');
      await leave();
    });

    it('are refused in words before they are sent, and what was typed stays when the server refuses', async () => {
      const { page, leave } = await openScreen(await author());
      const made = calls(page, 'POST', CAPTIONS);
      const dialog = await open(page);
      for (const [name, content, problem] of [
        ['a.csv', Buffer.from([0xff, 0x00]), /^This is no text file\./],
        ['a.csv', 'a\n"b', /^The quote that opens in row 2 is never closed\./],
        ['a.txt', 'x\n'.repeat(100_000), /^This is a list of 100,000 captions\. Add at most 1,000/],
        ['a.txt', 'x'.repeat(1024 ** 2 + 1), /^The file has more than 1 MB\./],
      ] as const) {
        await choose(dialog, name, content);
        await dialog.getByRole('alert').getByText(problem).waitFor();
        await expectDisabled(dialog.getByRole('button', { name: 'Add captions' }));
      }
      expect(made).toEqual([]);
      await refuse(page, 'POST', CAPTIONS, { status: 503, message: 'Not just now.' });
      await choose(dialog, 'a.txt', 'One\nTwo');
      await dialog.getByRole('button', { name: 'Add 2 captions' }).click();
      await dialog.getByText('Not just now.').waitFor();
      expect(await dialog.getByLabel('One caption per line').inputValue()).toBe('One\nTwo');
      await leave();
    });
  });

  describe('that the server does not take', () => {
    it('are said not to have been, and what was written stays', async () => {
      const { page, leave } = await openScreen(await author('Mine'));
      await refuse(page, 'POST', CAPTIONS);
      await refuse(page, 'PUT', CAPTIONS);
      await refuse(page, 'DELETE', CAPTIONS);

      await field(page).fill('Not lost');
      await add(page).click();
      await toasted(page, 'Failed to create caption');
      expect(await field(page).inputValue()).toBe('Not lost');

      await page.getByRole('button', { name: 'Edit caption: Mine' }).click();
      await page.getByLabel('Edit caption', { exact: true }).fill('Mine, longer');
      await page.getByRole('button', { name: 'Save' }).click();
      await toasted(page, 'Failed to update caption');
      expect(await page.getByLabel('Edit caption', { exact: true }).inputValue()).toBe('Mine, longer');
      await page.getByRole('button', { name: 'Cancel' }).click();

      await page.getByRole('button', { name: 'Delete caption: Mine' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await toasted(page, 'Failed to delete caption');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
      await row(page, 'Mine').waitFor();
      await leave();
    });

    it('empty the list when it cannot be fetched, until it can', async () => {
      const { page, leave } = await openScreen(await author('Mine'));
      await row(page, 'Mine').waitFor();
      const undo = await refuse(page, 'GET', CAPTIONS);
      await page.reload();
      await toasted(page, 'Failed to fetch captions');
      expect(await rows(page)).toEqual([]);
      await undo();
      await page.getByRole('button', { name: 'Try again' }).click();
      await row(page, 'Mine').waitFor();
      await leave();
    });

    it.each([
      ['Active subscription required to create captions', 'POST'],
      ['Active subscription required to update captions', 'PUT'],
      ['Active subscription required to delete captions', 'DELETE'],
    ] as const)('for want of a plan lead to the notice: %s', async (text, method) => {
      const { page, leave } = await openScreen(await author('Mine'));
      await row(page, 'Mine').waitFor();
      await refuse(page, method, CAPTIONS, NO_SUBSCRIPTION);
      await refuse(page, 'GET', CAPTIONS, NO_SUBSCRIPTION);
      if (method === 'POST') {
        await field(page).fill('One more');
        await add(page).click();
      } else if (method === 'PUT') {
        await page.getByRole('button', { name: 'Edit caption: Mine' }).click();
        await page.getByRole('button', { name: 'Save' }).click();
      } else {
        await page.getByRole('button', { name: 'Delete caption: Mine' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      }
      await toasted(page, text);
      await sees(page, 'You need an active subscription to access this feature.');
      expect(await page.getByRole('link', { name: 'View Plans' }).getAttribute('href')).toBe('/');
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await leave();
    });
  });

  it('ask somebody without a plan for one, and nothing else', async () => {
    const { page, leave } = await openScreen(await ui.users.newcomer());
    await sees(page, 'You need an active subscription to access this feature.');
    expect(await page.getByLabel('Caption', { exact: true }).count()).toBe(0);
    expect(await page.locator('.toast').count()).toBe(0);
    await leave();
  });

  it('can be read and worked by everybody', async () => {
    const client = await author('Short', `${'A long one, with many words. '.repeat(30)}#${'x'.repeat(120)}`);
    const found = await viewFaults(ui, client, 'captions', {
      'too long': (page) => field(page).fill('y'.repeat(2300)),
      editing: (page) => page.getByRole('button', { name: 'Edit caption: Short' }).click(),
      deleting: (page) => page.getByRole('button', { name: 'Delete caption: Short' }).click(),
      'a list': (page) =>
        page
          .getByRole('button', { name: 'Add a list' })
          .click()
          .then(() =>
            page.getByLabel('Choose a list of captions').setInputFiles({
              name: 'captions.csv',
              mimeType: 'text/csv',
              buffer: Buffer.from(`Day,Caption\nMon,${'long '.repeat(60)}\nTue,Two\n`),
            }),
          ),
      bulk: (page) =>
        page.getByLabel('Choose a JSON file of captions').setInputFiles({
          name: 'captions.json',
          mimeType: 'application/json',
          buffer: Buffer.from(JSON.stringify(['Short', '', 'z'.repeat(300), 4, 5, 6, 7])),
        }),
    });
    expect(found).toEqual([]);
  });
});

const linesOf = async (part: Locator) => (await part.innerText()).split('\n').filter(Boolean);

const expectDisabled = async (button: Locator) => expect(await button.isDisabled()).toBe(true);

/** As the product writes it. */
const today = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(new Date());

function asFile(captions: string[]): FormData {
  const form = new FormData();
  form.append('captions_file', new Blob([JSON.stringify(captions)], { type: 'application/json' }), 'c.json');
  return form;
}
