import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Client } from '../client';
import { eventually } from '../eventually';
import { OF_COLOURS, violations } from './accessibility';
import { NARROW } from './browser';
import type { Dashboard } from './dashboard';
import { sideways } from './layout-shifts';

const SMALLEST = { width: 360, height: 740 };
const IN_FRONT = '[role=dialog], [role=alertdialog], [role=menu]';

/** What opens on a screen: a dialog, a menu, a message. Escape closes it. */
export type Views = Record<string, (page: Page) => Promise<unknown>>;

/**
 * Finds faults of what opens on a screen, on a desk in both themes or on phones; the screens themselves are checked by
 * screens.spec.ts. With PICTURES=<folder> each view is drawn there, for a person to look at.
 */
export async function viewFaults(
  ui: Dashboard,
  client: Client,
  path: string,
  size: typeof NARROW,
  views: Views,
): Promise<string[]> {
  const found: string[] = [];
  const { page, complaints, leave } = await ui.open(client, path, size);
  for (const [name, bring] of Object.entries(views)) {
    await nothingOpen(page);
    await bring(page);
    const where = `${path}, ${name}, ${size.width}`;
    await draw(page, where);
    found.push(...(await faults(page, size === NARROW)).map((fault) => `${where}: ${fault}`));
    await page.keyboard.press('Escape');
  }
  found.push(...complaints);
  await leave();
  return found;
}

/** What was closed is still drawn for a moment, and a form in which something was entered asks first. */
const nothingOpen = (page: Page) =>
  eventually(
    async () => {
      const discard = page.getByRole('alertdialog').getByRole('button', { name: 'Discard' });
      if (await discard.isVisible()) await discard.click();
      return page.locator(IN_FRONT).count();
    },
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

/** Judges what is in front, and nothing behind it. */
async function inaccessible(page: Page, rules?: string[]): Promise<string[]> {
  const within = (await page.locator(IN_FRONT).count()) > 0 ? IN_FRONT : 'main';
  const found = await violations(page, { within, rules });
  return found.flatMap(({ id, nodes }) => nodes.map((html) => `${id} ${html}`));
}

/** Waits until colours stand: an inherited one begins to change only when its parent's has arrived. */
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
