import { describeScreens } from '../support/ui/dashboard';
import { focusGoesTo, tabTo } from '../support/ui/focus';
import { listed, openVideos, TIMEZONE, wallClock } from '../support/ui/posts-screen';
import { uploadButton, uploadsOf } from '../support/ui/upload-area';
import { fixture } from '../support/media';

jest.setTimeout(60_000);

describeScreens('uploading a video', (ui) => {
  it('can all be done with the keyboard alone: upload, schedule, reschedule, delete', async () => {
    const client = await ui.users.subscriber({ timezone: TIMEZONE });
    const { page, toast, leave } = await openVideos(ui, client);
    const { keyboard } = page;
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, page.getByRole('button', { name: 'Choose files' }));
    await keyboard.press('Enter');
    await (await chooser).setFiles([fixture('portrait.mp4')]);
    await uploadsOf(page).waitFor();
    await page.getByText('Checking...').waitFor({ state: 'detached' });
    await tabTo(page, page.getByLabel('Title of portrait.mp4'));
    await keyboard.press('Control+A');
    await keyboard.type('By hand');
    await tabTo(page, uploadButton(page, 'videos'));
    await keyboard.press('Enter');
    await toast('Videos uploaded successfully!');
    const row = page.getByRole('row', { name: /By hand/ });
    await row.getByText('Not scheduled').waitFor();
    // The button that was pressed is gone by now: one goes on from where it was.
    await focusGoesTo(page, 'Upload videos');

    const yearOf = (shown: string) => Number(shown.slice(0, 4));
    const scheduled = async (button: string, years: number) => {
      await tabTo(page, row.getByRole('button', { name: button, exact: true }));
      await keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
      const field = dialog.locator('input:focus');
      await field.waitFor();
      const offered = await field.inputValue();
      // The year: third of the field's parts, in every order of day and month; four of them, so that a leap day stays.
      for (const key of ['ArrowRight', 'ArrowRight', ...Array<string>(years).fill('ArrowUp')])
        await keyboard.press(key);
      await tabTo(page, dialog.getByRole('button', { name: 'Schedule', exact: true }));
      await keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      const [{ scheduled_for: time }] = await listed(client);
      return yearOf(wallClock(Date.parse(time))) - yearOf(offered);
    };
    expect(await scheduled('Schedule', 4)).toBe(4);
    await focusGoesTo(page, 'Reschedule');
    expect(await scheduled('Reschedule', 8)).toBe(8);

    await tabTo(page, page.getByRole('button', { name: 'Delete By hand' }));
    await keyboard.press('Space');
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    await tabTo(page, question.getByRole('button', { name: 'Delete' }));
    await keyboard.press('Enter');
    await toast('Video deleted successfully');
    expect(await listed(client)).toEqual([]);
    await leave();
  });
});
