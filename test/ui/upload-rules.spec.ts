import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeScreens } from '../support/ui/dashboard';
import { openVideos, listed, TIMEZONE } from '../support/ui/posts-screen';
import { accessibilityFaults } from '../support/ui/accessibility';
import { specText } from '../support/ui/spec-texts';
import { chooseFiles, uploadButton, uploadsOf } from '../support/ui/upload-area';
import type { Client } from '../support/client';
import { fixture, paddedVideo } from '../support/media';

jest.setTimeout(60_000);

const MEGABYTE = 1024 ** 2;

describeScreens('the rules for videos, before and after they are sent', (ui) => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const openScreen = (client: Client, options = {}) => openVideos(ui, client, options);
  const subscriber = (limits = {}) => ui.users.subscriber({ timezone: TIMEZONE, ...limits });

  /** Videos of this size under these names. */
  const videos = (bytes: number, ...names: string[]) =>
    Promise.all(names.map((name) => paddedVideo(join(folder, name), bytes, { salt: name })));

  it('names each file that breaks one, and what, before anything is sent', async () => {
    const client = await subscriber();
    const { page, complaints, leave } = await openScreen(client);
    const tooLarge = await paddedVideo(join(folder, 'large.mp4'), 100 * MEGABYTE + 1);
    const empty = join(folder, 'empty.mp4');
    await writeFile(empty, '');
    const broken: Record<string, string> = {
      'empty.mp4': 'The file is empty',
      'text.mp4': 'Only MP4 videos are supported',
      'portrait.mov': 'Only MP4 videos are supported',
      'large.mp4': 'Video must be under 100MB',
      'small.mp4': 'Video resolution must be at least 540x960 pixels',
      'tall-4k.mp4': 'Video resolution must not exceed 1080x1920 pixels',
      'square.mp4': 'Video must have a 9:16 aspect ratio',
      'short.mp4': 'Video must be at least 3 seconds long',
    };
    await chooseFiles(
      page,
      tooLarge,
      empty,
      ...Object.keys(broken)
        .filter((name) => !['large.mp4', 'empty.mp4'].includes(name))
        .map(fixture),
    );
    for (const [name, message] of Object.entries(broken))
      await uploadsOf(page)
        .getByText(specText('{file name}: {message}', { 'file name': name, message }))
        .waitFor();
    const button = uploadButton(page, 'videos');
    expect(await button.isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);

    await chooseFiles(page, fixture('portrait.mp4'));
    await page.getByText('1 video chosen, 8 cannot be used').waitFor();
    await page.getByRole('button', { name: 'Remove small.mp4' }).click();
    await page.getByText('1 video chosen, 7 cannot be used').waitFor();
    await button.click();
    await page.getByRole('row', { name: /portrait/ }).waitFor();
    await uploadsOf(page).nth(7).waitFor({ state: 'detached' });
    expect(await uploadsOf(page).count()).toBe(7);
    await page.getByRole('button', { name: 'Remove them' }).click();
    await uploadsOf(page).first().waitFor({ state: 'detached' });
    expect((await listed(client)).map(({ title }) => title)).toEqual(['portrait']);
    expect(complaints).toEqual([]);
    await leave();
  });

  it('shows the server’s sentence where the browser cannot read a file itself', async () => {
    const client = await subscriber();
    const { page, toast, leave } = await openScreen(client);
    await chooseFiles(page, fixture('broken-moov.mp4'), fixture('mpeg4.mp4'), fixture('hevc.mp4'));
    await uploadButton(page, 'videos').click();
    await toast('Failed to upload videos');
    for (const [name, message] of [
      ['broken-moov.mp4', 'Unable to validate video dimensions'],
      ['mpeg4.mp4', 'Video must be encoded as H.264, HEVC, VP9 or AV1'],
    ] as const)
      await uploadsOf(page)
        .getByText(specText('{file name}: {message}', { 'file name': name, message }))
        .waitFor();
    expect((await listed(client)).map(({ title }) => title)).toEqual(['hevc']);
    await leave();
  });

  it('says what a full plan does not take', async () => {
    const { page, toast, leave } = await openScreen(await subscriber({ tasks: 1 }));
    await chooseFiles(page, ...(await videos(30_000, 'one.mp4', 'two.mp4')));
    await uploadButton(page, 'videos').click();
    await toast('Videos uploaded successfully!');
    await toast('Failed to upload videos');
    await uploadsOf(page)
      .getByText(/^(one|two)\.mp4: .*(task|plan)/i)
      .waitFor();
    await uploadsOf(page).nth(1).waitFor({ state: 'detached' });
    expect(await uploadsOf(page).count()).toBe(1);
    await leave();
  });
});
