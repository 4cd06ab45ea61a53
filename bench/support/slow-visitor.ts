import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { visit } from '../../test/support/browser';

const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
const SETTLE_MS = 1_500;

/** Both as a browser reports them to the page: Largest Contentful Paint in ms, and the sum of the layout shifts. */
export interface Felt {
  largestPaintMs: number;
  layoutShift: number;
}

const OBSERVE = `
  window.felt = { largestPaintMs: 0, layoutShift: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) felt.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) felt.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** A first visit on slow 4G with a slow processor. With `scroll`, down to the end of the page, too. */
export async function slowVisit(browser: Browser, url: string, { scroll = false } = {}): Promise<Felt> {
  const { page, context } = await visit(browser, url);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(OBSERVE);
  await page.goto('/', { waitUntil: 'load' });
  await pause(SETTLE_MS);
  // LCP ends with the first input, so it is read before.
  const { largestPaintMs } = await page.evaluate<Felt>('felt');
  if (scroll) {
    for (let step = 0; step < 10; step++) {
      await page.mouse.wheel(0, 400);
      await pause(SETTLE_MS / 5);
    }
  }
  const { layoutShift } = await page.evaluate<Felt>('felt');
  await context.close();
  if (largestPaintMs === 0) throw new Error(`${url} reported no paint`);
  return { largestPaintMs, layoutShift };
}
