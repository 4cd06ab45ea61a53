import { NARROW } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { openVideos, instantOf, listed, wallClock, TIMEZONE } from '../support/ui/posts-screen';
import { accessibilityFaults } from '../support/ui/accessibility';
import { dropFiles } from '../support/ui/form-actions';
import { NO_SUBSCRIPTION, refuse } from '../support/ui/api-stubs';
import { sideways } from '../support/ui/layout-shifts';
import { specText } from '../support/ui/spec-texts';
import { unasked } from '../support/ui/toasts';
import {
  chooseFiles,
  filesAreChecked,
  holds,
  rowOf,
  stalled,
  uploadButton,
  uploadsOf,
} from '../support/ui/upload-area';
import { eventually, type Client } from '../support/client';
import { fixture, paddedVideo } from '../support/media';
import { useScratchFolder } from '../support/scratch-folder';

jest.setTimeout(60_000);

const UPLOAD = /\/api\/videos$/;
const MEGABYTE = 1024 ** 2;

describeScreens('uploading videos', (ui) => {
  const scratch = useScratchFolder();

  const openScreen = (client: Client, options = {}) => openVideos(ui, client, options);
  const subscriber = (limits = {}) => ui.users.subscriber({ timezone: TIMEZONE, ...limits });

  /** Videos of this size under these names. */
  const videos = (bytes: number, ...names: string[]) =>
    Promise.all(names.map((name) => paddedVideo(scratch(name), bytes, { salt: name })));

  it('takes titles, a caption and a time, and tells what is left', async () => {
    const client = await subscriber({ tasks: 10, bytes: 5 * MEGABYTE });
    await client.post('/api/captions', { content: 'Come early! #coffee' });
    const { page, toast, complaints, leave } = await openScreen(client);
    const left = page.locator('dl[aria-label=Remaining]');
    await left.getByText('10 of 10').waitFor();
    await dropFiles(page, page.getByText('Drop videos here'), [fixture('portrait.mp4'), fixture('long.mp4')]);
    await page.getByText('2 videos chosen').waitFor();
    await page.getByLabel('Title of portrait.mp4').fill('Morning in Jaipur');
    await page.getByRole('button', { name: 'Text and time of portrait.mp4' }).click();
    await rowOf(page, 'portrait.mp4').getByRole('button', { name: 'Use a caption' }).click();
    await page.getByRole('option', { name: 'Come early! #coffee' }).click();
    const tomorrow = wallClock(Date.now() + 86_400_000);
    await page.getByLabel('Goes out at').fill(tomorrow);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Text and time of portrait.mp4' }).click();
    await rowOf(page, 'portrait.mp4').getByText('Come early! #coffee ·').waitFor();
    await filesAreChecked(page);
    await uploadButton(page, 'videos').click();
    await toast('Videos uploaded successfully!');
    const { body: subscription } = await client.get('/api/user/subscription');
    const free = ((subscription.storage.total - subscription.storage.used) / MEGABYTE).toFixed(2);
    await toast(specText('Remaining: {n} tasks, {x} MB storage', { n: 8, x: free }));
    await left.getByText('8 of 10').waitFor();
    await left.getByText(`${free} MB of 5.00 MB`).waitFor();
    expect(await uploadsOf(page).count()).toBe(0);
    const posts = await listed(client);
    expect(posts.find(({ title }) => title === 'Morning in Jaipur')).toMatchObject({
      description: 'Come early! #coffee',
      scheduled_for: new Date(instantOf(tomorrow)).toISOString(),
    });
    expect(posts.find(({ title }) => title === 'long')).toMatchObject({ scheduled_for: null });
    expect(complaints).toEqual([]);
    await leave();
  });

  it('cuts nothing of a long text or title, and counts an emoji as one like the server', async () => {
    const client = await subscriber();
    const { page, toast, leave } = await openScreen(client);
    await chooseFiles(page, fixture('portrait.mp4'));
    const row = rowOf(page, 'portrait.mp4');
    const details = page.getByRole('button', { name: 'Text and time of portrait.mp4' });
    await details.click();
    const text = page.getByLabel('Post text');
    const title = page.getByLabel('Title of portrait.mp4');
    await text.fill(`${'x'.repeat(1203)}${'😀'.repeat(1000)}`);
    await row.getByText('Shorten it by 3.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await uploadButton(page, 'videos').click();
    await row.getByText('portrait.mp4: A description has at most 2200 characters.').waitFor();
    await details.click();
    await text.fill('😀'.repeat(1500));
    await row.getByText('1500 of 2200').waitFor();
    await title.fill('😀'.repeat(257));
    await row.getByText('Shorten it by 2.').waitFor();
    await title.fill('😀'.repeat(200));
    await page.getByRole('button', { name: 'Retry portrait.mp4' }).click();
    await toast('Videos uploaded successfully!');
    expect(await listed(client)).toMatchObject([{ title: '😀'.repeat(200), description: '😀'.repeat(1500) }]);
    await leave();
  });

  it('sends one file a request, three at a time, and says that it works', async () => {
    const client = await subscriber();
    const { page, toast, leave } = await openScreen(client);
    const held = await stalled(page, UPLOAD);
    const names = [1, 2, 3, 4, 5].map((n) => `clip ${n}.mp4`);
    await chooseFiles(page, ...(await videos(30_000, ...names)));
    await uploadButton(page, 'videos').click();
    await holds(held, 3);
    const working = page.getByRole('button', { name: 'Uploading...' });
    expect(await working.isDisabled()).toBe(true);
    await rowOf(page, 'clip 5.mp4').getByText('Waiting...').waitFor();
    await eventually(
      () => page.getByRole('progressbar').count(),
      (count) => count === 3,
    );
    expect([
      await accessibilityFaults(page),
      await page.getByLabel('Title of clip 1.mp4').isDisabled(),
    ]).toEqual([[], true]);
    await held[0]!.continue();
    await holds(held, 4);
    await rowOf(page, 'clip 1.mp4').waitFor({ state: 'detached' });
    expect(unasked(page)).toEqual([]);
    for (const route of held.slice(1)) await route.continue();
    await holds(held, 5);
    await held[4]!.continue();
    await toast('Videos uploaded successfully!');
    await toast(/^Remaining: /);
    expect((await listed(client)).map(({ title }) => title).sort()).toEqual(
      names.map((name) => name.slice(0, -4)),
    );
    expect(unasked(page)).toEqual([]);
    await leave();
  });

  it('shows how far a file is, how fast it goes and how long it takes; cancelled, it leaves nothing behind', async () => {
    const client = await subscriber();
    const { page, context, toast, leave } = await openScreen(client);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    const throttle = (uploadThroughput: number) =>
      devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await chooseFiles(page, ...(await videos(3 * MEGABYTE, 'slow.mp4')));
    await throttle(150_000);
    await uploadButton(page, 'videos').click();
    const row = rowOf(page, 'slow.mp4');
    await row.getByText(/^3\.00 MB · \d+ KB\/s, \d+ s left$/).waitFor();
    const bar = row.getByRole('progressbar', { name: 'Upload of slow.mp4' });
    const percent = () => bar.getAttribute('aria-valuenow').then(Number);
    const early = await percent();
    await eventually(percent, (now) => now > early);
    await row.getByRole('button', { name: 'Cancel slow.mp4' }).click();
    await row.getByText('slow.mp4: Upload cancelled').waitFor();
    expect([unasked(page), await listed(client)]).toEqual([[], []]);
    await throttle(-1);
    await row.getByRole('button', { name: 'Retry slow.mp4' }).click();
    await toast('Videos uploaded successfully!');
    expect(await listed(client)).toHaveLength(1);
    await leave();
  });

  it('fails per file and tries again per file, with the title as it was', async () => {
    const client = await subscriber();
    const { page, toast, leave } = await openScreen(client);
    const mend = await refuse(page, 'POST', UPLOAD);
    await chooseFiles(page, ...(await videos(30_000, 'one.mp4', 'two.mp4')));
    await page.getByLabel('Title of one.mp4').fill('First');
    await uploadButton(page, 'videos').click();
    await toast('Failed to upload videos');
    for (const name of ['one.mp4', 'two.mp4'])
      await rowOf(page, name)
        .getByText(new RegExp(`^${name}: .+`))
        .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await mend();
    await page.getByRole('button', { name: 'Retry one.mp4' }).click();
    await toast('Videos uploaded successfully!');
    expect((await listed(client)).map(({ title }) => title)).toEqual(['First']);
    await rowOf(page, 'one.mp4').waitFor({ state: 'detached' });
    expect(await uploadsOf(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Remove two.mp4' }).click();
    await uploadButton(page, 'videos').waitFor({ state: 'detached' });
    await leave();
  });

  it('says that a subscription is needed, and becomes the screen for that', async () => {
    const client = await subscriber();
    const { page, toast, leave } = await openScreen(client);
    const mend = await refuse(page, 'POST', UPLOAD, NO_SUBSCRIPTION);
    await chooseFiles(page, fixture('portrait.mp4'));
    await uploadButton(page, 'videos').click();
    await toast('Active subscription required to upload videos');
    await page
      .getByText(
        'You need an active subscription to manage and upload videos. Please subscribe to a plan to continue.',
      )
      .waitFor();
    expect(unasked(page)).toEqual([]);
    await mend();
    // As a plan that is given changes it.
    await client.upload('/api/videos', [fixture('portrait.mp4')], { titles: ['Elsewhere'] });
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await leave();
  });

  it('asks before leaving while something is on its way, and not before or after', async () => {
    const client = await subscriber();
    const { page, leave } = await openScreen(client);
    const held = await stalled(page, UPLOAD);
    await chooseFiles(page, fixture('portrait.mp4'));
    await page.getByRole('link', { name: 'Captions' }).click();
    await page.getByRole('heading', { level: 1, name: 'Captions' }).waitFor();
    await page.getByRole('link', { name: 'Facebook Videos' }).click();
    await page.getByRole('heading', { level: 1, name: 'Facebook Videos' }).waitFor();
    await chooseFiles(page, fixture('portrait.mp4'));
    await uploadButton(page, 'videos').click();
    await holds(held, 1);

    await page.getByRole('link', { name: 'Captions' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave while files are uploading?' });
    await question.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await rowOf(page, 'portrait.mp4').getByRole('progressbar').waitFor();

    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      });
    });
    await page.close({ runBeforeUnload: true });
    expect(await asked).toBe('beforeunload');

    await page.getByRole('link', { name: 'Captions' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Captions' }).waitFor();
    expect(await listed(client)).toEqual([]);
    await leave();
  });

  it('begins at the bottom of a phone, from wherever one is in the list', async () => {
    const { page, toast, leave } = await openScreen(await subscriber(), NARROW);
    const chooser = page.waitForEvent('filechooser');
    await uploadButton(page, 'videos').click();
    await (await chooser).setFiles(fixture('portrait.mp4'));
    await page.getByText('1 video chosen').waitFor();
    await page.locator('.thumb-action').waitFor({ state: 'detached' });
    // Its row, which takes more room than the name before it, moves the button.
    await page.getByRole('button', { name: 'Text and time of portrait.mp4' }).waitFor();
    await uploadButton(page, 'videos').click();
    await toast('Videos uploaded successfully!');
    await leave();
  });

  it('fits on a phone in every state of a file', async () => {
    const client = await subscriber();
    const { page, leave } = await openScreen(client, { width: 360, height: 740, dark: true });
    const long = 'a name without any space that goes on and on'.replaceAll(' ', '_').repeat(3) + '.mp4';
    await chooseFiles(
      page,
      ...(await videos(30_000, long, 'two.mp4', 'three.mp4', 'four.mp4')),
      fixture('small.mp4'),
    );
    await page.getByRole('button', { name: 'Text and time of two.mp4' }).click();
    await page.getByLabel('Goes out at').waitFor();
    expect([await sideways(page), await accessibilityFaults(page)]).toEqual([0, []]);
    const held = await stalled(page, UPLOAD);
    await uploadButton(page, 'videos').click();
    await holds(held, 3);
    expect([await sideways(page), await accessibilityFaults(page)]).toEqual([0, []]);
    // The fourth comes as soon as one of these is answered.
    for (const route of [...held]) await route.fulfill({ status: 500, body: '{}' });
    await holds(held, 4);
    await rowOf(page, long)
      .getByRole('button', { name: /^Retry/ })
      .waitFor();
    expect([await sideways(page), await accessibilityFaults(page)]).toEqual([0, []]);
    await leave();
  });
});
