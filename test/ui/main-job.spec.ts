import type { Locator } from 'playwright-core';
import { PAGE, startTestApp, type TestApp } from '../support/app';
import type { Visit } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { offeredAndLeast } from '../support/ui/posts-screen';
import { nowToPost } from '../support/post-times';
import { toasted } from '../support/ui/toasts';
import { fixture, sha256 } from '../support/media';

jest.setTimeout(90_000);

describeScreens('the main job, in the browser', (ui) => {
  it('takes a new user from registration to a published video', async () => {
    const { page, complaints, context } = await ui.visit();
    await page.goto('/register');
    await page.getByLabel('Full Name').fill('Mira Patel');
    await page.getByLabel('Email address').fill('mira@example.com');
    await page.getByLabel('Password', { exact: true }).fill('a good password');
    await page.getByLabel('Confirm Password').fill('a good password');
    await page.getByRole('button', { name: /create account|register|sign up/i }).click();
    await page.waitForURL('**/dashboard');
    await toasted(page, 'Registration successful!');
    await page
      .getByText("You don't have an active subscription. Choose a plan below to get started.")
      .waitFor();
    await page.getByText('Facebook Connection Required').waitFor();

    await page.getByRole('link', { name: 'Facebook Videos' }).first().click();
    await page
      .getByText(
        'You need an active subscription to manage and upload videos. Please subscribe to a plan to continue.',
      )
      .waitFor();

    const users = await ui.admin.get('/api/admin/users?range=[0,9]&filter={"q":"mira@example.com"}');
    await ui.admin.post('/api/admin/subscriptions', { user_id: users.body[0].id, plan_id: 1 });

    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByLabel('Access Token').fill(PAGE.token);
    await page.getByLabel('Page ID', { exact: false }).first().fill(PAGE.id);
    await page.getByRole('button', { name: /save/i }).last().click();
    await toasted(page, 'Facebook settings updated successfully!');
    await page.getByText(PAGE.name).first().waitFor();

    await page.getByRole('link', { name: 'Facebook Videos' }).first().click();
    await page.getByText('No videos available').waitFor();
    await page.locator('input[type=file]').setInputFiles([fixture('portrait.mp4'), fixture('landscape.mp4')]);
    await page.getByText(/landscape\.mp4: Video resolution/).waitFor();
    await page.getByRole('textbox', { name: /title/i }).first().fill('Morning in Jaipur');
    await page
      .getByRole('button', { name: /^upload/i })
      .last()
      .click();
    await toasted(page, 'Videos uploaded successfully!');
    await toasted(page, /^Remaining: 29 tasks, \d+\.\d\d MB storage$/);
    const row = page.getByRole('row', { name: /Morning in Jaipur/ });
    await row.getByText('Pending').waitFor();
    await row.getByText('Not scheduled').waitFor();

    await row.getByRole('button', { name: /schedule/i }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
    const chosen = dialog.locator('input[type=datetime-local]');
    const [now, least] = await offeredAndLeast(chosen);
    expect([now, least]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/), now]);
    await nowToPost();
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await toasted(page, 'Video rescheduled successfully');
    await row.getByText('Published').waitFor({ timeout: 30_000 });

    expect(ui.app.fake.published()).toMatchObject([
      { pageId: PAGE.id, caption: 'Morning in Jaipur', bytesSha256: await sha256(fixture('portrait.mp4')) },
    ]);
    expect(ui.app.fake.violations()).toEqual([]);
    expect(complaints.filter((line) => !/status of (403|422)/.test(line))).toEqual([]);
    const session = await page.evaluate<string | null>("localStorage.getItem('auth-storage')");
    expect(JSON.parse(session ?? '{}')).toMatchObject({
      state: { user: { name: 'Mira Patel' } },
      version: 0,
    });
    await context.close();
  });

  describe('rehearsed, where a plan is given to everybody who registers', () => {
    let rehearsal: TestApp;
    let guest: Visit;
    beforeAll(async () => {
      rehearsal = await startTestApp({ env: { NETWORK: 'rehearsal' } });
      const admin = await rehearsal.users.admin();
      await admin.put('/api/admin/plans/1', { on_registration: 1 });
      guest = await ui.visit({}, rehearsal.url);
    });
    afterAll(async () => {
      await guest.context.close();
      await rehearsal.end();
    });

    it('takes eight clicks, and nobody else', async () => {
      const { page, complaints } = guest;
      let clicks = 0;
      const click = async (target: Locator) => {
        await target.click();
        clicks += 1;
      };
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await page.goto('/');
      await click(page.getByRole('link', { name: 'Get Started', exact: true }));
      await page.getByLabel('Full Name').fill('Mira Patel');
      await page.getByLabel('Email address').fill('mira@example.com');
      await page.getByLabel('Password', { exact: true }).fill('a good password');
      await page.getByLabel('Confirm Password').fill('a good password');
      await click(button('Create account'));
      const steps = page.getByRole('region', { name: 'First steps' });
      await click(steps.getByRole('button', { name: 'Use the rehearsal page' }));
      await click(steps.getByRole('link', { name: 'Upload videos' }));
      const dialog = page.waitForEvent('filechooser');
      await click(button('Choose files'));
      await (await dialog).setFiles(fixture('portrait.mp4'));
      await click(button('Upload videos'));
      const row = page.getByRole('row', { name: /portrait/ });
      await click(row.getByRole('button', { name: 'Schedule' }));
      await nowToPost();
      await click(page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }));
      await row.getByText('Published').waitFor();
      expect(clicks).toBeLessThanOrEqual(8);
      expect(complaints).toEqual([]);
    });
  });
});
