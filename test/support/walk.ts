import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { NARROW, openBrowser, signIn, visit, WIDE, type Visit } from './browser';
import { settled } from './screens';
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

/** What is wrong with what the page shows now, in either theme, and, if it is narrow, on the smallest phone. */
export async function faults(page: Page, where: string): Promise<string[]> {
  const { width } = page.viewportSize() ?? WIDE;
  const found = [...(await tooWide(page)), ...(await inaccessible(page))];
  await wear(page, 'dark');
  const dark = await inaccessible(page, ['color-contrast', 'link-in-text-block']);
  await wear(page, 'light');
  const tiny = width === NARROW.width ? await onSmallestPhone(page) : [];
  return [
    ...found.map((fault) => `${where} at ${width}: ${fault}`),
    ...dark.map((fault) => `${where} at ${width}, dark: ${fault}`),
    ...tiny.map((fault) => `${where} at ${SMALLEST.width}: ${fault}`),
  ];
}

/** Goes there and waits until it is drawn. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}

/** The page follows the system within a frame. */
async function wear(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
  );
}

async function onSmallestPhone(page: Page): Promise<string[]> {
  await page.setViewportSize(SMALLEST);
  const found = await tooWide(page);
  await page.setViewportSize(NARROW);
  return found;
}

/** With `rules` only those, which are the ones that depend on colours. */
async function inaccessible(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}, ${nodes.length} times, first in ${nodes[0]!.html}`);
}

async function tooWide(page: Page): Promise<string[]> {
  const pixels = await sideways(page);
  return pixels > 0 ? [`${pixels} px too wide`] : [];
}
