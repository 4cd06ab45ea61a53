import type { Page } from 'playwright-core';
import type { Visit } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { letGoOn, stopClockOf } from '../support/ui/page-clock';
import { sees } from '../support/ui/spec-texts';
import { toasted, unasked } from '../support/ui/toasts';
import { Authenticator } from '../support/authenticator';
import { eventually } from '../support/client';

jest.setTimeout(90_000);

const PASSWORD = 'secret-enough';

describeScreens('the way in', (ui) => {
  let guest: Visit;
  let page: Page;

  beforeEach(async () => {
    guest = await ui.visit();
    ({ page } = guest);
  });
  afterEach(() => guest.context.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });

  /** Keeps a call waiting until it is let go. */
  async function hold(call: string): Promise<() => void> {
    let letGo = () => {};
    const held = new Promise<void>((go) => (letGo = go));
    await page.route(call, async (route) => {
      await held;
      await route.continue();
    });
    return letGo;
  }

  const kept = () => page.evaluate<string | null>(`localStorage.getItem('auth-storage')`);

  async function fillLogin(email: string, password: string): Promise<void> {
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
  }

  async function fillRegister(email: string, password: string, again = password): Promise<void> {
    await page.getByLabel('Full Name').fill('Ada Moreau');
    await fillLogin(email, password);
    await page.getByLabel('Confirm Password').fill(again);
  }

  it('signs in, says so meanwhile and afterwards, and keeps token and user', async () => {
    const { user } = await ui.app.client.register();
    await page.goto('/login');
    await fillLogin(user.email, PASSWORD);
    const letGo = await hold('**/api/auth/login');
    await button('Sign in').click();
    await sees(page, 'Signing in...');
    expect(await button('Signing in...').isDisabled()).toBe(true);
    letGo();
    await toasted(page, 'Login successful!');
    await page.waitForURL('**/dashboard');
    const session = JSON.parse((await kept()) ?? '{}');
    expect(session).toEqual({ state: { token: expect.any(String), user: expect.anything() }, version: 0 });
    expect(session.state.user).toMatchObject({ id: user.id, email: user.email, is_admin: 0 });
    expect(guest.complaints).toEqual([]);
  });

  it('says which credentials are wrong: neither', async () => {
    const { user } = await ui.app.client.register();
    await page.goto('/login');
    for (const email of [user.email, 'nobody@example.com']) {
      await fillLogin(email, 'not the password');
      await button('Sign in').click();
      await toasted(page, 'Invalid credentials');
    }
    expect(await kept()).toBeNull();
    expect(await page.getByLabel('Email address').inputValue()).toBe('nobody@example.com');
  });

  it('says at the form that the credentials are wrong, until somebody types, and announces it once', async () => {
    await page.goto('/login');
    await fillLogin('nobody@example.com', 'not the password');
    const password = page.getByLabel('Password', { exact: true });
    const announced = page.getByRole('alert');
    await page.getByLabel('Email address').press('Enter');
    await toasted(page, 'Invalid credentials');
    await page.locator('form').getByText('Invalid credentials').waitFor();
    expect(await password.getAttribute('aria-invalid')).toBe('true');
    expect(await announced.count()).toBe(1);
    await button('Sign in').waitFor();
    await page.keyboard.type('another');
    expect(await password.inputValue()).toBe('another');
    expect(await announced.count()).toBe(0);
    expect(await password.getAttribute('aria-invalid')).toBeNull();
  });

  it('lets the password be typed again while the answer is on its way', async () => {
    await page.goto('/login');
    await fillLogin('nobody@example.com', 'not the password');
    const password = page.getByLabel('Password', { exact: true });
    const letGo = await hold('**/api/auth/login');
    await password.press('Enter');
    await sees(page, 'Signing in...');
    await page.keyboard.type('!');
    letGo();
    await toasted(page, 'Invalid credentials');
    await button('Sign in').waitFor();
    await page.keyboard.type('!');
    expect(await password.inputValue()).toBe('not the password!!');
  });

  it('leads to the screen that was asked for, also with two factors, and home after Logout', async () => {
    const client = await ui.app.client.register();
    const begun = await client.post('/api/user/two-factor', { password: PASSWORD });
    const phone = new Authenticator(begun.body.secret);
    const confirmed = await client.post('/api/user/two-factor/confirm', { code: phone.code() });
    const enter = async (recoveryCode: string) => {
      await fillLogin(client.user.email, PASSWORD);
      await button('Sign in').click();
      await button('Use a recovery code').click();
      await page.getByLabel('Recovery code').fill(recoveryCode);
      await button('Sign in').click();
    };
    await page.goto('/dashboard/settings?from=mail#posting');
    await page.waitForURL('**/login');
    await enter(confirmed.body.recovery_codes[0]);
    await page.waitForURL('**/dashboard/settings?from=mail#posting');
    await button('Logout').click();
    await page.waitForURL('**/login');
    await enter(confirmed.body.recovery_codes[1]);
    await page.waitForURL('**/dashboard');
  });

  it('leaves no refusal beside the success that follows it', async () => {
    const { user } = await ui.app.client.register();
    const refusals = page.locator('.toast.error');
    await page.clock.install();
    await page.goto('/login');
    await button('Sign in').waitFor();
    // The refusal then does not go by itself, however long the dashboard takes to open.
    await stopClockOf(page);
    await fillLogin(user.email, 'not the password');
    await button('Sign in').click();
    await letGoOn(page, async () => (await refusals.count()) === 1);
    await letGoOn(page, () => button('Sign in').isEnabled());
    await fillLogin(user.email, PASSWORD);
    await button('Sign in').click();
    await letGoOn(page, () => Promise.resolve(page.url().endsWith('/dashboard')));
    expect(await letGoOn(page, async () => (await refusals.count()) === 0, 50)).toBeLessThan(2_000);
  });

  it('does not blame the credentials when the server is away', async () => {
    await page.route('**/api/auth/login', (route) => route.abort());
    await page.goto('/login');
    await fillLogin('ada@example.com', PASSWORD);
    await button('Sign in').click();
    await toasted(page, 'The server cannot be reached. Check your connection.');
    expect(unasked(page)).toEqual([]);
  });

  it.each([
    ['/login', ['Email address', 'Password']],
    ['/register', ['Full Name', 'Email address', 'Password', 'Confirm Password']],
  ])('asks nothing of the server before every field of %s is filled', async (path, labels) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(path);
    for (const label of labels) {
      const field = page.getByLabel(label, { exact: true });
      expect(await field.evaluate((input: any) => input.required)).toBe(true);
    }
    expect(await page.getByLabel('Email address').getAttribute('type')).toBe('email');
    await page.locator('form [type=submit]').click();
    await page.locator('input:invalid').first().waitFor();
    expect(asked.filter((url) => url.includes('/api/auth/'))).toEqual([]);
  });

  it('sends a reset link, and finds the way back', async () => {
    await page.goto('/login');
    await page.getByLabel('Email address').fill('ada@example.com');
    await button('Forgot your password?').click();
    await button('Send Reset Link').waitFor();
    expect(await page.getByLabel('Email address').inputValue()).toBe('ada@example.com');
    expect(await page.locator('form input').count()).toBe(1);
    const letGo = await hold('**/api/auth/forgot-password');
    await button('Send Reset Link').click();
    await sees(page, 'Sending...');
    expect(await button('Sending...').isDisabled()).toBe(true);
    letGo();
    await toasted(page, 'Password reset link sent to your email');
    await page.getByRole('link', { name: 'Back to login' }).click();
    await button('Sign in').waitFor();
    expect(guest.complaints).toEqual([]);
  });

  it('says when no reset link could be sent', async () => {
    await page.route('**/api/auth/forgot-password', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto('/login#forgot');
    await page.getByLabel('Email address').fill('ada@example.com');
    await button('Send Reset Link').click();
    await toasted(page, 'Failed to send reset link');
    expect(await button('Send Reset Link').isEnabled()).toBe(true);
  });

  it('makes an account in the zone of the browser, and signs in with it', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await fillRegister('ada@example.com', PASSWORD);
    const letGo = await hold('**/api/auth/register');
    await button('Create account').click();
    await sees(page, 'Creating account...');
    expect(await button('Creating account...').isDisabled()).toBe(true);
    letGo();
    await toasted(page, 'Registration successful!');
    await page.waitForURL('**/dashboard');
    expect(JSON.parse((await kept()) ?? '{}').state.user).toMatchObject({
      name: 'Ada Moreau',
      timezone: 'Europe/Berlin',
    });
  });

  it('makes an account in UTC where the server does not know the zone of the browser', async () => {
    await page.addInitScript(`{
      const said = Intl.DateTimeFormat.prototype.resolvedOptions;
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        return { ...said.call(this), timeZone: 'Mars/Olympus' };
      };
    }`);
    await page.goto('/register');
    await fillRegister('mars@example.com', PASSWORD);
    await button('Create account').click();
    await page.waitForURL('**/dashboard');
    expect(JSON.parse((await kept()) ?? '{}').state.user).toMatchObject({ timezone: 'UTC' });
  });

  it('says beside each field what the server refused', async () => {
    const { user } = await ui.app.client.register();
    await page.goto('/register');
    await fillRegister(user.email, 'short', 'shirt');
    await button('Create account').click();
    await toasted(page, 'Registration failed. Please try again.');
    const note = async (label: string) => {
      const field = page.getByLabel(label, { exact: true });
      await eventually(
        () => field.getAttribute('aria-invalid'),
        (invalid) => invalid === 'true',
      );
      return page.locator(`[id="${(await field.getAttribute('aria-describedby')) ?? ''}"]`).innerText();
    };
    expect(await note('Password')).toBe('A password has 8 to 128 characters.');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm Password').fill(PASSWORD);
    await button('Create account').click();
    await page.locator('input[type=email][aria-invalid=true]').waitFor();
    expect(await note('Email address')).toMatch(/already|taken|account/i);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('**/login');
  });

  it('shows toasts at the top right: a success for 2 seconds, an error for 4', async () => {
    const { user } = await ui.app.client.register();
    await page.clock.install();
    await page.goto('/login');
    await button('Sign in').waitFor();
    await stopClockOf(page);
    for (const [password, text, ms] of [
      ['wrong password', 'Invalid credentials', 4_000],
      [PASSWORD, 'Login successful!', 2_000],
    ] as const) {
      const toast = page.locator('.toast', { hasText: text });
      await letGoOn(page, () => button('Sign in').isEnabled());
      await fillLogin(user.email, password);
      await button('Sign in').click();
      await letGoOn(page, async () => (await toast.count()) === 1);
      await page.clock.runFor(ms - 200);
      expect(await toast.count()).toBe(1);
      // It slides in by the browser's own clock, which does not stand.
      await eventually(
        async () => (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0 },
        ({ x, y, width }) => x + width > 1440 * 0.9 && y < 60,
      );
      expect(await letGoOn(page, async () => (await toast.count()) === 0, 50)).toBeLessThan(1_500);
    }
  });
});
