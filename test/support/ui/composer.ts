import type { Locator, Page } from 'playwright-core';
import type { Client } from '../client';
import type { Dashboard, OpenOptions } from './dashboard';
import { settled } from './screens';

export const openComposer = async (ui: Dashboard, client: Client, more?: OpenOptions & { at?: string }) => {
  const { at, ...options } = more ?? {};
  const screen = await ui.open(client, `compose${at ? `?at=${at}` : ''}`, options);
  await account(screen.page, /./).first().waitFor();
  return screen;
};

export const account = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('list', { name: 'Post to' }).getByRole('checkbox', { name });

const fileRow = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem').filter({ hasText: name });

/** Chooses files and waits until the server has them. */
export async function addFiles(page: Page, ...files: string[]): Promise<void> {
  await page.getByLabel('Choose photos or videos').setInputFiles(files);
  for (const file of files)
    await fileRow(page, file.split('/').at(-1)!).getByText('Uploaded', { exact: true }).waitFor();
}

/** Begins the upload of a picture that the film shows before it plays. */
export const chooseCover = (page: Page, file: string): Promise<void> =>
  page.getByLabel('Use a picture').setInputFiles(file);

export const text = (page: Page): Locator => page.getByRole('textbox', { name: 'Text', exact: true });

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

export const previewOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Preview' });

/** What was made, by the names of the accounts. */
export async function madePosts(client: Client): Promise<any[]> {
  const { body } = await client.get('/api/posts?page=1&per_page=50');
  return body.data.toSorted((one: any, other: any) => one.id - other.id);
}

/** Opens the screen again as a reload does. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await settled(page);
}
