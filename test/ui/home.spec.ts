import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { Clock } from '../../backend/common/clock';
import { Database } from '../../backend/database/database';
import { PAGE } from '../support/app';
import { NARROW, signIn, WIDE, type Visit } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { daysFromNow } from '../support/users';
import { settled } from '../support/ui/screens';
import { keepShifts, whatMoved } from '../support/ui/layout-shifts';
import { nowToPost } from '../support/post-times';
import { toasted } from '../support/ui/toasts';
import { eventually, type Client } from '../support/client';
import { metaError } from '../support/fake-graph';
import { fixture, paddedVideo } from '../support/media';

jest.setTimeout(60_000);

const DAY_MS = 86_400_000;
const NONE = "You don't have an active subscription. Choose a plan below to get started.";
const EXPIRED = 'Your subscription has expired. Please renew to continue using all features.';
const SUPPORT = 'https://wa.me/911234567890';

describeScreens("the dashboard's home", { env: { SUPPORT_PHONE: '911234567890' } }, (ui) => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pagecast-home-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function come(client: Client, path = '/dashboard', look = {}): Promise<Visit> {
    const guest = await ui.visitAs(client, look);
    await guest.page.goto(path);
    return guest;
  }

  const region = ({ page }: Visit, name: string) => page.getByRole('region', { name });

  async function upload(user: Client, kind: 'videos' | 'photos', title: string, at: string): Promise<void> {
    const form = new FormData();
    const photo = kind === 'photos';
    const bytes = await readFile(
      photo ? fixture('photo.jpg') : await paddedVideo(join(folder, `${title}.mp4`), 60_000, { salt: title }),
    );
    form.append(`${kind}[]`, new Blob([bytes]), photo ? 'photo.jpg' : 'video.mp4');
    form.append('titles[]', title);
    form.append('scheduled_for[]', at);
    expect((await user.post(`/api/${kind}`, form)).status).toBe(201);
  }

  /** In the ledger, of one video. */
  async function failedSteps(user: Client, count: number): Promise<void> {
    await upload(user, 'videos', 'Half a video', daysFromNow(3));
    const [post] = (await user.get('/api/videos?page=1')).body.data;
    for (let n = 0; n < count; n++)
      await ui.app.running.nest.get(Database).insert('publish_steps', {
        post_id: post.id,
        fence: 1,
        step: 'start',
        outcome: 'failed',
        message: 'Facebook refused the video: its frame rate is not allowed.',
        started_at: Date.now(),
        finished_at: Date.now(),
      });
  }

  it('leads somebody without a plan to the plans', async () => {
    const guest = await come(await ui.users.newcomer());
    await guest.page.getByText(NONE).waitFor();
    await region(guest, 'Subscription').getByText('No active subscription').waitFor();
    const starter = guest.page.getByRole('article', { name: 'Starter' });
    for (const text of ['₹499', 'Monthly', '2 GB', '30'])
      await starter.getByText(text, { exact: true }).waitFor();
    for (const link of [
      starter.getByRole('link', { name: 'Get Starter' }),
      guest.page.getByRole('link', { name: 'Contact Support' }),
    ]) {
      expect(await link.getAttribute('href')).toBe(SUPPORT);
      expect(await link.getAttribute('target')).toBe('_blank');
    }
    await guest.context.close();
  });

  it('shows the plans to who comes by View Plans, by way of the root path', async () => {
    const guest = await come(await ui.users.newcomer(), '/dashboard/videos', NARROW);
    const { page } = guest;
    const view = page.getByRole('link', { name: 'View Plans' });
    expect(await view.getAttribute('href')).toBe('/');
    await view.click();
    await page.waitForURL('**/dashboard');
    const heading = page.getByRole('heading', { name: 'Available Plans' });
    await eventually(() => heading.evaluate((e: any) => e === e.ownerDocument.activeElement), Boolean);
    await eventually(
      () => heading.evaluate((e: any): number => e.getBoundingClientRect().top),
      (top) => top < 844,
    );
    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('link', { name: 'See plans' }).click();
    await eventually(
      () => heading.evaluate((e: any): number => e.getBoundingClientRect().top),
      (top) => top < 844,
    );
    await guest.context.close();
  });

  it('tells of a subscription that has run out while the app was open', async () => {
    const user = await ui.users.newcomer();
    await ui.users.grant(user, 2);
    const clock = ui.app.running.nest.get(Clock);
    const guest = await come(user);
    await region(guest, 'Subscription').getByText('Active').waitFor();
    expect(await guest.page.getByText(EXPIRED).count()).toBe(0);
    clock.now = () => Date.now() + 31 * DAY_MS;
    try {
      // The session has run out as well: seven days are its life.
      const { body } = await ui.app.client.post('/api/auth/login', {
        email: user.user.email,
        password: 'secret-enough',
      });
      await guest.context.close();
      const later = await ui.visit();
      await signIn(later, body);
      await later.page.goto('/dashboard');
      await later.page.getByText(EXPIRED).waitFor();
      await region(later, 'Subscription').getByText('Expired').waitFor();
      await later.context.close();
    } finally {
      clock.now = () => Date.now();
    }
  });

  it('tells what goes out next and what failed lately, over the kinds, in the zone of the user', async () => {
    const user = await ui.users.subscriber({ timezone: 'Asia/Kolkata', connected: true });
    user.user = (await user.get('/api/user')).body;
    const late = new Date('2100-01-02T18:30:00Z').toISOString();
    await upload(user, 'videos', 'In the far future', late);
    await upload(user, 'photos', 'Photo of tomorrow', new Date(Date.now() + DAY_MS).toISOString());
    ui.app.fake.fault({ on: 'reels.start', do: metaError(100, null, '(#100) Invalid parameter') });
    await upload(user, 'videos', 'Refused by Meta', (await nowToPost()).toISOString());
    await eventually(
      async () => (await user.get('/api/videos?page=1')).body.data.map(({ status }: any) => status),
      (states) => states.includes('failed'),
    );

    const guest = await come(user);
    const next = region(guest, 'What goes out next').getByRole('listitem');
    await next.nth(1).waitFor();
    expect(await next.allInnerTexts()).toEqual([
      expect.stringMatching(/^Photo of tomorrow\n+in (24 h|1 day)\n[^]*Photo$/),
      expect.stringMatching(/^In the far future\n+in \d+ days\n+Jan 3, 2100, 12:00 AM · Facebook video$/),
    ]);
    await region(guest, 'What goes out next').getByText('Asia/Kolkata (GMT+5:30)').waitFor();

    const failed = region(guest, 'What failed lately').getByRole('listitem');
    await failed.getByText('Refused by Meta').waitFor();
    await failed.getByText('Meta error 100', { exact: false }).waitFor();
    await failed.getByRole('button', { name: 'Retry Refused by Meta' }).click();
    await toasted(guest.page, 'Video is back in line');
    await region(guest, 'What failed lately').getByText('Nothing failed in the last two weeks.').waitFor();
    await region(guest, 'What goes out next')
      .getByText('Last out: “Refused by Meta”')
      .waitFor({ timeout: 20_000 });
    await guest.context.close();
  });

  it('counts storage and tasks as the subscription does', async () => {
    const user = await ui.users.subscriber({ tasks: 4, bytes: 5 * 1024 ** 2 });
    await upload(user, 'videos', 'Counted', daysFromNow(3));
    const guest = await come(user);
    await region(guest, 'Tasks').getByText('of 4 used').waitFor();
    await region(guest, 'Tasks').getByText('1', { exact: true }).waitFor();
    await region(guest, 'Storage').getByText('0.06 MB', { exact: true }).waitFor();
    await region(guest, 'Storage').getByText('of 5.00 MB used').waitFor();
    const actions = region(guest, 'Quick Actions').getByRole('link');
    expect(await actions.evaluateAll((links) => links.map((link: any) => link.getAttribute('href')))).toEqual(
      ['/dashboard/videos', '/dashboard/captions', '/dashboard/settings'],
    );
    await guest.context.close();
  });

  it('is short on a phone, and its first action within reach of the thumb', async () => {
    const user = await ui.users.newcomer();
    await ui.users.grant(user, 2);
    await user.put('/api/user/first-steps', { dismissed: 1 });
    const guest = await come(user, '/dashboard', NARROW);
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
    const guest = await come(newcomer, '/dashboard', { width: 720, height: 450 });
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
    await page.route(url, (route) =>
      route.fulfill({ status: 500, json: { statusCode: 500, error: 'internal' } }),
    );
    await page.goto('/dashboard');
    await toasted(page, text);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.unroute(url);
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
    // The user is remembered: nothing of the screen is missing.
    if (!url.endsWith('/user')) await again.first().click();
    await eventually(
      () => again.count(),
      (count) => count === 0,
    );
    await guest.context.close();
  });

  it('takes a 404 of the subscription for none, without a word of failure', async () => {
    const guest = await ui.visit();
    await signIn(guest, await ui.users.newcomer());
    await guest.page.route('**/api/user/subscription', (route) => route.fulfill({ status: 404, json: {} }));
    await guest.page.goto('/dashboard');
    await guest.page.getByText(NONE).waitFor();
    expect(await guest.page.getByText('Failed to load subscription details').count()).toBe(0);
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
      await failedSteps(await ui.users.subscriber(), 5);
      expect(await whatMoves(ui.admin, /\/api\/admin\/|\/AdminOverview-/)).toEqual([]);
    });
  });

  it('keeps the menu when a screen breaks, and says that nothing is lost', async () => {
    const guest = await ui.visit();
    await signIn(guest, await ui.users.subscriber());
    await guest.page.route('**/api/calendar/outlook', (route) => route.fulfill({ json: { next: null } }));
    await guest.page.goto('/dashboard');
    await guest.page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
    await guest.page.getByText('Nothing that you uploaded or scheduled is lost.').waitFor();
    await guest.page.getByRole('link', { name: 'Settings', exact: true }).click();
    await guest.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await guest.context.close();
  });
});
