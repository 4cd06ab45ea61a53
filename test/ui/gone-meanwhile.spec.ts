import { describeScreens } from '../support/ui/dashboard';
import { openVideos, ownerOf } from '../support/ui/posts-screen';
import { focusGoesToContent } from '../support/ui/focus';

describeScreens('a video that is deleted elsewhere', (ui) => {
  it('is said to be gone in its dialog, which leaves the focus on the content', async () => {
    const { client, ids } = await ownerOf(ui.users, 'Gone', 'Kept');
    const { page, leave } = await openVideos(ui, client);
    await page
      .getByRole('row', { name: /Gone/ })
      .getByRole('button', { name: 'Schedule', exact: true })
      .focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
    await dialog.waitFor();
    await client.delete(`/api/videos/${ids[0]}`);
    await page.locator('tr', { hasText: 'Gone' }).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await dialog.getByText('This video was not found.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await focusGoesToContent(page)).toBe('content');
    await leave();
  });
});
