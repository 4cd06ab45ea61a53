import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { violations } from './accessibility';
import type { TestApp } from './app';
import { signIn, visit, type Visit } from './browser';
import { eventually, type Client } from './client';
import { settled } from './screens';
import { toasted } from './toasts';

/** Somebody signed in, before a screen of the dashboard. */
export interface Seat extends Visit {
  /** Waits until one has this text. */
  toast: (text: string | RegExp) => Promise<void>;
  leave: () => Promise<void>;
}

export interface SeatOptions {
  width?: number;
  height?: number;
  dark?: boolean;
  /** What has to be in place before the screen opens. */
  before?: (page: Page) => Promise<unknown>;
}

export async function sitDown(
  browser: Browser,
  app: TestApp,
  client: Client,
  path: string,
  { before, ...size }: SeatOptions = {},
): Promise<Seat> {
  const guest = await visit(browser, app.url, size);
  await signIn(guest, client);
  await before?.(guest.page);
  await guest.page.goto(`/dashboard/${path}`);
  await settled(guest.page);
  return {
    ...guest,
    toast: (text) => toasted(guest.page, text),
    leave: () => guest.context.close(),
  };
}

/** Answers calls of this method with so much, as a server would that does not like them. */
export async function refuse(
  page: Page,
  method: string,
  url: RegExp,
  { status = 500, ...body }: { status?: number; error?: string; message?: string; errors?: unknown } = {},
): Promise<() => Promise<void>> {
  const answer = (route: Route) =>
    route.request().method() === method
      ? route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) })
      : route.fallback();
  await page.route(url, answer);
  return () => page.unroute(url, answer);
}

export const NO_SUBSCRIPTION = {
  status: 403,
  error: 'subscription_required',
  message: 'You need an active subscription.',
};

/** The bodies of calls of this method, as they were made. */
export function calls(page: Page, method: string, url: RegExp): { url: string; body: any }[] {
  const made: { url: string; body: any }[] = [];
  page.on('request', (request) => {
    if (request.method() !== method || !url.test(request.url())) return;
    const isJson = (request.headers()['content-type'] ?? '').includes('json');
    made.push({ url: request.url(), body: isJson ? request.postDataJSON() : undefined });
  });
  return made;
}

/** What axe finds, once nothing fades any more. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(`Promise.all(
    document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
      .map(({ finished }) => finished.catch(() => undefined)),
  ).then(() => undefined)`);
  return (await violations(page)).map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`);
}

/** What stands out at the side, in pixels. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** The element that has the focus, by its role's name as a screen reader would say it. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    '(({ activeElement: a }) => a.getAttribute("aria-label") ?? a.textContent)(document)',
  );

/** Where the focus goes is known a moment after what sends it there. */
export const focusGoesTo = (page: Page, name: string): Promise<string> =>
  eventually(
    () => focused(page),
    (found) => found === name,
  );

/** What a field has when an answer has been taken in, which is after the toast that tells of it. */
export const comesToHold = (field: Locator, value: string): Promise<string> =>
  eventually(
    () => field.inputValue(),
    (found) => found === value,
  );

/** Escape, as often as it takes: a dialog that is still busy stays. */
export const dismiss = (page: Page): Promise<number> =>
  eventually(
    async () => {
      await page.keyboard.press('Escape');
      return page.locator('[role=dialog], [role=alertdialog]').count();
    },
    (dialogs) => dialogs === 0,
  );

/** Goes to the element with the Tab key alone. */
export async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  await target.waitFor();
  for (let n = 0; n < most; n++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reached with Tab; the focus is on ${await focused(page)}`);
}

/** Drops files on an element, as from a folder. */
export async function dropFiles(page: Page, target: Locator, paths: string[]): Promise<void> {
  const files = await Promise.all(
    paths.map(async (path) => ({ name: basename(path), base64: (await readFile(path)).toString('base64') })),
  );
  const data = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    for (const { name, base64 } of ${JSON.stringify(files)})
      data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    return data;
  })()`);
  await target.dispatchEvent('dragover', { dataTransfer: data });
  await target.dispatchEvent('drop', { dataTransfer: data });
}

/** Many posts at once, the first title the oldest. */
export async function uploadMany(
  client: Client,
  path: string,
  file: string,
  titles: string[],
): Promise<number[]> {
  const form = new FormData();
  const bytes = new Uint8Array(await readFile(file));
  const field = path.endsWith('photos') ? 'photos' : 'videos';
  for (const title of titles) form.append('titles[]', title);
  for (const title of titles) form.append(`${field}[]`, new Blob([bytes]), `${title}-${basename(file)}`);
  const { status, body } = await client.post(path, form);
  if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return (body[field] as { id: number }[]).map(({ id }) => id);
}
