import type { Page } from 'playwright-core';
import { startTestApp } from '../support/app';
import { MOVING, NARROW } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { sees } from '../support/ui/spec-texts';
import { eventually } from '../support/client';

jest.setTimeout(90_000);

const SUPPORT_LINK = 'https://wa.me/911234567890';

/** Known where the functions below run: in the browser. */
declare const getComputedStyle: (element: unknown) => { opacity: string; animationDelay: string };

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

/** Of all cards, each once. */
const opacities = async (page: Page) => {
  const all = await page
    .locator('.card')
    .evaluateAll((cards) => cards.map((card) => getComputedStyle(card).opacity));
  return [...new Set(all)];
};

describeScreens('the landing page', { env: { SUPPORT_PHONE: '911234567890' } }, (ui) => {
  it('says what the product does, and leads to it', async () => {
    const { page, complaints, context } = await ui.visit(MOVING);
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

  it('says of each announced feature whether the product has it', async () => {
    const { body } = await ui.app.client.get('/api/openapi.json');
    const hasCall = (path: string) => Object.keys(body.paths).some((each) => each.startsWith(path));
    const features: [string, boolean][] = [
      ['AI Caption Generation', hasCall('/api/ai/')],
      ['Thumbnail Creation', 'cover' in body.components.schemas.PostView.properties],
      ['Performance Analytics', hasCall('/api/analytics')],
    ];
    const { page, context } = await ui.visit(MOVING);
    await page.goto('/');
    const section = page.getByRole('region', { name: 'Coming Soon', exact: true });
    for (const [name, isHere] of features) {
      const card = section.getByRole('listitem').filter({ hasText: name });
      expect([name, await card.locator('.badge').innerText()]).toEqual([name, isHere ? 'Now here' : 'Soon']);
    }
    await context.close();
  });

  it.each(['Contact Us', 'Contact Support'])('opens the messaging link in a new tab: %s', async (name) => {
    const { page, context } = await ui.visit(MOVING);
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

  it('offers something else than messages where nobody answers them', async () => {
    const silent = await startTestApp();
    const { page, context } = await ui.visit(MOVING, silent.url);
    await page.goto('/');
    await sees(page, 'Get Started Now');
    expect(await page.getByRole('link', { name: /contact/i }).count()).toBe(0);
    expect(await page.content()).not.toMatch(/SUPPORT_URL|PRICE_LINE/);
    await page.getByRole('link', { name: 'See what it does' }).click();
    await page.waitForURL('**/#features');
    await page.getByRole('link', { name: 'See the dashboard' }).click();
    await page.waitForURL('**/#glance');
    await context.close();
    await silent.end();
  });

  it('is whole without scripts', async () => {
    const { page, context } = await ui.visit({ ...MOVING, javaScriptEnabled: false });
    await page.goto('/');
    for (const name of ['Powerful Features', 'Why Choose Us', 'Coming Soon'])
      await page.getByRole('heading', { name }).waitFor();
    expect(await page.getByRole('listitem').count()).toBe(10);
    expect(await opacities(page)).toEqual(['1']);
    await page.getByText('Plans from ₹499 a month.').waitFor();
    await page.getByRole('link', { name: 'Get Started Now' }).waitFor();
    await context.close();
  });

  it.each([
    ['a wide screen', {}, 1200],
    ['a phone in the dark', { ...NARROW, dark: true }, 390],
  ])('shows the product on %s in less than 100 kB', async (_what, look, width) => {
    const { page, complaints, context } = await ui.visit({ ...MOVING, ...look });
    await page.goto('/');
    const picture = page.getByRole('img', { name: /^The dashboard: what goes out next/ });
    await picture.scrollIntoViewIfNeeded();
    const [ratio, bytes, type] = await picture.evaluate(async (image: any) => {
      await image.decode();
      const answer = await fetch(image.currentSrc);
      const { size, type } = await answer.blob();
      return [image.naturalWidth / image.naturalHeight, size, type] as const;
    });
    expect(ratio).toBeCloseTo(width === 390 ? 390 / 640 : 1200 / 540, 2);
    expect([type, bytes < 100_000]).toEqual(['image/webp', true]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('hides nothing from a printer, or from a picture of the whole page', async () => {
    const { page, context } = await ui.visit(MOVING);
    await page.goto('/');
    await rested(page);
    expect(await opacities(page)).toEqual(['1']);
    await page.emulateMedia({ media: 'print' });
    expect(await opacities(page)).toEqual(['1']);
    await context.close();
  });

  it('lets each card fade in once, when a tenth of it is seen', async () => {
    const { page, context } = await ui.visit(MOVING);
    await page.goto('/');
    await rested(page);
    const last = '#soon-cards > :first-child';
    const fading = () =>
      page.locator(last).evaluate((element: any) => element.getAnimations().map((a: any) => a.animationName));
    await show(page, last, 0.05);
    await rested(page);
    expect(await fading()).toEqual([]);
    await show(page, last, 0.15);
    await page.locator(`${last}.seen`).waitFor();
    await eventually(fading, (names) => names.length === 0);
    await page.evaluate('scrollTo(0, 0)');
    await rested(page);
    await show(page, last, 0.15);
    await rested(page);
    expect(await fading()).toEqual([]);
    const delays: string[] = [];
    for (const card of await page.locator('#features-cards > *').all())
      delays.push(await card.evaluate((element: any) => getComputedStyle(element).animationDelay));
    expect(delays.map((delay) => parseFloat(delay))).toEqual([0, 0.1, 0.2, 0.3]);
    await context.close();
  });

  it('scatters particles once it is idle', async () => {
    const { page, complaints, context } = await ui.visit(MOVING);
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
    const { page, context } = await ui.visit({ reducedMotion: 'reduce' });
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto('/', { waitUntil: 'load' });
    await rested(page);
    await rested(page);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await rested(page);
    expect(await page.locator('.seen').count()).toBe(0);
    expect(fetched.filter((url) => url.includes('particles'))).toEqual([]);
    expect(await page.locator('canvas').count()).toBe(0);
    await context.close();
  });
});
