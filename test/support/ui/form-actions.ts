import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually';

/** Waits until a field has this value: it changes after the toast that tells of the answer. */
export const comesToHold = (field: Locator, value: string): Promise<string> =>
  eventually(
    () => field.inputValue(),
    (found) => found === value,
  );

/** Presses Escape until no dialog is open: a busy dialog stays. */
export const dismiss = (page: Page): Promise<number> =>
  eventually(
    async () => {
      await page.keyboard.press('Escape');
      return page.locator('[role=dialog], [role=alertdialog]').count();
    },
    (dialogs) => dialogs === 0,
  );

/** Drops files on an element, as from a folder. */
export async function dropFiles(page: Page, target: Locator, paths: string[]): Promise<void> {
  const files = await Promise.all(
    paths.map(async (path) => ({ name: basename(path), base64: (await readFile(path)).toString('base64') })),
  );
  const data = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    for (const { name, base64 } of ${JSON.stringify(files)})
      data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    return data;
  })()`);
  await target.dispatchEvent('dragover', { dataTransfer: data });
  await target.dispatchEvent('drop', { dataTransfer: data });
}
