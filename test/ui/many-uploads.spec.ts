import type { Page } from 'playwright-core';
import { describeScreens } from '../support/ui/dashboard';
import { listed, openVideos } from '../support/ui/posts-screen';
import { uploadButton, uploadsOf } from '../support/ui/upload-area';
import { eventually } from '../support/client';
import { paddedVideo } from '../support/media';
import { useScratchFolder } from '../support/scratch-folder';

jest.setTimeout(60_000);

/** Films that the page decodes wait for the test, which lets them go on one by one or all at once. */
const HELD_FILMS = `(() => {
  const films = (window.films = { now: 0, most: 0, held: [], isOpen: false });
  const { set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src');
  Object.defineProperty(HTMLMediaElement.prototype, 'src', {
    configurable: true,
    set(url) {
      films.most = Math.max(films.most, ++films.now);
      if (films.isOpen) set.call(this, url);
      else films.held.push(() => set.call(this, url));
    },
  });
  HTMLVideoElement.prototype.removeAttribute = function (name) {
    if (name === 'src') films.now--;
    Element.prototype.removeAttribute.call(this, name);
  };
})()`;

/** In the order in which they are sent. */
const SENT_TITLES = `{
  const { send } = XMLHttpRequest.prototype;
  globalThis.sentTitles = [];
  XMLHttpRequest.prototype.send = function (body) {
    if (body instanceof FormData) sentTitles.push(body.get('titles[]'));
    return send.call(this, body);
  };
}`;

/** Lets each upload through when the one before it was answered: a busy server sees those of one moment in any order. */
async function inTurn(page: Page): Promise<void> {
  let before: Promise<unknown> = Promise.resolve();
  await page.route(/\/api\/videos$/, (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    before = before.then(async () => {
      await route.continue();
      await route.request().response();
    });
    return before;
  });
}

describeScreens('uploading many videos', (ui) => {
  const scratch = useScratchFolder();

  it('looks at a few at a time, and uploads all that were chosen when it was asked to, in their order', async () => {
    const names = Array.from({ length: 9 }, (_, n) => `part-${n + 1}`);
    const files = await Promise.all(
      names.map((name) => paddedVideo(scratch(`${name}.mp4`), 30_000, { salt: name })),
    );
    const client = await ui.users.subscriber();
    const { page, toast, leave } = await openVideos(ui, client, {
      before: async (opening) => {
        await opening.addInitScript(`${HELD_FILMS};${SENT_TITLES}`);
        await inTurn(opening);
      },
    });
    const films = () => page.evaluate<{ now: number; most: number }>('({ ...films, held: undefined })');
    await page.locator('input[type=file]').setInputFiles(files);
    await eventually(films, ({ now }) => now > 0);
    await uploadsOf(page).nth(8).getByRole('button').first().waitFor();
    expect(await films()).toMatchObject({ now: 3, most: 3 });
    // The others are still being checked when the button is pressed.
    await page.evaluate('films.held[0]()');
    await uploadButton(page, 'videos').click();
    await page.getByRole('button', { name: 'Uploading...' }).waitFor();
    await page.evaluate('films.held.slice(1).forEach((go) => go(films.isOpen = true))');
    await toast('Videos uploaded successfully!');
    expect(await page.evaluate('sentTitles')).toEqual(names);
    const posts = (await listed(client)).sort((a, b) => a.id - b.id);
    expect(posts.map(({ title }) => title)).toEqual(names);
    expect(posts.filter(({ thumbnail_path: picture }) => !picture)).toEqual([]);
    expect((await films()).most).toBe(3);
    await uploadsOf(page).first().waitFor({ state: 'detached' });
    await leave();
  });
});
