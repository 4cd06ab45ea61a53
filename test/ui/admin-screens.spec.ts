import type { Page } from 'playwright-core';
import { NARROW, WIDE } from '../support/ui/browser';
import { viewFaults } from '../support/ui/view-checks';
import { calls } from '../support/ui/api-stubs';
import { sideways, keepShifts, whatMoved } from '../support/ui/layout-shifts';
import { describeScreens } from '../support/ui/dashboard';
import { nowToPost } from '../support/post-times';
import { toasted } from '../support/ui/toasts';
import { eventually } from '../support/client';
import { metaError } from '../support/fake-graph';
import { fixture } from '../support/media';
import { openAdmin, search } from '../support/ui/admin-screen';
import { row } from '../support/ui/posts-screen';

jest.setTimeout(60_000);

const USERS = /\/api\/admin\/users/;

describeScreens('the administration', (ui) => {
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
        30_000,
      );
      const {
        body: { attempts },
      } = await client.get(`/api/videos/${body.videos[0].id}`);
      const trace = attempts.find((step: any) => step.trace_id).trace_id as string;

      const { page, context, complaints, leave } = await openAdmin(ui, 'publications');
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
      await page.getByText('No results').waitFor();
      expect(complaints).toEqual([]);
      await leave();
    });
  });

  it('names in the activity what still has a name, and numbers what was deleted', async () => {
    const { body: kept } = await ui.admin.post('/api/categories', { name: 'Kept flowers', is_active: true });
    const { body: gone } = await ui.admin.post('/api/categories', { name: 'Gone flowers', is_active: true });
    await ui.admin.delete(`/api/categories/${gone.id}`);
    const plan = await ui.users.plan({ name: 'Named plan' });
    await ui.admin.put(`/api/admin/plans/${plan}`, { description: 'Changed' });
    const { page, leave } = await openAdmin(ui, 'activity');
    await page.getByText(kept.name).waitFor();
    await page.getByText('Named plan').first().waitFor();
    await page.getByText(`category ${gone.id}`).first().waitFor();
    expect(await page.getByText(gone.name).count()).toBe(0);
    await leave();
  });

  it('keeps a filter that is chosen just as the search begins', async () => {
    const { page, leave } = await openAdmin(ui, 'users');
    const asked = page.waitForRequest((request) => {
      const filter = new URL(request.url()).searchParams.get('filter');
      return filter !== null && Object.keys(JSON.parse(filter)).length === 2;
    });
    await search(page, 'admin');
    // The pause in typing is over before the choice is drawn.
    await page.evaluate(`(() => {
      const choice = document.querySelector('[role=search] select');
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(choice, '1');
      choice.dispatchEvent(new Event('change', { bubbles: true }));
      const until = performance.now() + 1000;
      while (performance.now() < until);
    })()`);
    await asked;
    expect(await page.locator('[role=search] select').first().inputValue()).toBe('1');
    await leave();
  });

  it('is for administrators only', async () => {
    const client = await ui.users.newcomer();
    for (const path of ['users', 'plans', 'subscriptions', 'publications']) {
      let made: unknown[] = [];
      const { page, leave } = await openAdmin(
        ui,
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

  it('sorts a list on a phone', async () => {
    const { page, leave } = await openAdmin(ui, 'plans', NARROW);
    await page.getByLabel('Sort by').selectOption('price DESC');
    await page.getByRole('listitem').first().getByText('Studio').waitFor();
    await leave();
  });

  it('has a table where there is room for one, and cards where the menu takes it', async () => {
    const { page, leave } = await openAdmin(ui, 'users', { width: 1100, height: 800 });
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
    const { page, leave } = await openAdmin(ui, 'users', {
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

  describe.each([WIDE, NARROW])('can be seen and worked by everybody, at $width pixels:', (size) => {
    const first = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

    it('the users', async () => {
      const long = await ui.users.newcomer({ name: `Hubert ${'Blaine '.repeat(12)}` });
      await ui.users.grant(long, await ui.users.plan({ name: `A plan with quite some name ${size.width}` }));
      const found = await viewFaults(ui, ui.admin, 'admin/users', size, {
        'giving a plan': (page) => first(page, /^(Give|Extend) plan/),
        editing: (page) => first(page, /^Edit/),
        deleting: (page) => first(page, /^Delete/),
        'a question': (page) => page.getByRole('switch').first().click(),
      });
      expect(found).toEqual([]);
    });

    it('the plans', async () => {
      const found = await viewFaults(ui, ui.admin, 'admin/plans', size, {
        creating: (page) => first(page, 'New plan'),
        none: (page) => search(page, 'no such plan').then(() => page.getByText('No results').waitFor()),
      });
      expect(found).toEqual([]);
    });

    it('the subscriptions', async () => {
      await ui.users.subscriber({ connected: true });
      const found = await viewFaults(ui, ui.admin, 'admin/subscriptions', size, {
        ending: (page) => first(page, /^End:/),
      });
      expect(found).toEqual([]);
    });
  });
});
