import { accessibilityFaults } from '../support/ui/accessibility';
import { calls, refuse } from '../support/ui/api-stubs';
import { describeScreens } from '../support/ui/dashboard';
import { listed, openVideos } from '../support/ui/posts-screen';
import { chooseFiles, rowOf, uploadButton, uploadsOf } from '../support/ui/upload-area';
import { paddedVideo } from '../support/media';
import { useScratchFolder } from '../support/scratch-folder';

jest.setTimeout(90_000);

const MEGABYTE = 1024 ** 2;
const UPLOADS = /\/api\/uploads(\/|$)/;
const PIECES = /\/api\/uploads\//;

describeScreens('an upload', (ui) => {
  const scratch = useScratchFolder();
  const subscriber = () => ui.users.subscriber();
  const film = (name: string) => paddedVideo(scratch(name), 2 * MEGABYTE, { salt: name });

  it.each([
    [413, 'too_large', 'A file for this purpose has at most 100 MB.'],
    [422, 'storage_quota_exceeded', 'Your plan has no room for this file.'],
    [429, 'too_many_requests', 'You have 20 unfinished uploads. Finish or cancel one first.'],
  ])('says beside the file why the server does not begin it: %i', async (status, error, message) => {
    const { page, toast, leave } = await openVideos(ui, await subscriber());
    const mend = await refuse(page, 'POST', UPLOADS, { status, error, message });
    await chooseFiles(page, await film('b.mp4'));
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
    await chooseFiles(page, await film('c.mp4'));
    await uploadButton(page, 'videos').click();
    const row = rowOf(page, 'c.mp4');
    await row
      .getByText(/^c\.mp4: A Facebook reel lasts 3 to 90 seconds\. It can be posted as: Facebook reel, /)
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await mend();
    const pieces = calls(page, 'PATCH', PIECES);
    await page.getByRole('button', { name: 'Retry c.mp4' }).click();
    await toast('Videos uploaded successfully!');
    expect([pieces, (await listed(client)).map(({ size_bytes: size }) => size as number)]).toEqual([
      [],
      [2 * MEGABYTE],
    ]);
    expect(await uploadsOf(page).count()).toBe(0);
    await leave();
  });
});
