import type { Page } from 'playwright-core';
import { refuse, refuseUntilTriedAgain } from '../support/ui/api-stubs';
import { comesToHold, dismiss } from '../support/ui/form-actions';
import { focusGoesTo } from '../support/ui/focus';
import { describeScreens } from '../support/ui/dashboard';
import { sees } from '../support/ui/spec-texts';
import { toasted } from '../support/ui/toasts';
import type { Client } from '../support/client';
import { addCategory, clearLibrary } from '../support/shared-library';

jest.setTimeout(60_000);

const CATEGORIES = /\/api\/categories/;

describeScreens('the screen of categories', (ui) => {
  beforeEach(() => clearLibrary(ui.admin));

  const openScreen = (client: Client, path: string, before?: (page: Page) => Promise<unknown>) =>
    ui.open(client, path, { before });

  describe('categories', () => {
    const list = (page: Page) => page.getByRole('region', { name: 'Categories' });
    const row = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name });
    const create = (page: Page) => page.getByRole('button', { name: 'Create category' });

    it('creates, changes and deletes a category', async () => {
      const { page, complaints, leave } = await openScreen(ui.admin, 'categories');
      await sees(page, 'No categories yet. Create one above!');
      expect(await create(page).isDisabled()).toBe(true);
      await page.getByLabel('Name').fill('   ');
      expect(await create(page).isDisabled()).toBe(true);
      await page.getByLabel('Name').fill(' Coffee ');
      await page.getByLabel('Description').fill('Beans and brewing');
      await create(page).click();
      await toasted(page, 'Category created successfully!');
      await row(page, 'Coffee').getByText('Beans and brewing').waitFor();
      await row(page, 'Coffee').getByText('Active', { exact: true }).waitFor();
      await comesToHold(page.getByLabel('Name'), '');

      await page.getByRole('button', { name: 'Edit Coffee' }).click();
      const edited = row(page, 'Active').getByLabel('Name');
      await edited.fill('Never kept');
      // An input method takes that key for itself.
      await edited.dispatchEvent('keydown', { key: 'Escape', isComposing: true });
      expect(await edited.count()).toBe(1);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Edit Coffee' }).click();
      const editor = row(page, 'Active');
      await editor.getByLabel('Name').fill('Tea');
      await editor.getByLabel('Active').uncheck();
      await editor.getByRole('button', { name: 'Save' }).click();
      await toasted(page, 'Category updated successfully!');
      await row(page, 'Tea').getByText('Inactive', { exact: true }).waitFor();
      expect((await ui.admin.get('/api/categories')).body).toMatchObject([
        { name: 'Tea', description: 'Beans and brewing', is_active: false },
      ]);

      await page.getByRole('button', { name: 'Delete Tea' }).click();
      await focusGoesTo(page, 'Cancel');
      expect((await ui.admin.get('/api/categories')).body).toHaveLength(1);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await toasted(page, 'Category deleted successfully');
      await sees(page, 'No categories yet. Create one above!');
      await page.locator('#content:focus').waitFor();
      expect(complaints).toEqual([]);
      await leave();
    });

    it('changes only what was edited, since another administrator may have changed the rest', async () => {
      const id = await addCategory(ui.admin, 'Coffee');
      const { page, leave } = await openScreen(ui.admin, 'categories');
      await page.getByRole('button', { name: 'Edit Coffee' }).click();
      await ui.admin.put(`/api/categories/${id}`, { description: 'Beans', is_active: false });
      await row(page, 'Active').getByLabel('Name').fill('Tea');
      await row(page, 'Active').getByRole('button', { name: 'Save' }).click();
      await toasted(page, 'Category updated successfully!');
      await row(page, 'Tea').getByText('Inactive', { exact: true }).waitFor();
      expect((await ui.admin.get('/api/categories')).body).toMatchObject([
        { name: 'Tea', description: 'Beans', is_active: false },
      ]);
      await leave();
    });

    it('keeps what is edited while the list cannot be fetched', async () => {
      await addCategory(ui.admin, 'Coffee');
      const { page, leave } = await openScreen(ui.admin, 'categories');
      await page.getByRole('button', { name: 'Edit Coffee' }).click();
      const name = row(page, 'Active').getByLabel('Name');
      await name.fill('Coffee and tea');
      const tryAgain = await refuseUntilTriedAgain(page, CATEGORIES);
      await page.getByLabel('Name').first().fill('Cocoa');
      await create(page).click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      expect(await name.inputValue()).toBe('Coffee and tea');
      await tryAgain();
      await row(page, 'Cocoa').waitFor();
      expect(await name.inputValue()).toBe('Coffee and tea');
      await leave();
    });

    it('cuts nothing of a long name, and says beside it what the server does', async () => {
      const { page, leave } = await openScreen(ui.admin, 'categories');
      const name = page.getByLabel('Name');
      await name.fill('😀'.repeat(192));
      await create(page).click();
      await page.getByText('A category name has at most 191 characters.').waitFor();
      expect(await name.getAttribute('aria-invalid')).toBe('true');
      await name.fill('😀'.repeat(150));
      await create(page).click();
      await toasted(page, 'Category created successfully!');
      expect((await ui.admin.get('/api/categories')).body).toMatchObject([{ name: '😀'.repeat(150) }]);
      await leave();
    });

    it('keeps a category in its form when the server refuses it', async () => {
      await addCategory(ui.admin, 'Coffee');
      const { page, leave } = await openScreen(ui.admin, 'categories');
      for (const method of ['POST', 'PUT', 'DELETE']) await refuse(page, method, CATEGORIES);
      await page.getByLabel('Name').fill('Tea');
      await create(page).click();
      await toasted(page, 'Failed to create category');
      expect(await page.getByLabel('Name').inputValue()).toBe('Tea');

      await page.getByRole('button', { name: 'Edit Coffee' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await toasted(page, 'Failed to update category');
      await page.getByRole('button', { name: 'Cancel' }).click();

      await page.getByRole('button', { name: 'Delete Coffee' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await toasted(page, 'Failed to delete category');
      await dismiss(page);
      await row(page, 'Coffee').waitFor();
      await leave();
    });

    it("shows the server's sentence on its field", async () => {
      const { page, leave } = await openScreen(ui.admin, 'categories');
      await refuse(page, 'POST', CATEGORIES, {
        status: 422,
        message: 'Some fields need your attention.',
        errors: { name: ['There is a category of this name already.'] },
      });
      await page.getByLabel('Name').fill('Tea');
      await create(page).click();
      await page.getByText('There is a category of this name already.').waitFor();
      expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
      await leave();
    });

    it('empties the list when it cannot be fetched', async () => {
      await addCategory(ui.admin, 'Coffee');
      let tryAgain = () => Promise.resolve();
      const { page, leave } = await openScreen(ui.admin, 'categories', async (page) => {
        tryAgain = await refuseUntilTriedAgain(page, CATEGORIES);
      });
      await toasted(page, 'Failed to fetch categories');
      expect(await list(page).getByRole('listitem').count()).toBe(0);
      await tryAgain();
      await row(page, 'Coffee').waitFor();
      await leave();
    });

    it('opens for administrators only', async () => {
      const { page, leave } = await openScreen(await ui.users.newcomer(), 'categories');
      await sees(page, 'Only administrators can manage categories.');
      expect(await page.getByLabel('Name').count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Categories' }).count()).toBe(0);
      await leave();
    });
  });
});
