import { refuse } from '../support/ui/api-stubs';
import { dismiss } from '../support/ui/form-actions';
import { focusGoesTo } from '../support/ui/focus';
import { describeScreens } from '../support/ui/dashboard';
import { toasted } from '../support/ui/toasts';
import { eventually } from '../support/client';
import { openAdmin, namesIn, search } from '../support/ui/admin-screen';
import { row } from '../support/ui/posts-screen';

jest.setTimeout(60_000);
const PLANS = /\/api\/admin\/plans/;
const SUBSCRIPTIONS = /\/api\/admin\/subscriptions/;

describeScreens('the plans of the administration', (ui) => {
  describe('plans', () => {
    it('creates, changes and deletes a plan', async () => {
      const { page, complaints, leave } = await openAdmin(ui, 'plans');
      await row(page, /Starter/).waitFor();
      await page.getByRole('button', { name: 'New plan' }).click();
      const form = page.getByRole('dialog', { name: 'New plan' });
      await form.getByLabel('Name').fill('Festival');
      await form.getByLabel('Description').fill('For three busy weeks.');
      await form.getByLabel('Price (₹)').fill('499.50');
      await form.getByLabel('Duration (days)').fill('21');
      await form.getByLabel('Storage (GB)').fill('1.5');
      await form.getByLabel('Tasks').fill('40');
      await form.getByLabel('Accounts').fill('3');
      await form.getByLabel('Give it to everyone who registers').check();
      await form.getByRole('button', { name: 'Create plan' }).click();
      await toasted(page, 'Plan created successfully!');
      await row(page, /Festival/)
        .getByText('Given to everyone who registers')
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
          max_accounts: 3,
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
      await edit.getByLabel('Accounts').fill('');
      await edit.getByLabel('Give it to everyone who registers').uncheck();
      await edit.getByRole('button', { name: 'Save plan' }).click();
      await toasted(page, 'Plan updated successfully!');
      await row(page, /Festival/)
        .getByText('Monthly')
        .waitFor();
      await row(page, /Festival/)
        .getByText('No limit')
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

    it('changes only what was edited, since a list may be old', async () => {
      // Not a whole number of hundredths of a gigabyte, as the form shows it.
      const bytes = 1024 ** 3 + 1;
      const id = await ui.users.plan({ name: 'Older', max_storage_bytes: bytes, on_registration: 1 });
      const { page, leave } = await openAdmin(ui, 'plans');
      await page.getByRole('button', { name: 'Edit Older' }).click();
      const newer = await ui.users.plan({ name: 'Newer', on_registration: 1 });
      await ui.admin.put(`/api/admin/plans/${id}`, { max_pending_submissions: 77, max_accounts: 5 });
      const dialog = page.getByRole('dialog', { name: 'Edit plan' });
      await dialog.getByLabel('Price (₹)').fill('20');
      await dialog.getByLabel('Description').fill('Now dearer.');
      await dialog.getByRole('button', { name: 'Save plan' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect((await ui.admin.get(`/api/admin/plans/${id}`)).body).toMatchObject({
        name: 'Older',
        description: 'Now dearer.',
        price: 20,
        max_storage_bytes: bytes,
        max_pending_submissions: 77,
        max_accounts: 5,
        on_registration: 0,
      });
      await ui.admin.delete(`/api/admin/plans/${newer}`);
      await leave();
    });

    it('keeps a plan that a user has', async () => {
      const plan = await ui.users.plan({ name: 'Needed' });
      await ui.users.grant(await ui.users.newcomer(), plan);
      const { page, leave } = await openAdmin(ui, 'plans');
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
    it('extends, ends and grants a subscription', async () => {
      const plan = await ui.users.plan({ name: 'Harvest' });
      const client = await ui.users.newcomer({ name: 'Subscribed Sue' });
      await ui.users.grant(client, plan);
      const { page, complaints, leave } = await openAdmin(ui, 'subscriptions');
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
        () => namesIn(page),
        (shown) => shown.length === 1,
      );
      expect(complaints).toEqual([]);
      await leave();
    });

    it('says what failed when the server refuses', async () => {
      const client = await ui.users.newcomer({ name: 'Failing Fay' });
      await ui.users.grant(client, await ui.users.plan({ name: 'Unlucky' }));
      const { page, leave } = await openAdmin(ui, 'subscriptions');
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
});
