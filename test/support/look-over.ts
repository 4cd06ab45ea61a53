import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { OF_COLOURS, violations } from './accessibility';
import type { TestApp } from './app';
import { NARROW, WIDE } from './browser';
import { eventually, type Client } from './client';
import { sideways, sitDown } from './seat';

const SMALLEST = { width: 360, height: 740 };
const IN_FRONT = '[role=dialog], [role=alertdialog], [role=menu]';

/** What is brought about on a screen before it is looked at; Escape undoes it. */
export type Scenes = Record<string, (page: Page) => Promise<unknown>>;

/**
 * What is wrong with what opens on a screen, on a desk and on phones, in either theme; the screens themselves are
 * walked through by screens.spec.ts. With PICTURES=<folder> each view is drawn there, for a person to look at.
 */
export async function lookOver(
  browser: Browser,
  app: TestApp,
  client: Client,
  path: string,
  scenes: Scenes,
): Promise<string[]> {
  const found: string[] = [];
  for (const size of [WIDE, NARROW]) {
    const { page, complaints, leave } = await sitDown(browser, app, client, path, {
      ...size,
      before: (page) => page.emulateMedia({ reducedMotion: 'reduce' }),
    });
    for (const [name, bring] of Object.entries(scenes)) {
      await bare(page);
      await bring(page);
      const where = `${path}, ${name}, ${size.width}`;
      await draw(page, where);
      found.push(...(await faults(page, size === NARROW)).map((fault) => `${where}: ${fault}`));
      await page.keyboard.press('Escape');
    }
    found.push(...complaints);
    await leave();
  }
  return found;
}

/** What was closed is drawn for a moment more. */
const bare = (page: Page) =>
  eventually(
    () => page.locator(IN_FRONT).count(),
    (open) => open === 0,
  );

async function faults(page: Page, narrow: boolean): Promise<string[]> {
  const found = await inaccessible(page);
  if (!narrow) {
    await paint(page, 'dark');
    found.push(...(await inaccessible(page, OF_COLOURS)));
    await paint(page, 'light');
    return found;
  }
  for (const size of [NARROW, SMALLEST]) {
    await page.setViewportSize(size);
    const pixels = await sideways(page);
    if (pixels > 0) found.push(`${pixels} px too wide at ${size.width}`);
  }
  await page.setViewportSize(NARROW);
  return found;
}

/** Of what is in front, and of nothing that lies behind it. */
async function inaccessible(page: Page, rules?: string[]): Promise<string[]> {
  const within = (await page.locator(IN_FRONT).count()) > 0 ? IN_FRONT : 'main';
  const found = await violations(page, { within, rules });
  return found.flatMap(({ id, nodes }) => nodes.map((html) => `${id} ${html}`));
}

/** A colour on its way to another is no colour to judge: an inherited one sets out only when its parent's has arrived. */
async function paint(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(`new Promise((done) => {
    let quiet = 0;
    const look = () => {
      const moving = document.getAnimations().some((a) => a.effect.getComputedTiming().iterations !== Infinity);
      quiet = moving ? 0 : quiet + 1;
      if (quiet > 5) done();
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

async function draw(page: Page, where: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  for (const colorScheme of ['dark', 'light'] as const) {
    await paint(page, colorScheme);
    await page.screenshot({ path: join(folder, `${where.replace(/\W+/g, '-')}-${colorScheme}.png`) });
  }
}
