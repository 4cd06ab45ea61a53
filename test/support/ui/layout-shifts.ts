import type { BrowserContext, Page } from 'playwright-core';

/** Smaller shifts are not seen. */
const LEAST = 0.02;

/** Records what moves on the pages by itself. */
export const keepShifts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(
    `globalThis.shifts = [];
     new PerformanceObserver((list) => { shifts.push(...list.getEntries()); })
       .observe({ type: 'layout-shift', buffered: true });`,
  );

/** @returns what has moved on a page since it was opened, from where to where; nothing if it cannot be seen. */
export async function whatMoved(page: Page): Promise<string[]> {
  const shifts = await page.evaluate<{ value: number; what: string[] }[]>(
    `shifts.map(({ value, sources }) => ({
      value,
      what: sources.map(({ node, previousRect: from, currentRect: to }) =>
        value + ': ' + node?.textContent.slice(0, 40) + ' from ' + from.y + ' to ' + to.y),
    }))`,
  );
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  return sum < LEAST ? [] : shifts.flatMap(({ what }) => what);
}

/** How many pixels the page is too wide. A page whose size has just changed is laid out anew in its next frame. */
export async function sideways(page: Page): Promise<number> {
  await drawn(page);
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Ends when what a change of the size asks for is drawn. */
export const drawn = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');
