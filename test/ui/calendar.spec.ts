import { Database } from '../../backend/database/database';
import { refuseUntilTriedAgain } from '../support/ui/api-stubs';
import { NARROW } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { add, CalendarPage } from '../support/ui/calendar-page';
import { faultsAtWidth } from '../support/ui/screen-checks';
import { eventually, type Client } from '../support/client';

jest.setTimeout(90_000);

const VIEWS = ['Month', 'Week', 'Agenda'] as const;
/** A month to come; its 10th is far enough from its edges for every view. */
const MONTH = `${new Date().getUTCFullYear() + 1}-06`;
const NOW = `${MONTH}-10T09:00:00Z`;

describeScreens('the calendar', (ui) => {
  let calendar: CalendarPage;

  afterEach(() => calendar.close());

  const open = async (user: Client, more: Parameters<typeof CalendarPage.open>[2] = {}) => {
    calendar = await CalendarPage.open(ui, user, { now: NOW, ...more });
    return calendar;
  };

  it('shows the same items by month, week and agenda', async () => {
    const user = await ui.users.subscriber({ timezone: 'Europe/Berlin' });
    await add(user, 'A video', `${MONTH}-10 14:00:00`);
    await add(user, 'A reel', `${MONTH}-10 18:30:00`, 'instagram_video');
    await add(user, 'A photo', `${MONTH}-11 08:05:00`, 'photo');
    await open(user);
    await calendar.page.getByText('Times in Europe/Berlin (GMT+2)').waitFor();
    const colours = await calendar.page.evaluate<string[]>(
      `[...document.querySelectorAll('.legend li:not(.is-ghost)')].map((each) => getComputedStyle(each, '::before').backgroundColor)`,
    );
    expect([colours.length, new Set(colours).size, colours.includes('rgba(0, 0, 0, 0)')]).toEqual([
      4,
      4,
      false,
    ]);
    for (const view of VIEWS) {
      await calendar.show(view);
      for (const [title, facts] of [
        ['A video', /2:00 PM.*Facebook video.*Pending|2:00 PM.*Pending.*Facebook video/],
        ['A reel', /6:30 PM.*Instagram video.*Pending|6:30 PM.*Pending.*Instagram video/],
        ['A photo', /8:05 AM.*Photo.*Pending|8:05 AM.*Pending.*Photo/],
      ] as const)
        await eventually(
          () => calendar.entry(title).allInnerTexts(),
          (texts) => texts.length === 1 && new RegExp(facts.source, 's').test(texts[0]!),
        );
      if (view === 'Week') {
        // It begins with what goes out at the earliest hour, at eight.
        const [first, before] = [calendar.plan.getByText('8 AM'), calendar.plan.getByText('7 AM')];
        const top = async (hour: typeof first) => (await hour.boundingBox())?.y ?? 0;
        await eventually(
          async () => {
            const head = (await calendar.plan.getByRole('columnheader').first().boundingBox())!;
            return [await top(before), await top(first)].map((y) => y >= head.y + head.height - 2);
          },
          (shown) => String(shown) === 'false,true',
        );
      }
    }
    expect(calendar.complaints).toEqual([]);
  });

  it('tells a draft from what goes out, in word and mark', async () => {
    const user = await ui.users.subscriber({ timezone: 'UTC' });
    await add(user, 'Goes out', `${MONTH}-10 14:00:00`);
    const held = await add(user, 'Held back', `${MONTH}-10 16:00:00`);
    await user.put(`/api/posts/${held.id}`, { draft: 1 });
    const { entry } = await open(user);
    for (const view of VIEWS) {
      await calendar.show(view);
      await entry('Held back').getByText('Draft', { exact: true }).waitFor();
      expect(await entry('Goes out').getByText('Draft').count()).toBe(0);
      if (view === 'Agenda') continue;
      const markOf = (title: string) => entry(title).locator('.entry-status path').getAttribute('d');
      expect(await markOf('Held back')).not.toBe(await markOf('Goes out'));
      expect(await entry('Held back').getByText('Pending').count()).toBe(0);
    }
  });

  it("shows the days of the user's own zone, and not the browser's", async () => {
    const user = await ui.users.subscriber({ timezone: 'Asia/Kolkata' });
    // In New York it is still the 9th.
    await add(user, 'Early bird', `${MONTH}-10 00:15:00`);
    const { day, page } = await open(user, { timezoneId: 'America/New_York', now: `${MONTH}-09T20:00:00Z` });
    await page.getByText('Times in Asia/Kolkata (GMT+5:30)').waitFor();
    for (const view of ['Month', 'Week'] as const) {
      await calendar.show(view);
      await day(`${MONTH}-10`).getByText('Early bird').waitFor();
      await day(`${MONTH}-10`).getByText('12:15 AM').waitFor();
      expect(await day(`${MONTH}-10`).getAttribute('aria-current')).toBe('date');
    }
    await calendar.show('Agenda');
    const today = calendar.plan.getByRole('region', { name: /^Today, \w+, June 10$/ });
    await today.getByRole('button', { name: /12:15 AM.*Early bird/s }).waitFor();
  });

  it('shows what goes out by itself, and says why', async () => {
    const user = await ui.users.subscriber({ timezone: 'Europe/Berlin', connected: true });
    await user.put('/api/user/facebook-settings', { upload_frequency: 90, photo_upload_frequency: 60 });
    user.user = (await user.get('/api/user')).body;
    await add(user, 'In its turn');
    const { entry, dialog } = await open(user, { now: new Date().toISOString() });
    await calendar.show('Agenda');
    await entry('In its turn').getByText('Automatic').waitFor();
    await entry('In its turn').click();
    await dialog('In its turn')
      .getByText('so it goes out at your posting frequency: one Facebook video every 90 minutes.', {
        exact: false,
      })
      .waitFor();
    await dialog('In its turn').getByRole('button', { name: 'Schedule' }).click();
    await dialog('Schedule Video').waitFor();
  });

  it('begins with the agenda on a phone, without the library of month and week', async () => {
    const user = await ui.users.subscriber({ timezone: 'Europe/Berlin' });
    await add(user, 'On the go', `${MONTH}-10 14:00:00`);
    await open(user, NARROW);
    expect(await calendar.page.getByRole('button', { name: 'Agenda' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await calendar.entry('On the go').waitFor();
    expect(calendar.fetched.some((url) => /\/assets\/Calendar-/.test(url))).toBe(true);
    expect(calendar.fetched.filter((url) => /\/assets\/Grid-/.test(url))).toEqual([]);
  });

  it('shows a thousand items of a month: some, and how many more there are', async () => {
    const user = await ui.users.subscriber({ timezone: 'UTC' });
    const { id } = await add(user, 'One of many', `${MONTH}-10 12:00:00`);
    await ui.app.running.nest.get(Database).run(
      `INSERT INTO posts (user_id, kind, network, format, title, status, size_bytes, width, height, created_at, scheduled_for)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
       SELECT user_id, kind, network, format, 'Item ' || i, 'pending', 0, width, height, created_at, ? + i * 2500000
         FROM posts, n WHERE posts.id = ?`,
      [Date.parse(`${MONTH}-01T00:00:00Z`), id],
    );
    const { plan, page } = await open(user);
    await eventually(
      async () => {
        const more = await plan.getByText(/^\+\d+ more$/).allInnerTexts();
        const shown = await plan.locator('.cal-event:visible').count();
        return more.reduce((sum, text) => sum + parseInt(text.slice(1)), shown);
      },
      (all) => all === 1000,
    );
    // What a day has no room for, on any screen; its last one is reached by the keyboard, and the day keeps its name.
    const rest = page.getByRole('dialog');
    for (const size of [{ width: 1440, height: 900 }, { width: 720, height: 450 }, NARROW]) {
      await page.setViewportSize(size);
      await calendar.show('Month');
      await plan
        .getByText(/^\+\d+( more)?$/)
        .last()
        .click();
      await rest.locator(':focus').waitFor();
      await page.keyboard.press('Tab');
      for (let n = 1; n < (await rest.getByRole('listitem').count()); n++) await page.keyboard.press('Tab');
      await rest.getByRole('listitem').last().locator(':focus').waitFor();
      for (const part of [rest, rest.getByRole('listitem').last(), rest.getByRole('button').first()])
        await eventually(
          async () => ({ size, box: await part.boundingBox() }),
          ({ box }) => box !== null && box.y >= 0 && box.y + box.height <= size.height,
        );
      await page.keyboard.press('Escape');
      await rest.waitFor({ state: 'detached' });
    }
    await calendar.show('Agenda');
    await plan.getByRole('button', { name: /^Show more \(\d+ left\)$/ }).waitFor();
    expect(await plan.getByRole('listitem').filter({ hasText: 'Pending' }).count()).toBe(100);
  });

  it('covers no post of a week with the link to the rest of its hour', async () => {
    const user = await ui.users.subscriber({ timezone: 'UTC', connected: true });
    for (const minute of ['00', '15', '30']) await add(user, `At ${minute}`, `${MONTH}-10 14:${minute}:00`);
    const { page } = await open(user);
    await calendar.show('Week');
    const rest = page.getByRole('button', { name: /^(Show 1 more|\+1)$/ });
    await rest.waitFor();
    const { x } = (await rest.boundingBox())!;
    for (const title of ['At 00', 'At 15']) {
      const entry = calendar.entry(title);
      const box = (await entry.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(x);
      const status = (await entry.locator('.entry-status').boundingBox())!;
      expect(status.x + status.width).toBeLessThanOrEqual(box.x + box.width);
      expect(status.y + status.height).toBeLessThanOrEqual(box.y + box.height);
    }
  });

  it('shows two thousand automatic posts in each view, and says that there are more', async () => {
    const user = await ui.users.subscriber({ timezone: 'UTC', connected: true });
    const db = ui.app.running.nest.get(Database);
    await db.run('UPDATE accounts SET photo_upload_frequency = 5 WHERE user_id = ?', [user.user.id]);
    await db.run(
      `INSERT INTO posts (user_id, account_id, kind, network, format, title, status, size_bytes, width, height, created_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2100)
       SELECT user_id, id, 'text', network, 'text', 'Text ' || i, 'pending', 0, 0, 0, i
         FROM accounts, n WHERE user_id = ? AND network = 'facebook'`,
      [user.user.id],
    );
    const { page, plan } = await open(user, { now: new Date().toISOString() });
    for (const view of VIEWS) {
      await calendar.show(view);
      await plan.getByText('Text 1', { exact: true }).waitFor();
      expect(await plan.locator('[data-name]').count()).toBeLessThan(800);
    }
    await page.getByText(/^There are too many automatic posts to show\. Those after /).waitFor();
    expect(calendar.complaints).toEqual([]);
  });

  it('says what failed and tries again; an empty one has the next action', async () => {
    const user = await ui.users.subscriber({ timezone: 'UTC' });
    const { page, plan } = await open(user);
    await plan.getByText('Nothing scheduled in these days').waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: 'Upload videos' }).count()).toBe(1);
    const tryAgain = await refuseUntilTriedAgain(page, /\/api\/calendar\?/);
    await page.reload();
    const alert = plan.getByRole('alert');
    await alert.getByText('Failed to fetch calendar').waitFor();
    await tryAgain();
    await plan.getByText('Nothing scheduled in these days').waitFor();
    await page.getByRole('button', { name: 'Previous month' }).click();
    await plan.getByText('Nothing was published in these days').waitFor();
  });

  describe.each([1440, 360])('at %d pixels', (width) => {
    let user: Client;

    beforeAll(async () => {
      user = await ui.users.subscriber({ timezone: 'Europe/Berlin', connected: true });
      await add(user, 'One', `${MONTH}-10 10:00:00`);
      for (const title of ['Two', 'Three', 'Four', 'Five']) await add(user, title, `${MONTH}-10 14:00:00`);
      await add(user, 'Waiting');
      await add(user, 'Waiting as well', '', 'photo');
    });

    it.each(VIEWS)('is accessible and fits, in either theme, by %s', async (view) => {
      const { page, entry } = await open(user, { width, reducedMotion: 'reduce' });
      await calendar.show(view);
      await entry('One').waitFor();
      expect(await faultsAtWidth(page, view)).toEqual([]);
      expect(calendar.complaints).toEqual([]);
    });

    it('is accessible and fits, in either theme, in every dialog', async () => {
      const { page, plan, tray, dialog, entry } = await open(user, { width, reducedMotion: 'reduce' });
      await calendar.show('Month');
      await plan.getByText(/^\+\d+( more)?$/).click();
      await page.getByRole('dialog').getByText('Four').waitFor();
      const found = await faultsAtWidth(page, 'the rest of a day');
      await page.keyboard.press('Escape');
      await entry('One').first().click();
      await dialog('One').waitFor();
      found.push(...(await faultsAtWidth(page, 'an item')));
      await dialog('One').getByRole('button', { name: 'Reschedule' }).click();
      await dialog('Schedule Video').waitFor();
      found.push(...(await faultsAtWidth(page, 'its time')));
      await page.keyboard.press('Escape');
      await dialog('Schedule Video').waitFor({ state: 'detached' });
      await tray.getByRole('button', { name: 'Schedule all' }).click();
      await dialog('Schedule 2 posts').waitFor();
      found.push(...(await faultsAtWidth(page, 'many')));
      const titles = await page
        .locator('.batch-title')
        .evaluateAll((all) => all.map((one) => one.clientWidth));
      expect(Math.min(...titles)).toBeGreaterThan(200);
      await page.keyboard.press('Escape');
      await dialog('Schedule 2 posts').waitFor({ state: 'detached' });
      expect(found).toEqual([]);
      expect(calendar.complaints).toEqual([]);
    });
  });
});
