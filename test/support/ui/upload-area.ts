import type { Locator, Page, Route } from 'playwright-core';
import { eventually } from '../client';

/** The rows of the chosen files. */
export const uploadsOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem');

export const rowOf = (page: Page, name: string): Locator =>
  uploadsOf(page).filter({
    has: page.getByRole('button', { name: new RegExp(`^(Remove|Cancel) ${name}$`) }),
  });

/** Chooses files, and waits until each was looked at. */
export async function chooseFiles(page: Page, ...files: string[]): Promise<void> {
  const before = await uploadsOf(page).count();
  await page.locator('input[type=file]').setInputFiles(files);
  // Without a button, it is no more than the name of a file whose row is still loading.
  await uploadsOf(page)
    .nth(before + files.length - 1)
    .getByRole('button')
    .first()
    .waitFor();
  await filesAreChecked(page);
}

/** Waits until each file that has a row was looked at: only those are sent. */
export const filesAreChecked = (page: Page): Promise<void> =>
  page.getByText('Checking...').first().waitFor({ state: 'detached' });

export const uploadButton = (page: Page, what: 'videos' | 'photos'): Locator =>
  page.getByRole('button', { name: `Upload ${what}`, exact: true });

/** Calls come to a halt before the server, each until its route is told to go on. */
export async function stalled(page: Page, url: RegExp, method = 'POST'): Promise<Route[]> {
  const held: Route[] = [];
  await page.route(url, (route) => {
    if (route.request().method() !== method) return route.fallback();
    held.push(route);
    return undefined;
  });
  return held;
}

export const holds = (held: Route[], count: number): Promise<unknown> =>
  eventually(
    () => Promise.resolve(held.length),
    (length) => length === count,
  );
