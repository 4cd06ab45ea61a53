import { readFileSync } from 'node:fs';
import { fixture } from '../support/media';
import { SHOP } from '../support/credentials';
import { tusOf } from '../support/tus';
import { accessibilityFaults } from '../support/ui/accessibility';
import { calls, refuse } from '../support/ui/api-stubs';
import { NARROW } from '../support/ui/browser';
import { addFiles, chooseCover, openComposer, press, text } from '../support/ui/composer';
import { describeScreens } from '../support/ui/dashboard';
import { comesToHold } from '../support/ui/form-actions';
import { sideways } from '../support/ui/layout-shifts';
import { holds, stalled } from '../support/ui/upload-area';
import type { Client } from '../support/client';

jest.setTimeout(90_000);

const YEAR = new Date().getUTCFullYear() + 1;
const AT = `${YEAR}-06-10 14:00:00`;

describeScreens('a pending post in the composer', (ui) => {
  beforeAll(() => ui.app.fake.addPage(SHOP));

  /** Of one film, on a Page and on Instagram. */
  async function group(client: Client): Promise<any[]> {
    const film = readFileSync(fixture('portrait.mp4'));
    const media_id = await tusOf(client).upload(film, { filename: 'Rye.mp4' });
    const { body: accounts } = await client.get('/api/accounts');
    const targets = accounts.map(({ id }: any) => ({ account_id: id, format: 'reel' }));
    const { status, body } = await client.post('/api/posts', {
      ...{ targets, media: [{ media_id }], description: 'Old words', scheduled_for: AT },
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.posts.toSorted((one: any) => (one.network === 'facebook' ? -1 : 1));
  }
  const owner = () => ui.users.subscriber({ connected: SHOP });
  const read = async (client: Client, { id }: any) => (await client.get(`/api/posts/${id}`)).body;

  it('changes it, and the posts made with it, while an unsent one stays as it is', async () => {
    const client = await owner();
    const [reel, other] = await group(client);
    const { page, toast, complaints, leave } = await openComposer(ui, client);
    await text(page).fill('Not sent yet');
    await page.getByRole('link', { name: 'Facebook Videos' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'Edit Rye' }).click();
    const title = page.getByRole('textbox', { name: 'Title' });
    expect([await title.inputValue(), await text(page).inputValue()]).toEqual(['Rye', 'Old words']);
    const time = page.getByLabel('Goes out at');
    expect(await time.inputValue()).toBe(`${YEAR}-06-10T14:00`);
    expect(await page.getByRole('button', { name: 'Save' }).isEnabled()).toBe(false);
    await text(page).fill('New words');
    // Over a reload, it keeps what was typed.
    await page.reload();
    await title.waitFor();
    expect(await text(page).inputValue()).toBe('New words');
    await time.fill(`${YEAR}-06-11T09:30`);
    await page.getByRole('slider', { name: 'Frame of the video' }).focus();
    await page.keyboard.press('End');
    await page.getByLabel('Also change the post made with it').check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize(NARROW);
    expect([await sideways(page), await accessibilityFaults(page)]).toEqual([0, []]);
    await press(page, 'Save');
    await toast('Video updated successfully');
    await page.waitForURL('**/dashboard/videos');
    const [now, sibling] = [await read(client, reel), await read(client, other)];
    expect([now.description, now.title, now.scheduled_for]).toEqual([
      'New words',
      'Rye',
      `${YEAR}-06-11T09:30:00.000Z`,
    ]);
    expect([sibling.description, sibling.scheduled_for]).toEqual([
      'New words',
      `${YEAR}-06-10T14:00:00.000Z`,
    ]);
    expect([now.cover.media_id, sibling.cover.media_id]).toEqual([expect.any(String), now.cover.media_id]);
    await page.goto('/dashboard/compose');
    await text(page).waitFor();
    expect(await text(page).inputValue()).toBe('Not sent yet');
    expect(complaints).toEqual([]);
    await leave();
  });

  it('says what became of it meanwhile, and keeps what was written', async () => {
    const client = await owner();
    const [reel] = await group(client);
    const { page, leave } = await ui.open(client, `compose?edit=${reel.id}`);
    await text(page).fill('Too late');
    await refuse(page, 'PUT', /\/api\/posts\/\d+$/, {
      status: 409,
      error: 'conflict',
      message: 'Only a pending item can be edited; this one is processing.',
    });
    await press(page, 'Save');
    await page.getByText('Only a pending item can be edited; this one is processing.').waitFor();
    await client.put(`/api/posts/${reel.id}`, { title: 'By another tab' });
    await page.getByText(/^This post has changed since you opened it/).waitFor();
    await page.getByRole('button', { name: 'Show the latest' }).click();
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('By another tab');
    expect(await text(page).inputValue()).toBe('Too late');
    await client.delete(`/api/posts/${reel.id}`);
    await page.getByText(/^This post was deleted/).waitFor();
    expect(await text(page).inputValue()).toBe('Too late');
    expect(await page.getByRole('button', { name: 'Save' }).isEnabled()).toBe(false);
    await leave();
  });

  it('says elsewhere that it was not saved after it was left, and keeps the words', async () => {
    const client = await owner();
    const [reel] = await group(client);
    const { page, toast, leave } = await openComposer(ui, client);
    await page.getByRole('link', { name: 'Facebook Videos' }).click();
    await page.getByRole('link', { name: 'Edit Rye' }).click();
    await text(page).fill('Refused words');
    const held = await stalled(page, /\/api\/posts\/\d+$/, 'PUT');
    await press(page, 'Save');
    await holds(held, 1);
    await page.getByRole('link', { name: 'Facebook Videos' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'Edit Rye' }).waitFor();
    await held[0]!.fulfill({ status: 409, json: { error: 'conflict', message: 'It went out.' } });
    await toast('The changes were not saved. It went out.');
    expect((await read(client, reel)).description).toBe('Old words');
    await page.getByRole('link', { name: 'Edit Rye' }).click();
    await comesToHold(text(page), 'Refused words');
    await leave();
  });

  const notice = /^This post has changed since you opened it/;

  it('goes out at the time in the form when its text was refused after its time was taken', async () => {
    const client = await owner();
    const [reel] = await group(client);
    const { page, toast, leave } = await ui.open(client, `compose?edit=${reel.id}`);
    const mend = await refuse(page, 'PUT', /\/api\/posts\/\d+$/, {
      ...{ status: 422, error: 'validation_failed', message: 'Too long.' },
      errors: { description: ['Too long.'] },
    });
    await text(page).fill('Far too many words');
    await page.getByLabel('Goes out at').fill(`${YEAR}-06-11T09:30`);
    await press(page, 'Save');
    await page.getByText('Too long.').waitFor();
    expect(await read(client, reel)).toMatchObject({
      description: 'Old words',
      scheduled_for: `${YEAR}-06-11T09:30:00.000Z`,
    });
    await mend();
    await text(page).fill('Few words');
    await page.getByLabel('Goes out at').fill(`${YEAR}-06-10T14:00`);
    expect(await page.getByText(notice).count()).toBe(0);
    await press(page, 'Save');
    await toast('Video updated successfully');
    expect(await read(client, reel)).toMatchObject({
      description: 'Few words',
      scheduled_for: `${YEAR}-06-10T14:00:00.000Z`,
    });
    await leave();
  });

  it('takes back a text that was taken before its time was refused', async () => {
    const client = await owner();
    const [reel] = await group(client);
    const { page, toast, leave } = await ui.open(client, `compose?edit=${reel.id}`);
    await refuse(page, 'PUT', /\/reschedule$/, {
      ...{ status: 422, error: 'validation_failed', message: 'Too early.' },
      errors: { scheduled_for: ['Too early.'] },
    });
    await text(page).fill('New words');
    await page.getByLabel('Goes out at').fill(`${YEAR}-06-09T14:00`);
    await press(page, 'Save');
    await page.getByText('Too early.').waitFor();
    expect((await read(client, reel)).description).toBe('New words');
    await page.getByLabel('Goes out at').fill(`${YEAR}-06-10T14:00`);
    expect(await page.getByRole('button', { name: 'Save' }).isEnabled()).toBe(false);
    await text(page).fill('Old words');
    expect(await page.getByText(notice).count()).toBe(0);
    await press(page, 'Save');
    await toast('Video updated successfully');
    expect((await read(client, reel)).description).toBe('Old words');
    await leave();
  });

  it('waits for the picture that is to be the cover before it is saved', async () => {
    const client = await owner();
    const [reel] = await group(client);
    const { page, toast, leave } = await ui.open(client, `compose?edit=${reel.id}`);
    const held = await stalled(page, /\/api\/uploads$/);
    const saved = calls(page, 'PUT', /\/api\/posts\/\d+$/);
    await text(page).fill('New words');
    await chooseCover(page, fixture('photo.jpg'));
    await holds(held, 1);
    await press(page, 'Save');
    await page.getByRole('main').getByRole('button', { name: 'Uploading...' }).waitFor();
    expect(saved).toEqual([]);
    await held[0]!.continue();
    await toast('Video updated successfully');
    expect((await read(client, reel)).cover).toMatchObject({ media_id: expect.any(String) as string });
    await leave();
  });

  it('saves nothing when a file was removed after the button was pressed', async () => {
    const client = await owner();
    const [reel] = await group(client);
    const { page, leave } = await ui.open(client, `compose?edit=${reel.id}`);
    const held = await stalled(page, /\/api\/uploads\//, 'PATCH');
    const saved = calls(page, 'PUT', /\/api\/posts\/\d+$/);
    await press(page, 'Remove Rye');
    await page.getByLabel('Choose photos or videos').setInputFiles(fixture('portrait.mp4'));
    await holds(held, 1);
    await text(page).fill('New words');
    await press(page, 'Save');
    await page.getByRole('main').getByRole('button', { name: 'Uploading...' }).waitFor();
    await press(page, 'Remove portrait.mp4');
    await page.getByText('You changed the files. Check the post, then press the button again.').waitFor();
    expect(saved).toEqual([]);
    expect((await read(client, reel)).description).toBe('Old words');
    await leave();
  });

  it('asks before a new post takes its place on the screen, and keeps its new file until then', async () => {
    const client = await owner();
    const [reel] = await group(client);
    const { page, leave } = await ui.open(client, `compose?edit=${reel.id}`);
    const newPost = page.getByRole('link', { name: 'New Post' });
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.waitFor();
    await newPost.click();
    await title.waitFor({ state: 'detached' });
    await page.goBack();
    await title.waitFor();
    await press(page, 'Remove Rye');
    await addFiles(page, fixture('portrait.mp4'));
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    for (const go of [() => newPost.click(), () => page.evaluate('history.forward()')]) {
      await go();
      await question.getByRole('button', { name: 'Stay' }).click();
      await question.waitFor({ state: 'detached' });
      expect(await page.getByRole('list', { name: 'Chosen files' }).textContent()).toContain('portrait.mp4');
      expect(page.url()).toMatch(/\?edit=\d+$/);
    }
    await newPost.click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await title.waitFor({ state: 'detached' });
    await leave();
  });

  it('is nobody else’s', async () => {
    const [reel] = await group(await owner());
    const { page, leave } = await ui.open(await owner(), `compose?edit=${reel.id}`);
    await page.getByText('This post does not exist, or was deleted.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await leave();
  });
});
