import type { Page } from 'playwright-core';
import { calls } from '../support/ui/api-stubs';
import { openAdmin, search } from '../support/ui/admin-screen';
import { authorOf, captionRow } from '../support/ui/captions-screen';
import { press, text } from '../support/ui/composer';
import { describeScreens } from '../support/ui/dashboard';
import { choose, openVideos, ownerOf, row } from '../support/ui/posts-screen';
import { settled } from '../support/ui/screens';
import { specText } from '../support/ui/spec-texts';
import { eventually, type Client } from '../support/client';
import { addCategory, addSharedVideo } from '../support/shared-library';

jest.setTimeout(60_000);

const VIDEOS = /\/api\/videos\?/;
const NARROWED = '?q=clip&status=pending&sort=title&order=ASC&page=2';

describeScreens('a list keeps in its address what is shown', (ui) => {
  let seventeen: Client;
  beforeAll(async () => {
    const titles = Array.from({ length: 17 }, (_, n) => `Clip ${String(n + 1).padStart(2, '0')}`);
    ({ client: seventeen } = await ownerOf(ui.users, ...titles));
  });

  const searchbox = (page: Page) => page.getByRole('searchbox');
  const addressBecomes = (page: Page, wanted: string) =>
    eventually(
      () => Promise.resolve(new URL(page.url()).search),
      (found) => found === wanted,
    );
  const entries = (page: Page) => page.evaluate<number>('history.length');

  async function narrow(page: Page) {
    await searchbox(page).pressSequentially('clip', { delay: 300 });
    await choose(page, 'Status', 'Pending');
    await choose(page, 'Order', 'Title, A to Z');
    await addressBecomes(page, NARROWED.replace('&page=2', ''));
    await page.getByRole('button', { name: 'Next' }).click();
    await seesNarrowed(page);
  }

  async function seesNarrowed(page: Page) {
    await page.getByText(showing(16, 17, 17)).waitFor();
    await row(page, 'Clip 17').waitFor();
    await addressBecomes(page, NARROWED);
    expect(await searchbox(page).inputValue()).toBe('clip');
    await page.getByRole('combobox', { name: 'Status' }).getByText('Pending').waitFor();
    await page.getByRole('combobox', { name: 'Order' }).getByText('Title, A to Z').waitFor();
  }

  const seesEverything = async (page: Page) => {
    await addressBecomes(page, '');
    await page.getByText(showing(1, 15, 17)).waitFor();
    await row(page, 'Clip 17').waitFor();
    expect(await searchbox(page).inputValue()).toBe('');
    await page.getByRole('combobox', { name: 'Status' }).getByText('All statuses').waitFor();
    await page.getByRole('combobox', { name: 'Order' }).getByText('Newest first').waitFor();
  };

  it('through Back, Save and a reload, in one entry of the history', async () => {
    const { page, complaints, leave } = await openVideos(ui, seventeen);
    await row(page, 'Clip 17').waitFor();
    const before = await entries(page);
    await narrow(page);
    expect(await entries(page)).toBe(before);

    const edit = row(page, 'Clip 17').getByRole('link', { name: 'Edit Clip 17' });
    await edit.click();
    await page.waitForURL(/edit=/);
    await settled(page);
    await page.goBack();
    await seesNarrowed(page);

    await edit.click();
    await text(page).fill('With a word about it');
    await press(page, 'Save');
    await seesNarrowed(page);

    const asked = calls(page, 'GET', VIDEOS);
    await page.reload();
    await settled(page);
    await seesNarrowed(page);
    expect(asked).toHaveLength(1);
    expect(complaints).toEqual([]);
    await leave();
  });

  it('but opens anew by its entry in the menu, and shares nothing with another', async () => {
    const { page, leave } = await openVideos(ui, seventeen);
    await narrow(page);
    const entry = page.getByRole('link', { name: 'Facebook Videos' });
    await entry.click();
    await seesEverything(page);
    await page.goBack();
    await seesNarrowed(page);
    await page.getByRole('link', { name: 'Instagram Videos' }).click();
    await page.getByText('No videos available').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await entry.click();
    await seesEverything(page);
    await leave();
  });

  it('without what the list does not know, or a page that is gone', async () => {
    const { page, leave } = await openVideos(ui, seventeen);
    for (const unknown of [
      '?status=lost&sort=user_id&order=ASC&account_id=1e3&perPage=9',
      '?page=20',
      '?page=0',
      '?account_id=987654',
    ]) {
      await page.goto(`/dashboard/videos${unknown}`);
      await settled(page);
      await eventually(
        () => Promise.resolve(new URL(page.url()).search),
        (found) => found === '' || found === '?page=2',
      );
      await row(page, /Clip \d\d/)
        .first()
        .waitFor();
    }
    await leave();
  });

  it('goes to the page before when the last row of the last page is deleted', async () => {
    const author = await authorOf(ui.users);
    const texts = Array.from({ length: 31 }, (_, n) => `Caption ${n + 1}.`);
    for (const content of texts) await author.post('/api/captions', { content });
    const { page, leave } = await ui.open(author, 'captions?page=3');
    await page.getByText(showing(31, 31, 31)).waitFor();
    await page.getByRole('button', { name: 'Delete caption: Caption 1.' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(showing(16, 30, 30)).waitFor();
    await addressBecomes(page, '?page=2');
    await captionRow(page, 'Caption 2.').waitFor();
    await page.goto('/dashboard/captions?page=900');
    await page.getByText(showing(16, 30, 30)).waitFor();
    await leave();
  });

  it.each(['before', 'after'])(
    'for its user alone, also if somebody else goes back %s signing in',
    async (when) => {
      const [{ client: one }, { client: other }] = [
        await ownerOf(ui.users, 'Secret plans'),
        await ownerOf(ui.users, 'Of somebody else'),
      ];
      const { page, leave } = await openVideos(ui, one);
      await searchbox(page).fill('secret');
      await addressBecomes(page, '?q=secret');
      const ofVideos = await entries(page);
      const goBackToVideos = async () => {
        const back = ofVideos - (await entries(page));
        await page.evaluate(
          `new Promise((done) => { addEventListener('popstate', done, { once: true }); history.go(${back}) }).then(() => {})`,
        );
      };
      await page.getByRole('link', { name: 'Captions', exact: true }).click();
      await page.waitForURL('**/captions');
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.waitForURL('**/login');
      if (when === 'before') await page.goBack();
      await page.getByLabel('Email address').fill(other.user.email);
      await page.getByLabel('Password', { exact: true }).fill('secret-enough');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL('**/dashboard**');
      expect(page.url()).not.toContain('secret');
      if (when === 'after') await goBackToVideos();
      else await page.getByRole('link', { name: 'Facebook Videos' }).click();
      await row(page, 'Of somebody else').waitFor();
      await addressBecomes(page, '');
      expect(await searchbox(page).inputValue()).toBe('');
      await leave();
    },
  );

  it('on the screens of captions, of the library and of the administration', async () => {
    const author = await authorOf(ui.users);
    for (let n = 0; n < 16; n++) await author.post('/api/captions', { content: `Caption ${n}.` });
    const captions = await ui.open(author, 'captions');
    await searchbox(captions.page).fill('caption 7');
    await addressBecomes(captions.page, '?q=caption+7');
    await captions.page.reload();
    await captionRow(captions.page, 'Caption 7.').waitFor();
    expect(await searchbox(captions.page).inputValue()).toBe('caption 7');
    await captions.leave();

    const id = await addCategory(ui.admin, 'Travel');
    await addSharedVideo(ui.admin, 'Lisbon by tram', id);
    await addSharedVideo(ui.admin, 'Tram driver');
    const library = await ui.open(ui.admin, 'shared-videos');
    await searchbox(library.page).fill('tram');
    await library.page.getByLabel('Show category').selectOption('Travel');
    await addressBecomes(library.page, `?q=tram&category_id=${id}`);
    await library.page.reload();
    await library.page.getByText('Lisbon by tram').waitFor();
    expect(await library.page.getByText('Tram driver').count()).toBe(0);
    expect(await searchbox(library.page).inputValue()).toBe('tram');
    await library.page.getByRole('link', { name: 'Shared Videos', exact: true }).click();
    await library.page.getByText('Tram driver').waitFor();
    await addressBecomes(library.page, '');
    await library.page.goto('/dashboard/shared-videos?category_id=987654');
    await library.page.getByText('Tram driver').waitFor();
    await addressBecomes(library.page, '');
    await library.leave();

    const users = await openAdmin(ui, 'users');
    await search(users.page, 'test');
    await users.page.getByLabel('Shared videos', { exact: true }).selectOption('Allowed');
    await addressBecomes(users.page, '?can_use_shared_videos=1&q=test');
    await users.page.reload();
    await settled(users.page);
    await addressBecomes(users.page, '?can_use_shared_videos=1&q=test');
    expect(await searchbox(users.page).inputValue()).toBe('test');
    await users.page.getByRole('link', { name: 'Users', exact: true }).click();
    await addressBecomes(users.page, '');
    await row(users.page, /Test User/)
      .first()
      .waitFor();
    await users.leave();
  });
});

const showing = (from: number, to: number, total: number) =>
  specText('Showing {from} to {to} of {total} results', { from, to, total });
