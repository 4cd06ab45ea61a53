import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const ROOT = resolve(__dirname, '../../..');
const FOLDER = join(ROOT, 'dist', 'ui-failures');
const PATIENCE_MS = 5_000;
/** With TRACE=1 a failed test also keeps Playwright's trace of each page. It makes every test slower. */
const TRACES = process.env.TRACE === '1';

const consoles = new WeakMap<Page, string[]>();

/** Keeps what the pages of a context log, for the report of a failure. */
export async function keepConsole(context: BrowserContext): Promise<void> {
  if (TRACES) await context.tracing.start({ screenshots: true, snapshots: true });
  context.on('page', (page) => {
    const lines: string[] = [];
    consoles.set(page, lines);
    page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => lines.push(`exception: ${error.stack ?? error.message}`));
    page.on('requestfailed', (request) =>
      lines.push(`no answer: ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`),
    );
  });
}

/** What the environment of the UI tests calls as soon as a test has failed, while its pages are still open. */
export interface FailureHook {
  onTestFailure?: (test: string) => Promise<void>;
}

/** From now on a failed test leaves a picture, the HTML and the console of each open page. */
export function reportFailuresOf(browser: Browser): void {
  (globalThis as FailureHook).onTestFailure = async (test) => {
    const folder = join(FOLDER, test.replace(/\W+/g, '-').slice(0, 120));
    await mkdir(folder, { recursive: true });
    for (const [n, context] of browser.contexts().entries())
      await keepContext(context, join(folder, `${n + 1}`));
    console.error(`What the pages showed: ${relative(ROOT, folder)}`);
  };
}

async function keepContext(context: BrowserContext, path: string): Promise<void> {
  for (const [n, page] of context.pages().entries()) await keepPage(page, `${path}-${n + 1}`);
  if (TRACES) await attempt(() => context.tracing.stop({ path: `${path}-trace.zip` }));
}

async function keepPage(page: Page, path: string): Promise<void> {
  const lines = [page.url(), ...(consoles.get(page) ?? [])];
  await writeFile(`${path}.console.txt`, `${lines.join('\n')}\n`);
  await attempt(() => page.screenshot({ path: `${path}.png`, timeout: PATIENCE_MS }));
  await attempt(async () => writeFile(`${path}.html`, await page.content()));
}

/** A page that hangs must not hide why the test failed. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
  await Promise.race([work().catch(() => undefined), tooLong]);
  clearTimeout(timer);
}
