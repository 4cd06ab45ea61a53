import type { Page } from 'playwright-core';
import { NARROW, signIn } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { calls } from '../support/ui/api-stubs';
import { settled } from '../support/ui/screens';
import { eventually, type Client } from '../support/client';

jest.setTimeout(90_000);

describeScreens('before the app has come, the page', (ui) => {
  let user: Client;

  beforeAll(async () => {
    user = await ui.users.newcomer({ name: 'Mira Patel' });
  });

  /** The app's files wait until they are let go; the page's own script does not. */
  async function held(page: Page): Promise<() => void> {
    let letGo = () => {};
    const waiting = new Promise<void>((go) => (letGo = go));
    await page.route(/\/assets\/(?!head-)[^/]*\.js$/, async (route) => {
      await waiting;
      await route.continue();
    });
    return letGo;
  }

  /** On a busy machine they are old when the live stream opens, and asked for again. */
  const makeFirstAnswersNew = (page: Page) => page.evaluate('window.firstCalls.begunAt = Infinity');

  /** Where the signs of the frame stand that this selector finds, seen from the top left. */
  const places = (page: Page, selector: string) =>
    page.locator(selector).evaluateAll((found) =>
      found
        .map((element) => ({ box: element.getBoundingClientRect(), text: element.textContent }))
        .filter(({ box }) => box.width > 0)
        .map(({ box, text }) => `${text} ${Math.round(box.x)} ${Math.round(box.y)}`),
    );

  it.each([
    ['the sidebar', 'user', { width: 1440 }, undefined, 9],
    ["an administrator's sidebar", 'admin', { width: 1440 }, undefined, 16],
    ['the sidebar, collapsed', 'user', { width: 1440 }, 'collapsed', 1],
    ['the bar of a phone', 'user', NARROW, undefined, 1],
  ] as const)('shows %s where it will be, and asks what it can', async (_what, who, size, left, signs) => {
    const guest = await ui.visit(size);
    const { page, context, complaints } = guest;
    await signIn(guest, who === 'admin' ? ui.admin : user);
    if (left) await context.addInitScript(`localStorage.setItem('pagecast-sidebar', '${left}')`);
    const letGo = await held(page);
    const asked = calls(page, 'GET', /\/api\/(?!events)/);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await page.locator('#opening .brand:visible img').waitFor();
    await eventually(
      () => Promise.resolve(asked.map(({ url }) => url)),
      (urls) => urls.some((url) => url.endsWith('/calendar/outlook')),
    );
    const before = await places(page, '#opening :is(li span, .brand img)');
    expect(before).toHaveLength(signs);
    await makeFirstAnswersNew(page);
    letGo();
    await settled(page);
    expect(await page.locator('#opening').count()).toBe(0);
    expect(await places(page, ':is(aside, header) :is(li .MuiListItemText-primary, .brand img)')).toEqual(
      before,
    );
    const urls = asked.map(({ url }) => url).filter((url) => !/admin|queue/.test(url));
    expect(urls).toEqual([...new Set(urls)]);
    expect(complaints.filter((line) => !/status of 403/.test(line))).toEqual([]);
    await context.close();
  });

  it('shows nothing to somebody without a session', async () => {
    const { page, context } = await ui.visit();
    const letGo = await held(page);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await page.locator('#opening').waitFor({ state: 'attached' });
    expect(await page.locator('#opening').isVisible()).toBe(false);
    letGo();
    await page.waitForURL('**/login');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.locator('#opening').count()).toBe(0);
    await context.close();
  });

  it.each([
    ['videos', /\/Videos-/, '/api/videos?'],
    ['instagram-videos', /\/Videos-/, '/api/instagram/videos?'],
    ['photos', /\/Photos-/, '/api/photos?'],
  ])('asks for the code and the list of /dashboard/%s, once', async (path, code, list) => {
    const guest = await ui.visit();
    const { page, context } = guest;
    await signIn(guest, await ui.users.subscriber());
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const letGo = await held(page);
    await page.goto(`/dashboard/${path}`, { waitUntil: 'commit' });
    await eventually(
      () => Promise.resolve(asked),
      (urls) => urls.some((url) => code.test(url)) && urls.some((url) => url.includes(list)),
    );
    await makeFirstAnswersNew(page);
    letGo();
    await settled(page);
    expect(asked.filter((url) => url.includes(list))).toHaveLength(1);
    await context.close();
  });

  it('keeps the font of the system on a slow line, until the next visit', async () => {
    const guest = await ui.visit({ hasFont: false });
    const { page, context } = guest;
    await signIn(guest, user);
    await page.route(/\/assets\/head-/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const family = () =>
      page.evaluate<string>("getComputedStyle(document.querySelector('h1')).fontFamily.split(',')[0]");
    await page.goto('/dashboard');
    await settled(page);
    expect(await family()).toBe('system-ui');
    await eventually(
      () => page.evaluate<string | null>("localStorage.getItem('pagecast-font')"),
      (kept) => kept !== null,
    );
    expect(await family()).toBe('system-ui');
    const placeOf = (part: RegExp) => asked.findIndex((url) => part.test(url));
    expect(placeOf(/\.woff2$/)).toBeGreaterThan(placeOf(/\/DashboardApp-.*\.js$/));
    await page.reload();
    await settled(page);
    expect(await family()).toBe('"Inter Variable"');
    await context.close();
  });
});
