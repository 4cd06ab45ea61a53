import type { Browser, Page } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app';
import { describeWithChromium, NARROW, openBrowser, signIn, visit, WIDE } from '../support/browser';
import { eventually } from '../support/client';
import { People } from '../support/people';
import { settled } from '../support/screens';

jest.setTimeout(60_000);

/** Where the line of a screen's heading ends, below one banner. */
const HEADING_PX = 160;

describeWithChromium('the toasts', () => {
  let app: TestApp;
  let browser: Browser;
  let people: People;

  beforeAll(async () => {
    [app, browser] = await Promise.all([startTestApp(), openBrowser()]);
    people = await People.of(app);
  });
  afterAll(async () => {
    await browser.close();
    await app.end();
  });

  /** On a screen whose clock the test moves. */
  async function come({ refused = false, size = WIDE } = {}) {
    const guest = await visit(browser, app.url, size);
    const { page } = guest;
    await signIn(guest, await people.subscriber());
    if (refused)
      await page.route('**/api/captions', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
      );
    await page.clock.install();
    await page.goto('/dashboard/captions');
    await settled(page);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    return guest;
  }

  /** While the clock stands, what the screen put off is let go on, bit by bit. */
  async function until(page: Page, done: () => Promise<boolean>): Promise<void> {
    await eventually(async () => {
      await page.clock.runFor(10);
      return done();
    }, Boolean);
  }

  async function add(page: Page, shown: number): Promise<void> {
    const field = page.getByRole('textbox', { name: 'Caption' }).first();
    await until(page, () => field.isEditable());
    await field.fill('Fresh from the oven');
    await page.getByRole('button', { name: 'Add caption' }).click();
    await until(page, async () => (await page.locator('.toast').count()) === shown);
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
    const from = await page.evaluate<number>('Date.now()');
    await until(page, async () => (await toast.count()) === 0);
    expect((await page.evaluate<number>('Date.now()')) - from).toBeLessThan(1_500);
    await context.close();
  });

  it.each([WIDE, NARROW])('cover no control of the screen at $width pixels', async ({ width, height }) => {
    const guest = await visit(browser, app.url, { width, height, reducedMotion: 'reduce' });
    const { page } = guest;
    // With a banner, and an action at the top or at the bottom.
    await signIn(guest, await people.subscriber());
    await page.route(/\/api\/calendar\?/, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/dashboard/calendar');
    const seen = await page.waitForFunction(() => {
      const { document } = globalThis as unknown as { document: any };
      const toast = document.querySelector('.toast')?.getBoundingClientRect();
      if (!toast || !document.body.innerText.includes('Facebook Connection Required')) return false;
      const all: any[] = [...document.querySelectorAll('header *, main *')];
      const controls = all.filter((element) => element.matches('a, button') && element.offsetParent);
      const covered = controls.filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        return left < toast.right && toast.left < right && top < toast.bottom && toast.top < bottom;
      });
      return { controls: controls.length, covered: covered.map(({ innerText }) => innerText) };
    });
    const { controls, covered } = (await seen.jsonValue()) as { controls: number; covered: string[] };
    expect(covered).toEqual([]);
    expect(controls).toBeGreaterThan(5);
    await guest.context.close();
  });

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
    await until(page, inside);
    await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click();
    await until(page, async () => (await page.locator('.toast').count()) === 0);
    await context.close();
  });
});
