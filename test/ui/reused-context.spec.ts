import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describeWithChromium, openBrowser } from '../support/ui/browser';
import { ReusedContext } from '../support/ui/reused-context';

describeWithChromium('a context that is used again', () => {
  let browser: Browser;
  let server: Server;
  let contexts: ReusedContext;
  let url: string;

  beforeAll(async () => {
    browser = await openBrowser();
    server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<title>${request.url}</title>${request.headers.cookie ?? ''}`);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    contexts = new ReusedContext(browser);
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  async function come(): Promise<{ context: BrowserContext; page: Page }> {
    const context = await contexts.newContext({ baseURL: url });
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  }

  it('keeps nothing that the visitor before has left', async () => {
    const first = await come();
    await first.context.exposeBinding('left', () => 'binding');
    await first.context.addInitScript('globalThis.script = 1');
    await first.context.grantPermissions(['clipboard-read']);
    await first.page.route('**/routed', (route) => route.fulfill({ body: 'mine' }));
    await first.page.clock.install({ time: 0 });
    await first.page.goto('/one');
    await first.page.evaluate(`localStorage.left = sessionStorage.left = 1, document.cookie = 'left=1'`);
    await first.context.newPage();
    await first.context.setOffline(true);
    await first.context.close();

    const { context, page } = await come();
    expect([context.pages().length, page.url()]).toEqual([1, 'about:blank']);
    await page.goto('/routed');
    expect(
      await page.evaluate(`navigator.permissions.query({ name: 'clipboard-read' }).then(({ state }) => ({
        title: document.title,
        body: document.body.innerText,
        left: [typeof left, typeof script, localStorage.length, sessionStorage.length, document.cookie],
        hasOldClock: Date.now() < 1e12,
        isOffline: !navigator.onLine,
        mayRead: state === 'granted',
      }))`),
    ).toEqual({
      title: '/routed',
      body: '',
      left: ['undefined', 'undefined', 0, 0, ''],
      hasOldClock: false,
      isOffline: false,
      mayRead: false,
    });
    await context.close();
  });

  it('keeps nothing of a clock that was stopped', async () => {
    const complaints: string[] = [];
    for (let visitor = 0; visitor < 10; visitor++) {
      const { context, page } = await come();
      page.on('pageerror', ({ message }) => complaints.push(message));
      await page.goto('/one');
      await page.clock.pauseAt(Date.now() + 60_000);
      await context.close();
    }
    expect(complaints).toEqual([]);
  });

  it('is given to one visitor at a time, and to none after a session of the protocol', async () => {
    const [first, second] = [await come(), await come()];
    await first.page.evaluate('globalThis.mine = 1');
    expect(await second.page.evaluate('typeof mine')).toBe('undefined');
    await second.context.close();
    await first.context.newCDPSession(first.page);
    await first.context.close();
    expect(browser.contexts()).toEqual([]);
    const { context } = await come();
    expect(browser.contexts()).toEqual([context]);
    await context.close();
  });
});
