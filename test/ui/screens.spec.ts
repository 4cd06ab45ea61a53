import { describeSeededScreens } from '../support/ui/dashboard';
import { SCREENS, settled } from '../support/ui/screens';
import type { Viewer } from '../support/seeded-app';
import { faults, follow, open, visitStill } from '../support/ui/screen-checks';
import { eventually } from '../support/client';

jest.setTimeout(300_000);

const FOR_VIDEOS =
  'You need an active subscription to manage and upload videos. Please subscribe to a plan to continue.';
const FOR_ANY = 'You need an active subscription to access this feature.';

const NEED_A_PLAN = [
  { path: '/dashboard/compose', says: FOR_ANY },
  { path: '/dashboard/videos', says: FOR_VIDEOS },
  { path: '/dashboard/instagram-videos', says: FOR_VIDEOS },
  { path: '/dashboard/photos', says: FOR_VIDEOS.replace('videos', 'photos') },
  { path: '/dashboard/captions', says: FOR_ANY },
  { path: '/dashboard/calendar', says: FOR_ANY },
];

/** The answers that a visitor is meant to get; a browser complains about each. */
const EXPECTED: Partial<Record<Viewer, RegExp>> = {
  anonymous: /status of 404/,
  newcomer: /status of 403/,
  subscriber: /status of 404/,
};

describeSeededScreens('every screen', (ui) => {
  it.each(['anonymous', 'subscriber', 'admin'] as const)(
    'is accessible, fits, and keeps its policy, as %s sees it',
    async (who) => {
      const found: string[] = [];
      const { page, complaints, context } = await visitStill(ui, who);
      for (const screen of SCREENS) {
        if (screen.full !== who) continue;
        await follow(page, screen);
        await settled(page);
        found.push(...(await faults(page, screen.path)));
      }
      expect([...found, ...complaints.filter((line) => !EXPECTED[who]?.test(line))]).toEqual([]);
      await context.close();
    },
  );

  it('asks for a plan where one is needed', async () => {
    const found: string[] = [];
    const { page, complaints, context } = await visitStill(ui, 'newcomer');
    for (const { path, says } of NEED_A_PLAN) {
      await open(page, path);
      await page.getByText(says, { exact: true }).waitFor();
      expect(await page.getByRole('link', { name: 'View Plans' }).getAttribute('href')).toBe('/');
      found.push(...(await faults(page, `${path} without a plan`)));
    }
    expect([...found, ...complaints.filter((line) => !EXPECTED.newcomer!.test(line))]).toEqual([]);
    await context.close();
  });

  it('goes on asking for a plan while it looks whether there is one by now', async () => {
    const { page, context } = await visitStill(ui, 'newcomer');
    // What the composer asks for needs no plan.
    for (const { path, says } of NEED_A_PLAN.slice(1)) {
      await open(page, path);
      await page.getByText(says, { exact: true }).waitFor();
      const { feed } = SCREENS.find((screen) => screen.path === path)!;
      const asked: string[] = [];
      await page.route(feed!, (route) => void asked.push(route.request().url()));
      // As for somebody who comes back to this tab; it changes nothing while an answer is on its way.
      await eventually(
        () => page.evaluate(`dispatchEvent(new Event('visibilitychange'))`).then(() => asked.length),
        (count) => count > 0,
      );
      await page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`);
      expect([path, await page.getByText(says, { exact: true }).isVisible()]).toEqual([path, true]);
      await page.unroute(feed!);
    }
    await context.close();
  });

  it('is in the menu of those who may see it, and the walk leaves none of them out', async () => {
    const { page, context } = await visitStill(ui, 'admin');
    await open(page, '/dashboard');
    const links = await page.getByRole('complementary', { name: 'Menu' }).getByRole('link').all();
    const inMenu = await Promise.all(links.map((link) => link.getAttribute('href')));
    const walked = SCREENS.map(({ path }) => path).filter((path) => path.startsWith('/dashboard'));
    expect(new Set(inMenu)).toEqual(new Set(walked.filter((path) => !path.endsWith('/nowhere'))));
    await context.close();
  });

  it('leads a visitor without a session to the login, and one with it past the public pages', async () => {
    const { page, context } = await visitStill(ui, 'anonymous');
    for (const { path } of SCREENS.filter((screen) => screen.path.startsWith('/dashboard'))) {
      await page.goto(path);
      await page.waitForURL('**/login');
    }
    await context.close();
    const subscriber = await visitStill(ui, 'subscriber');
    for (const path of ['/', '/login', '/register']) {
      await subscriber.page.goto(path);
      await subscriber.page.waitForURL('**/dashboard');
    }
    await subscriber.context.close();
  });
});
