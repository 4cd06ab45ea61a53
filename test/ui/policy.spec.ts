import type { Browser } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app';
import { describeWithChromium, openBrowser, visit } from '../support/browser';

jest.setTimeout(90_000);

/** Runs what an attacker would: a script in the page, a handler on an element, text as code. */
const INJECTION = `new Promise((done) => {
  const script = document.createElement('script');
  script.textContent = 'window.ran = "inline"';
  document.body.append(script);
  const foreign = document.createElement('script');
  foreign.src = 'https://evil.example/script.js';
  document.body.append(foreign);
  document.body.insertAdjacentHTML('beforeend', '<img src="/nothing.png" onerror="window.ran = 1">');
  const blocked = [];
  addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    blocked.push(effectiveDirective);
    if (blocked.length === 3) done({ blocked: blocked.sort(), ran: window.ran ?? null });
  });
})`;

describeWithChromium('the policy of the pages', () => {
  let app: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    [app, browser] = await Promise.all([startTestApp(), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await app.end();
  });

  it.each(['/', '/login', '/dashboard', '/nowhere'])(
    'runs only the scripts of the product: %s',
    async (path) => {
      const { page, context } = await visit(browser, app.url);
      const answer = await page.goto(path);
      const policy = answer?.headers()['content-security-policy'] ?? '';
      expect(policy.split('; ')).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          "script-src 'self'",
          "object-src 'none'",
          "base-uri 'none'",
        ]),
      );
      expect(await page.evaluate(INJECTION)).toEqual({
        blocked: ['script-src-attr', 'script-src-elem', 'script-src-elem'],
        ran: null,
      });
      await context.close();
    },
  );
});
