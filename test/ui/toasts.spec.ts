import type { Page } from 'playwright-core';
import { NARROW, signIn, WIDE } from '../support/ui/browser';
import { letGoOn, stopClockOf } from '../support/ui/page-clock';
import { settled } from '../support/ui/screens';
import { describeScreens } from '../support/ui/dashboard';
import { uploadMany } from '../support/upload-many';
import { eventually } from '../support/client';
import { fixture } from '../support/media';

jest.setTimeout(60_000);

/** Where the line of a screen's heading ends, below one banner. */
const HEADING_PX = 160;

describeScreens('the toasts', (ui) => {
  /** On a screen whose clock the test moves. */
  async function come({ refused = false, size = WIDE } = {}) {
    const guest = await ui.visit(size);
    const { page } = guest;
    await signIn(guest, await ui.users.subscriber());
    if (refused)
      await page.route('**/api/captions', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
      );
    await page.clock.install();
    await page.goto('/dashboard/captions');
    await settled(page);
    await stopClockOf(page);
    return guest;
  }

  async function add(page: Page, shown: number): Promise<void> {
    const field = page.getByRole('textbox', { name: 'Caption' }).first();
    await letGoOn(page, () => field.isEditable());
    await field.fill('Fresh from the oven');
    await page.getByRole('button', { name: 'Add caption' }).click();
    await letGoOn(page, async () => (await page.locator('.toast').count()) === shown);
  }

  it.each([
    ['success', 'Caption created successfully!', 'status', 2_000],
    ['error', 'Failed to create caption', 'alert', 4_000],
  ] as const)('tell of %s at the top right, for its time', async (kind, text, role, ms) => {
    const { page, context } = await come({ refused: kind === 'error' });
    await add(page, 1);
    const toast = page.getByRole(role).filter({ hasText: text });
    await page.clock.runFor(ms - 200);
    expect(await toast.count()).toBe(1);
    // It slides in by the browser's own clock, which does not stand.
    await eventually(
      async () => (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0 },
      ({ x, y, width }) =>
        y < HEADING_PX && x > WIDE.width / 2 && x + width < WIDE.width && x + width > WIDE.width - 40,
    );
    expect(await letGoOn(page, async () => (await toast.count()) === 0, 50)).toBeLessThan(1_500);
    await context.close();
  });

  /** Keeps toasts, also those to come, as a window does that has lost the focus. */
  const HOLD_TOASTS = "void setInterval(() => dispatchEvent(new Event('blur')), 100)";
  const holdToasts = (page: Page) => page.evaluate(HOLD_TOASTS);

  /** What can be seen of each toast, the newest first, and the controls that one of them covers. */
  const look = (page: Page) =>
    page.evaluate<{ shown: string[]; covered: string[] }>(`(() => {
      const at = (x, y) => document.elementFromPoint(x, y)?.closest('.toast');
      const isShown = (toast) => {
        const { left, top, width, height } = toast.getBoundingClientRect();
        return at(left + width / 2, top + height / 2) === toast;
      };
      const isCovered = (control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        return [left + 1, (left + right) / 2, right - 1].some((x) =>
          [top + 1, (top + bottom) / 2, bottom - 1].some((y) => at(x, y)));
      };
      const controls = [...document.querySelectorAll('header *, main *, [role=dialog] *')];
      return {
        shown: [...document.querySelectorAll('.toast')].reverse().filter(isShown).map((e) => e.innerText),
        covered: controls
          .filter((e) => e.matches('a, button, input, textarea, [role=combobox]') && isCovered(e))
          .map((e) => e.innerText || e.ariaLabel || e.name || e.outerHTML),
      };
    })()`);

  describe.each([WIDE, NARROW])('at $width pixels', ({ width, height }) => {
    /** On a screen with a banner where hardly a call succeeds. */
    async function comeAmidFailures(path: string) {
      const guest = await ui.visit({ width, height, reducedMotion: 'reduce' });
      const { page } = guest;
      await signIn(guest, path.startsWith('/admin') ? ui.admin : await ui.users.subscriber());
      await page.route(/\/api\/(?!auth|config|events)/, (route) => route.fulfill({ status: 500, json: {} }));
      // From the start: the first toasts may come, and go, before the test does anything on the open page.
      await page.addInitScript(HOLD_TOASTS);
      await page.goto(`/dashboard${path}`);
      return guest;
    }

    it.each([
      ['', 3],
      ['/calendar', 3],
      ['/videos', 3],
      ['/captions', 3],
      ['/settings', 3],
      ['/admin/users', 3],
      ['/admin/plans', 2],
    ])('cover no control of /dashboard%s where %i come at once', async (path, least) => {
      const { page, context } = await comeAmidFailures(path);
      await page
        .locator('.toast')
        .nth(least - 1)
        .waitFor({ state: 'attached' });
      await page.waitForTimeout(500);
      await eventually(
        () => look(page),
        ({ shown, covered }) => shown.length >= 1 && covered.length === 0,
      );
      expect(await page.locator('.toast').count()).toBeGreaterThanOrEqual(least);
      await context.close();
    });
  });

  it.each([WIDE, NARROW])('cover no control of a list that is scrolled, at $width pixels', async (size) => {
    const user = await ui.users.subscriber();
    const titles = Array.from({ length: 10 }, (_, n) => `Morning in Jaipur, part ${n + 1}`);
    await uploadMany(user, '/api/videos', fixture('portrait.mp4'), titles);
    const { page, leave, toast } = await ui.open(user, 'videos', size);
    const end = await page.evaluate<number>('document.documentElement.scrollHeight - innerHeight');
    await page.evaluate(`scrollTo(0, ${end})`);
    await holdToasts(page);
    await page.getByRole('button', { name: 'Delete' }).last().click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await toast('Video deleted successfully');
    await dialog.waitFor({ state: 'detached' });
    for (let top = end; top >= 0; top -= 130) {
      await page.evaluate(`scrollTo(0, ${top})`);
      await eventually(
        () => look(page),
        ({ shown, covered }) => shown.length === 1 && covered.length === 0,
      );
    }
    await leave();
  });

  it('cover no control of the calendar when they tell of a post with a long title and can be undone', async () => {
    const user = await ui.users.subscriber();
    const title = 'The new autumn menu, and why the pumpkin soup took us three attempts to get right';
    await uploadMany(user, '/api/videos', fixture('portrait.mp4'), [title]);
    const { page, leave, toast } = await ui.open(user, 'calendar');
    await holdToasts(page);
    await page.getByRole('button', { name: `Schedule ${title}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
    await dialog.getByLabel('Date and time').fill('2099-11-26T11:38');
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await toast(/“.?The new autumn menu, and why the….?” goes out Nov 26, 2099, 11:38 AM/);
    await dialog.waitFor({ state: 'detached' });
    await page.waitForTimeout(500);
    await eventually(
      () => look(page),
      ({ shown, covered }) => shown.length === 1 && shown[0]!.includes('Undo') && covered.length === 0,
    );
    await leave();
  });

  it('show the newest three where there is room, and elsewhere when they are pointed at', async () => {
    const { page, context } = await come({ refused: true });
    for (let n = 1; n <= 4; n++) await add(page, n);
    const shown = async () => (await look(page)).shown.length;
    await eventually(shown, (count) => count === 3);
    await page.setViewportSize({ width: WIDE.width, height: 400 });
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await eventually(shown, (count) => count === 1);
    await page.locator('.toast').last().hover();
    await eventually(shown, (count) => count === 3);
    await context.close();
  });

  it('stand over a dialog, and back in their line once it is closed', async () => {
    const { page, context } = await come({ refused: true });
    await page.getByRole('button', { name: 'Add a list' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('One caption per line');
    await letGoOn(page, () => field.isEditable());
    await field.fill('Fresh from the oven');
    await dialog.getByRole('button', { name: 'Add 1 caption' }).click();
    const toast = page.locator('.toast');
    await letGoOn(page, async () => (await toast.count()) === 1);
    const top = async () => (await toast.boundingBox())?.y ?? -1;
    const heading = (await page.getByRole('heading', { level: 1, includeHidden: true }).boundingBox())!;
    expect(await top()).toBeLessThan(heading.y - 20);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await letGoOn(page, async () => Math.abs((await top()) - heading.y) < 20);
    await context.close();
  });

  it.each([WIDE, NARROW])(
    'close at the end of their first line before sign-in too, at $width pixels',
    async (size) => {
      const { page, context } = await ui.visit(size);
      await page.route('**/api/auth/login', (route) =>
        route.fulfill({
          status: 503,
          json: { message: 'The server restarts. Try again in a few seconds, or later.' },
        }),
      );
      await page.goto('/login');
      await page.getByLabel('Email address').fill('ada@example.com');
      await page.getByLabel('Password').fill('secret-enough');
      await holdToasts(page);
      await page.getByRole('button', { name: 'Sign in' }).click();
      const toast = page.locator('.toast', { hasText: 'restarts' });
      const close = await toast.getByRole('button', { name: 'Dismiss' }).boundingBox();
      const whole = await toast.boundingBox();
      expect(close!.y - whole!.y).toBeLessThan(16);
      expect(whole!.x + whole!.width - (close!.x + close!.width)).toBeLessThan(16);
      await context.close();
    },
  );

  it('are twenty at most', async () => {
    const { page, context } = await come({ refused: true });
    for (let n = 1; n <= 22; n++) await add(page, Math.min(n, 20));
    await context.close();
  });

  it('fit a phone, and leave when told to', async () => {
    const { page, context } = await come({ refused: true, size: NARROW });
    await add(page, 1);
    const inside = async () => {
      const { x = -1, width = 0 } = (await page.locator('.toast').boundingBox()) ?? {};
      return x >= 0 && x + width <= NARROW.width;
    };
    await letGoOn(page, inside);
    await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click();
    await letGoOn(page, async () => (await page.locator('.toast').count()) === 0, 50);
    await context.close();
  });
});
