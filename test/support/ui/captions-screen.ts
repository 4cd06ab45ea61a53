import type { Locator, Page } from 'playwright-core';
import type { Client } from '../client';
import type { Users } from '../users';

const list = (page: Page): Locator =>
  page.getByRole('region', { name: 'Your captions' }).getByRole('listitem');

export const captionRow = (page: Page, text: string): Locator => list(page).filter({ hasText: text });

export const captionRows = (page: Page): Promise<string[]> => list(page).allInnerTexts();

/** A subscriber with these captions. */
export async function authorOf(users: Users, ...captions: string[]): Promise<Client> {
  const client = await users.subscriber({ timezone: 'Asia/Kolkata' });
  for (const content of captions) await client.post('/api/captions', { content });
  return client;
}

export const storedCaptions = async (client: Client): Promise<string[]> =>
  ((await client.get('/api/captions')).body as { content: string }[]).map(({ content }) => content);
