import type { Locator, Page } from 'playwright-core';
import type { Client } from '../client';
import { fixture } from '../media';
import { uploadMany } from '../upload-many';
import type { Users } from '../users';

export const tile = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Your photos' }).getByRole('listitem').filter({ hasText: title });

export const listedPhotos = (client: Client): Promise<any[]> =>
  client.get('/api/photos').then(({ body }) => body.data);

/** A subscriber with pending photos of these titles. */
export async function photographer(users: Users, ...titles: string[]): Promise<Client> {
  const client = await users.subscriber();
  if (titles.length) await uploadMany(client, '/api/photos', fixture('photo.jpg'), titles);
  return client;
}
