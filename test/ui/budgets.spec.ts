import type { Page } from 'playwright-core';
import { MOVING } from '../support/ui/browser';
import { describeSeededScreens } from '../support/ui/dashboard';
import { sizeOfMinimalAdmin } from '../support/ui/minimal-admin';
import { NOTHING_IDLE, settled } from '../support/ui/screens';
import { chooseFiles, uploadButton, uploadsOf } from '../support/ui/upload-area';
import { fixture, paddedVideo } from '../support/media';
import { useScratchFolder } from '../support/scratch-folder';
import type { Viewer } from '../support/seeded-app';
import { eventually } from '../support/client';

jest.setTimeout(180_000);

const KB = 1_000;

interface Fetched {
  name: string;
  /** As it came over the wire. */
  bytes: number;
  /** It was asked for after the page had loaded. */
  late: boolean;
}

/** The scripts that the page has fetched so far. */
const scriptsOf = (page: Page) =>
  page.evaluate<Fetched[]>(`(() => {
    const { loadEventEnd } = performance.getEntriesByType('navigation')[0];
    return performance.getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize, startTime }) =>
        ({ name, bytes: encodedBodySize, late: loadEventEnd > 0 && startTime >= loadEventEnd }));
  })()`);

const total = (scripts: Fetched[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0);

/** A word that is in the code of react-admin, and in no page that does without. */
const REACT_ADMIN = 'ra.notification.http_error';

describeSeededScreens('what a first visit downloads', (ui) => {
  const scratch = useScratchFolder();

  async function firstVisit(path: string, who: Viewer = 'anonymous', { isIdle = true } = {}) {
    const guest = who === 'anonymous' ? await ui.visit(MOVING) : await ui.visitAs(ui.seeded.people[who]);
    if (!isIdle) await guest.page.addInitScript(NOTHING_IDLE);
    await guest.page.goto(path);
    await settled(guest.page);
    return guest;
  }

  async function isInside(word: string, scripts: Fetched[]): Promise<boolean> {
    const texts = await Promise.all(scripts.map(async ({ name }) => (await fetch(name)).text()));
    return texts.some((text) => text.includes(word));
  }

  it('shows the landing page with 6 kB of script, and decorates it when it is idle', async () => {
    const { page, context } = await firstVisit('/');
    await page.locator('#particles canvas').waitFor({ state: 'attached' });
    const scripts = await scriptsOf(page);
    const early = scripts.filter(({ late }) => !late);
    expect(early.length).toBeGreaterThan(0);
    expect(total(early)).toBeLessThanOrEqual(6 * KB);
    expect(scripts.filter(({ late }) => late).some(({ name }) => name.includes('particles'))).toBe(true);
    expect(await isInside(REACT_ADMIN, scripts)).toBe(false);
    await context.close();
  });

  it.each(['/login', '/register', '/reset-password'])(
    'shows %s with 110 kB, and without react-admin',
    async (path) => {
      const { page, context } = await firstVisit(path);
      const scripts = await scriptsOf(page);
      expect(total(scripts)).toBeGreaterThan(0);
      expect(total(scripts)).toBeLessThanOrEqual(110 * KB);
      expect(await isInside(REACT_ADMIN, scripts)).toBe(false);
      await context.close();
    },
  );

  it('shows the dashboard with hardly more than the least of react-admin', async () => {
    const least = await sizeOfMinimalAdmin();
    const { page, context } = await firstVisit('/dashboard', 'subscriber');
    const scripts = await scriptsOf(page);
    expect(await isInside(REACT_ADMIN, scripts)).toBe(true);
    expect(least).toBeGreaterThan(200 * KB);
    expect(total(scripts) / least).toBeLessThanOrEqual(1.1);
    await context.close();
  });

  it.each([
    ['the calendar', 'subscriber', '/dashboard/calendar', /\/Calendar-/],
    ['the grids of the administration', 'admin', '/dashboard/admin/users', /\/Users-/],
  ] as const)('leaves %s until it is opened', async (_what, who, path, part) => {
    const { page, context } = await firstVisit('/dashboard', who);
    expect((await scriptsOf(page)).filter(({ name }) => part.test(name))).toEqual([]);
    await page.goto(path);
    await settled(page);
    expect((await scriptsOf(page)).filter(({ name }) => part.test(name))).toHaveLength(1);
    await context.close();
  });

  it('opens the composer with 60 kB beyond what it shares with the list of videos', async () => {
    const { page, context } = await firstVisit('/dashboard/videos', 'subscriber', { isIdle: false });
    const before = new Set((await scriptsOf(page)).map(({ name }) => name));
    await page.getByRole('link', { name: 'New Post' }).click();
    await page.getByRole('heading', { level: 1, name: 'New Post' }).waitFor();
    await settled(page);
    const more = (await scriptsOf(page)).filter(({ name }) => !before.has(name));
    expect(more.some(({ name }) => /\/Compose-/.test(name))).toBe(true);
    expect(total(more)).toBeLessThanOrEqual(60 * KB);
    await context.close();
  });

  it('leaves what sends a file in pieces until a large one is uploaded', async () => {
    const { page, context } = await firstVisit('/dashboard/videos', 'subscriber');
    const parts = async () => (await scriptsOf(page)).filter(({ name }) => /\/sendResumable-/.test(name));
    const upload = async (file: string) => {
      await chooseFiles(page, file);
      await uploadButton(page, 'videos').click();
      await uploadsOf(page).waitFor({ state: 'detached' });
    };
    await upload(fixture('portrait.mp4'));
    expect(await parts()).toEqual([]);
    await upload(await paddedVideo(scratch('large.mp4'), 2 * 1024 ** 2, { salt: 'large' }));
    expect((await parts()).map(({ bytes }) => bytes < 25 * KB)).toEqual([true]);
    await context.close();
  });

  it('leaves the library until it is opened', async () => {
    const { page, context } = await firstVisit('/dashboard/videos', 'subscriber');
    const parts = async () => (await scriptsOf(page)).filter(({ name }) => /\/LibraryPanel-/.test(name));
    expect(await parts()).toEqual([]);
    await page.getByRole('button', { name: 'Browse' }).click();
    await eventually(parts, (found) => found.length === 1);
    await context.close();
  });
});
