import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { SHOP } from '../support/credentials';
import { eventually, type Client } from '../support/client';
import { fixture } from '../support/media';
import { addAccount } from '../support/more-accounts';
import { addCategory, addSharedVideo } from '../support/shared-library';
import { uploadMany } from '../support/upload-many';
import { daysFromNow } from '../support/users';
import { accountCard } from '../support/ui/accounts-screen';
import { NARROW, WIDE } from '../support/ui/browser';
import { account, openComposer } from '../support/ui/composer';
import { describeScreens } from '../support/ui/dashboard';
import { drawn } from '../support/ui/layout-shifts';
import { arabicTexts, turned } from '../support/ui/directions';

jest.setTimeout(90_000);

const PAGE = 'قهوة الصباح';
const PAUSED = 'مقهى المدينة';
const ENDING = 'مخبز الحي';
const OWNER = 'ليلى حداد';
const PLAN = 'الخطة الذهبية';
const CATEGORY = 'وصفات';
const TITLE = 'طريقة تحضير القهوة العربية بالهيل والزعفران في البيت خطوة بخطوة مع الجدة';
const SECOND = 'رائحة الخبز';
const CAPTION = 'صباح الخير! ما هو مشروبكم المفضل؟';

/** Screens that show other elements on a phone. */
const NARROW_TOO = ['', 'calendar', 'videos'];

describeScreens('names from right to left in sentences from left to right', (ui) => {
  let owner: Client;
  let videos: number[];

  beforeAll(async () => {
    ui.app.fake.addPage({ ...SHOP, name: PAGE });
    const plan = await ui.users.plan({ name: PLAN, description: CAPTION, max_accounts: 10 });
    owner = await ui.users.subscriber({ name: OWNER, plan, connected: SHOP });
    await ui.admin.put(`/api/admin/users/${owner.user.id}`, { can_use_shared_videos: 1 });
    const { nest } = ui.app.running;
    await addAccount(nest, owner.user.id, { id: '881', name: PAUSED, paused_reason: 'Sign in again.' });
    const soon = Date.parse(daysFromNow(2.5));
    await addAccount(nest, owner.user.id, { id: '882', name: ENDING, expires_at: soon });
    const category = await addCategory(ui.admin, CATEGORY, { description: CAPTION });
    await addSharedVideo(ui.admin, TITLE, category);
    await owner.post('/api/captions', { content: CAPTION });
    videos = await uploadMany(owner, '/api/videos', fixture('portrait.mp4'), [TITLE, SECOND]);
    await uploadMany(owner, '/api/photos', fixture('photo.jpg'), [TITLE]);
    const scheduled_for = daysFromNow(1).slice(0, 16).replace('T', ' ') + ':00';
    await owner.put(`/api/videos/${videos[0]}/reschedule`, { scheduled_for });
    owner.user = (await owner.get('/api/user')).body;
  });

  /** Nothing of the page is turned, and there is something on it that could be. */
  async function holds(page: Page): Promise<void> {
    await eventually(
      () => arabicTexts(page),
      (texts) => texts > 0,
    );
    expect(await turned(page)).toEqual([]);
  }

  it.each<[string, (string | RegExp)[]]>([
    ['', []],
    ['calendar', [`Schedule ${SECOND}`, new RegExp(TITLE)]],
    ['compose', []],
    ['videos', [/^Reschedule/, `Delete ${TITLE}`, `Play ${TITLE}`]],
    ['instagram-videos', []],
    ['photos', [`Delete ${TITLE}`]],
    ['captions', [/^Delete caption/]],
    ['shared-videos', []],
    [
      'settings',
      [
        `Remove ${PAGE}`,
        `Reconnect ${PAUSED}`,
        `Change the posting frequency of ${PAGE}`,
        `Queue of ${PAGE}`,
      ],
    ],
    ['admin/users', [`Delete ${OWNER}`, `Administrator: ${OWNER}`]],
    ['admin/subscriptions', [`Extend: ${PLAN} of ${OWNER}`, /^End: /]],
    ['admin/plans', [`Delete ${PLAN}`]],
    ['admin/activity', []],
    ['categories', [`Delete ${CATEGORY}`]],
  ])('/dashboard/%s and its dialogs', async (path, names) => {
    const isAdmins = path.startsWith('admin') || path === 'categories';
    const { page, leave } = await ui.open(isAdmins ? ui.admin : owner, path);
    if (!isAdmins) await page.getByRole('status').filter({ hasText: 'is paused.' }).waitFor();
    await holds(page);
    if (NARROW_TOO.includes(path)) {
      await page.setViewportSize(NARROW);
      await drawn(page);
      await holds(page);
      await page.setViewportSize(WIDE);
    }
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    for (const name of names) {
      await page.getByRole('button', { name }).or(page.getByRole('switch', { name })).first().click();
      await dialog
        .getByText(/[\u0600-\u06ff]{3}/)
        .first()
        .waitFor();
      await holds(page);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await leave();
  });

  it('the menus of accounts, here and where posts are moved', async () => {
    const { page, leave } = await ui.open(owner, 'videos');
    await page.getByRole('combobox', { name: 'Account' }).click();
    await page.getByRole('option', { name: PAUSED }).waitFor();
    await holds(page);
    await page.getByRole('option', { name: PAGE }).click();
    await page.getByRole('button', { name: `More for ${TITLE}` }).click();
    await page.getByRole('menuitem', { name: 'Move to another account' }).click();
    await page.getByRole('dialog').getByRole('radio', { name: ENDING }).check();
    await holds(page);
    await leave();
  });

  it('the composer, with fields of one account and a file that fits none', async () => {
    const { page, leave } = await openComposer(ui, owner);
    await account(page, PAGE).check();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill(CAPTION);
    await page.getByRole('switch', { name: new RegExp(`Different text for .?${PAGE}`) }).check();
    await page.getByRole('switch', { name: new RegExp(`Different time for .?${PAGE}`) }).check();
    const bytes = await readFile(fixture('tiny.png'));
    await page
      .getByLabel('Choose photos or videos')
      .setInputFiles({ name: `${SECOND}.png`, mimeType: 'image/png', buffer: bytes });
    await page.getByRole('alert').first().waitFor();
    await holds(page);
    await leave();
  });

  it('a toast that begins with the name of an account', async () => {
    const { page, toast, leave } = await ui.open(owner, 'settings');
    await accountCard(page, ENDING).getByRole('button', { name: 'Make default' }).click();
    await toast(`\u2068${ENDING}\u2069 is the default now`);
    await holds(page);
    await accountCard(page, PAGE).getByRole('button', { name: 'Make default' }).click();
    await toast(`\u2068${PAGE}\u2069 is the default now`);
    await leave();
  });

  it('what the server warns of in a toast, and the title there', async () => {
    const { page, leave } = await ui.open(owner, 'videos');
    const warning = { code: 'paused', message: `${PAUSED} is paused: Sign in again.`, item_id: videos[0] };
    await page.route('**/reschedule', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), warnings: [warning] } });
    });
    await page
      .getByRole('button', { name: /^Reschedule/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click();
    for (const line of ['text', 'detail', 'notes']) {
      const shown = page.locator(`.toast .toast-${line}`).first();
      expect(await directionOf(shown)).toBe('ltr');
    }
    await leave();
  });

  it('a banner reads in its order, with the full stop at its end', async () => {
    const { page, leave } = await ui.open(owner, 'videos');
    const title = page.getByRole('status').locator('strong', { hasText: 'is paused.' });
    const [name, verb, stop] = await title.evaluate<number[], any>((element) => {
      const text = element.firstChild;
      const { document } = globalThis as any;
      const leftOf = (place: number) => {
        const range = document.createRange();
        range.setStart(text, place);
        range.setEnd(text, place + 1);
        return range.getBoundingClientRect().left;
      };
      return [leftOf(1), leftOf(text.data.indexOf('is paused')), leftOf(text.data.length - 1)];
    });
    expect(name).toBeLessThan(verb!);
    expect(verb).toBeLessThan(stop!);
    await leave();
  });

  it('a title alone begins at the right, and is cut at its end', async () => {
    const { page, leave } = await ui.open(owner, 'videos', { width: 1000, height: 800 });
    expect(await lookOf(page.locator(`[title="${TITLE}"]`).first())).toEqual(CUT_AT_ITS_END);
    await leave();
  });

  it('a title within a line is cut at its end, too', async () => {
    const { page, leave } = await ui.open(owner, '', {
      ...NARROW,
      before: (opened) =>
        opened.route('**/api/calendar/outlook', async (route) => {
          const response = await route.fetch();
          const upcoming = await response.json();
          const { item, kind } = upcoming.next.find((next: any) => next.item?.title === TITLE);
          await route.fulfill({ response, json: { ...upcoming, last: { kind, at: daysFromNow(-1), item } } });
        }),
    });
    expect(await lookOf(page.locator(`[title="${TITLE}"] bdi`))).toEqual(CUT_AT_ITS_END);
    await leave();
  });
});

const CUT_AT_ITS_END = { direction: 'rtl', isCut: true, fromRight: expect.closeTo(0, 0) };

/** How a text runs, whether there is more of it than room, and how far from its right edge it begins. */
const lookOf = (text: Locator) =>
  text.evaluate<any, any>((element) => {
    const { getComputedStyle, document } = globalThis as any;
    const first = document.createRange();
    first.setStart(element.firstChild, 0);
    first.setEnd(element.firstChild, 1);
    return {
      direction: getComputedStyle(element).direction,
      isCut: element.scrollWidth > element.clientWidth,
      fromRight: element.getBoundingClientRect().right - first.getBoundingClientRect().right,
    };
  });

const directionOf = (text: Locator) =>
  text.evaluate<string, any>((element) => (globalThis as any).getComputedStyle(element).direction);
