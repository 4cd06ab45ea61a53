import type { Page } from 'playwright-core';
import { refuse } from '../support/ui/api-stubs';
import { authorOf, storedCaptions } from '../support/ui/captions-screen';
import { account, openComposer, text } from '../support/ui/composer';
import { describeScreens } from '../support/ui/dashboard';
import { focusGoesTo, focusGoesToContent, tabTo } from '../support/ui/focus';
import { openVideos, ownerOf, row } from '../support/ui/posts-screen';
import { holds, stalled } from '../support/ui/upload-area';
import { eventually } from '../support/eventually';

jest.setTimeout(60_000);

const NOT_NOW = { status: 503, error: 'unavailable', message: 'Not just now.' };

describeScreens('the focus of the keyboard', (ui) => {
  const draft = async (page: Page) => {
    await account(page, /./).first().check();
    await text(page).fill('Open on Sunday');
    await tabTo(page, page.getByRole('button', { name: 'Save draft' }));
    await page.keyboard.press('Enter');
  };

  it('goes to the content of the screen to which a saved draft leads', async () => {
    const client = await ui.users.subscriber({ connected: true });
    const { page, complaints, leave } = await openComposer(ui, client);
    await draft(page);
    await page.waitForURL('**/calendar');
    await focusGoesToContent(page);
    expect(complaints).toEqual([]);
    await leave();
  });

  it('goes to the reason when a post is refused as a whole', async () => {
    const client = await ui.users.subscriber({ connected: true });
    const { page, leave } = await openComposer(ui, client);
    await refuse(page, 'POST', /\/api\/posts$/, NOT_NOW);
    await draft(page);
    await focusGoesTo(page, NOT_NOW.message);
    await leave();
  });

  it('goes to the field of a dialog that was refused', async () => {
    const { client } = await ownerOf(ui.users, 'First');
    const { page, leave } = await openVideos(ui, client);
    await refuse(page, 'PUT', /\/reschedule$/, NOT_NOW);
    await row(page, /First/).getByRole('button', { name: 'Schedule', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await tabTo(page, dialog.getByRole('button', { name: 'Schedule', exact: true }));
    await page.keyboard.press('Enter');
    await dialog.getByText(NOT_NOW.message).waitFor();
    await dialog.locator('input:focus').waitFor();
    await leave();
  });

  it('goes to the other button at the last and at the first page of a list', async () => {
    const client = await authorOf(ui.users, ...Array.from({ length: 16 }, (_, n) => `Caption ${n}.`));
    const { page, leave } = await ui.open(client, 'captions');
    await tabTo(page, page.getByRole('button', { name: 'Next' }));
    await page.keyboard.press('Enter');
    await page.getByText('Showing 16 to 16 of 16 results').waitFor();
    await focusGoesTo(page, 'Previous');
    await page.keyboard.press('Enter');
    await page.getByText('Showing 1 to 15 of 16 results').waitFor();
    await focusGoesTo(page, 'Next');
    await leave();
  });

  it('goes to the content when a form is left while it is sent, and its opener cannot be pressed', async () => {
    const client = await authorOf(ui.users);
    const { page, leave } = await ui.open(client, 'captions');
    await page.getByRole('button', { name: 'Add a list' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('One caption per line').fill('One');
    const held = await stalled(page, /\/api\/captions/);
    await tabTo(page, dialog.getByRole('button', { name: 'Add 1 caption' }));
    await page.keyboard.press('Enter');
    await holds(held, 1);
    // The pressed button has lost the focus to the dialog by then.
    await eventually(
      () => page.evaluate<boolean>('document.activeElement.getAttribute("role") === "presentation"'),
      Boolean,
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await focusGoesToContent(page);
    // What was sent is kept.
    await held[0]!.continue();
    await eventually(
      () => storedCaptions(client),
      (contents) => contents.length > 0,
    );
    expect(await storedCaptions(client)).toEqual(['One']);
    await leave();
  });
});
