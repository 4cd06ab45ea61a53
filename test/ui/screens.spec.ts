import AxeBuilder from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app';
import { describeWithChromium, NARROW, openBrowser, signIn, visit, WIDE } from '../support/browser';
import type { Client } from '../support/client';
import { fixture } from '../support/media';

jest.setTimeout(120_000);

const PUBLIC = ['/', '/login', '/register'];
const SCREENS = ['/dashboard', '/dashboard/videos', '/dashboard/settings', '/dashboard/nowhere'];

describeWithChromium('every screen', () => {
  let app: TestApp;
  let browser: Browser;
  let subscriber: Client;
  let newcomer: Client;

  beforeAll(async () => {
    [app, browser] = await Promise.all([
      startTestApp({ env: { SUPPORT_PHONE: '911234567890' } }),
      openBrowser(),
    ]);
    subscriber = await app.client.subscriber();
    newcomer = await app.client.register();
    await subscriber.upload('/api/videos', [fixture('portrait.mp4')], {
      titles: ['A title that is rather long, so that it has to be cut somewhere'],
    });
  });
  afterAll(async () => {
    await browser.close();
    await app.end();
  });

  const visitors: [string, () => Client | undefined, string[]][] = [
    ['anonymous', () => undefined, PUBLIC],
    ['a subscriber', () => subscriber, SCREENS],
    ['somebody without a plan', () => newcomer, SCREENS],
  ];

  for (const [who, client, paths] of visitors)
    for (const dark of [false, true])
      it(`is accessible and fits for ${who}, ${dark ? 'dark' : 'light'}`, async () => {
        for (const size of [WIDE, NARROW]) {
          const guest = await visit(browser, app.url, { ...size, dark });
          const session = client();
          if (session) await signIn(guest, session);
          for (const path of paths) {
            const { page } = guest;
            await page.goto(path);
            await page.getByRole('heading', { level: 1 }).waitFor();
            await page.waitForLoadState('networkidle');
            const { violations } = await new AxeBuilder({ page }).analyze();
            const found = violations.map(
              ({ id, nodes }) => `${path} at ${size.width}: ${id} ${nodes[0]?.html ?? ''}`,
            );
            const overflow = await page.evaluate<number>(
              'document.documentElement.scrollWidth - document.documentElement.clientWidth',
            );
            expect([
              ...found,
              overflow > 0 ? `${path} at ${size.width}: ${overflow}px too wide` : '',
            ]).toEqual(['']);
          }
          expect(guest.complaints.filter((line) => !/status of 403/.test(line))).toEqual([]);
          await guest.context.close();
        }
      });

  it('leads a visitor without a session to the login, and one with it past it', async () => {
    const guest = await visit(browser, app.url);
    await guest.page.goto('/dashboard/videos');
    await guest.page.waitForURL('**/login');
    await signIn(guest, subscriber);
    await guest.page.goto('/login');
    await guest.page.waitForURL('**/dashboard');
    await guest.page.getByRole('button', { name: 'Logout' }).click();
    await guest.page.waitForURL('**/login');
    await guest.context.close();
  });
});
