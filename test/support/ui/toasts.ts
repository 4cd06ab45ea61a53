import type { BrowserContext, Locator, Page } from 'playwright-core';
import { eventually } from '../eventually';

/** What the toasts of a page said, and nobody has asked about. */
const said = new WeakMap<Page, string[]>();

const saidOn = (page: Page): string[] => {
  const texts = said.get(page) ?? [];
  said.set(page, texts);
  return texts;
};

/** Keeps what toasts say: they stand for two seconds, in which a busy machine may not come to look. */
export async function keepToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('toastSaid', ({ page }, text: string) => void saidOn(page).push(text));
  await context.addInitScript(`new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const added of addedNodes) {
        if (!(added instanceof Element)) continue;
        const toasts = added.matches('.toast') ? [added] : added.querySelectorAll('.toast');
        for (const toast of toasts) toastSaid(toast.querySelector('.toast-text').innerText);
      }
  }).observe(document, { childList: true, subtree: true })`);
}

/**
 * Waits for a toast with this text, alone or with a reason or a detail behind it; one that has gone again is as good.
 * Whoever asks again waits for another one.
 */
export async function toasted(page: Page, text: string | RegExp): Promise<void> {
  const isIt = (toast: string) =>
    typeof text === 'string'
      ? toast.startsWith(text) && /^($|: |\n)/.test(toast.slice(text.length))
      : text.test(toast);
  const texts = saidOn(page);
  await eventually(
    () => Promise.resolve([...texts]),
    (all) => all.some(isIt),
    30_000,
  );
  texts.splice(texts.findIndex(isIt), 1);
}

/** From here on only what comes counts. */
export const forgetToasts = (page: Page): void => void saidOn(page).splice(0);

/** What toasts said so far of which nobody asked. */
export const unasked = (page: Page): readonly string[] => saidOn(page);

/**
 * "Undo" of the toast with this text, which stays as long as the mouse is on it: otherwise it goes after some seconds.
 * One whose "Undo" was pressed may still be on its way out beside it.
 */
export async function heldUndo(page: Page, text: string | RegExp): Promise<Locator> {
  const undo = page.locator('.toast', { hasText: text }).getByRole('button', { name: 'Undo' });
  await undo.hover();
  return undo;
}
