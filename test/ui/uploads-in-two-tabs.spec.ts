import { describeScreens } from '../support/ui/dashboard';
import { listed, openVideos } from '../support/ui/posts-screen';
import { chooseFiles, rowOf, uploadButton } from '../support/ui/upload-area';
import { calls } from '../support/ui/api-stubs';
import { settled } from '../support/ui/screens';
import { eventually } from '../support/client';
import { paddedVideo } from '../support/media';
import { useScratchFolder } from '../support/scratch-folder';

jest.setTimeout(60_000);

const MEGABYTE = 1024 ** 2;

/** The second piece of a file waits in the page until the test lets it go. */
const HELD_PIECE = `{
  const { setRequestHeader, send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
    if (name.toLowerCase() === 'upload-offset') this.offset = Number(value);
    setRequestHeader.call(this, name, value);
  };
  XMLHttpRequest.prototype.send = function (body) {
    if (this.offset > 0) window.letGo = () => send.call(this, body);
    else send.call(this, body);
  };
}`;

describeScreens('a large file that one tab is uploading', (ui) => {
  const scratch = useScratchFolder();

  it('waits for its button in another tab, where removing it stops nothing', async () => {
    const film = await paddedVideo(scratch('film.mp4'), 10 * MEGABYTE, { salt: 'film' });
    const client = await ui.users.subscriber();
    const { page, context, toast, leave } = await openVideos(ui, client);
    await page.evaluate(HELD_PIECE);
    await chooseFiles(page, film);
    await uploadButton(page, 'videos').click();
    await eventually(
      () => page.evaluate<boolean>('"letGo" in window'),
      (isHeld) => isHeld,
    );
    const other = await context.newPage();
    await other.goto('/dashboard/videos');
    await settled(other);
    const sent = calls(other, 'PATCH', /\/api\/uploads/);
    await chooseFiles(other, film);
    await other.getByText('1 video chosen').waitFor();
    const remove = rowOf(other, 'film.mp4').getByRole('button', { name: 'Remove film.mp4' });
    await remove.waitFor();
    expect(await uploadButton(other, 'videos').isEnabled()).toBe(true);
    await remove.click();
    await page.evaluate('letGo()');
    await toast('Videos uploaded successfully!');
    expect((await listed(client)).map(({ title }) => title)).toEqual(['film']);
    expect(sent).toEqual([]);
    await leave();
  });
});
