import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/ui/accessibility';
import { calls, NO_SUBSCRIPTION, refuse } from '../support/ui/api-stubs';
import { sideways } from '../support/ui/layout-shifts';
import { describeScreens } from '../support/ui/dashboard';
import { tabTo } from '../support/ui/focus';
import { specText } from '../support/ui/spec-texts';
import { unasked } from '../support/ui/toasts';
import { holds, stalled } from '../support/ui/upload-area';
import { eventually, type Client } from '../support/client';
import { fixture } from '../support/media';

jest.setTimeout(60_000);

const LIBRARY = /\/api\/shared-videos\?/;

describeScreens('the shared library on the screens of videos', (ui) => {
  /** 14 videos: 'Shared 01' to 'Shared 12' in no category, two about coffee. */
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const coffee = await ui.admin.post('/api/categories', {
      name: 'Coffee',
      description: '',
      is_active: true,
    });
    await ui.admin.post('/api/categories', { name: 'Tea', description: '', is_active: true });
    const bytes = new Uint8Array(await readFile(fixture('portrait.mp4')));
    const numbered = Array.from({ length: 12 }, (_, n) => `Shared ${String(n + 1).padStart(2, '0')}`);
    for (const title of ['Espresso basics', 'Milk, steamed right', ...numbered]) {
      const form = new FormData();
      form.append('title', title);
      if (!title.startsWith('Shared')) form.append('category_id', String(coffee.body.id));
      form.append('video', new Blob([bytes]), 'video.mp4');
      ids[title] = (await ui.admin.post('/api/shared-videos', form)).body.id;
    }
  });

  async function sharer(limits = {}): Promise<Client> {
    const client = await ui.users.subscriber(limits);
    const { id, name, email } = client.user;
    await ui.admin.put(`/api/admin/users/${id}`, { name, email, is_admin: 0, can_use_shared_videos: 1 });
    client.user = (await client.get('/api/user')).body;
    return client;
  }

  const openScreen = (client: Client, path = 'videos', options = {}) => ui.open(client, path, options);
  const panel = (page: Page) => page.getByRole('region', { name: 'Shared videos' });
  const tiles = (page: Page) =>
    panel(page).getByRole('list', { name: 'Shared videos', exact: true }).getByRole('listitem');
  const browse = (page: Page) => panel(page).getByRole('button', { name: 'Browse' }).click();
  const pick = (page: Page, title: string) => page.getByRole('checkbox', { name: `Choose ${title}` }).check();

  it('is there for those who may use it, and for nobody else, and not for photos', async () => {
    const outsider = await ui.users.subscriber();
    for (const [client, path, count] of [
      [outsider, 'videos', 0],
      [outsider, 'instagram-videos', 0],
      [await sharer(), 'photos', 0],
    ] as const) {
      const { page, leave } = await openScreen(client, path);
      await page.getByRole('button', { name: 'Choose files' }).waitFor();
      expect(await panel(page).count()).toBe(count);
      await leave();
    }
  });

  it('is searched by title, filtered by category, turned by page, and played', async () => {
    const { page, complaints, leave } = await openScreen(await sharer());
    await browse(page);
    await panel(page)
      .getByText(showing(1, 12, 14))
      .waitFor();
    expect(await tiles(page).count()).toBe(12);
    expect(await accessibilityFaults(page)).toEqual([]);
    await panel(page).getByRole('button', { name: 'Next' }).click();
    await panel(page)
      .getByText(showing(13, 14, 14))
      .waitFor();

    await panel(page).getByRole('searchbox', { name: 'Search the library' }).fill('MILK');
    await eventually(
      () => tiles(page).allInnerTexts(),
      (texts) => texts.length === 1 && /Milk, steamed right\s+Coffee · 0:04/.test(texts[0]!),
    );
    await panel(page).getByRole('searchbox').fill('');
    await panel(page).getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Coffee' }).click();
    await eventually(
      () => tiles(page).count(),
      (count) => count === 2,
    );
    await panel(page).getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Tea' }).click();
    await panel(page).getByText('No shared videos match your search.').waitFor();
    await panel(page).getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'All categories' }).click();

    await panel(page).getByRole('button', { name: 'Play Shared 12' }).click();
    const player = page.getByRole('dialog', { name: 'Shared 12' });
    await eventually(
      () => player.locator('video').evaluate((element: any) => element.currentTime as number),
      (at) => at > 0,
    );
    expect(await player.locator('video').getAttribute('controlslist')).toBe('nodownload');
    await player.getByRole('button', { name: 'Close' }).click();
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await tiles(page).first().waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await leave();
  });

  it.each([
    ['videos', '/api/videos'],
    ['instagram-videos', '/api/instagram/videos'],
  ])('posts what is chosen on %s through %s, under titles of one’s own', async (screen, path) => {
    const client = await sharer({ tasks: 10, bytes: 1024 ** 2 });
    const { page, toast, complaints, leave } = await openScreen(client, screen);
    const sent = calls(page, 'POST', new RegExp(`${path}$`));
    await browse(page);
    await pick(page, 'Shared 11');
    await panel(page).getByRole('searchbox').fill('espresso');
    await pick(page, 'Espresso basics');
    await panel(page).getByText('2 shared videos chosen').waitFor();
    await page.getByLabel('Title of Shared 11').fill('Made mine');
    await page.getByLabel('Title of Espresso basics').fill('  ');
    expect(await accessibilityFaults(page)).toEqual([]);
    await panel(page).getByRole('button', { name: 'Use 2 videos' }).click();
    await toast('Videos uploaded successfully!');
    await toast(specText('Remaining: {n} tasks, {x} MB storage', { n: 8, x: '1.00' }));
    await page.locator('dl[aria-label=Remaining]').getByText('8 of 10').waitFor();
    expect(sent.map(({ body }) => body)).toEqual([
      {
        shared_video_ids: [ids['Shared 11'], ids['Espresso basics']],
        titles: ['Made mine', 'Espresso basics'],
      },
    ]);
    await page.getByRole('row', { name: /Made mine/ }).waitFor();
    await panel(page).getByText('chosen').first().waitFor({ state: 'detached' });
    expect(await page.getByRole('checkbox', { name: 'Choose Espresso basics' }).isChecked()).toBe(false);
    const { body } = await client.get(path);
    expect(body.data.map(({ title }: any) => title).sort()).toEqual(['Espresso basics', 'Made mine']);

    await page.getByRole('button', { name: 'Delete Made mine' }).click();
    await page.getByText(/the video itself stays in the shared library/).waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  it('keeps the choice and says why when it is not taken', async () => {
    const { page, toast, leave } = await openScreen(await sharer({ tasks: 1 }));
    await browse(page);
    await pick(page, 'Shared 11');
    await pick(page, 'Shared 12');
    const use = panel(page).getByRole('button', { name: 'Use 2 videos' });
    await use.click();
    await toast('Failed to upload videos');
    await panel(page)
      .getByRole('alert')
      .getByText(/task|plan/i)
      .waitFor();
    await page.getByRole('button', { name: 'Remove Shared 11' }).click();
    await panel(page).getByRole('button', { name: 'Use 1 video', exact: true }).click();
    await toast('Videos uploaded successfully!');
    await leave();
  });

  it('says that a subscription is needed, and becomes the screen for that', async () => {
    for (const [screen, path] of [
      ['videos', /\/api\/videos$/],
      ['instagram-videos', /\/api\/instagram\/videos$/],
    ] as const) {
      const { page, toast, leave } = await openScreen(await sharer(), screen);
      await refuse(page, 'POST', path, NO_SUBSCRIPTION);
      await refuse(page, 'GET', new RegExp(`${path.source.slice(0, -1)}\\?`), NO_SUBSCRIPTION);
      await browse(page);
      await pick(page, 'Shared 12');
      await panel(page).getByRole('button', { name: 'Use 1 video', exact: true }).click();
      await toast('Active subscription required to upload videos');
      await page.getByText(/^You need an active subscription to manage and upload videos\./).waitFor();
      expect(unasked(page)).toEqual([]);
      await leave();
    }
  });

  it('leaves a page that has become empty', async () => {
    const { page, leave } = await openScreen(await sharer());
    await browse(page);
    await panel(page)
      .getByText(showing(1, 12, 14))
      .waitFor();
    await page.route(LIBRARY, async (route) => {
      const isSecond = new URL(route.request().url()).searchParams.get('range') === '[12,23]';
      if (!isSecond) return route.fallback();
      return route.fulfill({ json: [], headers: { 'Content-Range': 'shared-videos */12' } });
    });
    await panel(page).getByRole('button', { name: 'Next' }).click();
    // While the next page loads, the line counts from its place.
    await panel(page)
      .getByText(showing(1, 12, 14))
      .waitFor();
    expect(await tiles(page).count()).toBe(12);
    await leave();
  });

  it('keeps what was chosen while others were posted', async () => {
    const { page, toast, leave } = await openScreen(await sharer());
    await browse(page);
    await pick(page, 'Shared 11');
    const held = await stalled(page, /\/api\/videos$/);
    await panel(page).getByRole('button', { name: 'Use 1 video', exact: true }).click();
    await holds(held, 1);
    await pick(page, 'Shared 12');
    await held[0]!.continue();
    await toast('Videos uploaded successfully!');
    await page.getByLabel('Title of Shared 11').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Title of Shared 12').inputValue()).toBe('Shared 12');
    await leave();
  });

  it('says when it cannot be fetched, and tries again', async () => {
    let mend: () => Promise<void> = () => Promise.resolve();
    const { page, toast, leave } = await openScreen(await sharer(), 'videos', {
      before: async (fresh: Page) => {
        mend = await refuse(fresh, 'GET', LIBRARY);
      },
    });
    await browse(page);
    await toast('Failed to fetch shared videos');
    await mend();
    await panel(page).getByRole('button', { name: 'Try again' }).click();
    await tiles(page).first().waitFor();
    await leave();
  });

  it('is reached with the keyboard, and fits on a phone', async () => {
    const { page, toast, leave } = await openScreen(await sharer(), 'videos', {
      width: 360,
      height: 740,
      dark: true,
    });
    await tabTo(page, panel(page).getByRole('button', { name: 'Browse' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('checkbox', { name: 'Choose Shared 12' }));
    await page.keyboard.press('Space');
    expect([await sideways(page), await accessibilityFaults(page)]).toEqual([0, []]);
    await tabTo(page, panel(page).getByRole('button', { name: 'Use 1 video', exact: true }));
    await page.keyboard.press('Enter');
    await toast('Videos uploaded successfully!');
    await leave();
  });
});

const showing = (from: number, to: number, total: number) =>
  specText('Showing {from} to {to} of {total} results', { from, to, total });
