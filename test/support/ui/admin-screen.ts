import type { Page } from 'playwright-core';
import type { Dashboard, OpenOptions, OpenScreen } from './dashboard';

/** The screens of the administration, as tests use them. */
export const openAdmin = (
  ui: Dashboard,
  path: string,
  options: OpenOptions = {},
  client = ui.admin,
): Promise<OpenScreen> => ui.open(client, `admin/${path}`, options);

export const search = (page: Page, text: string) => page.getByRole('searchbox').fill(text);

/** Names in the first column, from top to bottom. */
export const namesIn = (page: Page) =>
  page
    .locator('tbody tr td:first-child')
    .evaluateAll((cells) => cells.map((cell) => cell.querySelector('div > div')!.textContent));
