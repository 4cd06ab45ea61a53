import type { Page } from 'playwright-core';
import type { Viewer } from '../seeded-app';
import { OF_COLOURS, violations } from './accessibility';
import { NARROW, WIDE, type Visit } from './browser';
import type { SeededDashboard } from './dashboard';
import { sideways } from './layout-shifts';
import { settled, type ScreenOfProduct } from './screens';

const SMALLEST = { width: 360, height: 740 };

/** Opens the product on a desk for a viewer. Nothing moves: a colour on its way to another cannot be judged. */
export function visitStill(ui: SeededDashboard, who: Viewer): Promise<Visit> {
  return who === 'anonymous' ? ui.visit() : ui.visitAs(ui.seeded.people[who]);
}

/**
 * Finds faults of what the page shows now, on a desk and on phones. The window is made narrow and wide again, as a phone
 * that is turned, which costs much less than a new visit.
 */
export async function faults(page: Page, where: string): Promise<string[]> {
  const onDesk = await faultsAtWidth(page, where);
  await page.setViewportSize(NARROW);
  await settled(page);
  const onPhone = await faultsAtWidth(page, where);
  await page.setViewportSize(WIDE);
  return [...onDesk, ...onPhone];
}

/**
 * The same for a state that passes. It adds nothing for a phone but the question whether it fits, and may never settle.
 */
export async function faultsOfState(page: Page, where: string): Promise<string[]> {
  const onDesk = await faultsAtWidth(page, where);
  await page.setViewportSize(NARROW);
  const onPhone = await misfits(page, where);
  await page.setViewportSize(WIDE);
  return [...onDesk, ...onPhone];
}

/**
 * In both themes and, if the page is narrow, on the smallest phone. A change of the theme draws everything again, so the
 * page keeps the new one, and the next look begins with it.
 */
export async function faultsAtWidth(page: Page, where: string): Promise<string[]> {
  const { width } = page.viewportSize() ?? WIDE;
  const [theme, other] = (await isDark(page)) ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  const found = [...(await tooWide(page)), ...(await inaccessible(page)), ...(await endless(page))];
  await switchTheme(page, other);
  const colours = await inaccessible(page, OF_COLOURS);
  const tiny = width === NARROW.width ? await onSmallestPhone(page) : [];
  return [
    ...found.map((fault) => `${where} at ${width}, ${theme}: ${fault}`),
    ...colours.map((fault) => `${where} at ${width}, ${other}: ${fault}`),
    ...tiny.map((fault) => `${where} at ${SMALLEST.width}: ${fault}`),
  ];
}

async function misfits(page: Page, where: string): Promise<string[]> {
  const narrow = await tooWide(page);
  const tiny = await onSmallestPhone(page);
  return [
    ...narrow.map((fault) => `${where} at ${NARROW.width}: ${fault}`),
    ...tiny.map((fault) => `${where} at ${SMALLEST.width}: ${fault}`),
  ];
}

/** Opens a path and waits until it is drawn. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}

/**
 * Goes to a screen of the dashboard as a link does, which costs much less than a new start of the product, or by its
 * address where the dashboard is not open yet. What the screen fetches may still be on its way.
 */
export async function follow(page: Page, { path, heading }: ScreenOfProduct, byLink = true): Promise<void> {
  // Only a heading of its own tells it from the screen before.
  const canFollow = typeof heading === 'string' && new URL(page.url()).pathname.startsWith('/dashboard');
  if (byLink && canFollow)
    await page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(path)}), dispatchEvent(new PopStateEvent('popstate'))`,
    );
  else await page.goto(path);
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
}

const isDark = (page: Page) => page.evaluate<boolean>('matchMedia("(prefers-color-scheme: dark)").matches');

/** Ends when the page has reacted: its own listeners ran first, and what they changed is drawn by then. */
async function switchTheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.evaluate(
    `void (window.switched = new Promise((done) =>
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => setTimeout(done), { once: true })))`,
  );
  await page.emulateMedia({ colorScheme });
  await page.evaluate('window.switched');
}

async function onSmallestPhone(page: Page): Promise<string[]> {
  await page.setViewportSize(SMALLEST);
  const found = await tooWide(page);
  await page.setViewportSize(NARROW);
  return found;
}

async function inaccessible(page: Page, rules?: string[]): Promise<string[]> {
  const found = await violations(page, { rules });
  return found.map(({ id, nodes }) => `${id}, ${nodes.length} times, first in ${nodes[0]!}`);
}

/** Finds movement without an end: the pages of these tests are of people who prefer calm. */
async function endless(page: Page): Promise<string[]> {
  const names = await page.evaluate<string[]>(
    `document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().iterations === Infinity)
      .map(({ animationName }) => animationName)`,
  );
  return [...new Set(names)].map((name) => `the animation ${name} never ends`);
}

async function tooWide(page: Page): Promise<string[]> {
  const pixels = await sideways(page);
  return pixels > 0 ? [`${pixels} px too wide`] : [];
}
