import type { Page, Route } from 'playwright-core';
import { ownerOf } from '../support/ui/posts-screen';
import { OF_A_SUBSCRIBER, OF_AN_ADMINISTRATOR, type Press } from '../support/ui/presses';
import { describeSeededScreens } from '../support/ui/dashboard';
import { eventually, type Client } from '../support/client';
import { PATIENCE_MS } from '../support/patience';

jest.setTimeout(120_000);

const UNREACHABLE = 'The server cannot be reached.';

/** What a press can be answered with, and what is to be read beside it. */
const ANSWERS: { name: string; answer: (route: Route) => Promise<void>; reason: string | RegExp }[] = [
  ...[400, 403, 404, 409, 413, 422, 429, 503].map((status) => ({
    name: `a ${status}`,
    answer: (route: Route) =>
      route.fulfill({ status, json: { statusCode: status, error: 'odd', message: `Reason ${status}.` } }),
    reason: `Reason ${status}.`,
  })),
  {
    name: 'errors of a field that the form does not have',
    answer: (route) =>
      route.fulfill({
        status: 422,
        json: {
          statusCode: 422,
          error: 'validation',
          message: 'See below.',
          errors: { odd: ['Odd is odd.'] },
        },
      }),
    reason: /See below\.|Odd is odd\./,
  },
  {
    name: 'a 500 without words',
    answer: (route) => route.fulfill({ status: 500, body: '' }),
    reason: 'The server answered with an error (500).',
  },
  {
    name: 'the page of a proxy',
    answer: (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    reason: UNREACHABLE,
  },
  {
    name: 'no answer',
    answer: (route) => route.abort('connectionreset'),
    reason: UNREACHABLE,
  },
];

/** Each answer after the other, in the same dialog or form. @returns what was read in the wrong place, or not at all. */
async function faultsOf(
  page: Page,
  { open, button: pressed, place, unanswered, call: [method, url] }: Press,
) {
  const faults: string[] = [];
  await open(page);
  for (const { name, answer, reason } of ANSWERS) {
    const take = (route: Route) => (route.request().method() === method ? answer(route) : route.fallback());
    await page.route(url, take);
    await pressed(page).click();
    await place(page)
      .getByText(reason === UNREACHABLE ? (unanswered ?? reason) : reason)
      .first()
      .waitFor({ timeout: PATIENCE_MS })
      .catch(async () =>
        faults.push(
          `${name}: ${(
            await place(page)
              .innerText()
              .catch(() => 'gone')
          ).slice(-200)}`,
        ),
      );
    await page.unroute(url, take);
  }
  return faults;
}

describeSeededScreens('a press that the server refuses', (ui) => {
  let subscriber: Client;

  beforeAll(async () => {
    subscriber = (await ownerOf(ui.users, 'First', 'Second')).client;
    await subscriber.post('/api/captions', { content: 'Kept' });
  });

  it.each(OF_A_SUBSCRIBER)('shows the reason beside "$name"', async (press) => {
    const { page, leave } = await ui.open(subscriber, press.path);
    expect(await faultsOf(page, press)).toEqual([]);
    await leave();
  });

  it.each(OF_AN_ADMINISTRATOR)('shows an administrator the reason beside "$name"', async (press) => {
    const { page, leave } = await ui.open(ui.admin, press.path);
    expect(await faultsOf(page, press)).toEqual([]);
    await leave();
  });

  it.each([
    ['comes after half a minute', 30_000, 'Reason 409.'],
    [
      'never comes',
      61_000,
      'The server did not respond. Check whether the change was made before you try again.',
    ],
  ])('shows the reason of an answer that %s', async (_when, waitedMs, reason) => {
    const [press] = OF_A_SUBSCRIBER as [Press];
    const { page, leave } = await ui.open(subscriber, press.path);
    await press.open(page);
    await press.button(page).waitFor();
    const held: Route[] = [];
    await page.route(press.call[1], (route) => void held.push(route));
    await page.clock.install();
    await press.button(page).click();
    await press.place(page).getByRole('button', { name: 'Scheduling...' }).waitFor();
    await eventually(
      () => Promise.resolve(held),
      ({ length }) => length === 1,
    );
    await page.clock.runFor(waitedMs);
    if (waitedMs < 60_000)
      await held[0]!.fulfill({ status: 409, json: { error: 'conflict', message: 'Reason 409.' } });
    await press.place(page).getByText(reason).waitFor();
    expect(await press.button(page).isEnabled()).toBe(true);
    await leave();
  });

  it('shows the reason beside "Request this plan"', async () => {
    const { page, leave } = await ui.open(await ui.users.newcomer(), '');
    const ask = (of: Page) => of.getByRole('button', { name: /^Request this plan/ }).first();
    const press: Press = {
      name: '',
      path: '',
      open: () => Promise.resolve(),
      button: ask,
      place: (of) => of.getByRole('main'),
      call: ['POST', /plan-request/],
    };
    expect(await faultsOf(page, press)).toEqual([]);
    await leave();
  });

  it.each([
    ['login', 'Sign in', 'POST', /auth\/login$/],
    ['register', 'Create account', 'POST', /auth\/register$/],
  ] as const)('shows the reason on the page %s', async (path, name, method, url) => {
    const { page, context } = await ui.visit();
    await page.goto(`/${path}`);
    const press: Press = {
      name,
      path,
      open: async () => {
        await page.locator('form input').first().waitFor();
        for (const field of await page.locator('form input').all()) {
          const type = await field.getAttribute('type');
          await field.fill(
            type === 'email' ? 'odd@example.com' : type === 'password' ? 'secret-enough' : 'Odd',
          );
        }
      },
      button: (of) => of.locator('form button[type=submit]'),
      place: (of) => of.locator('form'),
      call: [method, url],
    };
    expect(await faultsOf(page, press)).toEqual([]);
    await context.close();
  });
});
