import { fixture } from '../support/media';
import { CalendarPage } from '../support/ui/calendar-page';
import { SHOP } from '../support/credentials';
import { addSharedVideo } from '../support/shared-library';
import { accessibilityFaults } from '../support/ui/accessibility';
import { calls } from '../support/ui/api-stubs';
import {
  account,
  addFiles,
  chooseCover,
  madePosts,
  openComposer,
  press,
  previewOf,
} from '../support/ui/composer';
import { describeScreens } from '../support/ui/dashboard';
import { choose } from '../support/ui/posts-screen';
import { holds, stalled } from '../support/ui/upload-area';

jest.setTimeout(90_000);

const UPLOADS = /\/api\/uploads$/;
const MONTH = `${new Date().getUTCFullYear() + 1}-06`;

describeScreens('the composer', (ui) => {
  it('begins at the day of a cell of the calendar, and asks for the time that a story needs', async () => {
    const client = await ui.users.subscriber({ timezone: 'Europe/Berlin', connected: true });
    const { day, page, toast, close } = await CalendarPage.open(ui, client, {
      now: `${MONTH}-10T09:00:00Z`,
    });
    const time = page.getByLabel('Goes out at');
    await page.locator('[role=gridcell][tabindex="0"]').focus();
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL('**/dashboard/compose');
    await time.waitFor();
    expect(await time.inputValue()).toBe(`${MONTH}-18T10:00`);
    await page.goBack();
    await page.getByRole('button', { name: 'Week' }).click();
    await page.locator('.cal-lane[tabindex="0"]').focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL('**/dashboard/compose');
    await time.waitFor();
    expect(await time.inputValue()).toBe(`${MONTH}-11T11:00`);
    await page.goBack();
    await page.getByRole('button', { name: 'Month' }).click();
    await day(`${MONTH}-12`).click();
    await page.waitForURL('**/dashboard/compose');
    await time.waitFor();
    expect(await time.inputValue()).toBe(`${MONTH}-12T10:00`);
    await addFiles(page, fixture('portrait.mp4'));
    await choose(page, `Format for Test Page`, 'Story');
    await previewOf(page).getByText('Facebook story').waitFor();
    expect(await page.getByRole('textbox', { name: 'Text', exact: true }).count()).toBe(0);
    await time.fill('');
    await press(page, 'Add to queue');
    await page.getByText('A story needs a time.').waitFor();
    expect(await time.getAttribute('aria-invalid')).toBe('true');
    await time.fill(`${MONTH}-12T10:00`);
    await press(page, 'Schedule');
    await toast('Post scheduled!');
    const [made] = await madePosts(client);
    expect([made.format, made.scheduled_for]).toEqual(['story', `${MONTH}-12T08:00:00.000Z`]);
    await close();
  });

  it('posts a shared video, with a frame as its cover that Facebook gets as a picture', async () => {
    ui.app.fake.addPage(SHOP);
    const client = await ui.users.subscriber({ connected: SHOP });
    const stranger = await openComposer(ui, client);
    expect(await stranger.page.getByRole('button', { name: 'Use a shared video' }).count()).toBe(0);
    await stranger.leave();
    await ui.admin.put(`/api/admin/users/${client.user.id}`, { can_use_shared_videos: 1 });
    client.user = (await client.get('/api/user')).body;
    const id = await addSharedVideo(ui.admin, 'Knead by hand');

    const { page, toast, complaints, leave } = await openComposer(ui, client);
    await page.getByRole('button', { name: 'Use a shared video' }).click();
    const library = page.getByRole('dialog', { name: 'Shared videos' });
    await library.getByRole('checkbox', { name: 'Choose Knead by hand' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await library.getByRole('checkbox', { name: 'Choose Knead by hand' }).click();
    await page.getByText('From the shared library').waitFor();
    for (const name of [SHOP.name, SHOP.igUsername]) await account(page, name).check();
    const frame = page.getByRole('slider', { name: 'Frame of the video' });
    await frame.focus();
    for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowRight');
    await press(page, 'Save draft');
    await toast('Draft saved');
    const made = await madePosts(client);
    expect(made.map((post) => [post.shared_video_id, Object.keys(post.cover)])).toEqual([
      [id, ['media_id', 'file_path']],
      [id, ['at_ms']],
    ]);
    const { body: cover } = await client.get(`/api/media/${made[0].cover.media_id}`);
    expect([cover.type, cover.width, cover.height]).toEqual(['image/jpeg', made[0].width, made[0].height]);
    expect(complaints).toEqual([]);
    await leave();
  });

  it('waits for the picture that is to be the cover, and sends nothing once it is left', async () => {
    const client = await ui.users.subscriber({ connected: true });
    const { page, toast, leave } = await openComposer(ui, client, { at: `${MONTH}-12T10:00` });
    await addFiles(page, fixture('portrait.mp4'));
    const sent = calls(page, 'POST', /\/api\/posts$/);
    const held = await stalled(page, UPLOADS);
    await chooseCover(page, fixture('photo.jpg'));
    await holds(held, 1);
    await press(page, 'Schedule');
    const actions = page.getByRole('region', { name: 'Actions' });
    await actions.getByRole('button', { name: 'Uploading...' }).waitFor();
    await page.getByRole('link', { name: 'Captions' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    // The address changes before the screen does.
    await page.getByRole('heading', { level: 1, name: 'Captions', exact: true }).waitFor();
    await held[0]!.continue();
    await page.getByRole('link', { name: 'New Post' }).click();
    await page.getByText('The network chooses a frame.').waitFor();

    await chooseCover(page, fixture('photo.jpg'));
    await holds(held, 2);
    await press(page, 'Schedule');
    await actions.getByRole('button', { name: 'Uploading...' }).waitFor();
    expect(sent).toEqual([]);
    await held[1]!.continue();
    await toast('Post scheduled!');
    expect(sent.map(({ body }) => body.targets)).toEqual([
      [expect.objectContaining({ cover: { media_id: expect.any(String) as string } })],
    ]);
    await leave();
  });

  it('gives up the picture that is to be the cover when another one or none is chosen', async () => {
    const client = await ui.users.subscriber({ connected: true });
    const { page, toast, leave } = await openComposer(ui, client);
    await addFiles(page, fixture('portrait.mp4'));
    const held = await stalled(page, UPLOADS);
    await chooseCover(page, fixture('photo.jpg'));
    await holds(held, 1);
    await press(page, 'Start over');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start over' }).click();
    await page.getByRole('list', { name: 'Chosen files' }).waitFor({ state: 'detached' });
    await held[0]!.continue();
    await page.unroute(UPLOADS);
    await account(page, /./).check();
    await addFiles(page, fixture('landscape.mp4'));
    await page.getByText('The network chooses a frame.').waitFor();

    const again = await stalled(page, UPLOADS);
    await chooseCover(page, fixture('photo.jpg'));
    await holds(again, 1);
    await press(page, 'Let the network choose');
    await chooseCover(page, fixture('photo-exif.jpg'));
    await holds(again, 2);
    await chooseCover(page, fixture('photo.png'));
    await holds(again, 3);
    for (const route of again.toReversed()) await route.continue();
    await page.getByText('Picture: photo.png').waitFor();
    await press(page, 'Save draft');
    await toast('Draft saved');
    const [{ cover }] = await madePosts(client);
    expect((await client.get(`/api/media/${cover.media_id}`)).body.name).toBe('photo.png');
    await leave();
  });
});
