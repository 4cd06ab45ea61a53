import type { Page } from 'playwright-core';
import { refuseUntilTriedAgain } from '../support/ui/api-stubs';
import { describeSeededScreens } from '../support/ui/dashboard';
import { SCREENS, settled, type ScreenOfProduct } from '../support/ui/screens';
import { SPEC_TEXTS } from '../support/ui/spec-texts';
import type { Viewer } from '../support/seeded-app';
import { forgetToasts, toasted } from '../support/ui/toasts';
import { faults, faultsOfState, follow, visitStill } from '../support/ui/screen-checks';

jest.setTimeout(300_000);

/** A list that asks again by itself might do so before anybody presses the button. */
const NO_POLLING = 'globalThis.setInterval = () => 0;';

const TOASTS: readonly string[] = SPEC_TEXTS.toasts;

describeSeededScreens('every screen', (ui) => {
  /** Lets the person that `whose` names for a screen visit it; @returns the faults that `look` found. */
  async function visitEach(
    whose: (screen: ScreenOfProduct) => Viewer | undefined,
    look: (page: Page, screen: ScreenOfProduct, byLink: boolean) => Promise<string[]>,
  ): Promise<string[]> {
    const found: string[] = [];
    for (const who of new Set(SCREENS.map(whose))) {
      if (!who) continue;
      const { page, context } = await visitStill(ui, who);
      await context.addInitScript(NO_POLLING);
      const fetched: string[] = [];
      page.on('request', (request) => {
        if (request.isNavigationRequest()) fetched.length = 0;
        fetched.push(request.url());
      });
      for (const screen of SCREENS) {
        if (whose(screen) !== who) continue;
        // What another screen fetched is kept and shown at once, unless the product starts anew.
        const isKept = fetched.some((url) => screen.feed?.test(url));
        found.push(...(await look(page, screen, !isKept)));
      }
      await context.close();
    }
    return found;
  }

  it('is empty on purpose', async () => {
    const found = await visitEach(
      ({ empty }) => empty,
      async (page, screen) => {
        await follow(page, screen);
        await settled(page);
        return faults(page, `${screen.path}, empty`);
      },
    );
    expect(found).toEqual([]);
  });

  it('says what failed, and works again after a retry', async () => {
    const found = await visitEach(
      ({ full, failure }) => (failure ? full : undefined),
      async (page, screen, byLink) => {
        const { path, feed, failure } = screen;
        const tryAgain = await refuseUntilTriedAgain(page, feed!);
        // One of the screen before may say the same.
        await page
          .locator('.toast.error')
          .filter({ hasText: failure })
          .first()
          .waitFor({ state: 'detached' });
        forgetToasts(page);
        await follow(page, screen, byLink);
        if (TOASTS.includes(failure!)) await toasted(page, failure!);
        const said = page.getByRole('main').getByText(failure!).first();
        await said.waitFor();
        const wrong = await faultsOfState(page, `${path}, failed`);
        await tryAgain();
        await said.waitFor({ state: 'detached' });
        return wrong;
      },
    );
    expect(found).toEqual([]);
  });

  it('shows its shape while it loads', async () => {
    const found = await visitEach(
      ({ full, feed }) => (feed ? full : undefined),
      async (page, screen, byLink) => {
        const { path, feed } = screen;
        await page.route(feed!, () => undefined);
        await follow(page, screen, byLink);
        await page.locator('main .MuiSkeleton-root').first().waitFor();
        const wrong = await faultsOfState(page, `${path}, loading`);
        await page.unroute(feed!);
        return wrong;
      },
    );
    expect(found).toEqual([]);
  });
});
