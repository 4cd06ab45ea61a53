import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { NARROW } from '../support/ui/browser';
import { row } from '../support/ui/posts-screen';
import { comesToHold } from '../support/ui/form-actions';
import { sideways } from '../support/ui/layout-shifts';
import { describeScreens, type OpenOptions } from '../support/ui/dashboard';
import { uploadMany } from '../support/upload-many';
import { tusOf } from '../support/tus';
import { nowToPost } from '../support/post-times';
import { toasted } from '../support/ui/toasts';
import { eventually, type Client } from '../support/client';
import { metaError } from '../support/fake-graph';
import { fixture } from '../support/media';

describeScreens('somebody who is stuck', (ui) => {
  const leaving: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const leave of leaving.splice(0)) await leave();
    ui.app.fake.clearFaults();
  });

  async function come(client: Client, path: string, options?: OpenOptions): Promise<Page> {
    const { page, leave } = await ui.open(client, path, options);
    leaving.push(leave);
    return page;
  }

  it('asks for a plan, and has it as soon as an administrator gives it', async () => {
    const client = await ui.users.newcomer({ name: 'Noor Haddad', timezone: 'Europe/Berlin' });
    const page = await come(client, '');
    await page.getByRole('button', { name: 'Request this plan: Growth' }).click();
    await toasted(page, 'Plan requested');
    const growth = page.getByRole('article', { name: 'Growth' });
    await growth.getByText('We will email you when an administrator decides.').waitFor();
    await page
      .getByRole('button', { name: /^Request this plan/ })
      .first()
      .waitFor({ state: 'detached' });

    const admin = await come(ui.admin, 'admin/users');
    const requests = admin.getByRole('region', { name: /plan requests?$/ });
    await requests.getByText('Noor Haddad asks for Growth').waitFor();
    let reload = () => {};
    const reloaded = new Promise<void>((go) => (reload = go));
    await admin.route(/\/api\/admin\/plan-requests/, async (route) => {
      await reloaded;
      await route.continue();
    });
    const give = requests.getByRole('button', { name: 'Give Growth to Noor Haddad' });
    await give.click();
    await toasted(admin, 'Plan given successfully!');
    // A second click would give it twice.
    expect(await give.isDisabled()).toBe(true);
    reload();
    await requests.waitFor({ state: 'detached' });
    await growth.getByText('Your plan').waitFor();
  });

  it('is told when a request is declined, and may ask again', async () => {
    const client = await ui.users.newcomer({ name: 'Bo Lindgren', timezone: 'Europe/Berlin' });
    await client.post('/api/user/plan-request', { plan_id: 1 });
    const page = await come(client, '');
    await page.getByText('We will email you when an administrator decides.').waitFor();
    const admin = await come(ui.admin, '');
    await admin.getByRole('button', { name: 'Decline the request from Bo Lindgren' }).click();
    await toasted(admin, 'Request declined');
    await page.getByRole('button', { name: 'Request this plan: Starter' }).waitFor();
  });

  it('is led through the first steps, and can put them away', async () => {
    const client = await ui.users.newcomer({ timezone: 'Europe/Berlin' });
    const page = await come(client, '', NARROW);
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('0 of 5 done').waitFor();
    await steps.getByRole('link', { name: 'Open settings' }).waitFor();
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await ui.users.grant(client, 2);
    await steps.getByText('1 of 5 done').waitFor();
    await steps.getByRole('button', { name: 'Dismiss' }).click();
    await steps.waitFor({ state: 'detached' });
    expect((await client.get('/api/user/first-steps')).body.dismissed).toBe(1);
  });

  describe('with a failed post', () => {
    let client: Client;
    let id: number;
    beforeEach(async () => {
      client = await ui.users.subscriber({ timezone: 'Europe/Berlin', connected: true });
      client.user = (await client.get('/api/user')).body;
      [id] = (await uploadMany(client, '/api/videos', fixture('portrait.mp4'), ['Odd one'])) as [number];
      ui.app.fake.fault({ on: 'reels.start', do: metaError(6000, 1363026, 'Video too long') });
      await client.put(`/api/videos/${id}/reschedule`, { scheduled_for: (await nowToPost()).toISOString() });
      await eventually(
        async () => (await client.get(`/api/videos/${id}`)).body.status,
        (status) => status === 'failed',
      );
    });

    it('reads plain words, and brings it back without a time', async () => {
      const page = await come(client, 'videos');
      await row(page, /Odd one/)
        .getByText(/^This video is too long for Facebook\. Cut it\./)
        .waitFor();
      await page.getByRole('button', { name: 'More for Odd one' }).click();
      await page.getByRole('menuitem', { name: 'Move to unscheduled' }).click();
      await toasted(page, 'Unscheduled');
      await row(page, /Odd one.*Not scheduled/s).waitFor();
      expect((await client.get(`/api/videos/${id}`)).body).toMatchObject({
        status: 'pending',
        scheduled_for: null,
      });
    });

    it('replaces its file, by the rules of an upload', async () => {
      const before = (await client.get(`/api/videos/${id}`)).body.file_path;
      const page = await come(client, 'videos');
      await page.getByRole('button', { name: 'More for Odd one' }).click();
      await page.getByRole('menuitem', { name: 'Replace file' }).click();
      const dialog = page.getByRole('dialog', { name: 'Replace file' });
      const input = dialog.getByLabel('Choose another video');
      await input.setInputFiles(fixture('not-image.jpg'));
      await dialog.getByText('not-image.jpg: Only MP4 videos are supported').waitFor();
      await input.setInputFiles(fixture('portrait.mp4'));
      await toasted(page, 'File replaced');
      await dialog.waitFor({ state: 'detached' });
      const after = (await client.get(`/api/videos/${id}`)).body;
      expect([after.status, after.title, after.scheduled_for]).toEqual(['pending', 'Odd one', null]);
      expect(after.file_path).not.toBe(before);
    });

    it('replaces the file of a post whose format was chosen, by the rules of that format', async () => {
      ui.app.fake.fault({ on: 'videos.start', do: metaError(6000, 1363026, 'Video too long') });
      const film = await readFile(fixture('landscape.mp4'));
      const media_id = await tusOf(client).upload(film, { filename: 'Wide one.mp4' });
      const accounts = (await client.get('/api/accounts')).body;
      const { id: account_id } = accounts.find(({ network }: any) => network === 'facebook');
      const { body } = await client.post('/api/posts', {
        targets: [{ account_id, format: 'video' }],
        media: [{ media_id }],
        scheduled_for: 'now',
      });
      const path = `/api/posts/${body.posts[0].id}`;
      await eventually(
        async () => (await client.get(path)).body.status,
        (status) => status === 'failed',
      );
      const page = await come(client, 'videos');
      await page.getByRole('button', { name: 'More for Wide one' }).click();
      await page.getByRole('menuitem', { name: 'Replace file' }).click();
      const dialog = page.getByRole('dialog', { name: 'Replace file' });
      await dialog.getByText('MP4 or MOV, up to 100MB, 9:16 to 16:9, 3 seconds to 4 hours').waitFor();
      const input = dialog.getByLabel('Choose another video');
      expect(await input.getAttribute('accept')).toContain('.mov');
      await input.setInputFiles(fixture('short.mp4'));
      await dialog.getByText('short.mp4: A Facebook video lasts 3 seconds to 4 hours').waitFor();
      await input.setInputFiles(fixture('landscape.mp4'));
      await toasted(page, 'File replaced');
      expect((await client.get(path)).body).toMatchObject({ status: 'pending', format: 'video' });
    });

    it('takes it off the home screen, and sees why a retry was refused', async () => {
      const page = await come(client, '');
      const failed = page.getByRole('region', { name: 'Recent failures' });
      await page.route(/\/retry$/, (route) =>
        route.fulfill({ status: 500, json: { message: 'Odd fault.' } }),
      );
      await failed.getByRole('button', { name: 'Retry Odd one' }).click();
      await failed.getByText('Odd fault.').waitFor();
      await failed.getByRole('button', { name: 'Dismiss Odd one' }).click();
      await failed.getByText('No failed posts in the last two weeks.').waitFor();
      expect((await client.get(`/api/videos/${id}`)).body.status).toBe('failed');
    });
  });

  it('is told what to do where no script runs', async () => {
    const { page, context } = await ui.visit({ javaScriptEnabled: false });
    leaving.push(() => context.close());
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Pagecast needs JavaScript' }).waitFor();
    expect(await page.getByRole('main').innerText()).toContain('switch JavaScript on for this site');
    await page.getByRole('link', { name: 'Read about Pagecast' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('pastes a token, and picks one of its Pages', async () => {
    const userToken = 'EAAB_LOOK_USER_ways_out';
    for (const n of [1, 2])
      ui.app.fake.addPage({
        id: `90090090090090${n}`,
        name: `Ways out ${n}`,
        token: `EAAB_PAGE_${n}`,
        userToken,
        userId: '7700',
      });
    const page = await come(await ui.users.newcomer({ timezone: 'Europe/Berlin' }), 'settings');
    await page.getByText('How to connect your Page').waitFor();
    const field = page.getByLabel('Access Token');
    await field.fill(userToken);
    await field.evaluate((input, text) => {
      const { ClipboardEvent, DataTransfer } = globalThis as any;
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, userToken);
    await page.getByText('This is a user token: choose the Page.').waitFor();
    await page.getByRole('button', { name: 'Ways out 2' }).click();
    await comesToHold(page.getByLabel('Page ID', { exact: true }), '900900900900902');
  });

  it('is asked once when the clock of the device is not the one of the profile', async () => {
    const client = await ui.users.newcomer({ timezone: 'Asia/Kolkata' });
    const page = await come(client, '');
    await page.getByText('Posts are planned in Asia/Kolkata.').waitFor();
    await page.getByRole('button', { name: 'Keep Asia/Kolkata' }).click();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect(await page.getByText('Posts are planned in').count()).toBe(0);

    const other = await come(await ui.users.newcomer({ timezone: 'Asia/Tokyo' }), '');
    await other.getByRole('button', { name: 'Use Europe/Berlin' }).click();
    await toasted(other, 'Time zone changed');
    await other.getByText('Posts are planned in').waitFor({ state: 'detached' });
  });

  it('reads what is written from right to left from its beginning', async () => {
    const client = await ui.users.subscriber({ timezone: 'Europe/Berlin' });
    const title = 'مرحبا بكم في مقهانا الجديد على ضفاف النهر حيث القهوة الطازجة كل صباح';
    await uploadMany(client, '/api/videos', fixture('portrait.mp4'), [title]);
    const page = await come(client, 'videos');
    const shown = page.getByText(title).first();
    await shown.waitFor();
    expect(
      await shown.evaluate((element) => (globalThis as any).getComputedStyle(element).direction as string),
    ).toBe('rtl');
  });

  it('sees users, queue and failures as an administrator, and no missing connection', async () => {
    const page = await come(ui.admin, '');
    const installation = page.getByRole('region', { name: 'This installation' });
    await installation.getByText('Users', { exact: true }).waitFor();
    await installation.getByText('Due now').waitFor();
    await page.getByRole('link', { name: 'Open publish log' }).waitFor();
    expect(await page.getByText('Facebook Connection Required').count()).toBe(0);
  });
});
