import type { Browser, Page } from 'playwright-core';
import { OF_COLOURS, violations } from './accessibility';
import { NARROW, openBrowser, signIn, visit, WIDE, type Visit } from './browser';
import { settled, type ScreenOfProduct } from './screens';
import { sideways } from './seat';
import { setStage, type Stage, type Who } from './stage';

export const SIZES = [WIDE, NARROW];
const SMALLEST = { width: 360, height: 740 };

/** A browser on a set stage: what a test of the screens needs. */
export class Walk {
  private constructor(
    readonly stage: Stage,
    readonly browser: Browser,
  ) {}

  static async begin(): Promise<Walk> {
    const [stage, browser] = await Promise.all([setStage(), openBrowser()]);
    return new Walk(stage, browser);
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.stage.end();
  }

  async come(who: Who, look: { width: number; height: number; dark?: boolean }): Promise<Visit> {
    const guest = await visit(this.browser, this.stage.app.url, look);
    // A colour on its way to another is no colour to judge.
    await guest.page.emulateMedia({ reducedMotion: 'reduce' });
    if (who !== 'anonymous') await signIn(guest, this.stage.people[who]);
    return guest;
  }
}

/**
 * What is wrong with what the page shows now, in either theme, and, if it is narrow, on the smallest phone. Each change
 * of the theme draws all anew, so the page keeps the other one, and the next screen begins with it.
 */
export async function faults(page: Page, where: string): Promise<string[]> {
  const { width } = page.viewportSize() ?? WIDE;
  const [theme, other] = (await isDark(page)) ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  const found = [...(await tooWide(page)), ...(await inaccessible(page))];
  await wear(page, other);
  const colours = await inaccessible(page, OF_COLOURS);
  const tiny = width === NARROW.width ? await onSmallestPhone(page) : [];
  return [
    ...found.map((fault) => `${where} at ${width}, ${theme}: ${fault}`),
    ...colours.map((fault) => `${where} at ${width}, ${other}: ${fault}`),
    ...tiny.map((fault) => `${where} at ${SMALLEST.width}: ${fault}`),
  ];
}

/** Whether what a phone shows now fits, also on the smallest: for what was judged as a whole on a desk. */
export async function misfits(page: Page, where: string): Promise<string[]> {
  const narrow = await tooWide(page);
  const tiny = await onSmallestPhone(page);
  return [
    ...narrow.map((fault) => `${where} at ${NARROW.width}: ${fault}`),
    ...tiny.map((fault) => `${where} at ${SMALLEST.width}: ${fault}`),
  ];
}

/** Goes there and waits until it is drawn. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}

/**
 * Goes to a screen of the dashboard as a link does, which is much less work than another start of the product; or by its
 * address, where the dashboard is not open yet. What the screen fetches may still be on its way.
 */
export async function follow(page: Page, { path, heading }: ScreenOfProduct, byLink = true): Promise<void> {
  // Only where its heading tells it from the screen before.
  const canFollow = typeof heading === 'string' && new URL(page.url()).pathname.startsWith('/dashboard');
  if (byLink && canFollow)
    await page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(path)}), dispatchEvent(new PopStateEvent('popstate'))`,
    );
  else await page.goto(path);
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
}

const isDark = (page: Page) => page.evaluate<boolean>('matchMedia("(prefers-color-scheme: dark)").matches');

/** Ends when the page was told of it: its own listeners came first, and what they changed is drawn by then. */
async function wear(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.evaluate(
    `void (window.worn = new Promise((done) =>
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => setTimeout(done), { once: true })))`,
  );
  await page.emulateMedia({ colorScheme });
  await page.evaluate('window.worn');
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

async function tooWide(page: Page): Promise<string[]> {
  const pixels = await sideways(page);
  return pixels > 0 ? [`${pixels} px too wide`] : [];
}
