import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { accessibilityFaults } from '../support/ui/accessibility';
import { NO_SUBSCRIPTION, refuse } from '../support/ui/api-stubs';
import { describeSeededScreens } from '../support/ui/dashboard';
import { specText } from '../support/ui/spec-texts';
import { chooseFiles, uploadButton, uploadsOf } from '../support/ui/upload-area';
import { eventually, type Client } from '../support/client';
import { fixture } from '../support/media';
import { photographer, listedPhotos, tile } from '../support/ui/photos-screen';
import { useScratchFolder } from '../support/scratch-folder';

jest.setTimeout(60_000);
const UPLOAD = /\/api\/photos$/;
const MEGABYTE = 1024 ** 2;

describeSeededScreens('photos', (ui) => {
  const scratch = useScratchFolder();

  const openScreen = (client: Client, options = {}) => ui.open(client, 'photos', options);

  describe('uploading', () => {
    it('names each file that breaks a rule, and what', async () => {
      const files: Record<string, string> = {
        'not-image.jpg': 'Only image files are supported (JPEG, PNG, GIF)',
        'large.png': 'Image must be under 10MB',
        'tiny.png': 'Image resolution must be at least 500x500 pixels',
        'wide.jpg': 'Image resolution must not exceed 4096x4096 pixels',
        'broken.png': 'Unable to validate image dimensions',
      };
      const large = scratch('large.png');
      const broken = scratch('broken.png');
      const png = await sharp(fixture('photo.png')).png().toBuffer();
      await writeFile(large, Buffer.concat([png, Buffer.alloc(10 * MEGABYTE + 1 - png.length)]));
      await writeFile(broken, Buffer.concat([png.subarray(0, 12), Buffer.alloc(200, 'x')]));
      const { page, complaints, leave } = await openScreen(await photographer(ui.users));
      await chooseFiles(
        page,
        fixture('not-image.jpg'),
        large,
        fixture('tiny.png'),
        fixture('wide.jpg'),
        broken,
      );
      for (const [name, message] of Object.entries(files))
        await page.getByText(specText('{file name}: {message}', { 'file name': name, message })).waitFor();
      expect(await uploadButton(page, 'photos').isDisabled()).toBe(true);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Remove wide.jpg' }).click();
      await page.getByText('0 photos chosen, 4 cannot be used').waitFor();
      expect(complaints).toEqual([]);
      await leave();
    });

    it('shows thumbnails and sizes, takes titles, and tells what is left', async () => {
      const client = await ui.users.subscriber({ tasks: 10, bytes: MEGABYTE });
      const { page, toast, complaints, leave } = await openScreen(client);
      await chooseFiles(page, ...['photo.jpg', 'photo.png', 'photo.gif', 'photo-exif.jpg'].map(fixture));
      const sizes = { 'photo.jpg': '0.02 MB', 'photo.png': '0.00 MB', 'photo.gif': '0.01 MB' };
      for (const [name, size] of Object.entries(sizes)) {
        const row = uploadsOf(page).filter({ has: page.getByRole('button', { name: `Remove ${name}` }) });
        await row.getByText(size).waitFor();
        await eventually(() => row.locator('img').evaluate((image: any) => image.naturalWidth > 0), Boolean);
      }
      await page.getByLabel('Title of photo.jpg').fill('The team');
      await uploadButton(page, 'photos').click();
      await toast('Photos uploaded successfully!');
      const { body: subscription } = await client.get('/api/user/subscription');
      const free = ((subscription.storage.total - subscription.storage.used) / MEGABYTE).toFixed(2);
      await toast(specText('Remaining: {n} tasks, {x} MB storage', { n: 6, x: free }));
      const left = page.locator('dl[aria-label=Remaining]');
      await left.getByText('6 of 10').waitFor();
      await left.getByText(`${free} MB of 1.00 MB`).waitFor();
      await tile(page, 'The team').waitFor();
      expect(await uploadsOf(page).count()).toBe(0);
      expect((await listedPhotos(client)).map(({ title }) => title).sort()).toEqual([
        'The team',
        'photo',
        'photo',
        'photo-exif',
      ]);
      expect(complaints).toEqual([]);
      await leave();
    });

    it('fails per file, and goes on with a retry', async () => {
      const { page, toast, leave } = await openScreen(await photographer(ui.users));
      const mend = await refuse(page, 'POST', UPLOAD);
      await chooseFiles(page, fixture('photo.jpg'));
      await uploadButton(page, 'photos').click();
      await toast('Failed to upload photos');
      await mend();
      await page.getByRole('button', { name: 'Retry photo.jpg' }).click();
      await toast('Photos uploaded successfully!');
      await tile(page, 'photo').waitFor();
      await leave();
    });

    it('makes one post when the answer that said so is lost, unless it is tried again by itself', async () => {
      const client = await photographer(ui.users);
      const { page, context, toast, leave } = await openScreen(client);
      const devtools = await context.newCDPSession(page);
      const urlPattern = '*/api/photos';
      await devtools.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Response' }] });
      devtools.once('Fetch.requestPaused', ({ requestId }) => {
        void devtools
          .send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
          .then(() => devtools.send('Fetch.disable'));
      });
      await chooseFiles(page, fixture('photo.jpg'));
      await uploadButton(page, 'photos').click();
      await page
        .getByText('photo.jpg: The server did not respond. Look for it in the list before you try again.')
        .waitFor();
      expect(await uploadButton(page, 'photos').isDisabled()).toBe(true);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await listedPhotos(client)).toHaveLength(1);
      await page.getByRole('button', { name: 'Retry photo.jpg' }).click();
      await toast('Photos uploaded successfully!');
      expect(await listedPhotos(client)).toHaveLength(2);
      await leave();
    });

    it('says that a subscription is needed, and becomes the screen for that', async () => {
      const { page, toast, leave } = await openScreen(await photographer(ui.users));
      await refuse(page, 'POST', UPLOAD, NO_SUBSCRIPTION);
      await chooseFiles(page, fixture('photo.jpg'));
      await uploadButton(page, 'photos').click();
      await toast('Active subscription required to upload photos');
      await page.getByRole('link', { name: 'View Plans' }).waitFor();
      await leave();
    });
  });
});
