import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/ui/accessibility';
import { NARROW } from '../support/ui/browser';
import { add, CalendarPage, stored } from '../support/ui/calendar-page';
import { describeScreens } from '../support/ui/dashboard';
import { choose } from '../support/ui/posts-screen';
import { settled } from '../support/ui/screens';
import { eventually, type Client } from '../support/client';

jest.setTimeout(90_000);

const MINUTE = 60_000;

/** On the wall clock of a user in UTC. */
const wallClock = (at: number) => new Date(at).toISOString().slice(0, 16);
const later = (minutes: number) => Math.ceil(Date.now() / MINUTE) * MINUTE + minutes * MINUTE;

/** The newest toast that has notes. */
const notes = (page: Page) => page.locator('.toast-notes').last();

describeScreens('warnings', (ui) => {
  let calendar: CalendarPage;

  afterEach(async () => {
    expect(calendar.complaints).toEqual([]);
    await calendar.close();
  });

  const owner = () => ui.users.subscriber({ timezone: 'UTC', connected: true });
  const open = async (user: Client, size = {}) =>
    (calendar = await CalendarPage.open(ui, user, { reducedMotion: 'reduce', ...size }));

  async function give(page: Page, title: string, at: number): Promise<void> {
    await page.getByRole('button', { name: `Schedule ${title}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
    await dialog.getByLabel('Date and time').fill(wallClock(at));
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  it.each([
    ['on a wide screen', {}],
    ['on a phone', NARROW],
  ])('stand beside what was done and stop nothing, %s', async (_where, size) => {
    const user = await owner();
    const noon = later(3 * 24 * 60);
    await add(user, 'Noon post', `${wallClock(noon).replace('T', ' ')}:00`);
    const item = await add(user, 'Waiting');
    const { page } = await open(user, size);
    await give(page, 'Waiting', noon + 5 * MINUTE);
    await notes(page).waitFor();
    expect(await notes(page).innerText()).toBe('"Noon post" goes out on the same account within 15 minutes.');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect((await stored(user, item)).scheduled_for).toBe(new Date(noon + 5 * MINUTE).toISOString());
  });

  it('of many posts are counted, and none are shown where there are none', async () => {
    const user = await owner();
    for (const title of ['One', 'Two', 'Three']) await add(user, title);
    const { page, tray } = await open(user);
    const scheduleAll = async (every: string) => {
      await tray.getByRole('button', { name: 'Schedule all' }).click();
      const dialog = page.getByRole('dialog', { name: 'Schedule 3 posts' });
      await dialog.getByLabel('First post at').fill(wallClock(later(24 * 60)));
      await dialog.getByLabel('Then every').fill(every);
      await choose(page, 'Unit', 'minutes');
      await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await scheduleAll('10');
    await notes(page).getByText('3 posts go out within 15 minutes of another post').waitFor();
    // The three are one file.
    await notes(page).getByText('3 posts have the same file as another post').waitFor();
  });

  it('stand in the list of posts, and go with the toast', async () => {
    const user = await owner();
    await add(user, 'Waiting');
    const { page } = await open(user);
    await page.goto('/dashboard/videos');
    await settled(page);
    await page
      .getByRole('row', { name: /Waiting/ })
      .getByRole('button', { name: 'Schedule', exact: true })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
    await dialog.getByLabel('Date and time').fill(wallClock(later(400 * 24 * 60)));
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await notes(page).getByText('Your plan ends before that time.').waitFor();
    await eventually(
      () => page.locator('.toast-notes').count(),
      (count) => count === 0,
      20_000,
    );
  });
});
