import type { Locator, Page } from 'playwright-core';
import type { Client } from '../client';
import { PAGE } from '../credentials';
import type { Users } from '../users';

export const panel = (page: Page, name: string): Locator => page.getByRole('region', { name });

export const connectionOf = (page: Page, network: string): Locator =>
  page.getByRole('status', { name: `${network} connection` });

export const saveFacebook = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Save Facebook settings' }).click();

/** The user as the server has it by now. */
export const storedUser = async (client: Client): Promise<any> => (await client.get('/api/user')).body;

/** A user without a plan whose page is connected. */
export async function connectedUser(
  users: Users,
  settings: object = { access_token: PAGE.token, page_id: PAGE.id },
): Promise<Client> {
  const client = await users.newcomer({ name: 'Mira Patel', timezone: 'Asia/Kolkata' });
  await client.put('/api/user/facebook-settings', settings);
  client.user = await storedUser(client);
  return client;
}
