import type { Page } from 'playwright-core';
import { SHOP } from '../support/credentials';
import { eventually, type Client } from '../support/client';
import { fixture } from '../support/media';
import { calls, refuse } from '../support/ui/api-stubs';
import { account, madePosts, openComposer, press, text } from '../support/ui/composer';
import { describeScreens } from '../support/ui/dashboard';
import { holds, stalled } from '../support/ui/upload-area';

jest.setTimeout(90_000);

const POSTS = /\/api\/posts$/;
const PIECES = /\/api\/uploads\//;
const POSTERS = /\/api\/media\/\w+\/poster$/;
const FILM = fixture('portrait.mp4');
const CHANGED = 'You changed the files. Check the post, then press the button again.';

describeScreens('the files of a post', (ui) => {
  beforeAll(() => ui.app.fake.addPage(SHOP));

  const owner = (): Promise<Client> => ui.users.subscriber({ connected: SHOP });
  const choose = (page: Page, ...files: string[]) =>
    page.getByLabel('Choose photos or videos').setInputFiles(files);

  /** "Post now" was pressed, and the film is still on its way. */
  async function finishing() {
    const client = await owner();
    const { page, toast, leave } = await openComposer(ui, client);
    await account(page, SHOP.name).check();
    await text(page).fill('See our film');
    const held = await stalled(page, PIECES, 'PATCH');
    await choose(page, FILM);
    await holds(held, 1);
    const sent = calls(page, 'POST', POSTS);
    const postNow = async () => {
      await press(page, 'Post now');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Post now' }).click();
    };
    await postNow();
    await page.getByRole('main').getByRole('button', { name: 'Uploading...' }).waitFor();
    return { client, page, toast, leave, held, sent, postNow };
  }

  it('sends nothing when one is removed after the button was pressed, until it is pressed again', async () => {
    const { client, page, toast, leave, sent, postNow } = await finishing();
    await press(page, 'Remove portrait.mp4');
    await page.getByRole('alert').getByText(CHANGED).waitFor();
    expect([sent, await madePosts(client)]).toEqual([[], []]);
    await postNow();
    await toast('Posting now...');
    expect(await madePosts(client)).toMatchObject([{ description: 'See our film', kind: 'text' }]);
    await leave();
  });

  it('sends nothing when one is added after the button was pressed', async () => {
    const { client, page, leave, held, sent } = await finishing();
    await choose(page, fixture('photo.jpg'));
    await page.getByText('Waiting...').waitFor();
    await held[0]!.continue();
    await holds(held, 2);
    await held[1]!.continue();
    await page.getByRole('alert').getByText(CHANGED).waitFor();
    expect([sent, await madePosts(client)]).toEqual([[], []]);
    await leave();
  });

  it('says of one that fits no account that it is at fault, and leaves the accounts ticked', async () => {
    const { page, leave } = await openComposer(ui, await owner());
    await account(page, SHOP.name).check();
    await account(page, SHOP.igUsername).check();
    await choose(page, fixture('wide.jpg'));
    const row = page.getByRole('list', { name: 'Chosen files' }).getByRole('alert');
    await row.getByText('wide.jpg fits none of your accounts. Remove it or choose another file.').waitFor();
    const notes = page.getByRole('list', { name: 'Post to' }).getByRole('alert');
    expect(await notes.count()).toBe(2);
    expect(await account(page, SHOP.name).isChecked()).toBe(true);
    expect(await account(page, SHOP.igUsername).isChecked()).toBe(true);
    await press(page, 'Add to queue');
    await eventually(
      () => row.evaluate((alert: any) => alert === alert.ownerDocument.activeElement),
      Boolean,
    );
    expect(await page.getByText('Choose at least one account.').count()).toBe(0);
    await press(page, 'Remove wide.jpg');
    await choose(page, fixture('photo.jpg'));
    await page.getByText('Uploaded', { exact: true }).waitFor();
    expect(await notes.count()).toBe(0);
    await leave();
  });

  it('offers another try of one only where it may help', async () => {
    const { page, leave } = await openComposer(ui, await owner());
    const row = (name: string) =>
      page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem').filter({ hasText: name });
    await account(page, SHOP.name).check();
    await choose(page, fixture('not-image.jpg'));
    const refused = row('not-image.jpg');
    await refused.getByText('Only MP4, MOV, JPEG, PNG and GIF files are supported').waitFor();
    expect(await refused.getByRole('button').count()).toBe(1);
    expect(await refused.getByRole('textbox').count()).toBe(0);
    await press(page, 'Schedule');
    await page.getByText('Remove the files that were not uploaded, or choose others.').waitFor();
    await refused.getByText('Only MP4, MOV, JPEG, PNG and GIF files are supported').waitFor();
    await press(page, 'Remove not-image.jpg');

    const full = 'This file needs 1 MB. You have 0.5 MB left.';
    const answer = { status: 422, error: 'storage_quota_exceeded', message: full };
    const mend = await refuse(page, 'POST', /\/api\/uploads$/, answer);
    await choose(page, fixture('photo.jpg'));
    await row('photo.jpg').getByText(full).waitFor();
    await press(page, 'Schedule');
    await page.getByText('Remove the files that were not uploaded, or try them again.').waitFor();
    await mend();
    await press(page, 'Retry photo.jpg');
    await page.getByText('Uploaded', { exact: true }).waitFor();
    await leave();
  });

  it('says of one without a byte that it is empty, and asks the server nothing', async () => {
    const { page, leave } = await openComposer(ui, await owner());
    const made = calls(page, 'POST', /\/api\/uploads$/);
    await page
      .getByLabel('Choose photos or videos')
      .setInputFiles({ name: 'empty.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(0) });
    await page.getByRole('alert').getByText('The file is empty').waitFor();
    expect(made).toEqual([]);
    await leave();
  });

  it('names what is missing before it asks whether to post now', async () => {
    const { page, leave } = await openComposer(ui, await owner());
    await account(page, SHOP.igUsername).check();
    await press(page, 'Post now');
    await page.getByText('Instagram needs a photo or a video.').waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await choose(page, fixture('photo.jpg'));
    await press(page, 'Post now');
    await page.getByRole('alertdialog', { name: 'Post to 1 account now?' }).waitFor();
    await leave();
  });

  it('names the time zone also beside what is wrong with the time', async () => {
    const { page, leave } = await openComposer(ui, await owner());
    await account(page, SHOP.name).check();
    await text(page).fill('Open all day');
    const field = page.getByLabel('Goes out at');
    const description = () =>
      field.evaluate<string, any>(
        (input: any) => input.ownerDocument.getElementById(input.getAttribute('aria-describedby')).innerText,
      );
    expect(await description()).toMatch(/^In your time zone, UTC.*\. Leave empty for the queue\.$/);
    await press(page, 'Schedule');
    await page.getByRole('alert').getByText('Choose a time.', { exact: true }).waitFor();
    expect(await description()).toMatch(/^Choose a time\.\nIn your time zone, UTC[^.]*$/);
    await leave();
  });

  it('leaves nothing of one on the server that is removed after its last byte', async () => {
    const client = await owner();
    const { page, leave } = await openComposer(ui, client);
    const used = async () => (await client.get('/api/user/subscription')).body.storage.used;
    const held = await stalled(page, POSTERS, 'PUT');
    await choose(page, FILM);
    await holds(held, 1);
    expect(await used()).toBeGreaterThan(0);
    const discarded = calls(page, 'DELETE', PIECES);
    await press(page, 'Remove portrait.mp4');
    await eventually(used, (bytes) => bytes === 0);
    expect(discarded).toHaveLength(1);
    // The next one does not wait for it.
    await choose(page, fixture('photo.jpg'));
    await holds(held, 2);
    await leave();
  });

  it('leaves nothing of one on the server that is removed while the server looks at it', async () => {
    const client = await owner();
    const { page, leave } = await openComposer(ui, client);
    const used = async () => (await client.get('/api/user/subscription')).body.storage.used;
    const held = await stalled(page, /\/api\/media\/\w+$/, 'GET');
    await choose(page, FILM);
    await holds(held, 1);
    await press(page, 'Remove portrait.mp4');
    await eventually(used, (bytes) => bytes === 0);
    await leave();
  });
});
