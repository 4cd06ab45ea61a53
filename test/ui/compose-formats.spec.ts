import { fixture } from '../support/media';
import { CalendarPage } from '../support/ui/calendar-page';
import { addFiles, madePosts, press, previewOf } from '../support/ui/composer';
import { describeScreens } from '../support/ui/dashboard';
import { choose } from '../support/ui/posts-screen';

jest.setTimeout(90_000);

const MONTH = `${new Date().getUTCFullYear() + 1}-06`;

describeScreens('the composer', (ui) => {
  it('begins at the day of a cell of the calendar, and asks for the time that a story needs', async () => {
    const client = await ui.users.subscriber({ timezone: 'Europe/Berlin', connected: true });
    const { day, page, toast, close } = await CalendarPage.open(ui, client, {
      now: `${MONTH}-10T09:00:00Z`,
    });
    await day(`${MONTH}-12`).click();
    await page.waitForURL('**/dashboard/compose');
    const time = page.getByLabel('Goes out at');
    await time.waitFor();
    expect(await time.inputValue()).toBe(`${MONTH}-12T10:00`);
    await addFiles(page, fixture('portrait.mp4'));
    await choose(page, `Format for Test Page`, 'Story');
    await previewOf(page).getByText('Facebook story').waitFor();
    expect(await page.getByRole('textbox', { name: 'Text', exact: true }).count()).toBe(0);
    await time.fill('');
    await press(page, 'Add to queue');
    await page.getByText('A story needs a time.').waitFor();
    expect(await time.getAttribute('aria-invalid')).toBe('true');
    await time.fill(`${MONTH}-12T10:00`);
    await press(page, 'Schedule');
    await toast('Post scheduled!');
    const [made] = await madePosts(client);
    expect([made.format, made.scheduled_for]).toEqual(['story', `${MONTH}-12T08:00:00.000Z`]);
    await close();
  });
});
