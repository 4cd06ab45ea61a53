import { source } from 'axe-core';
import type { Page } from 'playwright-core';

/** A rule that is broken, and the elements that break it. */
export interface Violation {
  id: string;
  nodes: string[];
}

interface Check {
  /** Only of what this selects; otherwise of the whole page. */
  within?: string;
  /** Only these rules; otherwise all that axe holds by default. */
  rules?: string[];
}

/** The rules that depend on colours. */
export const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds wrong with what the page shows now. Its half megabyte goes to each document once, and only what is
 * wrong comes back: both cost more than the rules.
 */
export async function violations(page: Page, { within, rules }: Check = {}): Promise<Violation[]> {
  if (page.frames().length > 1) throw new Error('axe looks at the page only, and this one has frames');
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(source);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  return page.evaluate<Violation[]>(
    `axe.run(${within ? JSON.stringify(within) : 'document'}, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) })))`,
  );
}

/** What axe finds once nothing fades any more. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(`Promise.all(
    document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
      .map(({ finished }) => finished.catch(() => undefined)),
  ).then(() => undefined)`);
  return (await violations(page)).map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`);
}
