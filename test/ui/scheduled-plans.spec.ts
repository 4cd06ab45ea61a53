import { describeScreens } from '../support/ui/dashboard';
import { openAdmin, search } from '../support/ui/admin-screen';
import { row } from '../support/ui/posts-screen';
import { toasted } from '../support/ui/toasts';
import { daysFromNow } from '../support/users';

jest.setTimeout(60_000);

describeScreens('a plan that is scheduled', (ui) => {
  it('is ended in the list of subscriptions, and the plan that runs keeps its end', async () => {
    const client = await ui.users.newcomer({ name: 'Patient Pat' });
    const expires_at = daysFromNow(30);
    const running = await ui.users.grant(client, await ui.users.plan({ name: 'Harvest' }), { expires_at });
    const later = await ui.users.plan({ name: 'Solstice' });
    await ui.users.grant(client, later, { starts_at: daysFromNow(10) });

    const { page, complaints, leave } = await openAdmin(ui, 'subscriptions');
    await search(page, 'patient');
    const its = row(page, /Solstice/);
    await its.getByText('Inactive', { exact: true }).waitFor();
    await its.getByRole('button', { name: 'End: Solstice of Patient Pat', exact: true }).click();
    const dialog = page.getByRole('alertdialog', { name: 'End Solstice of Patient Pat?' });
    await dialog
      .getByText(
        'It has not started, and now it never will. A plan that it was going to replace keeps its original end.',
      )
      .waitFor();
    await dialog.getByRole('button', { name: 'End subscription' }).click();
    await toasted(page, 'Subscription ended successfully');
    await its.getByRole('button', { name: /^End:/ }).waitFor({ state: 'detached' });
    const { body } = await ui.admin.get(`/api/admin/subscriptions/${running.id}`);
    expect([body.status, body.expires_at]).toEqual(['active', expires_at]);
    expect(complaints).toEqual([]);
    await leave();
  });
});
