import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { signIn, visit } from '../../test/support/ui/browser';

interface Line {
  /** Milliseconds for each request. */
  latency: number;
  /** Bytes a second. */
  downloadThroughput: number;
  uploadThroughput: number;
}

const SLOW_4G: Line = {
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
export const BAD_LINE: Line = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

const CPU_SLOWDOWN = 4;
const SETTLE_MS = 1_500;
const LONGEST_MS = 120_000;

/** As a browser reports it to the page: times in ms from the start, and the sum of the layout shifts. */
export interface Felt {
  firstPaintMs: number;
  largestPaintMs: number;
  /** What long tasks took beyond 50 ms each. */
  blockedMs: number;
  layoutShift: number;
  /** When what was waited for stood there. */
  readyMs: number;
}

/** In the page: a driver looks at it up to half a second too late. */
const observe = (until = 'body') => `
  window.felt = { firstPaintMs: 0, largestPaintMs: 0, blockedMs: 0, layoutShift: 0, readyMs: 0 };
  new MutationObserver((_, observer) => {
    if (!document.querySelector(${JSON.stringify(until)})) return;
    observer.disconnect();
    requestAnimationFrame(() => { felt.readyMs = performance.now(); });
  }).observe(document, { childList: true, subtree: true });
  const each = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  each('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') felt.firstPaintMs = startTime; });
  each('largest-contentful-paint', ({ startTime }) => { felt.largestPaintMs = startTime; });
  each('longtask', ({ duration }) => { felt.blockedMs += duration - 50; });
  each('layout-shift', ({ value }) => { felt.layoutShift += value; });
`;

export interface Visiting {
  path?: string;
  line?: Line;
  /** How many times slower the processor is. */
  slowdown?: number;
  /** Who is signed in. */
  session?: { token?: string; user?: unknown };
  /** What is waited for, as a CSS selector. */
  until?: string;
  /** Down to the end of the page. */
  scroll?: boolean;
}

/** A first visit on a slow line, and with a slow processor. */
export async function slowVisit(browser: Browser, url: string, visiting: Visiting = {}): Promise<Felt> {
  const { path = '/', line = SLOW_4G, slowdown = CPU_SLOWDOWN, session, until, scroll } = visiting;
  // Of a first visit, which has no font yet.
  const guest = await visit(browser, url, { hasFont: false });
  const { page, context } = guest;
  if (session) await signIn(guest, session);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(observe(until));
  await page.goto(path, { waitUntil: 'load', timeout: LONGEST_MS });
  if (until) await page.locator(until).first().waitFor({ timeout: LONGEST_MS });
  await pause(SETTLE_MS);
  // LCP ends with the first input, so it is read before.
  const felt = await page.evaluate<Felt>('felt');
  if (scroll) {
    for (let step = 0; step < 10; step++) {
      await page.mouse.wheel(0, 400);
      await pause(SETTLE_MS / 5);
    }
  }
  const { layoutShift } = await page.evaluate<Felt>('felt');
  await context.close();
  if (felt.largestPaintMs === 0) throw new Error(`${url} reported no paint`);
  return { ...felt, layoutShift };
}
