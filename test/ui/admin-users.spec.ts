import { Clock } from '../../backend/common/time/clock';
import { ADMIN } from '../support/app';
import { calls, refuse, refuseUntilTriedAgain } from '../support/ui/api-stubs';
import { dismiss } from '../support/ui/form-actions';
import { focused, focusGoesTo } from '../support/ui/focus';
import { describeScreens } from '../support/ui/dashboard';
import { specText } from '../support/ui/spec-texts';
import { toasted } from '../support/ui/toasts';
import { holds, stalled } from '../support/ui/upload-area';
import { eventually, type Client } from '../support/client';
import { fixture } from '../support/media';
import { openAdmin, namesIn, search } from '../support/ui/admin-screen';
import { row } from '../support/ui/posts-screen';

jest.setTimeout(60_000);

const USERS = /\/api\/admin\/users/;
const SUBSCRIPTIONS = /\/api\/admin\/subscriptions/;
const DAY_MS = 86_400_000;
const INDIA_MS = 5.5 * 3_600_000;
const LAST_ADMIN = 'This is the last administrator. Make somebody else one first.';

describeScreens('the users of the administration', (ui) => {
  const userOf = async ({ user }: Client) =>
    (await ui.admin.get(`/api/admin/users/${user.id}`)).body as Record<string, any>;

  describe('users', () => {
    it('searches, filters, sorts and pages the users', async () => {
      for (let n = 0; n < 16; n++) await ui.users.newcomer({ name: `Crowd ${String.fromCharCode(65 + n)}` });
      const client = await ui.users.newcomer({ name: 'Crowd Zed' });
      await ui.admin.put(`/api/admin/users/${client.user.id}`, { can_use_shared_videos: 1 });
      const { page, complaints, leave } = await openAdmin(ui, 'users');
      await search(page, 'crowd');
      await page
        .getByText(specText('Showing {from} to {to} of {total} results', { from: 1, to: 15, total: 17 }))
        .waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await row(page, /Crowd A/).waitFor();
      expect(await namesIn(page)).toEqual(['Crowd B', 'Crowd A']);
      await page.getByRole('button', { name: 'Previous' }).click();

      await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
      await eventually(
        () => namesIn(page),
        ([first]) => first === 'Crowd A',
      );
      expect(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
        'ascending',
      );
      await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
      await eventually(
        () => namesIn(page),
        ([first]) => first === 'Crowd Zed',
      );

      await page.getByLabel('Shared videos', { exact: true }).selectOption('Allowed');
      await eventually(
        () => namesIn(page),
        (shown) => shown.length === 1,
      );
      expect(await namesIn(page)).toEqual(['Crowd Zed']);
      await page.getByLabel('Administrator', { exact: true }).selectOption('Yes');
      await page.getByText('No results').waitFor();
      expect(complaints).toEqual([]);
      await leave();
    });

    it('shows the plan of a user and what is used of it', async () => {
      const plan = await ui.users.plan({ name: 'Bakery' });
      const client = await ui.users.newcomer({ name: 'Usage Ursula' });
      await ui.users.grant(client, plan);
      await client.upload('/api/videos', [fixture('portrait.mp4')]);
      const { page, leave } = await openAdmin(ui, 'users');
      const its = row(page, /Usage Ursula/);
      await its.getByText('Bakery').waitFor();
      await its.getByText('Active', { exact: true }).waitFor();
      await its.getByText(/^until \w+ \d+, \d{4}$/).waitFor();
      await its.getByText('1 task', { exact: true }).waitFor();
      await its.getByText(/^\d+\.\d\d MB$/).waitFor();
      await leave();
    });

    it('grants and removes a flag after a question', async () => {
      const client = await ui.users.newcomer({ name: 'Flagged Fiona' });
      const { page, complaints, leave } = await openAdmin(ui, 'users');
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
      await page.getByRole('button', { name: 'Remove access' }).click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      expect(await userOf(client)).toMatchObject({ is_admin: 0, can_use_shared_videos: 1 });
      expect(complaints).toEqual([]);
      await leave();
    });

    it('keeps the last administrator', async () => {
      const { page, leave } = await openAdmin(ui, 'users');
      await search(page, ADMIN.email);
      await row(page, /\(you\)/).waitFor();
      await page.getByRole('switch', { name: /^Administrator/ }).click();
      await page.getByRole('button', { name: 'Remove access' }).click();
      await page.getByRole('alert').getByText(LAST_ADMIN).waitFor();
      await toasted(page, 'Failed to update user');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: /^Delete/ }).click();
      await page.getByRole('button', { name: 'Delete user' }).click();
      await page.getByRole('alert').getByText(LAST_ADMIN).waitFor();
      await toasted(page, 'Failed to delete user');
      await leave();
    });

    it('edits and deletes a user, with the sentence on the field that is wrong', async () => {
      const other = await ui.users.newcomer();
      const client = await ui.users.newcomer({ name: 'Edited Ed' });
      const { page, leave } = await openAdmin(ui, 'users');
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
      await focusGoesTo(page, 'Users');
      expect((await ui.admin.get(`/api/admin/users/${client.user.id}`)).status).toBe(404);
      await leave();
    });

    it('changes only what was edited, since a list may be old', async () => {
      const client = await ui.users.newcomer({ name: 'Moving Mona' });
      const { page, leave } = await openAdmin(ui, 'users');
      const dialog = page.getByRole('dialog', { name: 'Edit user' });
      await page.getByRole('button', { name: 'Edit Moving Mona' }).click();
      const email = `new-${client.user.email}`;
      await ui.admin.put(`/api/admin/users/${client.user.id}`, { email });
      await dialog.getByLabel('Email').fill('typed@example.com');
      await dialog.getByLabel('Email').fill(client.user.email);
      await dialog.getByLabel('Name').fill('Moved Mona');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await userOf(client)).toMatchObject({ name: 'Moved Mona', email });

      await row(page, /Moved Mona/)
        .getByText(email)
        .waitFor();
      const sent = calls(page, 'PUT', USERS);
      await page.getByRole('button', { name: 'Edit Moved Mona' }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(sent.map(({ body }) => body)).toEqual([{}]);
      await leave();
    });

    it('closes only the dialog that was saved, when its answer comes late', async () => {
      await ui.users.newcomer({ name: 'Early Ed' });
      await ui.users.newcomer({ name: 'Late Lea' });
      const { page, leave } = await openAdmin(ui, 'users');
      const dialog = page.getByRole('dialog', { name: 'Edit user' });
      const held = await stalled(page, USERS, 'PUT');
      await page.getByRole('button', { name: 'Edit Early Ed' }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await holds(held, 1);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Edit Late Lea' }).click();
      await dialog.getByLabel('Name').fill('Later Lea');
      await held[0]!.continue();
      await toasted(page, 'User updated successfully!');
      expect(await dialog.getByLabel('Name').inputValue()).toBe('Later Lea');
      await leave();
    });

    it('grants and extends a plan by whole days of the user’s own calendar', async () => {
      const plan = await ui.users.plan({ name: 'Weekly', duration_days: 7, price: 1 });
      const client = await ui.users.newcomer({ name: 'Given Gina', timezone: 'Asia/Kolkata' });
      // No day ends between the question and the answer.
      const now = Date.now();
      const clock = jest.spyOn(ui.app.running.nest.get(Clock), 'now').mockReturnValue(now);
      const { page, complaints, leave } = await openAdmin(ui, 'users', {
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

    it('says what failed when the server refuses', async () => {
      const client = await ui.users.newcomer({ name: 'Failing Fred' });
      let tryAgain = () => Promise.resolve();
      const { page, leave } = await openAdmin(ui, 'users', {
        before: async (page) => {
          tryAgain = await refuseUntilTriedAgain(page, USERS);
        },
      });
      await page.getByRole('alert').getByText('Failed to fetch users').waitFor();
      await tryAgain();
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
});
