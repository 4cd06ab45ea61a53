import type { BrowserContext, Page } from 'playwright-core';

/** What nobody sees. */
const LEAST = 0.02;

/** From now on, whatever moves on the pages by itself is kept. */
export const keepShifts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(
    `globalThis.shifts = [];
     new PerformanceObserver((list) => { shifts.push(...list.getEntries()); })
       .observe({ type: 'layout-shift', buffered: true });`,
  );

/** What moved on a page since it was opened, and from where to where; nothing, if that is not to be seen. */
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
