import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { offeredAndLeast } from '../support/ui/posts-screen';
import { accessibilityFaults } from '../support/ui/accessibility';
import { calls, NO_SUBSCRIPTION, refuse } from '../support/ui/api-stubs';
import { focusGoesTo } from '../support/ui/focus';
import { sideways } from '../support/ui/layout-shifts';
import { describeSeededScreens } from '../support/ui/dashboard';
import { uploadMany } from '../support/upload-many';
import { specText } from '../support/ui/spec-texts';
import { unasked } from '../support/ui/toasts';
import { chooseFiles, uploadButton, uploadsOf } from '../support/ui/upload-area';
import { eventually, type Client } from '../support/client';
import { fixture } from '../support/media';

jest.setTimeout(60_000);

const PHOTOS = /\/api\/photos\?/;
const UPLOAD = /\/api\/photos$/;
const MEGABYTE = 1024 ** 2;

describeSeededScreens('photos', (ui) => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'photos-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const openScreen = (client: Client, options = {}) => ui.open(client, 'photos', options);
  const tile = (page: Page, title: string | RegExp) =>
    page.getByRole('region', { name: 'Your photos' }).getByRole('listitem').filter({ hasText: title });
  const listed = (client: Client) => client.get('/api/photos').then(({ body }) => body.data as any[]);

  async function owner(...titles: string[]): Promise<Client> {
    const client = await ui.users.subscriber();
    if (titles.length) await uploadMany(client, '/api/photos', fixture('photo.jpg'), titles);
    return client;
  }

  it('shows a grid with status, time, and for pending ones schedule, reschedule and delete', async () => {
    const { page, complaints, leave } = await openScreen(ui.seeded.people.subscriber);
    const offered: Record<string, string[]> = {};
    for (const [title, status] of [
      ['Menu board', 'Pending'],
      ['Cinnamon rolls', 'Pending'],
      ['Rooftop', 'Failed'],
      ['Window seat', 'Published'],
    ] as const) {
      await tile(page, title).getByText(status, { exact: true }).waitFor();
      offered[title] = await tile(page, title).getByRole('button').allInnerTexts();
    }
    const words = (texts: string[] = []) => texts.filter(Boolean);
    expect(words(offered['Menu board'])).toEqual(['Schedule']);
    expect(words(offered['Cinnamon rolls'])).toEqual(['Reschedule']);
    expect(words(offered.Rooftop)).toEqual(['Retry']);
    expect(words(offered['Window seat'])).toEqual([]);
    await tile(page, 'Menu board').getByText('Not scheduled').waitFor();
    await tile(page, 'Cinnamon rolls').getByText('in 5 h').waitFor();
    await tile(page, 'Rooftop')
      .getByText(/sign in again \(code 190\)/)
      .waitFor();
    for (const title of ['Menu board', 'Cinnamon rolls'])
      await tile(page, title)
        .getByRole('button', { name: `Delete ${title}` })
        .waitFor();
    expect(await page.getByRole('button', { name: /^Delete (Rooftop|Window seat)/ }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await leave();
  });

  it('says that there is nothing yet, and what to do', async () => {
    const { page, leave } = await openScreen(ui.seeded.people.beginner);
    await page.getByText('No photos', { exact: true }).waitFor();
    await page.getByText('Upload photos to get started').waitFor();
    await leave();
  });

  it('turns pages', async () => {
    const client = await owner(...Array.from({ length: 16 }, (_, n) => `Photo ${n}.`));
    const { page, leave } = await openScreen(client);
    await page.getByText(showing(1, 15, 16)).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(showing(16, 16, 16)).waitFor();
    await tile(page, 'Photo 0.').waitFor();
    await page.getByRole('button', { name: 'Previous' }).click();
    await tile(page, 'Photo 15.').waitFor();
    await leave();
  });

  it('says when they cannot be fetched, and empties the list', async () => {
    const { page, toast, leave } = await openScreen(ui.seeded.people.subscriber);
    const mend = await refuse(page, 'GET', PHOTOS);
    await page.getByRole('searchbox').fill('o');
    await toast('Failed to fetch photos');
    await page.getByRole('alert').getByText('Failed to fetch photos').last().waitFor();
    await tile(page, /./).first().waitFor({ state: 'detached' });
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await tile(page, 'Menu board').waitFor();
    await leave();
  });

  describe('uploading', () => {
    it('names each file that breaks a rule, and what', async () => {
      const files: Record<string, string> = {
        'not-image.jpg': 'Only image files are supported (JPEG, PNG, GIF)',
        'large.png': 'Image must be under 10MB',
        'tiny.png': 'Image resolution must be at least 500x500 pixels',
        'wide.jpg': 'Image resolution must not exceed 4096x4096 pixels',
        'broken.png': 'Unable to validate image dimensions',
      };
      const large = join(folder, 'large.png');
      const broken = join(folder, 'broken.png');
      const png = await sharp(fixture('photo.png')).png().toBuffer();
      await writeFile(large, Buffer.concat([png, Buffer.alloc(10 * MEGABYTE + 1 - png.length)]));
      await writeFile(broken, Buffer.concat([png.subarray(0, 12), Buffer.alloc(200, 'x')]));
      const { page, complaints, leave } = await openScreen(await owner());
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
      expect((await listed(client)).map(({ title }) => title).sort()).toEqual([
        'The team',
        'photo',
        'photo',
        'photo-exif',
      ]);
      expect(complaints).toEqual([]);
      await leave();
    });

    it('fails per file, and goes on with a retry', async () => {
      const { page, toast, leave } = await openScreen(await owner());
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

    it('says that a subscription is needed, and becomes the screen for that', async () => {
      const { page, toast, leave } = await openScreen(await owner());
      await refuse(page, 'POST', UPLOAD, NO_SUBSCRIPTION);
      await chooseFiles(page, fixture('photo.jpg'));
      await uploadButton(page, 'photos').click();
      await toast('Active subscription required to upload photos');
      await page.getByRole('link', { name: 'View Plans' }).waitFor();
      await leave();
    });
  });

  it('asks for a subscription where there is none', async () => {
    const { page, leave } = await openScreen(ui.seeded.people.newcomer);
    await page.getByText(/^You need an active subscription to manage and upload/).waitFor();
    expect(unasked(page)).toEqual([]);
    await leave();
  });

  it('previews a photo over the screen, and shows an icon where an image fails', async () => {
    const client = await owner('The team');
    const { page, leave } = await openScreen(client);
    await page.getByRole('button', { name: 'View The team' }).click();
    const dialog = page.getByRole('dialog', { name: 'The team' });
    const picture = dialog.getByRole('img', { name: 'The team' });
    await eventually(
      () => picture.evaluate((image: any) => image.naturalWidth as number),
      (width) => width === 800,
    );
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await focusGoesTo(page, 'View The team');

    await page.route(/\/storage\//, (route) => route.fulfill({ status: 404, body: '' }));
    await page.reload();
    await tile(page, 'The team').getByRole('img', { name: 'No picture to show' }).waitFor();
    await page.getByRole('button', { name: 'View The team' }).click();
    await dialog.getByRole('img', { name: 'No picture to show' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await leave();
  });

  describe('Schedule Photo', () => {
    it('offers now and not earlier, and sends the wall clock', async () => {
      const client = await owner('The team');
      const { page, toast, leave } = await openScreen(client);
      const sent = calls(page, 'PUT', /reschedule$/);
      await tile(page, 'The team').getByRole('button', { name: 'Schedule', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Schedule Photo' });
      const field = dialog.getByLabel('Date and time');
      const [now, least] = await offeredAndLeast(field);
      expect([now, least]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/), now]);
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
      await field.fill(tomorrow);
      await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
      await toast(/^Photo rescheduled successfully\n“.?The team.?” goes out \w+ \d+, \d{4}, \d+:\d\d [AP]M/);
      await tile(page, 'The team').getByText('in 1 day').waitFor();
      expect(sent[0]?.body).toEqual({ scheduled_for: `${tomorrow.replace('T', ' ')}:00` });
      await leave();
    });

    it('says when it did not work', async () => {
      const { page, toast, leave } = await openScreen(await owner('The team'));
      await refuse(page, 'PUT', /reschedule$/);
      await tile(page, 'The team').getByRole('button', { name: 'Schedule', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click();
      await toast('Failed to reschedule photo');
      await leave();
    });
  });

  it('deletes after asking, and says when that did not work', async () => {
    const client = await owner('The team');
    const { page, toast, leave } = await openScreen(client);
    const mend = await refuse(page, 'DELETE', /\/api\/photos\//);
    await tile(page, 'The team')
      .getByRole('button', { name: /^Delete/ })
      .click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete this photo?' });
    await focusGoesTo(page, 'Cancel');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await toast('Failed to delete photo');
    await mend();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await toast('Photo deleted successfully');
    await page.getByText('No photos', { exact: true }).waitFor();
    expect(await listed(client)).toEqual([]);
    await leave();
  });

  it('schedules and deletes many at once', async () => {
    const client = await owner('One', 'Two', 'Three');
    const { page, toast, leave } = await openScreen(client);
    for (const title of ['One', 'Three'])
      await page.getByRole('checkbox', { name: `Select ${title}` }).check();
    const bar = page.getByRole('region', { name: 'Selected photos' });
    await bar.getByRole('button', { name: 'Schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule 2 photos' });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
    await dialog.getByLabel('First one at').fill(tomorrow);
    await dialog.getByLabel('Then every').fill('90');
    await dialog.getByRole('combobox', { name: 'Unit' }).click();
    await page.getByRole('option', { name: 'minutes' }).click();
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await toast('2 photos scheduled');
    const at = Date.parse(`${tomorrow}:00Z`);
    expect((await listed(client)).map((post) => [post.title, post.scheduled_for])).toEqual([
      ['Three', new Date(at + 90 * 60_000).toISOString()],
      ['Two', null],
      ['One', new Date(at).toISOString()],
    ]);
    await page.getByRole('checkbox', { name: 'Select all pending photos on this page' }).check();
    await bar.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 3 photos' }).click();
    await toast('3 photos deleted');
    await page.getByText('No photos', { exact: true }).waitFor();
    await leave();
  });

  it('tells what happened to a photo', async () => {
    const { page, leave } = await openScreen(ui.seeded.people.subscriber);
    await page.getByRole('button', { name: 'What happened: Rooftop' }).click();
    const dialog = page.getByRole('dialog', { name: 'What happened' });
    await dialog.getByText(/Meta error 190, trace AbCdEfGhIjK$/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await leave();
  });

  it('fits on a phone', async () => {
    const { page, leave } = await openScreen(ui.seeded.people.subscriber, {
      width: 360,
      height: 740,
      dark: true,
    });
    await tile(page, 'Menu board').waitFor();
    await chooseFiles(page, fixture('photo.jpg'), fixture('tiny.png'));
    expect([await sideways(page), await accessibilityFaults(page)]).toEqual([0, []]);
    await page.getByRole('button', { name: 'View Menu board' }).click();
    await page.getByRole('dialog').waitFor();
    expect([await sideways(page), await accessibilityFaults(page)]).toEqual([0, []]);
    await leave();
  });
});

const showing = (from: number, to: number, total: number) =>
  specText('Showing {from} to {to} of {total} results', { from, to, total });
