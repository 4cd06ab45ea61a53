import type { Locator, Page } from 'playwright-core';
import { NARROW, WIDE } from '../support/ui/browser';
import { viewFaults } from '../support/ui/view-checks';
import { NO_SUBSCRIPTION, refuse, refuseUntilTriedAgain } from '../support/ui/api-stubs';
import { comesToHold } from '../support/ui/form-actions';
import { focusGoesTo, tabTo } from '../support/ui/focus';
import { describeScreens } from '../support/ui/dashboard';
import { sees, specText } from '../support/ui/spec-texts';
import { toasted } from '../support/ui/toasts';
import { type Client } from '../support/client';
import { authorOf, captionRow, captionRows, storedCaptions } from '../support/ui/captions-screen';

jest.setTimeout(60_000);

const CAPTIONS = /\/api\/captions/;

describeScreens('captions', (ui) => {
  const openScreen = (client: Client, before?: (page: Page) => Promise<unknown>) =>
    ui.open(client, 'captions', { before });
  const add = (page: Page) => page.getByRole('button', { name: 'Add caption' });
  const field = (page: Page) => page.getByLabel('Caption', { exact: true });

  describe('one by one', () => {
    it('adds, edits and deletes a caption, and confirms each step', async () => {
      const client = await authorOf(ui.users);
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
      await captionRow(page, 'Fresh bread at seven.')
        .getByText(new RegExp(`Created (${before}|${today('Asia/Kolkata')})$`))
        .waitFor();

      await field(page).fill('Second\nof two lines');
      await field(page).press('Tab');
      await page.keyboard.press('Enter');
      await captionRow(page, 'Second').waitFor();
      expect((await captionRows(page))[0]).toMatch(/^Second\nof two lines/);

      await page.getByRole('button', { name: 'Edit caption: Fresh bread at seven.' }).click();
      const editor = page.getByLabel('Edit caption', { exact: true });
      await editor.fill('Never kept');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await captionRow(page, 'Fresh bread at seven.').waitFor();

      await page.getByRole('button', { name: 'Edit caption: Fresh bread at seven.' }).click();
      await editor.fill('   ');
      await expectDisabled(page.getByRole('button', { name: 'Save' }));
      await editor.fill('Fresh bread at six.');
      await page.getByRole('button', { name: 'Save' }).click();
      await toasted(page, 'Caption updated successfully!');
      expect(await storedCaptions(client)).toEqual(['Second\nof two lines', 'Fresh bread at six.']);

      for (const text of ['Second of two lines', 'Fresh bread at six.']) {
        await page.getByRole('button', { name: `Delete caption: ${text}` }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      }
      await toasted(page, 'Caption deleted successfully');
      await sees(page, 'No captions yet. Create one above!');
      expect(await storedCaptions(client)).toEqual([]);
      expect(complaints).toEqual([]);
      await leave();
    });

    it('edits and deletes a caption with the keyboard alone, and deletes none before it is confirmed', async () => {
      const client = await authorOf(ui.users, 'Older', 'Newer');
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
      expect(await storedCaptions(client)).toEqual(['Newer', 'Older']);

      await page.keyboard.press('Enter');
      await question.waitFor();
      await tabTo(page, question.getByRole('button', { name: 'Delete' }));
      await page.keyboard.press('Enter');
      // What lies behind the question has no roles while it is asked.
      await question.waitFor({ state: 'detached' });
      await captionRow(page, 'Newer').waitFor({ state: 'detached' });
      expect(await storedCaptions(client)).toEqual(['Older']);
      // Not back at the top of the page.
      await page.locator('#content:focus').waitFor();
      await leave();
    });

    it('says how much too long a caption is before it is sent', async () => {
      const { page, leave } = await openScreen(await authorOf(ui.users));
      await field(page).fill('x'.repeat(2203));
      await page.getByText('Shorten it by 3.').waitFor();
      await page.getByText('2,203 of 2,200').waitFor();
      await expectDisabled(add(page));
      await leave();
    });

    it('shows fifteen captions on a page', async () => {
      const client = await authorOf(ui.users);
      const many = Array.from({ length: 16 }, (_, n) => `Caption number ${String(n + 1).padStart(2, '0')}`);
      await client.post('/api/captions', asFile(many));
      const { page, leave } = await openScreen(client);
      await page
        .getByText(specText('Showing {from} to {to} of {total} results', { from: 1, to: 15, total: 16 }))
        .waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await captionRow(page, 'Caption number 01').waitFor();
      expect(await captionRows(page)).toHaveLength(1);
      await page.getByRole('button', { name: /^Delete caption/ }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await captionRow(page, 'Caption number 16').waitFor();
      expect(await captionRows(page)).toHaveLength(15);
      await leave();
    });

    it('keeps one that is edited, whatever becomes of the list around it', async () => {
      const texts = Array.from({ length: 15 }, (_, n) => `Caption number ${n}.`);
      const client = await authorOf(ui.users, ...texts);
      const { page, leave } = await openScreen(client, (fresh) => fresh.clock.install());
      await page.getByRole('button', { name: 'Edit caption: Caption number 0.' }).click();
      const editor = page.getByLabel('Edit caption', { exact: true });
      await editor.fill('Half a sentence');
      await field(page).fill('One more');
      await add(page).click();
      await captionRow(page, 'One more').waitFor();
      expect(await editor.inputValue()).toBe('Half a sentence');

      const search = page.getByRole('searchbox', { name: 'Search captions' });
      await search.fill('nothing like it');
      await captionRow(page, 'One more').waitFor({ state: 'detached' });
      expect(await editor.inputValue()).toBe('Half a sentence');
      await editor.fill('A whole sentence');
      await editor.press('Tab');
      await tabTo(page, page.getByRole('button', { name: 'Save' }));
      await page.keyboard.press('Enter');
      await toasted(page, 'Caption updated successfully!');
      await editor.waitFor({ state: 'detached' });
      await page.getByRole('region', { name: 'Your captions' }).and(page.locator(':focus')).waitFor();
      expect(await captionRows(page)).toEqual([]);
      expect((await storedCaptions(client)).at(-1)).toBe('A whole sentence');
      const held: (() => Promise<void>)[] = [];
      // Until then the former list is remembered.
      await page.clock.fastForward('06:00');
      const all = /\/api\/captions(?!.*nothing)/;
      await page.route(all, (route) => void held.push(() => route.continue()), { times: 1 });
      const asked = page.waitForRequest(all);
      await search.fill('');
      await asked;
      await search.and(page.locator(':focus')).waitFor();
      expect(await page.getByText('No captions yet').count()).toBe(0);
      await held[0]!();
      await captionRow(page, 'One more').waitFor();
      expect(await captionRows(page)).toHaveLength(15);
      await leave();
    });
  });

  describe('that the server does not take', () => {
    it('reports what the server refused, and keeps what was written', async () => {
      const { page, leave } = await openScreen(await authorOf(ui.users, 'Mine'));
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
      await captionRow(page, 'Mine').waitFor();
      await leave();
    });

    it('empties the list while it cannot be fetched', async () => {
      const { page, leave } = await openScreen(await authorOf(ui.users, 'Mine'));
      await captionRow(page, 'Mine').waitFor();
      const tryAgain = await refuseUntilTriedAgain(page, CAPTIONS);
      await page.reload();
      await toasted(page, 'Failed to fetch captions');
      expect(await captionRows(page)).toEqual([]);
      await tryAgain();
      await captionRow(page, 'Mine').waitFor();
      await leave();
    });

    it.each([
      ['Active subscription required to create captions', 'POST'],
      ['Active subscription required to update captions', 'PUT'],
      ['Active subscription required to delete captions', 'DELETE'],
    ] as const)('shows the notice when a plan is missing: %s', async (text, method) => {
      const { page, leave } = await openScreen(await authorOf(ui.users, 'Mine'));
      await captionRow(page, 'Mine').waitFor();
      // Not before the press: the list is read again by itself, and then nothing would be left to press.
      let isOver = false;
      await page.route(CAPTIONS, (route) => {
        isOver ||= route.request().method() === method;
        return isOver ? route.fulfill({ status: 403, json: NO_SUBSCRIPTION }) : route.fallback();
      });
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

  it('asks a user without a plan for one, and for nothing else', async () => {
    const { page, leave } = await openScreen(await ui.users.newcomer());
    await sees(page, 'You need an active subscription to access this feature.');
    expect(await page.getByLabel('Caption', { exact: true }).count()).toBe(0);
    expect(await page.locator('.toast').count()).toBe(0);
    await leave();
  });

  it.each([WIDE, NARROW])('can be read and worked by everybody, at $width pixels', async (size) => {
    const client = await authorOf(
      ui.users,
      'Short',
      `${'A long one, with many words. '.repeat(30)}#${'x'.repeat(120)}`,
    );
    const found = await viewFaults(ui, client, 'captions', size, {
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

const expectDisabled = async (button: Locator) => expect(await button.isDisabled()).toBe(true);

/** As the product writes it. */
const today = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(new Date());

function asFile(captions: string[]): FormData {
  const form = new FormData();
  form.append('captions_file', new Blob([JSON.stringify(captions)], { type: 'application/json' }), 'c.json');
  return form;
}
