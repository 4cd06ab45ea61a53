import type { Locator, Page } from 'playwright-core';
import { metaError } from '../support/fake-graph';
import { nowToPost } from '../support/post-times';
import { accessibilityFaults } from '../support/ui/accessibility';
import { NARROW } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { sideways } from '../support/ui/layout-shifts';
import { choose, instantOf, listed, openVideos, ownerOf, row, wallClock } from '../support/ui/posts-screen';
import { heldUndo } from '../support/ui/toasts';
import { holds, stalled } from '../support/ui/upload-area';
import { eventually, type Client } from '../support/client';

jest.setTimeout(90_000);

const DAY_MS = 86_400_000;

describeScreens('the bar of selected posts', (ui) => {
  const bar = (page: Page) => page.getByRole('region', { name: 'Selected videos' });
  const select = async (page: Page, ...titles: string[]) => {
    for (const title of titles) await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  };
  const more = async (page: Page): Promise<Locator> => {
    await bar(page).getByRole('button', { name: 'More for the selected posts' }).click();
    return page.getByRole('menu');
  };
  const act = async (page: Page, choice: string) =>
    (await more(page)).getByRole('menuitem', { name: choice, exact: true }).click();
  /** Their titles with their times. */
  const times = async (client: Client): Promise<Record<string, string | null>> =>
    Object.fromEntries((await listed(client)).map((post) => [post.title, post.scheduled_for]));
  /** A minute, some days from now. */
  const inDays = (days: number) => new Date(instantOf(wallClock(Date.now() + days * DAY_MS))).toISOString();
  const setTime = (client: Client, id: number | undefined, scheduled_for: string) =>
    client.put(`/api/videos/${id}/reschedule`, { scheduled_for });

  it('shifts times and takes them away, and gives back exactly those that were', async () => {
    const { client, ids } = await ownerOf(ui.users, 'One', 'Two', 'Three');
    const [one, two] = [inDays(2), inDays(3)];
    await setTime(client, ids[0], one);
    await setTime(client, ids[1], two);
    const { page, toast, complaints, leave } = await openVideos(ui, client);
    await select(page, 'One', 'Two', 'Three');
    await act(page, 'Shift times');
    const dialog = page.getByRole('dialog', { name: 'Shift the times of 2 videos' });
    await dialog.getByLabel('By').fill('2');
    await choose(page, 'Unit', 'days');
    await dialog.getByText('1 unscheduled post stays as it is.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Shift', exact: true }).click();
    let undo = await heldUndo(page, '2 videos rescheduled');
    await toast('2 videos rescheduled');
    const later = (time: string) => new Date(Date.parse(time) + 2 * DAY_MS).toISOString();
    expect(await times(client)).toEqual({ One: later(one), Two: later(two), Three: null });
    await undo.click();
    await toast('Change undone for 2 videos');
    expect(await times(client)).toEqual({ One: one, Two: two, Three: null });

    await bar(page).getByText('1 selected').waitFor();
    await eventually(
      () => row(page, /One/).getByText('in 2 days').count(),
      (count) => count === 1,
    );
    await select(page, 'One', 'Two');
    await act(page, 'Remove times');
    undo = await heldUndo(page, '2 videos unscheduled');
    await toast('2 videos unscheduled');
    expect(await times(client)).toEqual({ One: null, Two: null, Three: null });
    await undo.click();
    await toast('Change undone for 2 videos');
    expect(await times(client)).toEqual({ One: one, Two: two, Three: null });
    expect(complaints).toEqual([]);
    await leave();
  });

  it('shifts times once though the answer was lost, and gives back those before', async () => {
    const { client, ids } = await ownerOf(ui.users, 'One', 'Two');
    const one = inDays(2);
    await setTime(client, ids[0], one);
    const { page, toast, leave } = await openVideos(ui, client);
    await page.route(
      /\/api\/posts\/bulk$/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await select(page, 'One');
    await act(page, 'Shift times');
    const dialog = page.getByRole('dialog', { name: 'Shift the times of 1 video' });
    const shift = dialog.getByRole('button', { name: 'Shift', exact: true });
    await shift.click();
    await dialog.getByText('The server cannot be reached. Check your connection.').waitFor();
    await shift.click();
    const undo = await heldUndo(page, '1 video rescheduled');
    await toast('1 video rescheduled');
    const later = new Date(Date.parse(one) + 3_600_000).toISOString();
    expect(await times(client)).toEqual({ One: later, Two: null });
    await undo.click();
    await toast('Change undone for 1 video');
    expect(await times(client)).toEqual({ One: one, Two: null });
    await leave();
  });

  it('gives back a time that was changed while its post was selected', async () => {
    const { client, ids } = await ownerOf(ui.users, 'One', 'Two');
    const [soon, late, other] = [inDays(2), inDays(5), inDays(3)];
    await setTime(client, ids[0], soon);
    await setTime(client, ids[1], other);
    const { page, toast, leave } = await openVideos(ui, client);
    await select(page, 'One');
    await row(page, /One/).getByRole('button', { name: 'Reschedule', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
    await dialog.getByLabel('Date and time').fill(wallClock(Date.parse(late)));
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await row(page, /One/).getByText('in 5 days').waitFor();
    await page.getByRole('searchbox', { name: 'Search by title' }).fill('Two');
    await row(page, /One/).waitFor({ state: 'detached' });
    await select(page, 'Two');
    await act(page, 'Remove times');
    const undo = await heldUndo(page, '2 videos unscheduled');
    await toast('2 videos unscheduled');
    await undo.click();
    await toast('Change undone for 2 videos');
    expect(await times(client)).toEqual({ One: late, Two: other });
    await leave();
  });

  it('says what was refused after its dialog was closed, and keeps only that selected', async () => {
    const { client, ids } = await ownerOf(ui.users, 'One', 'Two', 'Three');
    const { page, toast, leave } = await openVideos(ui, client);
    await select(page, 'One', 'Two');
    await client.put(`/api/posts/${ids[0]!}`, { description: 'x'.repeat(63_206) });
    const held = await stalled(page, /\/api\/posts\/bulk$/);
    await act(page, 'Add text');
    const form = page.getByRole('dialog', { name: /^Add text to/ });
    await form.getByLabel('Text to add').fill('#fresh');
    await form.getByRole('button', { name: 'Add text' }).click();
    await holds(held, 1);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });
    await select(page, 'Three');
    await held[0]!.continue();
    await toast('Text added to 1 video');
    const refusals = page.getByRole('dialog', { name: 'Not changed: 1 video' });
    await refusals.getByText(/^“One”: .+\.$/).waitFor();
    await refusals.getByRole('button', { name: 'Close' }).click();
    await bar(page).getByText('2 selected').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select Two' }).isChecked()).toBe(false);
    await leave();
  });

  it('does not keep a post selected that was deleted after its question was closed', async () => {
    const { client } = await ownerOf(ui.users, 'One', 'Two');
    const { page, toast, leave } = await openVideos(ui, client);
    await select(page, 'One', 'Two');
    const held = await stalled(page, /\/api\/videos\/\d+$/, 'DELETE');
    await row(page, /One/).getByRole('button', { name: 'Delete One' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete' }).click();
    await holds(held, 1);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await held[0]!.continue();
    await toast('Video deleted successfully');
    await bar(page).getByText('1 selected').waitFor();
    await leave();
  });

  it('holds posts back, releases them and adds text, on a phone too', async () => {
    const { client } = await ownerOf(ui.users, 'One', 'Two');
    const { page, toast, leave } = await openVideos(ui, client, NARROW);
    const drafts = async () => (await listed(client)).map(({ draft }) => draft as number);
    await select(page, 'One', 'Two');
    expect([await sideways(page), await accessibilityFaults(page)]).toEqual([0, []]);
    const menu = await more(page);
    expect(await menu.getByRole('menuitem', { name: 'Release' }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await menu.getByRole('menuitem', { name: 'Move to drafts' }).click();
    await toast('2 videos moved to drafts');
    await bar(page).waitFor({ state: 'detached' });
    expect(await drafts()).toEqual([1, 1]);
    await page.getByText('Draft', { exact: true }).nth(1).waitFor();
    await select(page, 'One', 'Two');
    await act(page, 'Release');
    await toast('2 videos released');
    expect(await drafts()).toEqual([0, 0]);

    await bar(page).waitFor({ state: 'detached' });
    await select(page, 'One', 'Two');
    await act(page, 'Add text');
    const dialog = page.getByRole('dialog', { name: 'Add text to 2 videos' });
    const add = dialog.getByRole('button', { name: 'Add text' });
    expect(await add.isDisabled()).toBe(true);
    await dialog.getByLabel('Text to add').fill('#fresh');
    expect([await sideways(page), await accessibilityFaults(page)]).toEqual([0, []]);
    await add.click();
    await toast('Text added to 2 videos');
    expect((await listed(client)).map(({ description }) => description)).toEqual(['#fresh', '#fresh']);
    await leave();
  });

  it('says which post was left as it is, and why', async () => {
    const { client, ids } = await ownerOf(ui.users, 'One', 'Two', 'Three');
    const { page, toast, leave } = await openVideos(ui, client);
    await select(page, 'One', 'Two', 'Three');
    await client.delete(`/api/videos/${ids[0]!}`);
    await act(page, 'Move to drafts');
    await toast('2 videos moved to drafts');
    const dialog = page.getByRole('dialog', { name: 'Not changed: 1 video' });
    await dialog.getByText(/^“One”: .+\.$/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await bar(page).waitFor({ state: 'detached' });

    await select(page, 'Two', 'Three');
    await client.put(`/api/posts/${ids[1]!}`, { description: 'x'.repeat(63_206) });
    await act(page, 'Add text');
    const form = page.getByRole('dialog', { name: /^Add text to/ });
    await form.getByLabel('Text to add').fill('#fresh');
    await form.getByRole('button', { name: 'Add text' }).click();
    await form.getByText('“Two”: Facebook takes at most 63,206 characters; this has 63,213.').waitFor();
    await toast('Text added to 1 video');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await bar(page).getByText('1 selected').waitFor();
    await leave();
  });

  it('deletes posts of which one was deleted elsewhere', async () => {
    const { client, ids } = await ownerOf(ui.users, 'One', 'Two');
    const { page, toast, leave } = await openVideos(ui, client);
    await select(page, 'One', 'Two');
    await client.delete(`/api/videos/${ids[0]!}`);
    await bar(page).getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 videos' }).click();
    await toast('2 videos deleted');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await bar(page).waitFor({ state: 'detached' });
    expect(await listed(client)).toEqual([]);
    await leave();
  });

  it('tries failed posts again', async () => {
    const account = { id: '600700801', name: 'Third Page', token: 'EAAB_CANARY_third' };
    ui.app.fake.addPage(account);
    const { client, ids } = await ownerOf(ui.users, 'One', 'Two');
    await client.put('/api/user/facebook-settings', { access_token: account.token, page_id: account.id });
    const refusal = metaError(6000, 1363026, 'The video is too long');
    ui.app.fake.fault({ on: 'reels.finish', page: account.id, do: refusal });
    await setTime(client, ids[0], (await nowToPost()).toISOString());
    const status = async () => (await client.get(`/api/videos/${ids[0]}`)).body.status;
    await eventually(status, (now) => now === 'failed', 30_000);
    const { page, toast, leave } = await openVideos(ui, client);
    await select(page, 'One');
    const schedule = bar(page).getByRole('button', { name: 'Schedule' });
    const remove = bar(page).getByRole('button', { name: 'Delete selected' });
    expect([await schedule.isDisabled(), await remove.isDisabled()]).toEqual([true, true]);
    await select(page, 'Two');
    await remove.click();
    const question = page.getByRole('alertdialog', { name: 'Delete 1 video?' });
    const text =
      'Two will be permanently deleted, with 0.02 MB of files. 1 failed post is kept: move it to unscheduled to delete it.';
    await question.getByText(text).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('checkbox', { name: 'Select Two' }).uncheck();
    await act(page, 'Retry');
    await toast('1 video queued again');
    await eventually(status, (now) => now === 'published', 30_000);
    await leave();
  });

  it('says only of those that would have gone out that they will not', async () => {
    const { client, ids } = await ownerOf(ui.users, 'One', 'Two');
    for (const id of ids) await setTime(client, id, inDays(2));
    await client.put(`/api/posts/${ids[1]!}`, { draft: 1 });
    const { page, leave } = await openVideos(ui, client);
    await select(page, 'One', 'Two');
    await bar(page).getByRole('button', { name: 'Delete selected' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('1 of them is scheduled and will not go out.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await row(page, /Two/).getByRole('button', { name: 'Delete Two' }).click();
    await question.getByText('Two and its file of 0.02 MB will be permanently deleted.').waitFor();
    await leave();
  });
});
