import { basename } from 'node:path';
import type { Page } from 'playwright-core';
import { NARROW, WIDE } from '../support/ui/browser';
import { viewFaults } from '../support/ui/view-checks';
import { calls, refuse } from '../support/ui/api-stubs';
import { comesToHold, dropFiles } from '../support/ui/form-actions';
import { focusGoesTo } from '../support/ui/focus';
import { describeScreens } from '../support/ui/dashboard';
import { sees, specText } from '../support/ui/spec-texts';
import { toasted } from '../support/ui/toasts';
import { filesAreChecked } from '../support/ui/upload-area';
import { eventually, type Client } from '../support/client';
import { fixture, paddedVideo } from '../support/media';
import { addCategory, addSharedVideo, clearLibrary } from '../support/shared-library';
import { useScratchFolder } from '../support/scratch-folder';

jest.setTimeout(60_000);
const LIBRARY = /\/api\/shared-videos/;

describeScreens('the screen of shared videos', (ui) => {
  const scratch = useScratchFolder();
  beforeEach(() => clearLibrary(ui.admin));

  const openScreen = (client: Client, path: string, before?: (page: Page) => Promise<unknown>) =>
    ui.open(client, path, { before });
  /** Somebody who may use the library, and no more. */
  async function borrower(): Promise<Client> {
    const client = await ui.users.subscriber();
    await ui.admin.put(`/api/admin/users/${client.user.id}`, { can_use_shared_videos: 1 });
    client.user = (await client.get('/api/user')).body;
    return client;
  }

  describe('the library', () => {
    const card = (page: Page, title: string) =>
      page.getByRole('region', { name: 'Library' }).getByRole('listitem').filter({ hasText: title });
    const choose = (page: Page, ...names: string[]) =>
      page.getByLabel('Choose videos').setInputFiles(names.map((name) => fixture(name)));
    const upload = (page: Page) => page.getByRole('button', { name: 'Upload videos' });

    it('is filled by an administrator, who chooses a category once files are there', async () => {
      await addCategory(ui.admin, 'Coffee');
      const { page, complaints, leave } = await openScreen(ui.admin, 'shared-videos');
      await page.getByText('The shared library is empty').waitFor();
      expect(await page.getByLabel('Category', { exact: true }).count()).toBe(0);
      await dropFiles(page, page.getByText(/Drop videos here/), [fixture('portrait.mp4')]);
      await page.getByLabel('Category', { exact: true }).selectOption({ label: 'Coffee' });
      await choose(page, 'portrait.mov', 'rotated.mp4');
      await page.getByRole('button', { name: 'Remove rotated.mp4' }).click();
      await page.getByLabel('Title of portrait.mp4').fill('Morning');
      await page.getByLabel('Title of portrait.mov').fill('Evening');
      await filesAreChecked(page);
      await upload(page).click();
      await toasted(page, 'Videos uploaded successfully!');
      await card(page, 'Morning').waitFor();
      await card(page, 'Evening').waitFor();
      await page.getByRole('list', { name: 'Chosen files' }).waitFor({ state: 'detached' });
      const { body } = await ui.admin.get('/api/shared-videos');
      expect(
        (body as { title: string; category: { name: string } }[])
          .map(({ title, category }) => `${title} in ${category.name}`)
          .sort(),
      ).toEqual(['Evening in Coffee', 'Morning in Coffee']);
      expect(complaints).toEqual([]);
      await leave();
    });

    it.each([
      ['Only MP4 or MOV videos are supported', 'webm.mp4'],
      ['Video must be under 25MB', 'big.mp4'],
      ['Video duration must be between 3 seconds and 15 minutes', 'short.mp4'],
      ['Video width must not exceed 1920 pixels', 'tall-4k.mp4'],
      ['Video must have a 9:16 aspect ratio', 'landscape.mp4'],
    ] as const)('refuses before the upload: %s', async (message, name) => {
      const { page, leave } = await openScreen(ui.admin, 'shared-videos');
      const made = calls(page, 'POST', LIBRARY);
      const path = name === 'big.mp4' ? await paddedVideo(scratch(name), 25 * 1024 ** 2 + 1) : fixture(name);
      await page.getByLabel('Choose videos').setInputFiles(path);
      const text = specText('{file name}: {message}', { 'file name': basename(path), message });
      await page.getByText(text, { exact: true }).waitFor();
      expect(await upload(page).isDisabled()).toBe(true);
      expect(made).toEqual([]);
      await leave();
    });

    it('says of a file that only the server could judge what is wrong with it', async () => {
      const { page, leave } = await openScreen(ui.admin, 'shared-videos');
      await choose(page, 'broken-moov.mp4');
      await upload(page).click();
      await toasted(page, 'Failed to upload videos');
      const message = 'Unable to validate video';
      await page
        .getByText(specText('{file name}: {message}', { 'file name': 'broken-moov.mp4', message }), {
          exact: true,
        })
        .waitFor();
      expect((await ui.admin.get('/api/shared-videos')).body).toEqual([]);
      await leave();
    });

    it('says so when an upload failed, and tries it again', async () => {
      const { page, leave } = await openScreen(ui.admin, 'shared-videos');
      const undo = await refuse(page, 'POST', LIBRARY);
      await choose(page, 'portrait.mp4');
      await upload(page).click();
      await toasted(page, 'Failed to upload videos');
      await undo();
      await page.getByRole('button', { name: 'Retry portrait.mp4' }).click();
      await card(page, 'portrait').waitFor();
      await leave();
    });

    it('has its videos sorted and deleted by an administrator', async () => {
      const coffee = await addCategory(ui.admin, 'Coffee');
      const tea = await addCategory(ui.admin, 'Tea');
      const id = await addSharedVideo(ui.admin, 'Morning', coffee);
      await addSharedVideo(ui.admin, 'Noon');
      const { page, complaints, leave } = await openScreen(ui.admin, 'shared-videos');
      const chosen = page.getByLabel('Category of Morning');
      await comesToHold(chosen, String(coffee));
      await chosen.selectOption({ label: 'Tea' });
      await toasted(page, 'Category updated successfully');
      expect((await ui.admin.get('/api/shared-videos')).body).toContainEqual(
        expect.objectContaining({ id, category_id: tea }),
      );

      await page.getByLabel('Show category').selectOption({ label: 'Tea' });
      await card(page, 'Noon').waitFor({ state: 'detached' });
      await page.getByLabel('Search by title').fill('nothing like it');
      await page.getByText('No shared videos match your search').waitFor();
      await page.getByRole('button', { name: 'Show all' }).click();
      await card(page, 'Noon').waitFor();

      await page.getByRole('button', { name: 'Delete Morning' }).click();
      const question = page.getByRole('alertdialog', { name: 'Delete this shared video?' });
      await focusGoesTo(page, 'Cancel');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await focusGoesTo(page, 'Delete Morning');
      await page.getByRole('button', { name: 'Delete Morning' }).click();
      await question.getByRole('button', { name: 'Delete' }).click();
      await toasted(page, 'Shared video deleted successfully');
      await card(page, 'Morning').waitFor({ state: 'detached' });
      expect((await ui.admin.get('/api/shared-videos')).body).toHaveLength(1);
      expect(complaints).toEqual([]);
      await leave();
    });

    it('says what could not be changed, and shows what is so', async () => {
      const coffee = await addCategory(ui.admin, 'Coffee');
      await addSharedVideo(ui.admin, 'Morning', coffee);
      const { page, leave } = await openScreen(ui.admin, 'shared-videos');
      await refuse(page, 'PUT', LIBRARY);
      await refuse(page, 'DELETE', LIBRARY);
      await page.getByLabel('Category of Morning').selectOption({ label: 'No category' });
      await toasted(page, 'Failed to update category');
      await comesToHold(page.getByLabel('Category of Morning'), String(coffee));
      await page.getByRole('button', { name: 'Delete Morning' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await toasted(page, 'Failed to delete shared video');
      await leave();
    });

    it('is empty when it cannot be fetched, until it can', async () => {
      await addSharedVideo(ui.admin, 'Morning');
      let undo = () => Promise.resolve();
      const { page, leave } = await openScreen(ui.admin, 'shared-videos', async (page) => {
        undo = await refuse(page, 'GET', LIBRARY);
      });
      await toasted(page, 'Failed to fetch shared videos');
      expect(await card(page, 'Morning').count()).toBe(0);
      await undo();
      await page.getByRole('button', { name: 'Try again' }).click();
      await card(page, 'Morning').waitFor();
      await leave();
    });

    it('is seen, and not changed, by whoever may use shared videos', async () => {
      await addSharedVideo(ui.admin, 'Morning', await addCategory(ui.admin, 'Coffee'));
      const { page, leave } = await openScreen(await borrower(), 'shared-videos');
      await card(page, 'Morning').getByText('Coffee').waitFor();
      expect(await page.getByLabel('Choose videos').count()).toBe(0);
      expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
      expect(await page.getByLabel(/^Category of/).count()).toBe(0);
      await page.getByRole('button', { name: 'Play Morning' }).click();
      const player = page.getByRole('dialog', { name: 'Morning' });
      expect(await player.locator('video').getAttribute('controlslist')).toBe('nodownload');
      await page.keyboard.press('Escape');
      await player.waitFor({ state: 'detached' });
      await focusGoesTo(page, 'Play Morning');

      await page.getByRole('button', { name: 'Play Morning' }).click();
      await player.waitFor();
      await clearLibrary(ui.admin);
      await eventually(
        async () => {
          await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
          return page.locator('main').getByText('The shared library is empty').count();
        },
        (count) => count === 1,
      );
      expect(await player.count()).toBe(1);
      await leave();
    });

    it('needs a permission, which can be taken away while somebody is signed in', async () => {
      const stranger = await openScreen(await ui.users.newcomer(), 'shared-videos');
      await sees(stranger.page, 'You need permission to access shared videos.');
      expect(await stranger.page.getByRole('link', { name: 'Shared Videos' }).count()).toBe(0);
      await stranger.leave();

      const client = await borrower();
      await ui.admin.put(`/api/admin/users/${client.user.id}`, { can_use_shared_videos: 0 });
      const { page, leave } = await openScreen(client, 'shared-videos');
      await sees(page, 'You need permission to access shared videos.');
      await leave();
    });
  });

  it.each([WIDE, NARROW])('can be seen and worked by everybody, at $width pixels', async (size) => {
    const id = await addCategory(ui.admin, `Coffee ${'and much more than that '.repeat(5)}`, {
      description: 'long '.repeat(40),
    });
    await addCategory(ui.admin, 'Tea', { is_active: false });
    for (const title of ['Morning', `A title ${'that does not end '.repeat(8)}`, 'Noon'])
      await addSharedVideo(ui.admin, title, id);
    expect([
      ...(await viewFaults(ui, ui.admin, 'categories', size, {
        editing: (page) => page.getByRole('button', { name: 'Edit Tea' }).click(),
        deleting: (page) => page.getByRole('button', { name: 'Delete Tea' }).click(),
      })),
      ...(await viewFaults(ui, ui.admin, 'shared-videos', size, {
        deleting: (page) => page.getByRole('button', { name: 'Delete Morning' }).click(),
        playing: (page) => page.getByRole('button', { name: 'Play Morning' }).click(),
        chosen: async (page) => {
          await page
            .getByLabel('Choose videos')
            .setInputFiles([fixture('portrait.mp4'), fixture('short.mp4')]);
          await page
            .getByText(/between 3 seconds and 15 minutes/)
            .last()
            .waitFor();
        },
      })),
    ]).toEqual([]);
  });
});
