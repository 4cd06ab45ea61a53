import { row } from '../support/ui/posts-screen';
import { describeScreens } from '../support/ui/dashboard';
import { nowToPost } from '../support/post-times';
import { chooseFiles, uploadButton } from '../support/ui/upload-area';
import { eventually, type Client } from '../support/client';
import { fixture } from '../support/media';

jest.setTimeout(90_000);

const ACCOUNT = {
  id: '900800700',
  name: 'Roastery',
  token: 'EAAB_CANARY_roastery',
  igId: '17841400000000001',
};

describeScreens('Instagram videos', (ui) => {
  let client: Client;

  beforeAll(async () => {
    client = await ui.users.subscriber();
  });

  const listed = (path: string) => client.get(path).then(({ body }) => body.data as any[]);

  it('uploads, schedules, edits and deletes a video by calls of its own', async () => {
    const { page, toast, complaints, leave } = await ui.open(client, 'instagram-videos');
    const others: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/(videos|photos)/.test(request.url())) others.push(request.url());
    });
    await page.getByRole('heading', { level: 1, name: 'Instagram Videos' }).waitFor();
    await chooseFiles(page, fixture('portrait.mp4'), fixture('small.mp4'));
    await page.getByText('small.mp4: Video resolution must be at least 540x960 pixels').waitFor();
    await page.getByLabel('Title of portrait.mp4').fill('Pour over');
    await uploadButton(page, 'videos').click();
    await toast('Videos uploaded successfully!');
    const its = row(page, /Pour over/);
    await its.getByRole('button', { name: 'Schedule', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
    const nextYear = `${new Date().getFullYear() + 1}-06-15T12:30`;
    await dialog.getByLabel('Date and time').fill(nextYear);
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await toast('Video rescheduled successfully');
    await its.getByRole('link', { name: 'Edit Pour over' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Pour over, slowly');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast('Video updated successfully');
    expect(await listed('/api/instagram/videos')).toMatchObject([
      { title: 'Pour over, slowly', scheduled_for: new Date(`${nextYear}:00Z`).toISOString() },
    ]);
    expect(await listed('/api/videos')).toEqual([]);
    await page.getByRole('button', { name: 'Delete Pour over, slowly' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toast('Video deleted successfully');
    await page.getByText('No videos available').waitFor();
    expect(await listed('/api/instagram/videos')).toEqual([]);
    expect([others, complaints]).toEqual([[], []]);
    await leave();
  });

  it('publishes a video on Instagram, and leads there', async () => {
    ui.app.fake.addPage(ACCOUNT);
    const saved = await client.put('/api/user/facebook-settings', {
      access_token: ACCOUNT.token,
      page_id: ACCOUNT.id,
      instagram_page_id: ACCOUNT.igId,
    });
    expect(saved.status).toBe(200);
    const { page, leave } = await ui.open(client, 'instagram-videos');
    await chooseFiles(page, fixture('portrait.mp4'));
    await uploadButton(page, 'videos').click();
    await row(page, /portrait/)
      .getByRole('button', { name: 'Schedule', exact: true })
      .click();
    await nowToPost();
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click();
    await row(page, /Published/).waitFor({ timeout: 30_000 });
    await row(page, /Published/)
      .getByRole('link', { name: 'View on Instagram: portrait' })
      .waitFor();
    await row(page, /Published/)
      .getByRole('button', { name: 'History of portrait' })
      .click();
    await page.getByText('Instagram accepted the post').waitFor();
    await eventually(
      () => Promise.resolve(ui.app.fake.published()),
      ({ length }) => length === 1,
    );
    await leave();
  });
});
