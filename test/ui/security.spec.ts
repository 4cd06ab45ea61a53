import type { Page } from 'playwright-core';
import { encode } from 'uqr';
import { Authenticator, PASSWORD, turnOn } from '../support/authenticator';
import { NARROW, WIDE } from '../support/ui/browser';
import { viewFaults } from '../support/ui/view-checks';
import { comesToHold } from '../support/ui/form-actions';
import { refuse } from '../support/ui/api-stubs';
import { describeScreens } from '../support/ui/dashboard';
import { seenModules } from '../support/ui/qr-code';
import { toasted } from '../support/ui/toasts';
import { holds, stalled } from '../support/ui/upload-area';
import { eventually, type Client } from '../support/client';

jest.setTimeout(90_000);

const NEW_PASSWORD = 'another good one';
const RECOVERY_CODE = /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/;

describeScreens('security', (ui) => {
  const openScreen = (client: Client) => ui.open(client, 'settings');
  const panel = (page: Page, name: string) => page.getByRole('region', { name });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const login = (client: Client, password = PASSWORD) =>
    ui.app.client.post('/api/auth/login', { email: client.user.email, password });

  it('changes the password, and says on the field what is wrong', async () => {
    const client = await ui.users.newcomer();
    const { page, leave } = await openScreen(client);
    const form = panel(page, 'Password');
    await form.getByLabel('Current password').fill('not the password');
    await form.getByLabel(/^New password/).fill(NEW_PASSWORD);
    await form.getByLabel('Confirm new password').fill(NEW_PASSWORD);
    await button(page, 'Change password').click();
    await form.getByText('This is not your current password.').waitFor();
    await form.getByLabel('Current password').fill(PASSWORD);
    await button(page, 'Change password').click();
    await toasted(page, 'Password changed. All other devices are signed out.');
    await comesToHold(form.getByLabel('Current password'), '');
    expect((await login(client, NEW_PASSWORD)).status).toBe(200);
    await panel(page, 'Activity').getByText('You changed your password').waitFor();
    await leave();
  });

  it('says how long to wait when there were too many tries', async () => {
    const { page, leave } = await openScreen(await ui.users.newcomer());
    const message = 'Too many requests. Try again in 42 seconds.';
    await refuse(page, 'PUT', /\/api\/user\/password$/, { status: 429, error: 'too_many_requests', message });
    const form = panel(page, 'Password');
    for (const label of [/^Current password/, /^New password/, /^Confirm new password/])
      await form.getByLabel(label).fill(PASSWORD);
    await button(page, 'Change password').click();
    await form.getByText(message).waitFor();
    await leave();
  });

  it('turns on two factors: password, key, code, recovery codes; and off again', async () => {
    const client = await ui.users.newcomer();
    const { page, complaints, leave } = await openScreen(client);
    const twoFactor = panel(page, 'Two-factor sign-in');
    await twoFactor.getByText('Off', { exact: true }).waitFor();
    await button(page, 'Turn on').click();
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
    await button(page, 'Continue').click();
    const key = (await page.getByRole('dialog').locator('code').textContent())!;
    expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(await page.getByRole('link', { name: 'open it with the key' }).getAttribute('href')).toMatch(
      /^otpauth:\/\/totp\/Pagecast/,
    );
    const phone = new Authenticator(key.replaceAll(' ', ''));
    await page.getByLabel('6-digit code').fill(phone.code());
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    const shown = await codes.allTextContents();
    expect(shown).toHaveLength(10);
    for (const code of shown) expect(code).toMatch(RECOVERY_CODE);
    await page.keyboard.press('Escape');
    await codes.first().waitFor();
    await button(page, 'I saved them').click();
    await twoFactor.getByText('On', { exact: true }).waitFor();
    expect((await login(client)).body.error).toBe('two_factor_required');

    await button(page, 'Turn off').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByLabel('Code').fill(shown[0]!);
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await twoFactor.getByText('Off', { exact: true }).waitFor();
    expect((await login(client)).status).toBe(200);
    expect(complaints).toEqual([]);
    await leave();
  });

  it.each([false, true])('shows the key as a code to scan, black on white (dark theme: %s)', async (dark) => {
    const { page, complaints, leave } = await ui.open(await ui.users.newcomer(), 'settings', { dark });
    await button(page, 'Turn on').click();
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
    await button(page, 'Continue').click();
    const code = page.getByRole('img', { name: 'QR code for your authenticator app' });
    await code.waitFor();
    const uri = (await page.getByRole('link', { name: 'open it with the key' }).getAttribute('href'))!;
    const { data, size } = encode(uri, { ecc: 'M', border: 4 });
    await eventually(
      () => seenModules(code, size),
      (seen) => JSON.stringify(seen) === JSON.stringify(data),
    );
    expect(complaints).toEqual([]);
    await leave();
  });

  /** Two factors that are being turned on, in a dialog that is closed while the answer is outstanding. */
  async function closedWhileTurnedOn() {
    const screen = await openScreen(await ui.users.newcomer());
    const { page } = screen;
    const held = await stalled(page, /\/two-factor\/confirm$/);
    await button(page, 'Turn on').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await button(page, 'Continue').click();
    const phone = new Authenticator((await dialog.locator('code').textContent())!.replaceAll(' ', ''));
    await page.getByLabel('6-digit code').fill(phone.code());
    await page.keyboard.press('Enter');
    await holds(held, 1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    const save = async () => {
      await codes.nth(9).waitFor();
      await button(page, 'I saved them').click();
      await dialog.waitFor({ state: 'detached' });
    };
    return { ...screen, answer: () => held[0]!.continue(), codes, save };
  }
  const isOn = (page: Page) => panel(page, 'Two-factor sign-in').getByText('On', { exact: true }).waitFor();

  it('shows the recovery codes also when its dialog was closed before the answer', async () => {
    const { page, answer, save, leave } = await closedWhileTurnedOn();
    await answer();
    await save();
    await isOn(page);
    await leave();
  });

  it('shows the recovery codes also on another screen, if this one was left before the answer', async () => {
    const { page, answer, codes, save, leave } = await closedWhileTurnedOn();
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.waitForURL('**/dashboard/calendar');
    await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
    await answer();
    await codes.nth(9).waitFor();
    await page.goBack();
    await page.waitForURL('**/dashboard/settings');
    await save();
    await isOn(page);
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.waitForURL('**/dashboard/calendar');
    expect(await codes.count()).toBe(0);
    await leave();
  });

  it('lists sessions, and ends one or all others after asking', async () => {
    const client = await ui.users.newcomer();
    const { page, leave } = await openScreen(client);
    for (let n = 0; n < 3; n++) await login(client);
    await page.reload();
    const sessions = panel(page, 'Sessions').getByRole('listitem');
    await sessions.nth(3).waitFor();
    expect(await sessions.count()).toBe(4);
    expect(await panel(page, 'Sessions').getByText('This device').count()).toBe(1);
    await page
      .getByRole('button', { name: /^End session:/ })
      .first()
      .click();
    const held = await stalled(page, /\/api\/user\/sessions/, 'DELETE');
    await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click();
    await holds(held, 1);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'End all other sessions').click();
    await held[0]!.continue();
    await page.unroute(/\/api\/user\/sessions/);
    // The question that is open now is another one, and stays.
    await sessions.nth(3).waitFor({ state: 'detached' });
    await page.getByRole('alertdialog').getByRole('button', { name: 'End all other sessions' }).click();
    await sessions.nth(1).waitFor({ state: 'detached' });
    expect((await client.get('/api/user/sessions')).body).toHaveLength(1);
    await leave();
  });

  it('asks for the code at sign-in, and takes a recovery code instead', async () => {
    const client = await ui.users.newcomer();
    const { app: phone, recovery } = await turnOn(client);
    const guest = await ui.visit();
    const { page } = guest;
    await page.goto('/login');
    await page.getByLabel('Email address').fill(client.user.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Sign in').click();
    await page.getByText('Enter the 6-digit code from your authenticator app').waitFor();
    await page.getByLabel('6-digit code').fill(phone.wrong());
    await button(page, 'Sign in').click();
    await page.getByText('This code is wrong, has expired or was used already.').waitFor();
    await button(page, 'Use a recovery code').click();
    await page.getByLabel('Recovery code').fill(recovery[0]!);
    await button(page, 'Sign in').click();
    await page.waitForURL('**/dashboard');
    await guest.context.close();
  });

  it('says why it asks, when the session was ended elsewhere', async () => {
    const client = await ui.users.newcomer();
    const { page, leave } = await ui.open(client, 'settings', {});
    await ui.app.client
      .login(client.user.email, PASSWORD)
      .then((other) => other.delete('/api/user/sessions'));
    await page.evaluate(`sessionStorage.clear()`);
    await page.getByText('You were signed out. Sign in to continue.').waitFor();
    await leave();
  });

  it.each([WIDE, NARROW])('can be read and worked by everybody, at $width pixels', async (size) => {
    const client = await ui.users.newcomer();
    const found = await viewFaults(ui, client, 'settings', size, {
      security: (page) => page.getByRole('heading', { name: 'Security' }).scrollIntoViewIfNeeded(),
      'turn on': async (page) => {
        await button(page, 'Turn on').click();
        await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
        await button(page, 'Continue').click();
        await page.getByLabel('6-digit code').waitFor();
      },
    });
    expect(found).toEqual([]);
  });
});
