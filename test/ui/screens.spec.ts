import AxeBuilder from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import {
  describeWithChromium,
  NARROW,
  openBrowser,
  signIn,
  visit,
  WIDE,
  type Visit,
} from '../support/browser';
import { NEED_A_PLAN, SCREENS, settled, type ScreenOfProduct } from '../support/screens';
import { setStage, type Stage, type Who } from '../support/stage';

jest.setTimeout(180_000);

const SMALLEST = { width: 360, height: 740 };
const LOOKS = [
  { ...WIDE, dark: false },
  { ...WIDE, dark: true },
  { ...NARROW, dark: false },
  { ...NARROW, dark: true },
];

describeWithChromium('every screen', () => {
  let stage: Stage;
  let browser: Browser;

  beforeAll(async () => {
    [stage, browser] = await Promise.all([setStage(), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await stage.end();
  });

  async function come(who: Who, look: { width: number; height: number; dark?: boolean }): Promise<Visit> {
    const guest = await visit(browser, stage.app.url, look);
    if (who !== 'anonymous') await signIn(guest, stage.people[who]);
    return guest;
  }

  /** What is wrong with what the page shows now. */
  async function faults({ page }: Visit, where: string): Promise<string[]> {
    const { violations } = await new AxeBuilder({ page }).analyze();
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    return [
      ...violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0]?.html ?? ''}`),
      ...(overflow > 0 ? [`${where}: ${overflow} px too wide`] : []),
    ];
  }

  const filled = (['anonymous', 'subscriber', 'admin', 'newcomer'] as const).map(
    (who): [Who, ScreenOfProduct[]] => [
      who,
      SCREENS.filter(({ full, path }) => full === who || (who === 'newcomer' && NEED_A_PLAN.includes(path))),
    ],
  );

  for (const [who, screens] of filled)
    it(`is accessible, fits, and keeps its policy, as ${who} sees it`, async () => {
      for (const look of LOOKS) {
        const guest = await come(who, look);
        for (const { path, heading } of screens) {
          const where = `${path} at ${look.width} ${look.dark ? 'dark' : 'light'}`;
          await guest.page.goto(path);
          await settled(guest.page);
          await guest.page.getByRole('heading', { level: 1, name: heading }).waitFor();
          if (who === 'newcomer') await guest.page.getByText('You need an active subscription').waitFor();
          expect(await faults(guest, where)).toEqual([]);
        }
        expect(guest.complaints.filter((line) => !/status of 40[34]/.test(line))).toEqual([]);
        await guest.context.close();
      }
    });

  it('scrolls nowhere sideways on the smallest phone', async () => {
    for (const [who, screens] of filled) {
      const guest = await come(who, SMALLEST);
      for (const { path } of screens) {
        await guest.page.goto(path);
        await settled(guest.page);
        const overflow = await guest.page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        expect(`${path}: ${overflow}`).toBe(`${path}: 0`);
      }
      await guest.context.close();
    }
  });

  it('is empty on purpose', async () => {
    for (const look of [LOOKS[1]!, LOOKS[2]!])
      for (const { path, empty } of SCREENS) {
        if (!empty) continue;
        const guest = await come(empty, look);
        await guest.page.goto(path);
        await settled(guest.page);
        expect(await faults(guest, `${path}, empty`)).toEqual([]);
        await guest.context.close();
      }
  });

  it('says what failed, and works again after a retry', async () => {
    for (const look of [LOOKS[0]!, LOOKS[3]!])
      for (const { path, full, feed, failure } of SCREENS) {
        if (!feed || !failure) continue;
        const guest = await come(full, look);
        const { page } = guest;
        let broken = true;
        await page.route(feed, (route) =>
          broken ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
        );
        await page.goto(path);
        const said = page.getByRole('main').getByText(failure).first();
        await said.waitFor();
        await page.getByRole('alert').filter({ hasText: failure }).first().waitFor();
        expect(await faults(guest, `${path}, failed`)).toEqual([]);
        broken = false;
        await page.getByRole('main').getByRole('button', { name: 'Try again' }).first().click();
        await said.waitFor({ state: 'detached' });
        await guest.context.close();
      }
  });

  it('shows its shape while it loads', async () => {
    for (const look of [LOOKS[1]!, LOOKS[2]!])
      for (const { path, full, feed } of SCREENS) {
        if (!feed) continue;
        const guest = await come(full, look);
        await guest.page.route(feed, () => undefined);
        await guest.page.goto(path);
        await guest.page.locator('main .MuiSkeleton-root').first().waitFor();
        await guest.page.getByRole('heading', { level: 1 }).waitFor();
        expect(await faults(guest, `${path}, loading`)).toEqual([]);
        await guest.context.close();
      }
  });

  it('leads a visitor without a session to the login, and one with it past it', async () => {
    const guest = await visit(browser, stage.app.url);
    for (const { path } of SCREENS.filter((screen) => screen.path.startsWith('/dashboard'))) {
      await guest.page.goto(path);
      await guest.page.waitForURL('**/login');
    }
    await signIn(guest, stage.people.subscriber);
    for (const path of ['/', '/login', '/register']) {
      await guest.page.goto(path);
      await guest.page.waitForURL('**/dashboard');
    }
    await guest.context.close();
  });
});
