import { setTimeout } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { Database } from '../../backend/database/database';
import { PAGE } from '../support/app';
import { refuseUntilTriedAgain } from '../support/ui/api-stubs';
import { NARROW, signIn, WIDE } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { daysFromNow } from '../support/users';
import { settled } from '../support/ui/screens';
import { keepShifts, sideways, whatMoved } from '../support/ui/layout-shifts';
import { nowToPost } from '../support/post-times';
import { toasted } from '../support/ui/toasts';
import { eventually, type Client } from '../support/client';
import { metaError } from '../support/fake-graph';
import { useScratchFolder } from '../support/scratch-folder';
import { arrive, region, uploadPost } from '../support/ui/home-screen';

jest.setTimeout(60_000);

const DAY_MS = 86_400_000;
const NONE = "You don't have an active subscription. Choose a plan below to get started.";

describeScreens("the dashboard's home", { env: { SUPPORT_PHONE: '911234567890' } }, (ui) => {
  const scratch = useScratchFolder();

  /** As the publisher leaves them, a second apart. */
  async function failedPosts(user: Client, titles: string[]): Promise<void> {
    for (const [n, title] of titles.entries()) {
      await uploadPost(user, 'videos', title, daysFromNow(3), scratch);
      const at = Date.now() - 1000 * (titles.length - n);
      await ui.app.running.nest
        .get(Database)
        .run(
          "UPDATE posts SET status = 'failed', due_at = NULL, upload_error = ?, failed_at = ?, idle_since = ? WHERE title = ?",
          ['Facebook refused the video: its frame rate is not allowed.', at, at, title],
        );
    }
  }

  it('tells what goes out next and what failed lately, over the kinds, in the zone of the user', async () => {
    const user = await ui.users.subscriber({ timezone: 'Asia/Kolkata', connected: true });
    user.user = (await user.get('/api/user')).body;
    const late = new Date('2100-01-02T18:30:00Z').toISOString();
    await uploadPost(user, 'videos', 'In the far future', late, scratch);
    await uploadPost(
      user,
      'photos',
      'Photo of tomorrow',
      new Date(Date.now() + DAY_MS).toISOString(),
      scratch,
    );
    ui.app.fake.fault({ on: 'reels.start', do: metaError(100, null, '(#100) Invalid parameter') });
    await uploadPost(user, 'videos', 'Refused by Meta', (await nowToPost()).toISOString(), scratch);
    await eventually(
      async () => (await user.get('/api/videos?page=1')).body.data.map(({ status }: any) => status),
      (states) => states.includes('failed'),
      30_000,
    );

    const guest = await arrive(ui, user);
    const next = region(guest, 'Up next').getByRole('listitem');
    await next.nth(1).waitFor();
    expect(await next.allInnerTexts()).toEqual([
      expect.stringMatching(/^Photo of tomorrow\n+in (24 h|1 day)\n[^]*Photo$/),
      expect.stringMatching(/^In the far future\n+in \d+ days\n+Jan 3, 2100, 12:00 AM · Facebook video$/),
    ]);
    await region(guest, 'Up next').getByText('Asia/Kolkata (GMT+5:30)').waitFor();

    const failed = region(guest, 'Recent failures').getByRole('listitem');
    await failed.getByText('Refused by Meta').waitFor();
    await failed.getByText('Meta error 100', { exact: false }).waitFor();
    await failed.getByRole('button', { name: 'Retry Refused by Meta' }).click();
    await toasted(guest.page, 'Queued again');
    await region(guest, 'Recent failures').getByText('No failed posts in the last two weeks.').waitFor();
    await region(guest, 'Up next').getByText('Last published: “Refused by Meta”').waitFor();
    await guest.context.close();
  });

  it('has the mark of the calendar for what has no picture', async () => {
    const user = await ui.users.subscriber({ connected: true });
    const [account] = (await user.get('/api/accounts')).body;
    const text = { targets: [{ account_id: account.id, format: 'text' }], description: 'No picture' };
    await user.post('/api/posts', { ...text, scheduled_for: daysFromNow(3) });
    const guest = await arrive(ui, user);
    const shape = (line: Locator) =>
      line.filter({ hasText: 'No picture' }).locator('svg path').getAttribute('d');
    const atHome = await shape(region(guest, 'Up next').getByRole('listitem'));
    await guest.page.goto('/dashboard/calendar');
    await guest.page.getByRole('button', { name: 'Agenda', exact: true }).click();
    expect(atHome).toBe(await shape(region(guest, 'Plan').getByRole('listitem')));
    await guest.context.close();
  });

  it('is short on a phone, and its first action within reach of the thumb', async () => {
    const user = await ui.users.newcomer();
    await ui.users.grant(user, 2);
    await user.put('/api/user/first-steps', { dismissed: 1 });
    const guest = await arrive(ui, user, '/dashboard', NARROW);
    const { page } = guest;
    await region(guest, 'Subscription').getByText('Active').waitFor();
    const box = async (one: Locator) => (await one.boundingBox())!;
    // A banner that comes in between pushes both of them down.
    await eventually(
      async () => {
        const [first, last] = [await box(region(guest, 'Subscription')), await box(region(guest, 'Tasks'))];
        return last.y + last.height - first.y;
      },
      (height) => height < 260,
    );
    expect(await page.getByRole('article', { name: 'Starter' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show plans' }).click();
    await page.getByRole('article', { name: 'Growth' }).getByText('Your plan').waitFor();

    const bar = page.locator('.thumb-action');
    const { y } = await eventually(
      () => box(bar),
      (found) => found.y + found.height === NARROW.height,
    );
    expect(await bar.getByRole('link', { name: 'Upload videos' }).getAttribute('href')).toBe(
      '/dashboard/videos',
    );
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const support = page.getByRole('link', { name: 'Contact Support' });
    await eventually(
      () => box(support),
      (end) => end.y + end.height <= y,
    );
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    await bar.waitFor({ state: 'hidden' });
    await guest.context.close();
  });

  it('shows what it is about first, also where two banners stand and little room is', async () => {
    const newcomer = await ui.users.newcomer({ timezone: 'Europe/Berlin' });
    const guest = await arrive(ui, newcomer, '/dashboard', { width: 720, height: 450 });
    await guest.page.getByText(NONE).waitFor();
    const heading = guest.page.getByRole('heading', { level: 1, name: 'Dashboard' });
    expect((await heading.boundingBox())!.y).toBeLessThan(150);
    await guest.context.close();
  });

  it.each([
    ['**/api/user', 'Failed to load user data'],
    ['**/api/user/subscription', 'Failed to load subscription details'],
    ['**/api/plans', 'Failed to load pricing plans'],
    ['**/api/calendar/outlook', 'Failed to load your posts'],
  ])('says so when %s fails, and leaves the rest standing', async (url, text) => {
    const guest = await ui.visit();
    await signIn(guest, await ui.users.subscriber());
    const { page } = guest;
    const tryAgain = await refuseUntilTriedAgain(page, url);
    await page.goto('/dashboard');
    await toasted(page, text);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
    // The user is remembered: nothing of the screen is missing.
    if (!url.endsWith('/user')) await tryAgain();
    await eventually(
      () => again.count(),
      (count) => count === 0,
    );
    await guest.context.close();
  });

  it('warns of a connection that ends soon or is paused, of both networks', async () => {
    const user = await ui.users.subscriber({ connected: true });
    user.user = (await user.get('/api/user')).body;
    const guest = await ui.visitAs(user);
    const state = {
      status: 'connected',
      id: PAGE.id,
      name: PAGE.name,
      verified_at: null,
      paused_reason: null,
    };
    const facebook = { ...state, expires_at: daysFromNow(2.9), resumes_at: null };
    const instagram = { ...facebook, status: 'paused', paused_reason: 'Sign in again.' };
    await guest.page.route('**/api/user/connection', (route) =>
      route.fulfill({ json: { facebook, instagram } }),
    );
    await guest.page.goto('/dashboard/settings');
    await guest.page.getByText('Facebook connection ends in 3 days.').waitFor();
    await guest.page.getByText('Instagram connection paused.').waitFor();
    await guest.page.getByText('Sign in again.').first().waitFor();
    await guest.context.close();
  });

  describe.each([WIDE, NARROW])('at $width pixels', (size) => {
    /**
     * What moves while the home opens, if that is to be seen; calls and parts of these names come late, one by one. Old
     * answers are asked for again as soon as there is a stream.
     */
    async function whatMoves(client: Client, late = /nothing/): Promise<string[]> {
      const guest = await ui.visit(size);
      const { page, context } = guest;
      await signIn(guest, client);
      await keepShifts(context);
      let calls = 0;
      await page.route(late, async (route) => {
        await setTimeout(200 * ++calls);
        await route.continue();
      });
      let letGo = () => {};
      const held = new Promise<void>((go) => (letGo = go));
      await page.route('**/api/events', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto('/dashboard');
      await page.getByRole('heading', { name: 'Available Plans' }).waitFor();
      await settled(page);
      const again = page.waitForResponse('**/api/calendar/outlook');
      await page.evaluate('window.firstCalls.begunAt = -Infinity');
      letGo();
      await again;
      await page.waitForTimeout(1_000);
      const moved = await whatMoved(page);
      await context.close();
      return moved;
    }

    it('moves nothing once it can be read', async () => {
      for (const client of [await ui.users.newcomer(), await ui.users.subscriber()])
        expect(await whatMoves(client)).toEqual([]);
    });

    it('moves nothing once an administrator can read it', async () => {
      const asking = await ui.users.newcomer();
      await asking.post('/api/user/plan-request', { plan_id: 2, message: 'For the new shop.' });
      const titles = ['One', 'Two', 'Three', 'Four', 'Five'].map((nth) => `Half a video ${nth}`);
      await failedPosts(await ui.users.subscriber(), titles);
      expect(await whatMoves(ui.admin, /\/api\/admin\/|\/AdminOverview-/)).toEqual([]);
    });
  });

  it.each([WIDE, NARROW])(
    'shows an administrator the posts that failed last at a width of $width',
    async ({ width, height }) => {
      const user = await ui.users.subscriber({ name: 'Mira Patel' });
      await failedPosts(user, [`Missed at ${width}`, `Rejected at ${width}`]);
      const guest = await arrive(ui, ui.admin, '/dashboard', { width, height });
      const failed = region(guest, 'Recent failures').getByRole('listitem');
      await failed.nth(1).waitFor();
      const texts = (await failed.allInnerTexts()).slice(0, 2).map((text) => text.split(/\n+/));
      expect(texts).toEqual(
        [`Rejected at ${width}`, `Missed at ${width}`].map((title) => [
          title,
          expect.stringMatching(/^Mira Patel · /),
          'Facebook refused the video: its frame rate is not allowed.',
        ]),
      );
      expect(await sideways(guest.page)).toBe(0);
      await guest.context.close();
    },
  );

  it('keeps the menu when a screen breaks, and says that nothing is lost', async () => {
    const guest = await ui.visit();
    await signIn(guest, await ui.users.subscriber());
    await guest.page.route('**/api/calendar/outlook', (route) => route.fulfill({ json: { next: null } }));
    await guest.page.goto('/dashboard');
    await guest.page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
    await guest.page.getByText('Your uploads and scheduled posts are safe.').waitFor();
    await guest.page.getByRole('link', { name: 'Settings', exact: true }).click();
    await guest.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await guest.context.close();
  });
});
