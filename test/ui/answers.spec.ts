import type { Locator, Page, Route } from 'playwright-core';
import { ownerOf, row } from '../support/ui/posts-screen';
import { describeSeededScreens } from '../support/ui/dashboard';
import { eventually, type Client } from '../support/client';
import { fixture } from '../support/media';

jest.setTimeout(120_000);

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
    reason: 'The server cannot be reached.',
  },
  {
    name: 'no answer',
    answer: (route) => route.abort('connectionreset'),
    reason: 'The server cannot be reached.',
  },
];

interface Press {
  name: string;
  path: string;
  /** Until the button can be pressed. */
  open: (page: Page) => Promise<unknown>;
  button: (page: Page) => Locator;
  /** What is pressed is part of it, and so is the reason. */
  place: (page: Page) => Locator;
  call: [method: string, url: RegExp];
}

const dialog = (page: Page) => page.locator('[role=dialog], [role=alertdialog]').last();
const inDialog = (name: string | RegExp) => (page: Page) => dialog(page).getByRole('button', { name });
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
const region = (name: string) => (page: Page) => page.getByRole('region', { name });

const OF_A_SUBSCRIBER: Press[] = [
  {
    name: 'Schedule',
    path: 'videos',
    open: (page) => row(page, /First/).getByRole('button', { name: 'Schedule', exact: true }).click(),
    button: inDialog('Schedule'),
    place: dialog,
    call: ['PUT', /\/reschedule$/],
  },
  {
    name: 'Save the text of a post',
    path: 'videos',
    open: async (page) => {
      await row(page, /First/).getByRole('button', { name: 'Edit' }).click();
      await dialog(page).getByLabel('Title').fill('Another title');
    },
    button: inDialog('Save'),
    place: dialog,
    call: ['PUT', /\/api\/videos\/\d+$/],
  },
  {
    name: 'Delete a post',
    path: 'videos',
    open: (page) => row(page, /First/).getByRole('button', { name: 'Delete' }).click(),
    button: inDialog('Delete'),
    place: dialog,
    call: ['DELETE', /\/api\/videos\/\d+$/],
  },
  {
    name: 'Schedule what was chosen',
    path: 'videos',
    open: async (page) => {
      await row(page, /First/).getByRole('checkbox').check();
      await row(page, /Second/)
        .getByRole('checkbox')
        .check();
      await page
        .getByRole('region', { name: 'Selected videos' })
        .getByRole('button', { name: 'Schedule' })
        .click();
    },
    button: inDialog('Schedule'),
    place: dialog,
    call: ['POST', /\/calendar\/batch$/],
  },
  {
    name: 'Upload',
    path: 'videos',
    open: (page) => page.locator('input[type=file]').first().setInputFiles(fixture('portrait.mp4')),
    button: button('Upload videos'),
    place: region('Upload Videos'),
    call: ['POST', /\/api\/videos$/],
  },
  {
    name: 'Add caption',
    path: 'captions',
    open: (page) => page.getByRole('textbox').first().fill('A new one'),
    button: button('Add caption'),
    place: (page) => page.locator('form').filter({ has: page.getByRole('button', { name: 'Add caption' }) }),
    call: ['POST', /\/api\/captions$/],
  },
  {
    name: 'Save a caption',
    path: 'captions',
    open: async (page) => {
      await button('Edit caption: Kept')(page).click();
      await page.getByLabel('Edit caption', { exact: true }).fill('Changed');
    },
    button: button('Save'),
    place: (page) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Save' }) }),
    call: ['PUT', /\/api\/captions\/\d+$/],
  },
  {
    name: 'Delete a caption',
    path: 'captions',
    open: (page) => button('Delete caption: Kept')(page).click(),
    button: inDialog('Delete'),
    place: dialog,
    call: ['DELETE', /\/api\/captions\/\d+$/],
  },
  {
    name: 'Save profile',
    path: 'settings',
    open: (page) => region('Profile Settings')(page).getByLabel('Name').fill('Somebody Else'),
    button: button('Save profile'),
    place: region('Profile Settings'),
    call: ['PUT', /\/api\/user/],
  },
  {
    name: 'Save Facebook settings',
    path: 'settings',
    open: (page) => page.getByLabel('Page ID', { exact: true }).fill('123456789012345'),
    button: button('Save Facebook settings'),
    place: (page) =>
      page.locator('form').filter({ has: page.getByRole('button', { name: 'Save Facebook settings' }) }),
    call: ['PUT', /\/facebook-settings$/],
  },
  {
    name: 'Change password',
    path: 'settings',
    open: async (page) => {
      const form = page.locator('form').filter({ has: button('Change password')(page) });
      for (const [n, field] of (await form.locator('input[type=password]').all()).entries())
        await field.fill(n === 0 ? 'secret-enough' : 'another-secret-7');
    },
    button: button('Change password'),
    place: (page) => page.locator('form').filter({ has: button('Change password')(page) }),
    call: ['PUT', /password/],
  },
  {
    name: 'Dismiss the first steps',
    path: '',
    open: () => Promise.resolve(),
    button: (page) => region('First steps')(page).getByRole('button', { name: /dismiss|hide/i }),
    place: region('First steps'),
    call: ['PUT', /first-steps/],
  },
];

const OF_AN_ADMINISTRATOR: Press[] = [
  {
    name: 'Give plan',
    path: 'admin/users',
    open: (page) =>
      page
        .getByRole('button', { name: /^Give plan: / })
        .first()
        .click(),
    button: inDialog('Give plan'),
    place: dialog,
    call: ['POST', /\/admin\/subscriptions$/],
  },
  {
    name: 'Save a person',
    path: 'admin/users',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await dialog(page).getByLabel('Name').fill('Renamed');
    },
    button: inDialog('Save'),
    place: dialog,
    call: ['PUT', /\/admin\/users\/\d+$/],
  },
  {
    name: 'Create plan',
    path: 'admin/plans',
    open: async (page) => {
      await button('New plan')(page).click();
      await dialog(page).getByLabel('Name').fill('Odd plan');
      for (const field of await dialog(page).locator('input[type=number], input[inputmode]').all())
        if (!(await field.inputValue())) await field.fill('5');
    },
    button: inDialog('Create plan'),
    place: dialog,
    call: ['POST', /\/admin\/plans$/],
  },
  {
    name: 'Create category',
    path: 'categories',
    open: (page) => page.getByLabel('Name').first().fill('Odd category'),
    button: button('Create category'),
    place: (page) => page.locator('form').filter({ has: button('Create category')(page) }),
    call: ['POST', /\/api\/categories$/],
  },
];

/** Each answer after the other, in the same dialog or form. @returns what was read in the wrong place, or not at all. */
async function faultsOf(page: Page, { open, button: pressed, place, call: [method, url] }: Press) {
  const faults: string[] = [];
  await open(page);
  for (const { name, answer, reason } of ANSWERS) {
    const take = (route: Route) => (route.request().method() === method ? answer(route) : route.fallback());
    await page.route(url, take);
    await pressed(page).click();
    await place(page)
      .getByText(reason)
      .first()
      .waitFor({ timeout: 5_000 })
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

describeSeededScreens('the reason why a press did nothing stands beside it', (ui) => {
  let subscriber: Client;

  beforeAll(async () => {
    subscriber = (await ownerOf(ui.users, 'First', 'Second')).client;
    await subscriber.post('/api/captions', { content: 'Kept' });
  });

  it.each(OF_A_SUBSCRIBER)('$name', async (press) => {
    const { page, leave } = await ui.open(subscriber, press.path);
    expect(await faultsOf(page, press)).toEqual([]);
    await leave();
  });

  it.each(OF_AN_ADMINISTRATOR)('$name', async (press) => {
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
  ])('also of an answer that %s', async (_when, waitedMs, reason) => {
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

  it('Request this plan', async () => {
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
  ] as const)('on the page %s', async (path, name, method, url) => {
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
