import { Clock } from '../../backend/common/time/clock';
import { NARROW, signIn } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { daysFromNow } from '../support/users';
import { eventually } from '../support/client';
import { useScratchFolder } from '../support/scratch-folder';
import { arrive, region, uploadPost } from '../support/ui/home-screen';

jest.setTimeout(60_000);

const DAY_MS = 86_400_000;
const NONE = "You don't have an active subscription. Choose a plan below to get started.";
const EXPIRED = 'Your subscription has expired. Please renew to continue using all features.';
const SUPPORT = 'https://wa.me/911234567890';

describeScreens('the subscription on the home screen', { env: { SUPPORT_PHONE: '911234567890' } }, (ui) => {
  const scratch = useScratchFolder();

  it('leads somebody without a plan to the plans', async () => {
    const guest = await arrive(ui, await ui.users.newcomer());
    await guest.page.getByText(NONE).waitFor();
    await region(guest, 'Subscription').getByText('No active subscription').waitFor();
    const starter = guest.page.getByRole('article', { name: 'Starter' });
    for (const text of ['₹499', 'Monthly', '2 GB', '30'])
      await starter.getByText(text, { exact: true }).waitFor();
    for (const link of [
      starter.getByRole('link', { name: 'Ask support about Starter' }),
      guest.page.getByRole('link', { name: 'Contact Support' }),
    ]) {
      expect(await link.getAttribute('href')).toBe(SUPPORT);
      expect(await link.getAttribute('target')).toBe('_blank');
    }
    await guest.context.close();
  });

  it('leads administrators without a plan to their own row among the users', async () => {
    await ui.users.newcomer();
    const guest = await arrive(ui, ui.admin);
    const { page } = guest;
    const starter = page.getByRole('article', { name: 'Starter' });
    const link = starter.getByRole('link', { name: 'Give yourself a plan' });
    await link.waitFor();
    expect(await starter.getByRole('link').count()).toBe(1);
    await link.click();
    const email = ui.admin.user.email as string;
    await page.getByText('Showing 1 to 1 of 1 results').waitFor();
    await page.getByTitle(email, { exact: true }).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe(email);
    await guest.context.close();
  });

  it('shows the plans to who comes by View Plans, by way of the root path', async () => {
    const guest = await arrive(ui, await ui.users.newcomer(), '/dashboard/videos', NARROW);
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
    const guest = await arrive(ui, user);
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

  it('counts storage and tasks as the subscription does', async () => {
    const user = await ui.users.subscriber({ tasks: 4, bytes: 5 * 1024 ** 2 });
    await uploadPost(user, 'videos', 'Counted', daysFromNow(3), scratch);
    const guest = await arrive(ui, user);
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

  it('takes a 404 of the subscription for none, without a word of failure', async () => {
    const guest = await ui.visit();
    await signIn(guest, await ui.users.newcomer());
    await guest.page.route('**/api/user/subscription', (route) => route.fulfill({ status: 404, json: {} }));
    await guest.page.goto('/dashboard');
    await guest.page.getByText(NONE).waitFor();
    expect(await guest.page.getByText('Failed to load subscription details').count()).toBe(0);
    await guest.context.close();
  });
});
