import type { Page } from 'playwright-core';
import { Clock } from '../../backend/common/clock';
import { ADMIN } from '../support/app';
import { NARROW, WIDE } from '../support/ui/browser';
import { viewFaults } from '../support/ui/view-checks';
import { calls, refuse } from '../support/ui/api-stubs';
import { dismiss } from '../support/ui/form-actions';
import { focused, focusGoesTo } from '../support/ui/focus';
import { sideways, keepShifts, whatMoved } from '../support/ui/layout-shifts';
import { describeScreens, type OpenOptions } from '../support/ui/dashboard';
import { specText } from '../support/ui/spec-texts';
import { nowToPost } from '../support/post-times';
import { toasted } from '../support/ui/toasts';
import { eventually, type Client } from '../support/client';
import { metaError } from '../support/fake-graph';
import { fixture } from '../support/media';

jest.setTimeout(60_000);

const USERS = /\/api\/admin\/users/;
const PLANS = /\/api\/admin\/plans/;
const SUBSCRIPTIONS = /\/api\/admin\/subscriptions/;
const DAY_MS = 86_400_000;
const INDIA_MS = 5.5 * 3_600_000;
const LAST_ADMIN = 'This is the last administrator. Make somebody else one first.';

describeScreens('the administration', (ui) => {
  const openScreen = (path: string, options: OpenOptions = {}, client = ui.admin) =>
    ui.open(client, `admin/${path}`, options);
  const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });
  const names = (page: Page) =>
    page
      .locator('tbody tr td:first-child')
      .evaluateAll((cells) => cells.map((cell) => cell.querySelector('div > div')!.textContent));
  const userOf = async ({ user }: Client) =>
    (await ui.admin.get(`/api/admin/users/${user.id}`)).body as Record<string, any>;
  const search = (page: Page, text: string) => page.getByRole('searchbox').fill(text);

  describe('users', () => {
    it('are searched, filtered, sorted and paged', async () => {
      for (let n = 0; n < 16; n++) await ui.users.newcomer({ name: `Crowd ${String.fromCharCode(65 + n)}` });
      const client = await ui.users.newcomer({ name: 'Crowd Zed' });
      await ui.admin.put(`/api/admin/users/${client.user.id}`, { can_use_shared_videos: 1 });
      const { page, complaints, leave } = await openScreen('users');
      await search(page, 'crowd');
      await page
        .getByText(specText('Showing {from} to {to} of {total} results', { from: 1, to: 15, total: 17 }))
        .waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await row(page, /Crowd A/).waitFor();
      expect(await names(page)).toEqual(['Crowd B', 'Crowd A']);
      await page.getByRole('button', { name: 'Previous' }).click();

      await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
      await eventually(
        () => names(page),
        ([first]) => first === 'Crowd A',
      );
      expect(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
        'ascending',
      );
      await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
      await eventually(
        () => names(page),
        ([first]) => first === 'Crowd Zed',
      );

      await page.getByLabel('Shared videos', { exact: true }).selectOption('Allowed');
      await eventually(
        () => names(page),
        (shown) => shown.length === 1,
      );
      expect(await names(page)).toEqual(['Crowd Zed']);
      await page.getByLabel('Administrator', { exact: true }).selectOption('Yes');
      await page.getByText('Nothing matches').waitFor();
      expect(complaints).toEqual([]);
      await leave();
    });

    it('show their plan and what they use of it', async () => {
      const plan = await ui.users.plan({ name: 'Bakery' });
      const client = await ui.users.newcomer({ name: 'Usage Ursula' });
      await ui.users.grant(client, plan);
      await client.upload('/api/videos', [fixture('portrait.mp4')]);
      const { page, leave } = await openScreen('users');
      const its = row(page, /Usage Ursula/);
      await its.getByText('Bakery').waitFor();
      await its.getByText('Active', { exact: true }).waitFor();
      await its.getByText(/^until \w+ \d+, \d{4}$/).waitFor();
      await its.getByText('1 task', { exact: true }).waitFor();
      await its.getByText(/^\d+\.\d\d MB$/).waitFor();
      await leave();
    });

    it('get their flags after a question, and lose them after one', async () => {
      const client = await ui.users.newcomer({ name: 'Flagged Fiona' });
      const { page, complaints, leave } = await openScreen('users');
      const admin = page.getByRole('switch', { name: 'Administrator: Flagged Fiona' });
      const shared = page.getByRole('switch', { name: 'Shared videos: Flagged Fiona' });
      await shared.click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      expect(await shared.isChecked()).toBe(false);
      await shared.click();
      await page.getByRole('button', { name: 'Allow' }).click();
      await toasted(page, 'User updated successfully!');
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      expect(await focused(page)).not.toBe('');
      await admin.click();
      await page.getByRole('button', { name: 'Make administrator' }).click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      expect(await userOf(client)).toMatchObject({ is_admin: 1, can_use_shared_videos: 1 });
      await eventually(
        () => admin.isChecked(),
        (checked) => checked,
      );
      await admin.click();
      await page.getByRole('button', { name: 'Take it away' }).click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      expect(await userOf(client)).toMatchObject({ is_admin: 0, can_use_shared_videos: 1 });
      expect(complaints).toEqual([]);
      await leave();
    });

    it('keep their last administrator', async () => {
      const { page, leave } = await openScreen('users');
      await search(page, ADMIN.email);
      await row(page, /\(you\)/).waitFor();
      await page.getByRole('switch', { name: /^Administrator/ }).click();
      await page.getByRole('button', { name: 'Take it away' }).click();
      await page.getByRole('alert').getByText(LAST_ADMIN).waitFor();
      await toasted(page, 'Failed to update user');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: /^Delete/ }).click();
      await page.getByRole('button', { name: 'Delete user' }).click();
      await page.getByRole('alert').getByText(LAST_ADMIN).waitFor();
      await toasted(page, 'Failed to delete user');
      await leave();
    });

    it('are edited, with the sentence on the field that is wrong, and deleted', async () => {
      const other = await ui.users.newcomer();
      const client = await ui.users.newcomer({ name: 'Edited Ed' });
      const { page, leave } = await openScreen('users');
      await page.getByRole('button', { name: 'Edit Edited Ed' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit user' });
      await dialog.getByLabel('Email').fill(other.user.email);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('This email address is already registered.').waitFor();
      await dialog.getByLabel('Email').fill(client.user.email);
      await dialog.getByLabel('Name').fill('Renamed Ed');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await toasted(page, 'User updated successfully!');
      await dialog.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Delete Renamed Ed' }).click();
      await page.getByRole('alertdialog').getByText(client.user.email).waitFor();
      await page.getByRole('button', { name: 'Delete user' }).click();
      await toasted(page, 'User deleted successfully');
      await row(page, /Renamed Ed/).waitFor({ state: 'detached' });
      expect((await ui.admin.get(`/api/admin/users/${client.user.id}`)).status).toBe(404);
      await leave();
    });

    it('are given a plan by whole days of their own calendar, and more of it, in one dialog', async () => {
      const plan = await ui.users.plan({ name: 'Weekly', duration_days: 7, price: 1 });
      const client = await ui.users.newcomer({ name: 'Given Gina', timezone: 'Asia/Kolkata' });
      // No day ends between the question and the answer.
      const now = Date.now();
      const clock = jest.spyOn(ui.app.running.nest.get(Clock), 'now').mockReturnValue(now);
      const { page, complaints, leave } = await openScreen('users', {
        before: (page) => page.clock.setFixedTime(now),
      });
      await page.getByRole('button', { name: 'Give plan: Given Gina' }).click();
      const give = page.getByRole('dialog', { name: 'Give plan' });
      await give.getByLabel('Plan').selectOption('Weekly');
      await give
        .getByText('At 11:59 PM in the time zone of Given Gina, Asia/Kolkata (GMT+5:30). For you that is')
        .waitFor();
      await give.getByRole('button', { name: 'Give plan' }).click();
      await toasted(page, 'Plan given successfully!');
      await row(page, /Given Gina/)
        .getByText('Weekly')
        .waitFor();
      const before = (await userOf(client)).subscription;
      expect(before).toMatchObject({ plan_id: plan, status: 'active' });
      expect(before.expires_at).toMatch(/T18:29:00/);
      const dayOf = (time: string) => Math.floor((Date.parse(time) + INDIA_MS) / DAY_MS);
      expect(dayOf(before.expires_at) - dayOf(before.starts_at)).toBe(7);

      await page.getByRole('button', { name: 'Extend plan: Given Gina' }).click();
      const extend = page.getByRole('dialog', { name: 'Extend plan' });
      await extend.getByText(/Given Gina has this plan until/).waitFor();
      await extend.getByRole('button', { name: 'Extend plan' }).click();
      await toasted(page, 'Plan extended successfully!');
      await extend.waitFor({ state: 'detached' });
      const after = (await userOf(client)).subscription;
      expect(after.id).toBe(before.id);
      expect(Date.parse(after.expires_at) - Date.parse(before.expires_at)).toBe(7 * DAY_MS);

      await page.getByRole('button', { name: 'Extend plan: Given Gina' }).click();
      await extend.getByLabel('Ends').fill('2020-01-01');
      await extend.getByRole('button', { name: 'Extend plan' }).click();
      await extend.getByText('A subscription ends after it starts.').waitFor();
      expect(await extend.getByLabel('Ends').getAttribute('aria-invalid')).toBe('true');
      expect(complaints.filter((line) => !/status of 422/.test(line))).toEqual([]);
      clock.mockRestore();
      await leave();
    });

    it('say what failed', async () => {
      const client = await ui.users.newcomer({ name: 'Failing Fred' });
      let undo = () => Promise.resolve();
      const { page, leave } = await openScreen('users', {
        before: async (page) => {
          undo = await refuse(page, 'GET', USERS);
        },
      });
      await page.getByRole('alert').getByText('Failed to fetch users').waitFor();
      await undo();
      await page.getByRole('button', { name: 'Try again' }).click();
      await row(page, /Failing Fred/).waitFor();
      await refuse(page, 'PUT', USERS);
      await refuse(page, 'DELETE', USERS);
      await refuse(page, 'POST', SUBSCRIPTIONS);
      await page.getByRole('button', { name: 'Edit Failing Fred' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await toasted(page, 'Failed to update user');
      await dismiss(page);
      await page.getByRole('button', { name: 'Give plan: Failing Fred' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Give plan' }).click();
      await toasted(page, 'Failed to give the plan');
      await dismiss(page);
      await focusGoesTo(page, 'Give plan: Failing Fred');
      expect((await userOf(client)).subscription).toBeNull();
      await leave();
    });
  });

  describe('plans', () => {
    it('are made, changed and deleted', async () => {
      const { page, complaints, leave } = await openScreen('plans');
      await row(page, /Starter/).waitFor();
      await page.getByRole('button', { name: 'New plan' }).click();
      const form = page.getByRole('dialog', { name: 'New plan' });
      await form.getByLabel('Name').fill('Festival');
      await form.getByLabel('Description').fill('For three busy weeks.');
      await form.getByLabel('Price (₹)').fill('499.50');
      await form.getByLabel('Duration (days)').fill('21');
      await form.getByLabel('Storage (GB)').fill('1.5');
      await form.getByLabel('Tasks').fill('40');
      await form.getByLabel('Give it to everybody who registers').check();
      await form.getByRole('button', { name: 'Create plan' }).click();
      await toasted(page, 'Plan created successfully!');
      await row(page, /Festival/)
        .getByText('Given to everybody who registers')
        .waitFor();
      for (const text of ['₹499.50', '21 days', '1.5 GB', '40'])
        await row(page, /Festival/)
          .getByText(text, { exact: true })
          .waitFor();
      expect((await ui.admin.get('/api/plans')).body).toContainEqual(
        expect.objectContaining({
          name: 'Festival',
          max_storage_bytes: 1.5 * 1024 ** 3,
          duration_days: 21,
          on_registration: 1,
        }),
      );

      await page.getByRole('button', { name: 'Edit Festival' }).click();
      const edit = page.getByRole('dialog', { name: 'Edit plan' });
      await edit.getByLabel('Duration (days)').fill('30');
      await edit.getByLabel('Price (₹)').fill('99999999');
      await edit.getByRole('button', { name: 'Save plan' }).click();
      await edit.getByText('A price is at most 10,000,000 rupees.').waitFor();
      await edit.getByLabel('Price (₹)').fill('500');
      await edit.getByLabel('Give it to everybody who registers').uncheck();
      await edit.getByRole('button', { name: 'Save plan' }).click();
      await toasted(page, 'Plan updated successfully!');
      await row(page, /Festival/)
        .getByText('Monthly')
        .waitFor();
      expect((await ui.admin.get('/api/plans')).body.map((plan: any) => plan.on_registration)).not.toContain(
        1,
      );

      await page.getByRole('button', { name: 'Delete Festival' }).click();
      await page.getByRole('button', { name: 'Delete plan' }).click();
      await toasted(page, 'Plan deleted successfully');
      await row(page, /Festival/).waitFor({ state: 'detached' });
      expect(complaints.filter((line) => !/status of 422/.test(line))).toEqual([]);
      await leave();
    });

    it('stay while somebody has them', async () => {
      const plan = await ui.users.plan({ name: 'Needed' });
      await ui.users.grant(await ui.users.newcomer(), plan);
      const { page, leave } = await openScreen('plans');
      await search(page, 'needed');
      await page.getByRole('button', { name: 'Delete Needed' }).click();
      await page.getByRole('button', { name: 'Delete plan' }).click();
      await page.getByRole('alert').getByText('This plan is in use: subscriptions name it.').waitFor();
      await toasted(page, 'Failed to delete plan');
      await dismiss(page);
      await row(page, /Needed/).waitFor();
      await refuse(page, 'PUT', PLANS);
      await page.getByRole('button', { name: 'Edit Needed' }).click();
      // Not before: after the deletion the list may still be read again.
      await refuse(page, 'GET', PLANS);
      await page.getByRole('button', { name: 'Save plan' }).click();
      await toasted(page, 'Failed to update plan');
      await dismiss(page);
      await page.getByRole('alert').getByText('Failed to fetch plans').waitFor();
      await leave();
    });
  });

  describe('subscriptions', () => {
    it('are extended, ended and given again', async () => {
      const plan = await ui.users.plan({ name: 'Harvest' });
      const client = await ui.users.newcomer({ name: 'Subscribed Sue' });
      await ui.users.grant(client, plan);
      const { page, complaints, leave } = await openScreen('subscriptions');
      await search(page, 'harvest');
      const its = row(page, /Subscribed Sue/);
      await its.getByText('Active', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Extend: Harvest of Subscribed Sue' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Extend plan' }).click();
      await toasted(page, 'Plan extended successfully!');

      await page.getByRole('button', { name: 'End: Harvest of Subscribed Sue', exact: true }).click();
      await focusGoesTo(page, 'Cancel');
      await page.getByRole('button', { name: 'End subscription' }).click();
      await toasted(page, 'Subscription ended successfully');
      await its.getByText('Inactive', { exact: true }).waitFor();
      expect((await client.get('/api/captions')).status).toBe(403);

      await page.getByRole('button', { name: 'Give again: Harvest of Subscribed Sue' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Give plan' }).click();
      await toasted(page, 'Plan given successfully!');
      expect((await client.get('/api/captions')).status).toBe(200);
      await page.getByLabel('Status', { exact: true }).selectOption('Inactive');
      await eventually(
        () => names(page),
        (shown) => shown.length === 1,
      );
      expect(complaints).toEqual([]);
      await leave();
    });

    it('say what failed', async () => {
      const client = await ui.users.newcomer({ name: 'Failing Fay' });
      await ui.users.grant(client, await ui.users.plan({ name: 'Unlucky' }));
      const { page, leave } = await openScreen('subscriptions');
      await search(page, 'unlucky');
      await row(page, /Failing Fay/).waitFor();
      await refuse(page, 'PUT', SUBSCRIPTIONS);
      await page.getByRole('button', { name: 'Extend: Unlucky of Failing Fay' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Extend plan' }).click();
      await toasted(page, 'Failed to extend the plan');
      await dismiss(page);
      await page.getByRole('button', { name: 'End: Unlucky of Failing Fay', exact: true }).click();
      await page.getByRole('button', { name: 'End subscription' }).click();
      await toasted(page, 'Failed to end the subscription');
      await leave();
    });
  });

  describe('the publish log', () => {
    it("has each step, and of a failed one Meta's words, code and trace id", async () => {
      const client = await ui.users.subscriber({ connected: true });
      ui.app.fake.fault({
        on: 'reels.start',
        times: 1,
        do: metaError(100, 2069, '(#100) Invalid parameter'),
      });
      const { body } = await client.upload('/api/videos', [fixture('portrait.mp4')], {
        titles: ['Never seen'],
        scheduled_for: [(await nowToPost()).toISOString()],
      });
      await eventually(
        () => client.get(`/api/videos/${body.videos[0].id}`),
        (answer) => answer.body.status === 'failed',
      );
      const {
        body: { attempts },
      } = await client.get(`/api/videos/${body.videos[0].id}`);
      const trace = attempts.find((step: any) => step.trace_id).trace_id as string;

      const { page, context, complaints, leave } = await openScreen('publications');
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByLabel('Outcome').selectOption('Failed');
      await page.getByLabel('Kind').selectOption('Facebook video');
      await search(page, trace);
      const its = row(page, /Never seen/);
      await its.getByText(/Invalid parameter/).waitFor();
      await its.getByText('Code 100, subcode 2069').waitFor();
      await its.getByText(trace).waitFor();
      await its.getByText('Failed', { exact: true }).waitFor();
      await page.getByRole('button', { name: `Copy trace id ${trace}` }).click();
      await toasted(page, 'Trace id copied');
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(trace);
      await page.getByLabel('Kind').selectOption('Photo');
      await page.getByText('Nothing matches').waitFor();
      expect(complaints).toEqual([]);
      await leave();
    });
  });

  it('is for administrators only', async () => {
    const client = await ui.users.newcomer();
    for (const path of ['users', 'plans', 'subscriptions', 'publications']) {
      let made: unknown[] = [];
      const { page, leave } = await openScreen(
        path,
        {
          before: (page) => {
            made = calls(page, 'GET', /\/api\/admin/);
            return Promise.resolve();
          },
        },
        client,
      );
      await page.getByText('Only administrators can see this.').waitFor();
      expect(made).toEqual([]);
      await leave();
    }
  });

  it('sorts on a phone too', async () => {
    const { page, leave } = await openScreen('plans', NARROW);
    await page.getByLabel('Sort by').selectOption('price DESC');
    await page.getByRole('listitem').first().getByText('Studio').waitFor();
    await leave();
  });

  it('has a table where there is room for one, and cards where the menu takes it', async () => {
    const { page, leave } = await openScreen('users', { width: 1100, height: 800 });
    await page.getByRole('button', { name: 'Expand menu' }).click();
    await page.getByRole('table').waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Users' }).getByRole('listitem').first().waitFor();
    await page.getByRole('button', { name: 'Collapse menu' }).click();
    await page.getByRole('columnheader', { name: 'Access' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Registered' }).count()).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('columnheader', { name: 'Registered' }).waitFor();
    await eventually(
      () => sideways(page),
      (pixels) => pixels === 0,
    );
    await leave();
  });

  it.each([WIDE, NARROW])('is not pushed down by late plan requests, at $width pixels', async (size) => {
    await ui.admin.post('/api/user/plan-request', { plan_id: 2, message: 'For the new shop.' });
    let letGo = () => {};
    const held = new Promise<void>((go) => (letGo = go));
    const { page, leave } = await openScreen('users', {
      ...size,
      before: async (page) => {
        await keepShifts(page.context());
        await page.route('**/api/admin/plan-requests*', async (route) => {
          await held;
          await route.continue();
        });
        void page
          .waitForResponse(USERS)
          .then(() => page.waitForTimeout(500))
          .then(letGo);
      },
    });
    await page.getByRole('region', { name: /plan request/ }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).first().waitFor();
    expect(await whatMoved(page)).toEqual([]);
    await leave();
  });

  it('can be seen and worked by everybody', async () => {
    const long = await ui.users.newcomer({ name: `Hubert ${'Blaine '.repeat(12)}` });
    await ui.users.grant(long, await ui.users.plan({ name: 'A plan with quite some name to it' }));
    await ui.users.subscriber({ connected: true });
    const first = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
    const { admin } = ui;
    expect([
      ...(await viewFaults(ui, admin, 'admin/users', {
        'giving a plan': (page) => first(page, /^(Give|Extend) plan/),
        editing: (page) => first(page, /^Edit/),
        deleting: (page) => first(page, /^Delete/),
        'a question': (page) => page.getByRole('switch').first().click(),
      })),
      ...(await viewFaults(ui, admin, 'admin/plans', {
        creating: (page) => first(page, 'New plan'),
        none: (page) => search(page, 'no such plan').then(() => page.getByText('Nothing matches').waitFor()),
      })),
      ...(await viewFaults(ui, admin, 'admin/subscriptions', {
        ending: (page) => first(page, /^End:/),
      })),
    ]).toEqual([]);
  });
});
