import type { Page } from 'playwright-core';
import { eventually, type Client } from '../support/client';
import { fixture } from '../support/media';
import { SHOP } from '../support/credentials';
import { accessibilityFaults } from '../support/ui/accessibility';
import { NARROW } from '../support/ui/browser';
import {
  account,
  addFiles,
  madePosts,
  openComposer,
  press,
  previewOf,
  reload,
  text,
} from '../support/ui/composer';
import { describeScreens } from '../support/ui/dashboard';
import { sideways } from '../support/ui/layout-shifts';

jest.setTimeout(90_000);

const YEAR = new Date().getUTCFullYear() + 1;
const INSTAGRAM = SHOP.igUsername;

describeScreens('the composer', (ui) => {
  beforeAll(() => ui.app.fake.addPage(SHOP));

  const owner = (): Promise<Client> => ui.users.subscriber({ timezone: 'Asia/Kolkata', connected: SHOP });

  it('makes one file a post for a Page and for an Instagram account, with two texts and two times', async () => {
    const client = await owner();
    const { page, toast, complaints, leave } = await openComposer(ui, client, {
      at: `${YEAR}-06-10T14:00`,
    });
    expect(await page.getByLabel('Goes out at').inputValue()).toBe(`${YEAR}-06-10T14:00`);
    await page.waitForURL((url) => url.search === '');
    await account(page, SHOP.name).check();
    await account(page, INSTAGRAM).check();
    await addFiles(page, fixture('portrait.mp4'));
    await text(page).fill('For everybody');
    await page.getByLabel('First comment').fill('Recipe on our site.');
    await page.getByLabel(`Different text for ${INSTAGRAM}`).check();
    await page.getByRole('textbox', { name: `Text for ${INSTAGRAM}` }).fill('For #instagram');
    await page.getByLabel(`Different time for ${INSTAGRAM}`).check();
    await page.getByLabel(`Time for ${INSTAGRAM}`, { exact: true }).fill(`${YEAR}-06-11T09:30`);

    const preview = previewOf(page);
    await preview.getByText('For everybody').waitFor();
    await preview.getByText('Recipe on our site.').waitFor();
    await preview.getByRole('button', { name: INSTAGRAM }).click();
    await preview.getByText('For #instagram').waitFor();
    expect(await preview.locator('video').getAttribute('src')).toMatch(/^blob:/);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
    await page.setViewportSize(NARROW);
    expect(await sideways(page)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);

    await press(page, 'Schedule');
    await toast('Post scheduled!');
    await page.waitForURL('**/dashboard/calendar');
    const made = await madePosts(client);
    expect(made.map((post) => [post.network, post.format, post.description, post.scheduled_for])).toEqual([
      ['facebook', 'reel', 'For everybody', `${YEAR}-06-10T08:30:00.000Z`],
      ['instagram', 'reel', 'For #instagram', `${YEAR}-06-11T04:00:00.000Z`],
    ]);
    expect(new Set(made.map(({ group_id }) => group_id)).size).toBe(1);
    expect(made[0].first_comment).toBe('Recipe on our site.');

    // What was sent is gone.
    await page.goBack();
    await account(page, SHOP.name).waitFor();
    expect(await text(page).inputValue()).toBe('');
    expect(complaints).toEqual([]);
    await leave();
  });

  it('asks before it posts now, however soon after an account is ticked', async () => {
    const client = await owner();
    const { page, leave } = await openComposer(ui, client);
    await text(page).fill('Open all day');
    // The screen knows the account by then, and the preview does not, as on a slow phone.
    await account(page, SHOP.name).evaluate(async (box: any) => {
      const now = [...box.ownerDocument.querySelectorAll('main button')].find(
        ({ innerText }) => innerText === 'Post now',
      );
      box.click();
      for (let n = 0; n < 9; n++) await Promise.resolve();
      now.click();
    });
    await page.getByText('Post to 1 account now?').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await madePosts(client)).toEqual([]);
    await leave();
  });

  it('posts a text with a link, by keyboard alone', async () => {
    const client = await ui.users.subscriber({ connected: true });
    const { page, toast, leave } = await openComposer(ui, client);
    // The only account is chosen already.
    await eventually(() => account(page, /./).isChecked(), Boolean);
    await text(page).focus();
    await page.keyboard.type('Open all day');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('https://www.example.com/menu');
    await previewOf(page).getByText('EXAMPLE.COM', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Post now' }).focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Post to 1 account now?' });
    await question.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await toast('Posting now...');
    const [made] = await madePosts(client);
    expect([made.kind, made.description, made.link]).toEqual([
      'text',
      'Open all day',
      'https://www.example.com/menu',
    ]);
    await leave();
  });

  it('keeps an unsent post over a reload, for its user alone', async () => {
    const client = await owner();
    const { page, toast, leave } = await openComposer(ui, client);
    await account(page, SHOP.name).check();
    await addFiles(page, fixture('photo.jpg'));
    await page.getByLabel('Alt text of photo.jpg').fill('A loaf of bread');
    await text(page).fill('Fresh today');
    await reload(page);
    expect(await text(page).inputValue()).toBe('Fresh today');
    expect(await page.getByLabel('Alt text of photo.jpg').inputValue()).toBe('A loaf of bread');
    await previewOf(page).getByRole('img', { name: 'A loaf of bread' }).waitFor();
    expect(await account(page, SHOP.name).isChecked()).toBe(true);

    const other = await ui.users.subscriber({ connected: true });
    const left = await page.evaluate<object>(
      `(({ 'auth-storage': _session, ...others }) => others)(localStorage)`,
    );
    expect(JSON.stringify(left)).toContain('Fresh today');
    const next = await openComposer(ui, other, {
      before: (before) => before.addInitScript(`Object.assign(localStorage, ${JSON.stringify(left)})`),
    });
    expect(await text(next.page).inputValue()).toBe('');
    await next.leave();

    await reload(page);
    await press(page, 'Save draft');
    await toast('Draft saved');
    const [made] = await madePosts(client);
    expect([made.format, made.draft, made.description, made.media[0].alt_text]).toEqual([
      'photo',
      1,
      'Fresh today',
      'A loaf of bread',
    ]);
    await leave();
  });

  /** A post with a picture in one tab, and in a second one, where nobody has touched it. */
  async function inTwoTabs(client: Client) {
    const { page, context, toast, leave } = await openComposer(ui, client);
    await account(page, SHOP.name).check();
    await addFiles(page, fixture('photo.jpg'));
    await text(page).fill('Hello');
    await isKept(page, 'Hello');
    const other = await context.newPage();
    await other.goto('/dashboard/compose');
    await previewOf(other).getByText('Hello', { exact: true }).waitFor();
    return { page, other, toast, leave };
  }
  const isKept = (page: Page, words: string) =>
    eventually(
      () => page.evaluate<string>('Object.values(localStorage).join()'),
      (kept) => kept.includes(`"text":"${words}"`),
    );

  it.each(['is longer by now', 'is the same'])(
    'starts over in one tab and leaves the post of another, which %s',
    async (which) => {
      const client = await owner();
      const { page, other, toast, leave } = await inTwoTabs(client);
      const words = which === 'is the same' ? 'Hello' : 'Hello, world';
      await text(page).fill(words);
      await isKept(page, words);
      await press(other, 'Start over');
      await other.getByRole('alertdialog').getByRole('button', { name: 'Start over' }).click();
      await other.getByRole('list', { name: 'Chosen files' }).waitFor({ state: 'detached' });
      expect(await text(other).inputValue()).toBe('');
      await other.close();
      expect(await text(page).inputValue()).toBe(words);
      await reload(page);
      expect(await text(page).inputValue()).toBe(words);
      await press(page, 'Add to queue');
      await toast(/^Added to the queue/);
      expect(await madePosts(client)).toMatchObject([{ description: words, format: 'photo' }]);
      await leave();
    },
  );

  it('takes an untouched copy away when the tab that wrote it has sent more', async () => {
    const client = await owner();
    const { page, other, toast, leave } = await inTwoTabs(client);
    await text(page).fill('Hello, world');
    await isKept(page, 'Hello, world');
    await press(page, 'Add to queue');
    await toast(/^Added to the queue/);
    await other.getByRole('list', { name: 'Chosen files' }).waitFor({ state: 'detached' });
    expect(await text(other).inputValue()).toBe('');
    await reload(other);
    expect(await text(other).inputValue()).toBe('');
    await leave();
  });

  it('takes a post away that another tab has sent unchanged', async () => {
    const client = await owner();
    const { page, other, leave } = await inTwoTabs(client);
    await press(other, 'Add to queue');
    await page.getByRole('list', { name: 'Chosen files' }).waitFor({ state: 'detached' });
    expect(await text(page).inputValue()).toBe('');
    await leave();
  });

  it('says beside each field what the server refuses, and keeps what was written', async () => {
    const client = await owner();
    const { page, toast, leave } = await openComposer(ui, client);
    await press(page, 'Add to queue');
    await page.getByText('Choose at least one account.').waitFor();
    await account(page, INSTAGRAM).check();
    await text(page).fill('Look');
    await press(page, 'Add to queue');
    await page.getByText('Instagram needs a photo or a video.').waitFor();
    await account(page, INSTAGRAM).uncheck();
    await account(page, SHOP.name).check();
    await page.getByLabel('Link', { exact: true }).fill('nowhere');
    await page.getByLabel('Goes out at').fill('2020-01-01T10:00');
    await press(page, 'Schedule');
    await page.getByText('Enter an address that begins with http://', { exact: false }).waitFor();
    const field = page.getByLabel('Link', { exact: true });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Goes out at').getAttribute('aria-invalid')).toBe('true');
    await field.fill('');
    expect(await field.getAttribute('aria-invalid')).toBe('false');
    await page.getByLabel('Goes out at').fill('');
    await page.context().setOffline(true);
    await press(page, 'Add to queue');
    await page.getByText('You are offline. Check your connection and try again.').last().waitFor();
    expect(await text(page).inputValue()).toBe('Look');
    await page.context().setOffline(false);
    await press(page, 'Add to queue');
    await toast(/^Added to the queue/);
    expect(await madePosts(client)).toHaveLength(1);
    await leave();
  });

  it('says to look first when the connection is lost before the answer arrives', async () => {
    const client = await owner();
    const { page, context, leave } = await openComposer(ui, client);
    await account(page, SHOP.name).check();
    await text(page).fill('Once only');
    await page.route(/\/api\/posts$/, async (route) => {
      await route.fetch();
      await context.setOffline(true);
      await route.abort();
    });
    await press(page, 'Add to queue');
    const alert = page.getByRole('main').getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toBe(
      'The answer was lost. Look in the calendar before you send it again.',
    );
    expect(await madePosts(client)).toHaveLength(1);
    await leave();
  });

  it('lets an account that takes no such file only be left out, asks before it is left, and starts over', async () => {
    const client = await owner();
    const { page, leave } = await openComposer(ui, client);
    await account(page, INSTAGRAM).check();
    await page.getByLabel('Choose photos or videos').setInputFiles(fixture('photo.gif'));
    await page.getByText('photo.gif fits none of the accounts you chose.', { exact: false }).waitFor();
    await page.getByText('Instagram takes JPEG and PNG pictures, and no GIF').waitFor();
    await account(page, INSTAGRAM).uncheck();
    expect(await account(page, INSTAGRAM).isEnabled()).toBe(false);
    await account(page, SHOP.name).check();
    await page.getByText('Uploaded', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Captions' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave this post?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/compose$/);
    await press(page, 'Start over');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start over' }).click();
    await page.getByRole('list', { name: 'Chosen files' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Captions' }).click();
    await page.waitForURL('**/dashboard/captions');
    await leave();
  });
});
