import type { Locator, Page } from 'playwright-core';
import { PAGE } from '../support/app';
import { eventually } from '../support/client';
import { SHOP } from '../support/credentials';
import { fixture } from '../support/media';
import { uploadMany } from '../support/upload-many';
import { accessibilityFaults } from '../support/ui/accessibility';
import { agencyWith } from '../support/ui/accounts-screen';
import { refuse } from '../support/ui/api-stubs';
import { MOVING, NARROW } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { tabTo } from '../support/ui/focus';
import { sideways } from '../support/ui/layout-shifts';
import { listed, openVideos, ownerOf, row } from '../support/ui/posts-screen';
import { heldUndo } from '../support/ui/toasts';

jest.setTimeout(90_000);

const chooseFrom = async (page: Page, where: Locator, title: string, choice: string) => {
  await where.getByRole('button', { name: `More for ${title}` }).click();
  await page.getByRole('menuitem', { name: choice, exact: true }).click();
};

describeScreens('a post of a list', (ui) => {
  beforeAll(() => ui.app.fake.addPage(SHOP));

  it('becomes a draft, which stays until it is released', async () => {
    const { client, ids } = await ownerOf(ui.users, 'One');
    await client.put(`/api/videos/${ids[0]}/reschedule`, { scheduled_for: '2099-05-06 07:08:00' });
    const { page, toast, complaints, leave } = await openVideos(ui, client);
    const one = row(page, /One/);
    await chooseFrom(page, one, 'One', 'Move to drafts');
    await toast('Moved to drafts');
    await one.getByText('Draft', { exact: true }).waitFor();
    await one.getByText('Pending', { exact: true }).waitFor();
    await one.getByText('Goes out once it is released').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await listed(client)).toMatchObject([{ status: 'pending', draft: 1 }]);
    const more = one.getByRole('button', { name: 'More for One' });
    await tabTo(page, more);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Release' }).waitFor();
    // Those of the buttons on the way fade, and lie outside of every landmark.
    await eventually(
      () => page.locator('[role=tooltip]').count(),
      (shown) => shown === 0,
    );
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await toast('Released');
    await one.getByText('Draft', { exact: true }).waitFor({ state: 'detached' });
    expect(await listed(client)).toMatchObject([{ draft: 0, scheduled_for: '2099-05-06T01:38:00.000Z' }]);
    expect(complaints).toEqual([]);
    await leave();
  });

  it('is duplicated as a draft without a time; a refusal stands beside it', async () => {
    const { client } = await ownerOf(ui.users, 'One');
    const { page, toast, leave } = await openVideos(ui, client, NARROW);
    const card = page.getByRole('listitem').filter({ hasText: 'One' });
    const mend = await refuse(page, 'POST', /duplicate$/, {
      status: 422,
      error: 'task_quota_exceeded',
      message: 'Your plan has no free task.',
    });
    await chooseFrom(page, card.first(), 'One', 'Duplicate');
    await card.getByText('Your plan has no free task.').waitFor();
    await toast('Failed to duplicate video');
    await mend();
    await chooseFrom(page, card.first(), 'One', 'Duplicate');
    await toast('Duplicated as a draft');
    await page.getByText('Draft', { exact: true }).waitFor();
    expect([await sideways(page), await accessibilityFaults(page)]).toEqual([0, []]);
    expect((await listed(client)).map(({ draft, title }) => [title, draft])).toEqual([
      ['One', 1],
      ['One', 0],
    ]);
    await leave();
  });

  it('is duplicated once though the answer was lost', async () => {
    const { client } = await ownerOf(ui.users, 'One');
    const { page, toast, leave } = await openVideos(ui, client);
    await page.route(
      /duplicate$/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const original = page.getByRole('row', { name: /One/ }).last();
    await chooseFrom(page, original, 'One', 'Duplicate');
    await toast('Failed to duplicate video');
    await page.getByText('Draft', { exact: true }).waitFor();
    await chooseFrom(page, original, 'One', 'Duplicate');
    await toast('Duplicated as a draft');
    expect(await listed(client)).toHaveLength(2);
    await leave();
  });

  it('moves to another account of its network, and back', async () => {
    const client = await agencyWith(ui.users, PAGE, SHOP);
    await uploadMany(client, '/api/videos', fixture('portrait.mp4'), ['One']);
    const { page, toast, complaints, leave } = await openVideos(ui, client, MOVING);
    await row(page, /One.*Test Page/).waitFor();
    await chooseFrom(page, row(page, /One/), 'One', 'Move to another account');
    const dialog = page.getByRole('dialog', { name: 'Move 1 video to another account' });
    await dialog.getByRole('radio', { name: SHOP.name }).waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    const undo = await heldUndo(page, '1 video moved');
    await toast('1 video moved');
    await row(page, /One.*The Shop/).waitFor();
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/posts/bulk')) changes.push(request.postData() ?? '');
    });
    // It is on its way out when the second press meets it.
    await undo.dblclick();
    await toast('Change undone for 1 video');
    await row(page, /One.*Test Page/).waitFor();
    expect(changes).toHaveLength(1);
    expect((await listed(client)).map(({ account }) => account.name)).toEqual([PAGE.name]);
    expect(complaints).toEqual([]);
    await leave();
  });
});
