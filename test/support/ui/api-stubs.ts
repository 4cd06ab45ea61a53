import type { Page, Route } from 'playwright-core';

/** Answers calls of this method in the server's place. @returns what lets them through again. */
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

/**
 * Refuses GETs until "Try again" is pressed, and no sooner: a list that also asks from time to time would be there again
 * before the press. @returns what presses it, the first one where there are several.
 */
export async function refuseUntilTriedAgain(page: Page, url: string | RegExp): Promise<() => Promise<void>> {
  await page.evaluate('delete window.triedAgain');
  // What a page asked that is left meanwhile, nobody waits for.
  const isPressed = () => page.evaluate<boolean>('"triedAgain" in window').catch(() => false);
  const answer = async (route: Route) =>
    route.request().method() !== 'GET' || (await isPressed())
      ? route.fallback()
      : route.fulfill({ status: 500, contentType: 'application/json', body: '{}' });
  await page.route(url, answer);
  return async () => {
    await page.evaluate(
      'addEventListener("click", () => { window.triedAgain = true }, { capture: true, once: true })',
    );
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).first().click();
    await page.unroute(url, answer);
  };
}

export const NO_SUBSCRIPTION = {
  status: 403,
  error: 'subscription_required',
  message: 'You need an active subscription.',
};

/** Records the calls of this method from here on. */
export function calls(page: Page, method: string, url: RegExp): { url: string; body: any }[] {
  const made: { url: string; body: any }[] = [];
  page.on('request', (request) => {
    if (request.method() !== method || !url.test(request.url())) return;
    const isJson = (request.headers()['content-type'] ?? '').includes('json');
    made.push({ url: request.url(), body: isJson ? request.postDataJSON() : undefined });
  });
  return made;
}
