import type { Locator, Page } from 'playwright-core';
import { eventually, type Client } from '../support/client';
import { SHOP } from '../support/credentials';
import { accessibilityFaults } from '../support/ui/accessibility';
import { fixture } from '../support/media';
import { account, addFiles, madePosts, openComposer, press, reload, text } from '../support/ui/composer';
import { describeScreens, type OpenOptions } from '../support/ui/dashboard';
import { comesToHold } from '../support/ui/form-actions';
import { holdRenders, type HeldRenders } from '../support/ui/held-renders';
import { holds, stalled } from '../support/ui/upload-area';

jest.setTimeout(90_000);

const POSTS = /\/api\/posts$/;
const LOOK_FIRST = 'The answer was lost. Look in the calendar before you send it again.';

interface LeaveOptions {
  options?: OpenOptions;
  confirm?: (button: Locator) => Promise<void>;
}

describeScreens('a post whose answer is outstanding', (ui) => {
  beforeAll(() => ui.app.fake.addPage(SHOP));

  const owner = (): Promise<Client> => ui.users.subscriber({ timezone: 'Asia/Kolkata', connected: SHOP });

  const postNow = async (page: Page): Promise<void> => {
    await press(page, 'Post now');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Post now' }).click();
  };

  /** A post that is left while the call that makes it has no answer yet. */
  async function leftWhileSent(
    client: Client,
    { options, confirm = (button) => button.click() }: LeaveOptions = {},
  ) {
    const screen = await openComposer(ui, client, options);
    const { page } = screen;
    await account(page, SHOP.name).check();
    await text(page).fill('Once only');
    const held = await stalled(page, POSTS);
    await postNow(page);
    await holds(held, 1);
    await page.getByRole('link', { name: 'Calendar' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave this post?' });
    await question.getByText('It is being sent and may still go out.').waitFor();
    await confirm(question.getByRole('button', { name: 'Leave' }));
    await page.waitForURL('**/dashboard/calendar');
    const actions = page.getByRole('region', { name: 'Actions' });
    const sendButtons = () =>
      Promise.all(
        ['Save draft', /^Post(ing\.\.\.| now)$/, 'Schedule', 'Add to queue'].map((name) =>
          actions.getByRole('button', { name }).isEnabled(),
        ),
      );
    return { ...screen, held: held[0]!, sendButtons };
  }

  it('shows a post again that was left while it was being sent, and sends it no second time', async () => {
    const client = await owner();
    const { page, held, sendButtons, toast, leave } = await leftWhileSent(client);
    await page.getByRole('link', { name: 'New Post' }).click();
    await comesToHold(text(page), 'Once only');
    expect(await sendButtons()).toEqual([false, false, false, false]);
    await held.continue();
    await toast('Posting now...');
    await comesToHold(text(page), '');
    await eventually(sendButtons, (are) => !are.includes(false));
    expect(page.url()).toMatch(/compose$/);
    await reload(page);
    expect(await text(page).inputValue()).toBe('');
    expect(await madePosts(client)).toHaveLength(1);
    await leave();
  });

  it('says elsewhere that a post was refused after it was left, and keeps it', async () => {
    const client = await owner();
    const { page, held, sendButtons, toast, leave } = await leftWhileSent(client);
    const errors = { description: ['Too long.'] };
    await held.fulfill({ status: 422, json: { error: 'validation_failed', message: 'Too long.', errors } });
    await toast('The post was not sent. Too long.');
    await page.getByRole('link', { name: 'New Post' }).click();
    await comesToHold(text(page), 'Once only');
    expect(await sendButtons()).toEqual([true, true, true, true]);
    await leave();
  });

  it('says so too when the refusal arrives before the next screen', async () => {
    const client = await owner();
    let heldRenders: HeldRenders | undefined;
    const { page, held, toast, leave } = await leftWhileSent(client, {
      options: { before: async (page) => (heldRenders = await holdRenders(page)) },
      confirm: async (button) => {
        await heldRenders?.begin();
        await button.click();
      },
    });
    expect(await page.getByRole('alertdialog').isVisible()).toBe(true);
    await held.fulfill({ status: 422, json: { error: 'validation_failed', message: 'Too long.' } });
    await heldRenders?.end();
    await toast('The post was not sent. Too long.');
    await page.getByRole('heading', { name: 'Calendar' }).waitFor();
    await leave();
  });

  /** A post that the server has made, and whose answer is lost by a reload of the page. */
  async function reloadedWhileSent(client: Client) {
    const screen = await openComposer(ui, client);
    const { page } = screen;
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && POSTS.test(request.url()))
        keys.push(request.headers()['idempotency-key']);
    });
    await account(page, SHOP.name).check();
    await addFiles(page, fixture('photo.jpg'));
    await text(page).fill('Once only');
    const held = await stalled(page, POSTS);
    await postNow(page);
    await holds(held, 1);
    await held[0]!.fetch();
    await reload(page);
    await page.unroute(POSTS);
    await page.getByText(LOOK_FIRST).waitFor();
    await page.getByText('Uploaded', { exact: true }).waitFor();
    return { ...screen, keys };
  }

  it('makes one post, also when the page is reloaded before the answer and it is sent again', async () => {
    const client = await owner();
    const { page, keys, toast, leave } = await reloadedWhileSent(client);
    expect(await text(page).inputValue()).toBe('Once only');
    await page.getByRole('link', { name: 'Captions' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave this post?' });
    await question.getByText('It may have been sent already.', { exact: false }).waitFor();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await postNow(page);
    await toast('Posting now...');
    await page.waitForURL('**/dashboard/calendar');
    expect(keys).toEqual([expect.stringMatching(/^\w+$/), keys[0]]);
    expect(await madePosts(client)).toHaveLength(1);

    await page.getByRole('link', { name: 'New Post' }).click();
    await comesToHold(text(page), '');
    expect(await page.getByText(LOOK_FIRST).count()).toBe(0);
    await account(page, SHOP.name).check();
    await text(page).fill('Another one');
    await press(page, 'Add to queue');
    await toast(/^Added to the queue/);
    expect(new Set(keys).size).toBe(2);
    await leave();
  });

  it('asks before a second post is made of one that may have been sent', async () => {
    const client = await owner();
    const { page, toast, leave } = await reloadedWhileSent(client);
    await text(page).fill('Once only, with more words');
    const question = page.getByRole('alertdialog', { name: 'Send a second post?' });
    await press(page, 'Add to queue');
    expect(await accessibilityFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await madePosts(client)).toHaveLength(1);
    await press(page, 'Add to queue');
    await question.getByRole('button', { name: 'Send anyway' }).click();
    await toast(/^Added to the queue/);
    expect((await madePosts(client)).map(({ description }) => description)).toEqual([
      'Once only',
      'Once only, with more words',
    ]);
    await leave();
  });

  it('finds the same in a new tab, once its own was closed', async () => {
    const client = await owner();
    const { page, context, leave } = await reloadedWhileSent(client);
    const other = await context.newPage();
    await page.close();
    await other.goto('/dashboard/compose');
    await other.getByText(LOOK_FIRST).waitFor();
    await other.getByText('Uploaded', { exact: true }).waitFor();
    await postNow(other);
    await other.waitForURL('**/dashboard/calendar');
    expect(await madePosts(client)).toHaveLength(1);
    await leave();
  });

  it('sends a new call once it knows what became of the last one, and the same one until then', async () => {
    const client = await owner();
    const { page, toast, leave } = await openComposer(ui, client);
    await account(page, SHOP.name).check();
    await text(page).fill('Once only');
    const alert = page.getByRole('main').getByRole('alert');
    const keys: string[] = [];
    const tryWith = async (status: number, message: string, said: string, headers = {}) => {
      await page.route(
        POSTS,
        async (route) => {
          keys.push(route.request().headers()['idempotency-key']!);
          await route.fulfill({ status, headers, json: { error: 'other', message } });
        },
        { times: 1 },
      );
      await press(page, 'Add to queue');
      await alert.getByText(said, { exact: true }).waitFor();
    };
    await tryWith(500, 'It broke.', 'It broke.');
    await tryWith(429, 'Too many.', 'Too many.');
    await tryWith(409, 'Running.', 'It is still being sent. Try again in a moment.', { 'Retry-After': '1' });
    await tryWith(422, 'Too long.', 'Too long.');
    await tryWith(422, 'Still too long.', 'Still too long.');
    expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 0, 0, 4]);
    await reload(page);
    expect(await page.getByText(LOOK_FIRST).count()).toBe(0);
    await press(page, 'Add to queue');
    await toast(/^Added to the queue/);
    await leave();
  });
});
