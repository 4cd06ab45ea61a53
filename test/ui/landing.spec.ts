import type { Browser, Page } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app';
import { describeWithChromium, openBrowser, visit } from '../support/browser';
import { sees } from '../support/spec-texts';

jest.setTimeout(90_000);

const SUPPORT_LINK = 'https://wa.me/911234567890';

/** Known where the functions below run: in the browser. */
declare const getComputedStyle: (element: unknown) => { opacity: string; transitionDelay: string };

/** Two frames and a moment of rest: by then whatever was to follow has begun. */
const rested = (page: Page) =>
  page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))))`,
  );

/** Scrolls until that share of a card's height is in sight. */
const show = (page: Page, card: string, share: number) =>
  page.evaluate(
    `{ const { top, height } = document.querySelector('${card}').getBoundingClientRect();
       scrollBy({ top: top + ${share} * height - innerHeight, behavior: 'instant' }); }`,
  );

describeWithChromium('the landing page', () => {
  let app: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    [app, browser] = await Promise.all([
      startTestApp({ env: { SUPPORT_PHONE: '911234567890' } }),
      openBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await app.end();
  });

  it('says what the product does, and leads to it', async () => {
    const { page, complaints, context } = await visit(browser, app.url);
    await page.goto('/');
    await page.getByText(/schedules, manages and automates the video content/i).waitFor();
    for (const [title, cards] of [
      ['Powerful Features', 4],
      ['Why Choose Us', 3],
      ['Coming Soon', 3],
    ] as const) {
      const section = page.getByRole('region', { name: title, exact: true });
      await sees(section, title);
      expect(await section.getByRole('listitem').count()).toBe(cards);
    }
    const header = page.getByRole('banner');
    for (const [link, where, address] of [
      [header.getByRole('link', { name: 'Login', exact: true }), 'Sign in', '/login'],
      [header.getByRole('link', { name: 'Sign Up', exact: true }), 'Create your account', '/register'],
      [page.getByRole('link', { name: 'Get Started', exact: true }), 'Create your account', '/register'],
      [page.getByRole('link', { name: 'Get Started Now', exact: true }), 'Create your account', '/register'],
    ] as const) {
      await page.goto('/');
      await link.click();
      await page.getByRole('heading', { level: 1, name: where }).waitFor();
      expect(new URL(page.url()).pathname).toBe(address);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each(['Contact Us', 'Contact Support'])('opens the messaging link in a new tab: %s', async (name) => {
    const { page, context } = await visit(browser, app.url);
    await context.route(`${SUPPORT_LINK}**`, (route) => route.fulfill({ body: 'messages' }));
    await page.goto('/');
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name, exact: true }).click();
    const tab = await opened;
    await tab.waitForURL(`${SUPPORT_LINK}**`);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await tab.evaluate<boolean>('opener === null')).toBe(true);
    await context.close();
  });

  it('offers no messages where nobody answers them', async () => {
    const silent = await startTestApp();
    const { page, context } = await visit(browser, silent.url);
    await page.goto('/');
    await sees(page, 'Get Started Now');
    expect(await page.getByRole('link', { name: /contact/i }).count()).toBe(0);
    expect(await page.content()).not.toContain('SUPPORT_URL');
    await context.close();
    await silent.end();
  });

  it('is whole without scripts', async () => {
    const { page, context } = await visit(browser, app.url, { javaScriptEnabled: false });
    await page.goto('/');
    for (const name of ['Powerful Features', 'Why Choose Us', 'Coming Soon'])
      await page.getByRole('heading', { name }).waitFor();
    expect(await page.getByRole('listitem').count()).toBe(10);
    for (const card of await page.getByRole('listitem').all())
      expect(await card.evaluate((element: any) => getComputedStyle(element).opacity)).toBe('1');
    await page.getByRole('link', { name: 'Get Started Now' }).waitFor();
    await context.close();
  });

  it('lets each card fade in once, when a tenth of it is seen', async () => {
    const { page, context } = await visit(browser, app.url);
    await page.goto('/');
    await page.locator('.cards .unseen').first().waitFor({ state: 'attached' });
    const last = '#soon-cards > :first-child';
    const unseen = () => page.locator(`${last}.unseen`).count();
    await show(page, last, 0.05);
    await rested(page);
    expect(await unseen()).toBe(1);
    await show(page, last, 0.15);
    await page.locator(`${last}:not(.unseen)`).waitFor();
    await page.evaluate('scrollTo(0, 0)');
    await rested(page);
    expect(await unseen()).toBe(0);
    const delays: string[] = [];
    for (const card of await page.locator('#features-cards > *').all())
      delays.push(await card.evaluate((element: any) => getComputedStyle(element).transitionDelay));
    expect(delays.map((delay) => parseFloat(delay))).toEqual([0, 0.1, 0.2, 0.3]);
    await context.close();
  });

  it('scatters particles once it is idle', async () => {
    const { page, complaints, context } = await visit(browser, app.url);
    await page.goto('/');
    await page.locator('#particles canvas').waitFor({ state: 'attached' });
    const [loaded, asked] = await page.evaluate<[number, number]>(
      `[performance.getEntriesByType('navigation')[0].loadEventEnd,
        performance.getEntriesByType('resource').find(({ name }) => name.includes('/particles-')).startTime]`,
    );
    expect(asked).toBeGreaterThanOrEqual(loaded);
    await page.mouse.click(5, 400);
    await rested(page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('stays calm for those who ask for it', async () => {
    const { page, context } = await visit(browser, app.url, { reducedMotion: 'reduce' });
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto('/', { waitUntil: 'load' });
    await rested(page);
    await rested(page);
    expect(await page.locator('.unseen').count()).toBe(0);
    expect(fetched.filter((url) => url.includes('particles'))).toEqual([]);
    expect(await page.locator('canvas').count()).toBe(0);
    await context.close();
  });
});
