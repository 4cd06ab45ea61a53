import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually';

/** The accessible name of the element that has the focus. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    '(({ activeElement: a }) => a.getAttribute("aria-label") ?? a.textContent)(document)',
  );

/** Waits until the focus is there: it moves a moment after what moves it. */
export const focusGoesTo = (page: Page, name: string): Promise<string> =>
  eventually(
    () => focused(page),
    (found) => found === name,
  );

/** The same for the content of the screen, as against what surrounds it. */
export const focusGoesToContent = (page: Page): Promise<string> =>
  eventually(
    () => page.evaluate<string>('document.activeElement.id'),
    (id) => id === 'content',
  );

/** Goes to the element with the Tab key alone. */
export async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  await target.waitFor();
  for (let n = 0; n < most; n++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reached with Tab; the focus is on ${await focused(page)}`);
}
