import type { Page, Route } from 'playwright-core';
import { accessibilityFaults } from '../support/ui/accessibility';
import { calls } from '../support/ui/api-stubs';
import { NARROW } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { sideways } from '../support/ui/layout-shifts';
import { instantOf, listed, openVideos, TIMEZONE, wallClock } from '../support/ui/posts-screen';
import { toasted, unasked } from '../support/ui/toasts';
import { chooseFiles, holds, rowOf, stalled, uploadButton, uploadsOf } from '../support/ui/upload-area';
import { eventually, type Client } from '../support/client';
import { paddedVideo } from '../support/media';
import { useScratchFolder } from '../support/scratch-folder';

jest.setTimeout(90_000);

const MEGABYTE = 1024 ** 2;
const UPLOADS = /\/api\/uploads(\/|$)/;
const PIECES = /\/api\/uploads\//;
const LOST = 'Connection lost. Waiting to resume...';

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

  /**
   * Pieces from the third on are not sent by the page that is open: its upload cannot end before the test interrupts it.
   * @returns what lets them through when it has been interrupted.
   */
  async function holdThirdPiece(page: Page) {
    await page.evaluate(`{
      const { setRequestHeader, send } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
        if (name.toLowerCase() === 'upload-offset') this.offset = Number(value);
        setRequestHeader.call(this, name, value);
      };
      XMLHttpRequest.prototype.send = function (body) {
        if (!(this.offset >= ${16 * MEGABYTE})) send.call(this, body);
      };
      window.letGo = () => { XMLHttpRequest.prototype.send = send; };
    }`);
    return () => page.evaluate('letGo()');
  }

  /** As slow as a phone, so that what is shown can be seen. */
  async function slowUploads(page: Page) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    const line = (uploadThroughput: number, offline = false) =>
      devtools.send('Network.emulateNetworkConditions', {
        offline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    const slow = () => line(3 * MEGABYTE);
    await slow();
    return {
      slow,
      slower: () => line(MEGABYTE / 2),
      fast: () => line(-1),
      // That of the context would say so in the page, and still let through what is sent.
      cut: () => line(-1, true),
    };
  }
  const isPast = (page: Page, name: string, least: number) =>
    eventually(
      async () =>
        Number(
          await page.getByRole('progressbar', { name: `Upload of ${name}` }).getAttribute('aria-valuenow'),
        ),
      (percent) => percent >= least,
      30_000,
    );

  it('goes on by itself where the connection was lost', async () => {
    const client = await subscriber();
    const { page, toast, leave } = await openVideos(ui, client, NARROW);
    const begun = calls(page, 'POST', UPLOADS);
    const line = await slowUploads(page);
    const letGo = await holdThirdPiece(page);
    await chooseFiles(page, await film('long.mp4', 20));
    await uploadButton(page, 'videos').click();
    await isPast(page, 'long.mp4', 45);
    await line.cut();
    const row = rowOf(page, 'long.mp4');
    await row.getByRole('status').getByText(LOST).waitFor();
    await letGo();
    expect([await sideways(page), await accessibilityFaults(page)]).toEqual([0, []]);
    const away = calls(page, 'PATCH', PIECES);
    await page.waitForTimeout(2_000);
    expect(away).toEqual([]);
    await line.slow();
    await toast('Videos uploaded successfully!');
    await toast(/^Remaining: /);
    expect(unasked(page)).toEqual([]);
    expect([begun.length, await sizes(client)]).toEqual([1, [20 * MEGABYTE]]);
    await leave();
  });

  it('goes on after a reload when the same file is chosen again, with what was entered for it', async () => {
    const client = await subscriber();
    const { page, toast, leave } = await openVideos(ui, client);
    const begun = calls(page, 'POST', UPLOADS);
    const line = await slowUploads(page);
    await holdThirdPiece(page);
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
    // The rest takes eight seconds at least: time enough to see it.
    await line.slower();
    await page.getByText('Drop videos here').waitFor();
    await page.locator('input[type=file]').setInputFiles([path]);
    const row = rowOf(page, 'trip.mp4');
    await row.getByText(/^Resuming at [4-9]\d % · .*, \d+ s left$/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await line.fast();
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

  /** An upload that has lost its connection after its first piece. */
  async function lostUpload() {
    const client = await subscriber();
    const { page, context, toast, leave } = await openVideos(ui, client);
    const goOn = await loseSecondPiece(page);
    const path = await film('a.mp4', 12);
    await chooseFiles(page, path);
    await uploadButton(page, 'videos').click();
    await rowOf(page, 'a.mp4').getByText(LOST).waitFor();
    expect(await used(client)).toBe(12 * MEGABYTE);
    return { client, page, context, path, goOn, toast, leave };
  }

  const nothingIsUsed = (client: Client) =>
    eventually(
      () => used(client),
      (bytes) => bytes === 0,
    );

  it('leaves nothing behind when it is cancelled, and begins anew', async () => {
    const { client, page, leave } = await lostUpload();
    await page.getByRole('button', { name: 'Cancel a.mp4' }).click();
    await rowOf(page, 'a.mp4').getByText('a.mp4: Upload cancelled').waitFor();
    await nothingIsUsed(client);
    await page.getByRole('button', { name: 'Retry a.mp4' }).click();
    await rowOf(page, 'a.mp4').getByText(LOST).waitFor();
    expect(await used(client)).toBe(12 * MEGABYTE);
    await leave();
  });

  it('leaves nothing behind when its user signs out', async () => {
    const { client, page, leave } = await lostUpload();
    const other = await client.login(client.user.email, 'secret-enough');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await nothingIsUsed(other);
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

  const onInstagram = async (client: Client): Promise<any[]> =>
    (await client.get('/api/instagram/videos')).body.data;

  it('makes a post on each screen where its file is chosen, also while another one is sending it', async () => {
    const { client, page, context, path, goOn, toast, leave } = await lostUpload();
    // In a second row, it is not the same upload.
    await chooseFiles(page, path);
    await page.getByRole('button', { name: 'Remove a.mp4' }).click();
    const other = await context.newPage();
    await other.goto('/dashboard/instagram-videos');
    await chooseFiles(other, path);
    await other.waitForTimeout(1_000);
    expect([await uploadsOf(other).count(), await onInstagram(client)]).toEqual([1, []]);
    await uploadButton(other, 'videos').click();
    await toasted(other, 'Videos uploaded successfully!');
    await goOn();
    await toast('Videos uploaded successfully!');
    expect([await sizes(client), await onInstagram(client)]).toMatchObject([
      [12 * MEGABYTE],
      [{ size_bytes: 12 * MEGABYTE }],
    ]);
    await leave();
  });

  it('waits for its button when the composer has begun to upload its file', async () => {
    const client = await subscriber();
    const { page, leave } = await ui.open(client, 'compose');
    await loseSecondPiece(page);
    const path = await film('e.mp4', 12);
    await page.getByLabel('Choose photos or videos').setInputFiles(path);
    await page.getByText(LOST).waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto('/dashboard/videos');
    await chooseFiles(page, path);
    await page.waitForTimeout(1_000);
    expect(await rowOf(page, 'e.mp4').getByText(LOST).count()).toBe(0);
    expect(await uploadButton(page, 'videos').isEnabled()).toBe(true);
    await leave();
  });

  it('makes its post when something else was made of the file meanwhile', async () => {
    const { client, page, goOn, toast, leave } = await lostUpload();
    await page.route(/\/api\/media\/\w+$/, async (route) => {
      const media_ids = [route.request().url().split('/').at(-1)];
      const { status } = await client.post('/api/instagram/videos', { media_ids, titles: ['Other'] });
      expect(status).toBe(201);
      await route.fallback();
    });
    await goOn();
    await toast('Videos uploaded successfully!');
    expect([await sizes(client), await onInstagram(client)]).toMatchObject([
      [12 * MEGABYTE],
      [{ title: 'Other' }],
    ]);
    await leave();
  });

  it('leaves nothing behind when it is cancelled after its last byte', async () => {
    const client = await subscriber();
    const { page, leave } = await openVideos(ui, client);
    const held = await stalled(page, /\/poster$/, 'PUT');
    const made = calls(page, 'POST', /\/api\/videos$/);
    await chooseFiles(page, await film('f.mp4', 2));
    await uploadButton(page, 'videos').click();
    await holds(held, 1);
    expect(await used(client)).toBe(2 * MEGABYTE);
    await page.getByRole('button', { name: 'Cancel f.mp4' }).click();
    await rowOf(page, 'f.mp4').getByText('f.mp4: Upload cancelled').waitFor();
    await nothingIsUsed(client);
    expect([made, await listed(client)]).toEqual([[], []]);
    await leave();
  });

  it('cannot be cancelled any more while its post is made', async () => {
    const client = await subscriber();
    const { page, toast, leave } = await openVideos(ui, client);
    const held = await stalled(page, /\/api\/videos$/);
    await chooseFiles(page, await film('g.mp4', 2));
    await uploadButton(page, 'videos').click();
    await holds(held, 1);
    expect(await page.getByRole('button', { name: 'Cancel g.mp4' }).isDisabled()).toBe(true);
    await held[0]!.continue();
    await toast('Videos uploaded successfully!');
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
