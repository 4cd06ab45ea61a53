import type { Locator } from 'playwright-core';
import { SHOP } from '../support/credentials';
import { addAccount } from '../support/more-accounts';
import { uploadMany } from '../support/upload-many';
import { fixture } from '../support/media';
import { NARROW } from '../support/ui/browser';
import { account, openComposer } from '../support/ui/composer';
import { describeScreens } from '../support/ui/dashboard';
import { sideways } from '../support/ui/layout-shifts';

const LONG = 'Professional'.repeat(8);

const env = { SUPPORT_PHONE: '911234567890' };

describeScreens('names that are long, and accounts that are many', { env }, (ui) => {
  beforeAll(() => ui.app.fake.addPage(SHOP));

  it('shows a plan of a long name beside what stands on its card', async () => {
    const user = await ui.users.subscriber();
    const { plan } = (await user.get('/api/user/subscription')).body;
    const { id } = (await user.get('/api/plans')).body.find(({ name }: any) => name === plan.name);
    await ui.admin.put(`/api/admin/plans/${id}`, { name: LONG });
    const { page, leave } = await ui.open(user, '');
    for (const [label, chip] of [
      ['Subscription', 'Active'],
      [LONG, 'Your plan'],
    ] as const) {
      const card = page
        .getByRole('main')
        .locator('section, article')
        .filter({ has: page.getByText(chip, { exact: true }) })
        .filter({ hasText: label })
        .last();
      for (const text of [LONG, chip])
        expect(await isInside(card.getByText(text, { exact: true }), card)).toBe(true);
    }
    await page.setViewportSize(NARROW);
    expect(await sideways(page)).toBe(0);
    await leave();
  });

  it('asks about a plan of a long name in a button that holds it', async () => {
    await ui.users.plan({ name: LONG });
    const { page, leave } = await ui.open(await ui.users.subscriber(), '');
    const ask = page.getByRole('link', { name: 'Ask support about' }).filter({ hasText: LONG });
    await ask.waitFor();
    expect(await ask.evaluate((link: any) => link.scrollWidth - link.clientWidth)).toBe(0);
    await leave();
  });

  it('finds one of many accounts, in the composer and where posts are moved', async () => {
    const user = await ui.users.subscriber({ connected: SHOP });
    for (let n = 10; n < 60; n++)
      await addAccount(ui.app.running.nest, user.user.id, { id: `88${n}`, name: `Bakery ${n}` });
    const { page, leave } = await openComposer(ui, user);
    const list = page.getByRole('list', { name: 'Post to' });
    expect((await list.boundingBox())!.height).toBeLessThanOrEqual(360);
    await account(page, 'Bakery 12').check();
    await page.getByRole('searchbox', { name: 'Search accounts' }).focus();
    await page.keyboard.type('bakery 57');
    await account(page, 'Bakery 57').waitFor();
    expect(await account(page, /./).count()).toBe(2);
    await page.keyboard.press('Tab');
    expect(await account(page, 'Bakery 12').evaluate(isFocused)).toBe(true);
    await leave();

    await uploadMany(user, '/api/videos', fixture('portrait.mp4'), ['One']);
    const videos = await ui.open(user, 'videos');
    await videos.page.getByRole('button', { name: /^More/ }).click();
    await videos.page.getByRole('menuitem', { name: 'Move to another account' }).click();
    const dialog = videos.page.getByRole('dialog');
    await dialog.getByRole('searchbox', { name: 'Search accounts' }).fill('bakery 57');
    await videos.page.keyboard.press('Enter');
    await dialog.getByRole('radio', { name: 'Bakery 57' }).check();
    expect(await dialog.getByRole('radio').count()).toBe(1);
    await videos.leave();
  });
});

const isFocused = (box: any) => box === box.ownerDocument.activeElement;

async function isInside(inner: Locator, outer: Locator): Promise<boolean> {
  const [a, b] = [(await inner.boundingBox())!, (await outer.boundingBox())!];
  return a.x >= b.x && a.x + a.width <= b.x + b.width;
}
