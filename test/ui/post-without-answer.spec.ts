import { eventually, type Client } from '../support/client';
import { SHOP } from '../support/credentials';
import { account, madePosts, openComposer, press, reload, text } from '../support/ui/composer';
import { describeScreens } from '../support/ui/dashboard';
import { comesToHold } from '../support/ui/form-actions';
import { holds, stalled } from '../support/ui/upload-area';

jest.setTimeout(90_000);

describeScreens('a post whose answer is outstanding', (ui) => {
  beforeAll(() => ui.app.fake.addPage(SHOP));

  const owner = (): Promise<Client> => ui.users.subscriber({ timezone: 'Asia/Kolkata', connected: SHOP });

  /** A post that is left while the call that makes it has no answer yet. */
  async function leftWhileSent(client: Client) {
    const screen = await openComposer(ui, client);
    const { page } = screen;
    await account(page, SHOP.name).check();
    await text(page).fill('Once only');
    const held = await stalled(page, /\/api\/posts$/);
    await press(page, 'Post now');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Post now' }).click();
    await holds(held, 1);
    await page.getByRole('link', { name: 'Calendar' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave this post?' });
    await question.getByText('It is being sent and may still go out.').waitFor();
    await question.getByRole('button', { name: 'Leave' }).click();
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
});
