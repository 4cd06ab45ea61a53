import { existsSync } from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { keepConsole } from './failure-report';
import { keepToasts } from './toasts';

/** The first is the same Chromium without windows, tabs and toolbars, which cost as much as the pages in them. */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

const CHROMIUM = CANDIDATES.find((path) => existsSync(path));

/** Without Chromium these tests are skipped; in CI they fail. */
export const describeWithChromium =
  CHROMIUM || process.env.CI === 'true' ? globalThis.describe : globalThis.describe.skip;

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

/** What moves is drawn sixty times a second, a fifth of what the tests of screens cost. */
const CALM: Look = { reducedMotion: 'reduce' };

/** As most people have it, for what is about movement. */
export const MOVING: Look = { reducedMotion: 'no-preference' };

/** The optimizing compilers take a fifth of the time of a page that is open for seconds. Not for what measures pages. */
export const FOR_SHORT_VISITS = ['--js-flags=--no-opt --no-maglev'];

export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  if (!CHROMIUM) throw new Error('Chromium is not installed: apt-get install chromium');
  return chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS, ...more] });
}

export interface Look extends Pick<
  BrowserContextOptions,
  'timezoneId' | 'javaScriptEnabled' | 'reducedMotion' | 'deviceScaleFactor'
> {
  width?: number;
  height?: number;
  dark?: boolean;
  /** As if from an earlier visit; without it a page that opens slowly on a busy machine keeps the system's font. */
  hasFont?: boolean;
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** What the page complained about: exceptions, broken policies, console errors; and what it fetched from outside. */
  complaints: string[];
}

export async function visit(
  browser: Pick<Browser, 'newContext'>,
  url: string,
  look: Look = {},
): Promise<Visit> {
  const { width = WIDE.width, height = WIDE.height, dark = false, hasFont = true, ...rest } = look;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
    ...CALM,
    ...rest,
  });
  await keepToasts(context);
  await keepConsole(context);
  if (hasFont) await context.addInitScript(`try { localStorage.setItem('pagecast-font', '1') } catch {}`);
  const page = context.pages()[0] ?? (await context.newPage());
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== new URL(url).origin)
      complaints.push(`fetched from outside: ${request.url()}`);
  });
  return { page, context, complaints };
}

/** Puts a session into the browser, as a sign-in would. */
export async function signIn({ context }: Visit, session: { token?: string; user?: unknown }): Promise<void> {
  const value = JSON.stringify({ state: { token: session.token, user: session.user }, version: 0 });
  await context.addInitScript(`localStorage.setItem('auth-storage', ${JSON.stringify(value)})`);
}
