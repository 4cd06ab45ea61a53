import type { Locator, Page } from 'playwright-core';
import { calls, refuse } from '../support/ui/api-stubs';
import { describeScreens } from '../support/ui/dashboard';
import { focusGoesTo } from '../support/ui/focus';
import { comesToHold } from '../support/ui/form-actions';
import { toasted, unasked } from '../support/ui/toasts';
import { eventually, type Client } from '../support/client';
import { holds, stalled } from '../support/ui/upload-area';
import { authorOf, captionRow, storedCaptions } from '../support/ui/captions-screen';

jest.setTimeout(60_000);

const CAPTIONS = /\/api\/captions/;

describeScreens('the import of captions', (ui) => {
  const openScreen = (client: Client, before?: (page: Page) => Promise<unknown>) =>
    ui.open(client, 'captions', { before });

  describe('from a file', () => {
    const choose = (page: Page, content: string, name = 'captions.json', mimeType = 'application/json') =>
      page
        .getByLabel('Choose a JSON file of captions')
        .setInputFiles({ name, mimeType, buffer: Buffer.from(content) });

    it('adds the captions of a file, and tells what became of each entry', async () => {
      const client = await authorOf(ui.users, 'Known');
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
      expect((await storedCaptions(client)).sort()).toEqual(['Known', 'One', 'Two']);
      await captionRow(page, 'Two').waitFor();
      await page.getByRole('button', { name: 'Dismiss the result' }).click();
      await page.getByText('2 captions added, 4 skipped').waitFor({ state: 'detached' });
      await leave();
    });

    it('refuses a file that is not JSON before it is sent', async () => {
      const { page, leave } = await openScreen(await authorOf(ui.users));
      const made = calls(page, 'POST', CAPTIONS);
      await choose(page, '["One"]', 'captions.txt', 'text/plain');
      await toasted(page, 'Please select a JSON file');
      expect(made).toEqual([]);
      await leave();
    });

    it('keeps the sentence about an unreadable file, and claims no success when none was added', async () => {
      const { page, leave } = await openScreen(await authorOf(ui.users, 'Known'));
      await choose(page, '["One",');
      await toasted(page, 'Failed to upload captions');
      await page.getByRole('alert').getByText('The file is not valid JSON in UTF-8.').waitFor();
      await choose(page, '["Known"]');
      await page.getByText('No captions added, 1 skipped').waitFor();
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

    it('adds a pasted list line by line, and tells what became of each', async () => {
      const client = await authorOf(ui.users, 'Known');
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
      expect((await storedCaptions(client)).sort()).toEqual(['Known', 'One', 'Two, "quoted"']);
      expect(complaints).toEqual([]);
      await leave();
    });

    it('keeps a list when somebody clicks beside it, and reports on one that was closed while it was sent', async () => {
      const { page, leave } = await openScreen(await authorOf(ui.users, 'Known'));
      const dialog = await open(page);
      await dialog.getByLabel('One caption per line').fill('One\nKnown');
      await page.mouse.click(700, 5);
      const sent = await stalled(page, CAPTIONS);
      await dialog.getByRole('button', { name: 'Add 2 captions' }).click();
      await holds(sent, 1);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await expectDisabled(page.getByRole('button', { name: 'Add a list' }));
      await sent[0]!.continue();
      await page.getByText('1 caption added, 1 skipped').waitFor();
      await leave();
    });

    it.each(['Escape', 'Cancel'])(
      'asks before %s discards a list, and keeps it when told to',
      async (way) => {
        const { page, leave } = await openScreen(await authorOf(ui.users));
        const dialog = await open(page);
        const field = dialog.getByLabel('One caption per line');
        const give = () =>
          way === 'Escape'
            ? page.keyboard.press('Escape')
            : dialog.getByRole('button', { name: way }).click();
        await field.fill('One\nTwo');
        await give();
        const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' });
        await focusGoesTo(page, 'Keep editing');
        await page.keyboard.press('Escape');
        await question.waitFor({ state: 'detached' });
        expect(await field.inputValue()).toBe('One\nTwo');
        await give();
        await question.getByRole('button', { name: 'Discard' }).click();
        await dialog.waitFor({ state: 'detached' });
        await focusGoesTo(page, 'Add a list');
        await open(page);
        expect(await field.inputValue()).toBe('');
        // Nothing is lost.
        await give();
        await dialog.waitFor({ state: 'detached' });
        await leave();
      },
    );

    it('takes captions out of the column of a table, after a preview', async () => {
      const client = await authorOf(ui.users);
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
      expect((await storedCaptions(client)).sort()).toEqual(['One; with\nlines', 'Two']);
      await leave();
    });

    it('imports the file that was chosen last, also when another one takes longer to read', async () => {
      const { page, leave } = await openScreen(await authorOf(ui.users), (before) =>
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
      await comesToHold(dialog.getByLabel('One caption per line'), 'From the last');
      await leave();
    });

    it('refuses captions in words before they are sent, and keeps what was typed when the server refuses', async () => {
      const { page, leave } = await openScreen(await authorOf(ui.users));
      const made = calls(page, 'POST', CAPTIONS);
      const dialog = await open(page);
      for (const [name, content, problem] of [
        ['a.csv', Buffer.from([0xff, 0x00]), /^This is not a text file\./],
        ['a.csv', 'a\n"b', /^The quote that opens in row 2 is never closed\./],
        ['a.txt', 'x\n'.repeat(100_000), /^This list has 100,000 captions\. Add at most 1,000/],
        ['a.txt', 'x'.repeat(1024 ** 2 + 1), /^The file is larger than 1 MB\./],
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
});

const linesOf = async (part: Locator) => (await part.innerText()).split('\n').filter(Boolean);

const expectDisabled = async (button: Locator) => expect(await button.isDisabled()).toBe(true);
