import type { Page } from 'playwright-core';
import { choose } from '../support/ui/posts-screen';
import { calls } from '../support/ui/api-stubs';
import { comesToHold } from '../support/ui/form-actions';
import { NOTHING_IDLE } from '../support/ui/screens';
import { describeScreens, type OpenScreen } from '../support/ui/dashboard';
import { uploadMany } from '../support/upload-many';
import { toasted, unasked } from '../support/ui/toasts';
import { eventually, type Client } from '../support/client';
import { fixture } from '../support/media';

/** Sheets that could not be fetched have rules that nobody may read. */
const UNREAD_SHEETS = `[...document.styleSheets].filter((sheet) => {
  try { return sheet.cssRules.length === 0 } catch { return true }
}).length`;
const LOADED_DIALOGS = `performance.getEntriesByType('resource')
  .filter(({ name, responseEnd }) => responseEnd > 0 && /(Schedule|Delete|History)Dialog-.*js$/.test(name)).length`;
const BACKEND = /\/(api|health)\//;

describeScreens('somebody who is interrupted', (ui) => {
  let user: Client;
  let screen: OpenScreen | undefined;

  beforeEach(async () => {
    user = await ui.users.subscriber();
  });
  afterEach(async () => {
    await screen?.leave();
    screen = undefined;
  });

  const come = async (path: string): Promise<Page> => {
    screen = await ui.open(user, path);
    return screen.page;
  };
  /** While this call is under way: of a session that ended before, the screen itself hears within a second. */
  const sessionEndsDuring = (page: Page, method: string) =>
    page.route(/\/api\//, async (route) => {
      if (route.request().method() === method) await user.post('/api/auth/logout');
      await route.continue();
    });
  const enter = async (page: Page, who: Client): Promise<void> => {
    await page.getByLabel('Email address').fill(who.user.email);
    await page.getByLabel('Password').fill('secret-enough');
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const banner = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

  it('gets a reason at once while offline, and nothing happens later', async () => {
    const [id] = await uploadMany(user, '/api/videos', fixture('portrait.mp4'), ['Given up']);
    const page = await come('videos');
    const sent = calls(page, 'PUT', /reschedule/);
    const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    // It is a file of its own, which could not be fetched offline.
    await dialog.waitFor();
    await screen!.context.setOffline(true);
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await dialog.getByText('You are offline. Check your connection and try again.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await banner(page, 'You are offline.').waitFor();
    const tried = sent.length;
    // The list is read again by itself, and nothing else is sent.
    const read = page.waitForResponse(/\/api\/videos\?/);
    await screen!.context.setOffline(false);
    await read;
    await banner(page, 'You are offline.').waitFor({ state: 'detached' });
    expect(sent).toHaveLength(tried);
    expect((await user.get(`/api/videos/${id}`)).body.scheduled_for).toBeNull();
  });

  it('gets a reason where a dialog was never loaded, which does not open later by itself', async () => {
    await uploadMany(user, '/api/videos', fixture('portrait.mp4'), ['Never opened']);
    screen = await ui.open(user, 'videos', { before: (page) => page.addInitScript(NOTHING_IDLE) });
    const { page, context, toast } = screen;
    const dialog = page.getByRole('dialog');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await toast('You are offline. Check your connection and try again.');
    await page.getByRole('button', { name: 'Delete Never opened' }).click();
    await page.getByRole('button', { name: /^More/ }).first().click();
    const read = page.waitForResponse(/\/api\/videos\?/);
    await context.setOffline(false);
    await read;
    await banner(page, 'You are offline.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await dialog.waitFor();
    expect(await page.locator('[role=dialog], [role=alertdialog], [role=menu]').count()).toBe(1);
  });

  it('can open every dialog of a list offline that was idle before', async () => {
    await uploadMany(user, '/api/videos', fixture('portrait.mp4'), ['Never opened']);
    const page = await come('videos');
    await eventually(
      () => page.evaluate<number>(LOADED_DIALOGS),
      (n) => n === 3,
    );
    await screen!.context.setOffline(true);
    await page.getByRole('button', { name: 'Delete Never opened' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByRole('dialog', { name: 'Schedule Video' }).waitFor();
  });

  it('is told once that the server is away, and sees everything again when it is back', async () => {
    const page = await come('captions');
    await page.getByText('No captions yet.').waitFor();
    await page.route(BACKEND, (route) => route.abort());
    await page.getByRole('textbox', { name: 'Caption' }).fill('Fresh from the oven');
    await page.getByRole('button', { name: 'Add caption' }).click();
    await page.getByText('The server cannot be reached. Check your connection.').waitFor();
    await banner(page, 'Cannot reach the server. Trying again…').waitFor();
    expect(await page.getByRole('textbox', { name: 'Caption' }).inputValue()).toBe('Fresh from the oven');
    await toasted(page, 'Failed to create caption');
    expect(unasked(page)).toEqual([]);
    await user.post('/api/captions', { content: 'Written elsewhere meanwhile' });
    await page.unroute(BACKEND);
    await banner(page, 'Cannot reach the server').waitFor({ state: 'detached' });
    await page.getByText('Written elsewhere meanwhile').waitFor();
  });

  it('sees a screen that was first opened offline as soon as the network is back', async () => {
    const page = await come('');
    await screen!.context.setOffline(true);
    await page.getByRole('link', { name: 'Captions', exact: true }).first().click();
    await banner(page, 'You are offline.').waitFor();
    expect(await page.getByText('This screen stopped working').count()).toBe(0);
    await screen!.context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Captions' }).waitFor();
    await page.getByText('No captions yet.').waitFor();
  });

  it.each(['Calendar', 'New Post'])(
    'sees %s with its style, although it was first opened offline',
    async (name) => {
      const page = await come('captions');
      const unread = () => page.evaluate<number>(UNREAD_SHEETS);
      await screen!.context.setOffline(true);
      await page.getByRole('link', { name, exact: true }).first().click();
      await eventually(unread, (n) => n > 0);
      await screen!.context.setOffline(false);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(await unread()).toBe(0);
    },
  );

  it('comes back to the screen, and finds what they had typed, after the session ended', async () => {
    const page = await come('captions');
    const field = page.getByRole('textbox', { name: 'Caption' });
    await field.fill('Half a sentence');
    await sessionEndsDuring(page, 'POST');
    await page.getByRole('button', { name: 'Add caption' }).click();
    await page.waitForURL('**/login');
    await page.getByText('You were signed out. Sign in to continue.').waitFor();
    await enter(page, user);
    await page.waitForURL('**/dashboard/captions');
    await comesToHold(field, 'Half a sentence');
  });

  it('finds the dialog that was open in the calendar, with the time of that post and of no other', async () => {
    await uploadMany(user, '/api/videos', fixture('portrait.mp4'), ['Twice', 'Twice']);
    const page = await come('calendar');
    const waiting = page.getByRole('button', { name: 'Schedule Twice' });
    const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
    await waiting.first().click();
    await dialog.getByLabel('Date and time').fill('2099-05-06T07:08');
    await sessionEndsDuring(page, 'PUT');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await enter(page, user);
    await page.waitForURL('**/dashboard/calendar');
    await comesToHold(dialog.getByLabel('Date and time'), '2099-05-06T07:08');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await waiting.last().click();
    expect(await dialog.getByLabel('Date and time').inputValue()).not.toBe('2099-05-06T07:08');
  });

  it('finds the videos they had chosen, and the times they were about to give to them', async () => {
    const titles = ['One', 'Two', 'Three'];
    const [, two, three] = await uploadMany(user, '/api/videos', fixture('portrait.mp4'), titles);
    const page = await come('videos');
    const sent = calls(page, 'POST', /\/api\/calendar\/batch$/);
    for (const title of ['Two', 'Three'])
      await page.getByRole('checkbox', { name: `Select ${title}` }).check();
    const chosen = page.getByRole('region', { name: 'Selected videos' });
    await chosen.getByRole('button', { name: 'Schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule 2 videos' });
    await dialog.getByLabel('First post at').fill('2099-05-06T07:08');
    await dialog.getByLabel('Then every').fill('3');
    await choose(page, 'Unit', 'days');
    await sessionEndsDuring(page, 'POST');
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await enter(page, user);
    await page.waitForURL('**/dashboard/videos');
    await comesToHold(dialog.getByLabel('First post at'), '2099-05-06T07:08');
    await comesToHold(dialog.getByLabel('Then every'), '3');
    await dialog.getByRole('combobox', { name: 'Unit' }).getByText('days').waitFor();
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await chosen.waitFor({ state: 'detached' });
    expect(sent.at(-1)?.body).toEqual({
      items: [two, three].map((id) => ({ kind: 'video', id })),
      start: '2099-05-06 07:08:00',
      every_minutes: 3 * 1440,
    });
  });

  it('finds the times they were about to give to what waits in the calendar', async () => {
    await uploadMany(user, '/api/videos', fixture('portrait.mp4'), ['One', 'Two', 'Three']);
    const page = await come('calendar');
    await page.getByRole('button', { name: 'Schedule all' }).click();
    const dialog = page.getByRole('dialog', { name: /^Schedule \d posts$/ });
    await dialog.getByLabel('First post at').fill('2099-05-06T07:08');
    await dialog.getByLabel('Then every').fill('90');
    await choose(page, 'Unit', 'minutes');
    await dialog.getByRole('checkbox', { name: 'Two' }).uncheck();
    await sessionEndsDuring(page, 'POST');
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await enter(page, user);
    await page.waitForURL('**/dashboard/calendar');
    await comesToHold(dialog.getByLabel('First post at'), '2099-05-06T07:08');
    await comesToHold(dialog.getByLabel('Then every'), '90');
    await dialog.getByRole('combobox', { name: 'Unit' }).getByText('minutes').waitFor();
    expect(await dialog.getByRole('checkbox', { name: 'Two' }).isChecked()).toBe(false);
    expect(await dialog.getByRole('checkbox').count()).toBe(3);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Schedule all' }).click();
    expect(await dialog.getByLabel('First post at').inputValue()).not.toBe('2099-05-06T07:08');
  });

  it('finds the person they were about to add', async () => {
    await ui.admin.put(`/api/admin/users/${user.user.id}`, { is_admin: 1 });
    const page = await come('admin/users');
    await page.getByRole('button', { name: 'Add user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add user' });
    await dialog.getByLabel('Name').fill('Half a name');
    await dialog.getByLabel('Email').fill('half@example.com');
    await sessionEndsDuring(page, 'POST');
    await dialog.getByRole('button', { name: 'Add user' }).click();
    await enter(page, user);
    await page.waitForURL('**/dashboard/admin/users');
    await comesToHold(dialog.getByLabel('Name'), 'Half a name');
    await comesToHold(dialog.getByLabel('Email'), 'half@example.com');
  });

  it('leaves nothing behind for the next person', async () => {
    const other = await ui.users.subscriber();
    const page = await come('captions');
    await page.getByRole('textbox', { name: 'Caption' }).fill('Half a secret');
    await sessionEndsDuring(page, 'POST');
    await page.getByRole('button', { name: 'Add caption' }).click();
    await enter(page, other);
    await page.waitForURL(/\/dashboard$/);
    await page.getByRole('link', { name: 'Captions', exact: true }).first().click();
    expect(await page.getByRole('textbox', { name: 'Caption' }).inputValue()).toBe('');
  });
});
