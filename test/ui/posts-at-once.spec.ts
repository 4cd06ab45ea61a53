import type { Page } from 'playwright-core';
import { describeScreens } from '../support/ui/dashboard';
import {
  openVideos,
  choose,
  instantOf,
  listed,
  offeredAndLeast,
  onWire,
  ownerOf,
  row,
  wallClock,
} from '../support/ui/posts-screen';
import { accessibilityFaults } from '../support/ui/accessibility';
import { calls } from '../support/ui/api-stubs';
import { focusGoesTo } from '../support/ui/focus';
import { eventually, type Client } from '../support/client';
import { fixture } from '../support/media';
import { uploadMany } from '../support/upload-many';

jest.setTimeout(60_000);

describeScreens('many videos at once', (ui) => {
  const openScreen = (client: Client) => openVideos(ui, client);

  const select = async (page: Page, ...titles: string[]) => {
    for (const title of titles) await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  };

  it('schedules them at an interval, the oldest upload first', async () => {
    const { client } = await ownerOf(ui.users, 'One', 'Two', 'Three', 'Four');
    const { page, toast, complaints, leave } = await openScreen(client);
    const sent = calls(page, 'POST', /\/api\/calendar\/batch$/);
    await select(page, 'Three', 'One', 'Two');
    const bar = page.getByRole('region', { name: 'Selected videos' });
    await bar.getByText('3 selected').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule 3 videos' });
    const first = dialog.getByLabel('First post at');
    const [now, least] = await offeredAndLeast(first);
    expect([now, least]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/), now]);
    const start = wallClock(Date.now() + 86_400_000);
    await first.fill(start);
    await dialog.getByLabel('Then every').fill('2');
    await choose(page, 'Unit', 'days');
    expect(
      await dialog.getByRole('list', { name: 'When each post goes out' }).getByRole('listitem').count(),
    ).toBe(3);
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await toast('3 videos scheduled');
    await bar.waitFor({ state: 'detached' });
    expect(sent[0]?.body).toMatchObject({ every_minutes: 2880, start: onWire(start) });
    const at = instantOf(start);
    const day = 86_400_000;
    expect(
      Object.fromEntries((await listed(client)).map((post) => [post.title, post.scheduled_for])),
    ).toEqual({
      One: new Date(at).toISOString(),
      Two: new Date(at + 2 * day).toISOString(),
      Three: new Date(at + 4 * day).toISOString(),
      Four: null,
    });
    await row(page, /One/).getByText('in 1 day').waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  it('schedules none where one is refused, and says which', async () => {
    const { client, ids } = await ownerOf(ui.users, 'One', 'Two');
    const { page, toast, leave } = await openScreen(client);
    await select(page, 'One', 'Two');
    await page
      .getByRole('region', { name: 'Selected videos' })
      .getByRole('button', { name: 'Schedule' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Schedule 2 videos' });
    await dialog.waitFor();
    await client.delete(`/api/videos/${ids[0]!}`);
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await toast('Failed to reschedule video');
    await eventually(
      () => listed(client),
      ([two]) => two.scheduled_for === null,
    );
    await leave();
  });

  it('deletes them after asking, and keeps what could not be deleted', async () => {
    const { client, ids } = await ownerOf(ui.users, 'One', 'Two', 'Three', 'Four');
    const { page, toast, leave } = await openScreen(client);
    await page.route(/\/api\/posts\/bulk$/, async (route) => {
      const asked = route.request().postDataJSON();
      const rest = asked.ids.filter((id: number) => id !== ids[1]);
      const response = await route.fetch({ postData: { ...asked, ids: rest } });
      const refused = [{ id: ids[1], error: 'conflict', message: 'It is on its way already.' }];
      await route.fulfill({ json: { ...(await response.json()), refused } });
    });
    await page.getByRole('checkbox', { name: 'Select all pending videos on this page' }).check();
    await page.getByRole('checkbox', { name: 'Select Four' }).uncheck();
    const bar = page.getByRole('region', { name: 'Selected videos' });
    await bar.getByText('3 selected').waitFor();
    await bar.getByRole('button', { name: 'Delete selected' }).click();
    const dialog = page.getByRole('alertdialog', { name: /^Delete \d videos?\?$/ });
    await focusGoesTo(page, 'Cancel');
    await dialog.getByText('Three, Two, One will be permanently deleted, with 0.07 MB of files.').waitFor();
    await dialog.getByRole('button', { name: 'Delete 3 videos' }).click();
    await toast('2 videos deleted');
    await toast('Failed to delete video');
    await dialog.getByText('“Two”: It is on its way already.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await bar.getByText('1 selected').waitFor();
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await bar.waitFor({ state: 'detached' });
    expect((await listed(client)).map(({ title }) => title)).toEqual(['Four', 'Two']);
    await leave();
  });

  it('keeps what is chosen on another page', async () => {
    const { client } = await ownerOf(ui.users, ...Array.from({ length: 16 }, (_, n) => `Clip ${n}.`));
    const { page, leave } = await openScreen(client);
    await page.getByRole('checkbox', { name: /^Select all pending/ }).check();
    await page.getByRole('button', { name: 'Next' }).click();
    await row(page, /Clip 0\./).waitFor();
    const bar = page.getByRole('region', { name: 'Selected videos' });
    await bar.getByText('15 selected').waitFor();
    await bar.getByText('15 not on this page').waitFor();
    await leave();
  });

  it('leave the dialog of one open that they push to the next page', async () => {
    const { client, ids } = await ownerOf(ui.users, ...Array.from({ length: 15 }, (_, n) => `Clip ${n}.`));
    const { page, toast, leave } = await openScreen(client);
    await row(page, /Clip 0\./)
      .getByRole('button', { name: 'Schedule', exact: true })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
    const tomorrow = wallClock(Date.now() + 86_400_000);
    await dialog.getByLabel('Date and time').fill(tomorrow);
    await uploadMany(client, '/api/videos', fixture('portrait.mp4'), ['One more']);
    await page.getByText('One more').first().waitFor({ state: 'attached' });
    await dialog.getByText('Clip 0.').waitFor();
    expect(await dialog.getByLabel('Date and time').inputValue()).toBe(tomorrow);
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await toast(/^Video rescheduled successfully/);
    await dialog.waitFor({ state: 'detached' });
    const { body } = await client.get(`/api/videos/${ids[0]!}`);
    expect(Date.parse(body.scheduled_for)).toBe(instantOf(tomorrow));
    await leave();
  });
});
