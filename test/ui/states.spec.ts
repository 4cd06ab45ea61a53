import type { Page } from 'playwright-core';
import { describeWithChromium, NARROW, WIDE } from '../support/browser';
import { SCREENS, type ScreenOfProduct } from '../support/screens';
import { SPEC_TEXTS } from '../support/spec-texts';
import type { Who } from '../support/stage';
import { faults, open, Walk } from '../support/walk';

jest.setTimeout(300_000);

const TOASTS: readonly string[] = SPEC_TEXTS.toasts;

describeWithChromium.each([
  ['wide', WIDE],
  ['narrow', NARROW],
])('every screen, %s', (_width, size) => {
  let walk: Walk;

  beforeAll(async () => {
    walk = await Walk.begin();
  });
  afterAll(() => walk.end());

  /** Lets the person that `whose` names for a screen visit it; @returns the faults that `look` found. */
  async function visitEach(
    whose: (screen: ScreenOfProduct) => Who | undefined,
    look: (page: Page, screen: ScreenOfProduct) => Promise<string[]>,
  ): Promise<string[]> {
    const found: string[] = [];
    for (const who of new Set(SCREENS.map(whose))) {
      if (!who) continue;
      const { page, context } = await walk.come(who, size);
      for (const screen of SCREENS) if (whose(screen) === who) found.push(...(await look(page, screen)));
      await context.close();
    }
    return found;
  }

  it('is empty on purpose', async () => {
    const found = await visitEach(
      ({ empty }) => empty,
      async (page, { path }) => {
        await open(page, path);
        return faults(page, `${path}, empty`);
      },
    );
    expect(found).toEqual([]);
  });

  it('says what failed, and works again after a retry', async () => {
    const found = await visitEach(
      ({ full, failure }) => (failure ? full : undefined),
      async (page, { path, feed, failure }) => {
        await page.route(feed!, (route) => route.fulfill({ status: 500, body: '{}' }));
        await page.goto(path);
        if (TOASTS.includes(failure!))
          await page.locator('.toast.error').filter({ hasText: failure }).first().waitFor();
        const said = page.getByRole('main').getByText(failure!).first();
        await said.waitFor();
        const wrong = await faults(page, `${path}, failed`);
        await page.unroute(feed!);
        await page.getByRole('main').getByRole('button', { name: 'Try again' }).first().click();
        await said.waitFor({ state: 'detached' });
        return wrong;
      },
    );
    expect(found).toEqual([]);
  });

  it('shows its shape while it loads', async () => {
    const found = await visitEach(
      ({ full, feed }) => (feed ? full : undefined),
      async (page, { path, feed }) => {
        await page.route(feed!, () => undefined);
        await page.goto(path);
        await page.locator('main .MuiSkeleton-root').first().waitFor();
        await page.getByRole('heading', { level: 1 }).waitFor();
        const wrong = await faults(page, `${path}, loading`);
        await page.unroute(feed!);
        return wrong;
      },
    );
    expect(found).toEqual([]);
  });
});
