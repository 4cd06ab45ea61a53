import type { Locator, Page } from 'playwright-core';
import type { Client } from '../client';
import type { PageAccess, Users } from '../users';

/** A subscriber with these Pages, and the Instagram accounts that they name; the first is the default. */
export async function agencyWith(users: Users, ...pages: PageAccess[]): Promise<Client> {
  const [first, ...others] = pages;
  const client = await users.subscriber({ name: 'Mira Patel', timezone: 'Asia/Kolkata', connected: first });
  for (const { id, token, igId } of others) {
    const body = { access_token: token, page_id: id, ...(igId && { instagram_page_id: igId }) };
    const { status } = await client.post('/api/accounts', body);
    if (status !== 201) throw new Error(`POST /accounts answered ${status}`);
  }
  client.user = (await client.get('/api/user')).body;
  return client;
}

export const accountCard = (page: Page, name: string): Locator =>
  page
    .getByRole('list', { name: 'Accounts' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('heading', { name, exact: true }),
    });

/** By its token, from a screen with one account. */
export async function addAccount(page: Page, { id, token }: PageAccess): Promise<void> {
  await page.getByRole('button', { name: 'Add another account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an account' });
  await dialog.getByLabel('Access Token').fill(token);
  await dialog.getByLabel('Page ID', { exact: true }).fill(id);
  await dialog.getByRole('button', { name: 'Add account' }).click();
}
