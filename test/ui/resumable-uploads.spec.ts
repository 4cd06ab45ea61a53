import type { Page, Route } from 'playwright-core';
import { accessibilityFaults } from '../support/ui/accessibility';
import { calls, refuse } from '../support/ui/api-stubs';
import { NARROW } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { sideways } from '../support/ui/layout-shifts';
import { instantOf, listed, openVideos, TIMEZONE, wallClock } from '../support/ui/posts-screen';
import { unasked } from '../support/ui/toasts';
import { chooseFiles, rowOf, uploadButton, uploadsOf } from '../support/ui/upload-area';
import { eventually, type Client } from '../support/client';
import { paddedVideo } from '../support/media';
import { useScratchFolder } from '../support/scratch-folder';

jest.setTimeout(90_000);

const MEGABYTE = 1024 ** 2;
const UPLOADS = /\/api\/uploads(\/|$)/;
const PIECES = /\/api\/uploads\//;
const LOST = 'Connection lost. Waiting to go on...';

describeScreens('uploading a large file', (ui) => {
  const scratch = useScratchFolder();
  const subscriber = () => ui.users.subscriber({ timezone: TIMEZONE });
  const film = (name: string, megabytes: number) =>
    paddedVideo(scratch(name), megabytes * MEGABYTE, { salt: name });
  /** The bytes of a post, as the server has them. */
  const sizes = async (client: Client) =>
    (await listed(client)).map(({ size_bytes: size }) => size as number);
  const used = async (client: Client) => (await client.get('/api/user/subscription')).body.storage.used;
  /** The second piece does not arrive until this is taken back. */
  async function loseSecondPiece(page: Page) {
    const answer = (route: Route) =>
      route.request().method() === 'PATCH' && route.request().headers()['upload-offset'] !== '0'
        ? route.abort()
        : route.fallback();
    await page.route(PIECES, answer);
    return () => page.unroute(PIECES, answer);
  }

  /** As slow as a phone, so that what is shown can be seen. */
  async function slowUploads(page: Page, perSecond = 3 * MEGABYTE) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: perSecond,
    });
  }
  const isPast = (page: Page, name: string, least: number) =>
    eventually(
      async () =>
        Number(
          await page.getByRole('progressbar', { name: `Upload of ${name}` }).getAttribute('aria-valuenow'),
        ),
      (percent) => percent >= least,
    );

  it('goes on by itself where the connection was lost', async () => {
    const client = await subscriber();
    const { page, context, toast, leave } = await openVideos(ui, client, NARROW);
    const begun = calls(page, 'POST', UPLOADS);
    await slowUploads(page);
    await chooseFiles(page, await film('long.mp4', 20));
    await uploadButton(page, 'videos').click();
    await isPast(page, 'long.mp4', 45);
    await context.setOffline(true);
    const row = rowOf(page, 'long.mp4');
    await row.getByRole('status').getByText(LOST).waitFor();
    expect([await sideways(page), await accessibilityFaults(page)]).toEqual([0, []]);
    const away = calls(page, 'PATCH', PIECES);
    await page.waitForTimeout(2_000);
    expect(away).toEqual([]);
    await context.setOffline(false);
    await toast('Videos uploaded successfully!');
    expect(unasked(page)).toEqual([expect.stringMatching(/^Remaining: /)]);
    expect([begun.length, await sizes(client)]).toEqual([1, [20 * MEGABYTE]]);
    await leave();
  });

  it('goes on after a reload when the same file is chosen again, with what was entered for it', async () => {
    const client = await subscriber();
    const { page, toast, leave } = await openVideos(ui, client);
    const begun = calls(page, 'POST', UPLOADS);
    await slowUploads(page);
    const path = await film('trip.mp4', 20);
    await chooseFiles(page, path);
    await page.getByLabel('Title of trip.mp4').fill('Monsoon');
    await page.getByRole('button', { name: 'Text and time of trip.mp4' }).click();
    await page.getByLabel('Post text').fill('At last');
    const tomorrow = wallClock(Date.now() + 86_400_000);
    await page.getByLabel('Goes out at').fill(tomorrow);
    await uploadButton(page, 'videos').click();
    await isPast(page, 'trip.mp4', 45);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Drop videos here').waitFor();
    await page.locator('input[type=file]').setInputFiles([path]);
    const row = rowOf(page, 'trip.mp4');
    await row.getByText(/^Going on at [4-9]\d % · .*, \d+ s left$/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await toast('Videos uploaded successfully!');
    expect(begun).toHaveLength(1);
    expect(await listed(client)).toMatchObject([
      {
        title: 'Monsoon',
        description: 'At last',
        scheduled_for: new Date(instantOf(tomorrow)).toISOString(),
        size_bytes: 20 * MEGABYTE,
      },
    ]);
    await leave();
  });

  it('leaves nothing behind when it is cancelled or its user signs out', async () => {
    const client = await subscriber();
    const { page, leave } = await openVideos(ui, client);
    await loseSecondPiece(page);
    await chooseFiles(page, await film('a.mp4', 12));
    await uploadButton(page, 'videos').click();
    await rowOf(page, 'a.mp4').getByText(LOST).waitFor();
    expect(await used(client)).toBe(12 * MEGABYTE);
    await page.getByRole('button', { name: 'Cancel a.mp4' }).click();
    await rowOf(page, 'a.mp4').getByText('a.mp4: Upload cancelled').waitFor();
    await eventually(
      () => used(client),
      (bytes) => bytes === 0,
    );
    await page.getByRole('button', { name: 'Retry a.mp4' }).click();
    await rowOf(page, 'a.mp4').getByText(LOST).waitFor();
    expect(await used(client)).toBe(12 * MEGABYTE);
    const other = await client.login(client.user.email, 'secret-enough');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await eventually(
      () => used(other),
      (bytes) => bytes === 0,
    );
    expect(
      await page.evaluate('Object.keys(localStorage).filter((key) => key.includes("unfinished"))'),
    ).toEqual([]);
    // That session has ended all the same.
    await eventually(
      () => client.get('/api/user'),
      ({ status }) => status === 401,
    );
    await leave();
  });

  it.each([
    [413, 'too_large', 'A file for this purpose has at most 100 MB.'],
    [422, 'storage_quota_exceeded', 'Your plan has no room for this file.'],
    [429, 'too_many_requests', 'You have 20 unfinished uploads. Finish or cancel one first.'],
  ])('says beside the file why the server does not begin it: %i', async (status, error, message) => {
    const { page, toast, leave } = await openVideos(ui, await subscriber());
    const mend = await refuse(page, 'POST', UPLOADS, { status, error, message });
    await chooseFiles(page, await film('b.mp4', 2));
    await uploadButton(page, 'videos').click();
    await rowOf(page, 'b.mp4').getByText(`b.mp4: ${message}`).waitFor();
    await toast('Failed to upload videos');
    await mend();
    await page.getByRole('button', { name: 'Retry b.mp4' }).click();
    await toast('Videos uploaded successfully!');
    await leave();
  });

  it('says which formats take a file that the list refuses, and sends no byte twice on retry', async () => {
    const client = await subscriber();
    const { page, toast, leave } = await openVideos(ui, client);
    const sentence = 'A Facebook reel lasts 3 to 90 seconds';
    const mend = await refuse(page, 'POST', /\/api\/videos$/, {
      status: 422,
      error: 'validation_failed',
      message: sentence,
      errors: { 'c.mp4': [sentence] },
    });
    await chooseFiles(page, await film('c.mp4', 2));
    await uploadButton(page, 'videos').click();
    const row = rowOf(page, 'c.mp4');
    await row
      .getByText(/^c\.mp4: A Facebook reel lasts 3 to 90 seconds\. It would suit as: Facebook reel, /)
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await mend();
    const pieces = calls(page, 'PATCH', PIECES);
    await page.getByRole('button', { name: 'Retry c.mp4' }).click();
    await toast('Videos uploaded successfully!');
    expect([pieces, await sizes(client)]).toEqual([[], [2 * MEGABYTE]]);
    expect(await uploadsOf(page).count()).toBe(0);
    await leave();
  });

  it('makes one post when the answer that said so is lost', async () => {
    const client = await subscriber();
    const { page, toast, leave } = await openVideos(ui, client);
    await page.route(/\/api\/videos$/, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await chooseFiles(page, await film('d.mp4', 2));
    await uploadButton(page, 'videos').click();
    await toast('Videos uploaded successfully!');
    expect(await sizes(client)).toEqual([2 * MEGABYTE]);
    await leave();
  });
});
