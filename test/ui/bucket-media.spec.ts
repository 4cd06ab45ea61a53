import type { Browser } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app';
import { eventually, type Client } from '../support/client';
import { fixture } from '../support/media';
import { onSwift } from '../support/swift/swift';
import { AppBucket } from '../support/swift/use-bucket';
import { describeWithChromium, FOR_SHORT_VISITS, openBrowser, signIn, visit } from '../support/ui/browser';
import { PORTRAIT } from '../support/video-uploads';

jest.setTimeout(90_000);

/** Of the pictures that come from the storage; 0 while one has not come. */
const WIDTHS = `Array.from(document.querySelectorAll('img[src^="/storage/"]'), (picture) =>
  picture.complete ? picture.naturalWidth : 0)`;

/** Plays a film to its last second and back, as somebody who looks for a place in it. */
const SEEK = (path: string) => `new Promise((done, fail) => {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  video.onerror = () => fail(new Error('the video does not load'));
  video.onloadedmetadata = () => { video.currentTime = video.duration - 0.5; };
  video.onseeked = () => done([video.videoWidth, video.videoHeight]);
  video.src = ${JSON.stringify(path)};
  document.body.append(video);
})`;

describeWithChromium('media in a bucket', () => {
  onSwift('of another origin', (swift) => {
    let bucket: AppBucket;
    let app: TestApp;
    let user: Client;
    let browser: Browser;
    beforeAll(async () => {
      bucket = await AppBucket.make(swift());
      app = await startTestApp({ env: bucket.env });
      user = await app.users.subscriber();
      browser = await openBrowser(FOR_SHORT_VISITS);
    });
    afterAll(async () => {
      await browser.close();
      await app.end();
      await bucket.link.end();
    });

    it('are shown by the pages, which load nothing else from there', async () => {
      const { body } = await user.upload('/api/videos', [PORTRAIT]);
      await user.upload('/api/photos', [fixture('photo.jpg')], {}, 'photos');
      const tab = await visit(browser, app.url);
      await signIn(tab, user);
      const { page, complaints, context } = tab;
      await page.goto('/dashboard/photos');
      await eventually(
        () => page.evaluate<number[]>(WIDTHS),
        (widths) => widths.length > 0 && widths.every((width) => width > 0),
      );
      expect(await page.evaluate(SEEK(`/storage/${body.videos[0].file_path}`))).toEqual([540, 960]);
      const fromOutside = `fetched from outside: ${bucket.link.url}/`;
      const [media, others] = [
        complaints.filter((each) => each.startsWith(fromOutside)),
        complaints.filter((each) => !each.startsWith(fromOutside)),
      ];
      expect(others).toEqual([]);
      expect(media.length).toBeGreaterThan(1);
      await context.close();
    });
  });
});
