import type { Page } from 'playwright-core';
import { eventually } from '../eventually';

const AN_HOUR_MS = 3_600_000;

/** From here on the page's clock moves when the test says so. Before the page is opened it has to be installed. */
export const stopClockOf = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + AN_HOUR_MS);

/** While the clock stands, what the page put off is let go on, bit by bit. @returns how long that took by its clock. */
export async function letGoOn(page: Page, done: () => Promise<boolean>, stepMs = 5): Promise<number> {
  const now = () => page.evaluate<number>('Date.now()');
  const from = await now();
  await eventually(async () => {
    await page.clock.runFor(stepMs);
    return done();
  }, Boolean);
  return (await now()) - from;
}
