import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app';
import { describeWithChromium, openBrowser } from '../support/browser';
import type { Client } from '../support/client';
import { fixture, paddedVideo } from '../support/media';
import { People } from '../support/people';
import { beforeVideos, listed, TIMEZONE } from '../support/posts-screen';
import { accessibilityFaults } from '../support/seat';
import { specText } from '../support/spec-texts';
import { chooseFiles, uploadButton, uploadsOf } from '../support/upload-area';

jest.setTimeout(60_000);

const MEGABYTE = 1024 ** 2;

describeWithChromium('the rules for videos, before and after they are sent', () => {
  let app: TestApp;
  let browser: Browser;
  let people: People;
  let folder: string;

  beforeAll(async () => {
    [app, browser] = await Promise.all([startTestApp(), openBrowser()]);
    people = await People.of(app);
    folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  });
  afterAll(async () => {
    await browser.close();
    await app.end();
    await rm(folder, { recursive: true, force: true });
  });

  const seat = (client: Client, options = {}) => beforeVideos(browser, app, client, options);
  const subscriber = (limits = {}) => people.subscriber({ timezone: TIMEZONE, ...limits });

  /** Videos of this size under these names. */
  const videos = (bytes: number, ...names: string[]) =>
    Promise.all(names.map((name) => paddedVideo(join(folder, name), bytes, { salt: name })));

  it('names each file that breaks one, and what, before anything is sent', async () => {
    const client = await subscriber();
    const { page, complaints, leave } = await seat(client);
    const tooLarge = await paddedVideo(join(folder, 'large.mp4'), 100 * MEGABYTE + 1);
    const broken: Record<string, string> = {
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
      ...Object.keys(broken)
        .filter((name) => name !== 'large.mp4')
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
    await page.getByText('1 video chosen, 7 cannot be used').waitFor();
    await page.getByRole('button', { name: 'Remove small.mp4' }).click();
    await page.getByText('1 video chosen, 6 cannot be used').waitFor();
    await button.click();
    await page.getByRole('row', { name: /portrait/ }).waitFor();
    await uploadsOf(page).nth(6).waitFor({ state: 'detached' });
    expect(await uploadsOf(page).count()).toBe(6);
    await page.getByRole('button', { name: 'Remove those' }).click();
    await uploadsOf(page).first().waitFor({ state: 'detached' });
    expect((await listed(client)).map(({ title }) => title)).toEqual(['portrait']);
    expect(complaints).toEqual([]);
    await leave();
  });

  it('shows the server’s sentence where the browser cannot read a file itself', async () => {
    const client = await subscriber();
    const { page, toast, leave } = await seat(client);
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
    const { page, toast, leave } = await seat(await subscriber({ tasks: 1 }));
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
