import type { Locator, Page } from 'playwright-core';
import { fixture } from '../media';
import { row } from './posts-screen';

/** A button that calls the server, and where the reason is shown when the call fails. */
export interface Press {
  name: string;
  path: string;
  /** Until the button can be pressed. */
  open: (page: Page) => Promise<unknown>;
  button: (page: Page) => Locator;
  /** What is pressed is part of it, and so is the reason. */
  place: (page: Page) => Locator;
  call: [method: string, url: RegExp];
  /** What is read when nobody answers, instead of that the server cannot be reached. */
  unanswered?: string;
}

const dialog = (page: Page) => page.locator('[role=dialog], [role=alertdialog]').last();
const inDialog = (name: string | RegExp) => (page: Page) => dialog(page).getByRole('button', { name });
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
const region = (name: string) => (page: Page) => page.getByRole('region', { name });

/** What a subscriber with two pending videos and a caption can press. */
export const OF_A_SUBSCRIBER: Press[] = [
  {
    name: 'Schedule',
    path: 'videos',
    open: (page) => row(page, /First/).getByRole('button', { name: 'Schedule', exact: true }).click(),
    button: inDialog('Schedule'),
    place: dialog,
    call: ['PUT', /\/reschedule$/],
  },
  {
    name: 'Save a post',
    path: 'videos',
    open: async (page) => {
      await row(page, /First/).getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Another title');
    },
    button: button('Save'),
    place: (page) => page.getByRole('main'),
    call: ['PUT', /\/api\/posts\/\d+$/],
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
    // What was not answered may have been made, so that only its own button sends it again.
    button: (page) =>
      page.getByRole('button', { name: /^(Upload videos|Retry portrait\.mp4)$/, disabled: false }).first(),
    place: region('Upload Videos'),
    call: ['POST', /\/api\/videos$/],
    unanswered: 'The server did not respond. Look for it in the list before you try again.',
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
      await form.waitFor();
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

export const OF_AN_ADMINISTRATOR: Press[] = [
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
