import type { Page } from 'playwright-core';
import { signIn, type Visit } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { settled } from '../support/ui/screens';
import { toasted } from '../support/ui/toasts';
import { eventually } from '../support/client';
import { mailsOf } from '../support/mails';
import { Database } from '../../backend/database/database';

jest.setTimeout(90_000);

const NEW_PASSWORD = 'another good one';
const NO_LONGER =
  'This link was used already or has expired. Use "Forgot your password?" on the login page to get a new link.';

describeScreens('a mailed reset link', (ui) => {
  let guest: Visit;
  let page: Page;

  beforeEach(async () => {
    guest = await ui.visit();
    ({ page } = guest);
  });
  afterEach(() => guest.context.close());

  /** Asks for it as a person does, and reads the mail. */
  async function linkFor(email: string): Promise<string> {
    await page.goto('/login#forgot');
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    const mails = await eventually(
      async () => (await mailsOf(ui.app.dir)).filter((mail) => mail.header('To') === email),
      (found) => found.length > 0,
    );
    const { hash, pathname } = new URL(/https?:\S+#token=\S+/.exec(mails[0]!.text)![0]);
    return pathname + hash;
  }

  async function choose(password: string): Promise<void> {
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm new password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
  }

  it('gives a new password, once, and keeps its token out of the address', async () => {
    const { user } = await ui.app.client.register();
    const link = await linkFor(user.email);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.goto(link);
    await page.waitForURL((url) => url.pathname === '/reset-password' && url.hash === '');
    await choose(NEW_PASSWORD);
    await toasted(page, 'Your password was changed. Sign in with the new one.');
    await page.waitForURL('**/login');
    await page.getByLabel('Email address').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/dashboard');
    expect(sent.filter((url) => url.includes(link.split('#token=')[1]!))).toEqual([]);
    expect(guest.complaints).toEqual([]);

    // What the dashboard still hears of its user it keeps: in the session that is cleared here.
    await settled(page);
    await page.evaluate('localStorage.clear()');
    await page.goto(link);
    await choose('a third one, please');
    await page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
    await page.getByText(NO_LONGER).waitFor();
    await page.getByRole('link', { name: 'Get a new link' }).click();
    await page.getByRole('button', { name: 'Send Reset Link' }).waitFor();
  });

  it('says so when its hour is over', async () => {
    const { user } = await ui.app.client.register();
    const link = await linkFor(user.email);
    await ui.app.running.nest
      .get(Database)
      .run('UPDATE reset_links SET expires_at = ? WHERE user_id = ?', [Date.now() - 1, user.id]);
    await page.goto(link);
    await choose(NEW_PASSWORD);
    await page.getByText(NO_LONGER).waitFor();
  });

  it('says beside the field what is wrong with the password, and lets it be mended', async () => {
    const { user } = await ui.app.client.register();
    await page.goto(await linkFor(user.email));
    await choose('short');
    await page
      .getByRole('alert')
      .filter({ hasText: 'A password has 8 to 128 characters.' })
      .first()
      .waitFor();
    expect(await page.getByLabel('New password', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await choose(NEW_PASSWORD);
    await page.waitForURL('**/login');
  });

  it('is of use to somebody who is signed in, too, and ends that session', async () => {
    const client = await ui.app.client.register();
    const link = await linkFor(client.user.email);
    await signIn(guest, client);
    await page.goto(link);
    await choose(NEW_PASSWORD);
    await toasted(page, 'Your password was changed. Sign in with the new one.');
    expect((await client.get('/api/user')).status).toBe(401);
  });

  it('leaves another user signed in', async () => {
    const { user } = await ui.app.client.register();
    const link = await linkFor(user.email);
    const other = await ui.app.client.register();
    await signIn(guest, other);
    await page.goto(link);
    await choose(NEW_PASSWORD);
    await toasted(page, 'Your password was changed. Sign in with the new one.');
    await page.waitForURL('**/dashboard');
    const kept = await page.evaluate<string>('localStorage.getItem("auth-storage")');
    expect(JSON.parse(kept).state.token).toBe(other.token);
  });

  it('says so when it was cut short', async () => {
    await page.goto('/reset-password');
    await page
      .getByText('The link is not complete. Open it from the mail again, or get a new one.')
      .waitFor();
  });
});
