import { describeScreens } from '../support/ui/dashboard';
import { calls } from '../support/ui/api-stubs';
import { add, CalendarPage, stored, type Item } from '../support/ui/calendar-page';
import { eventually, type Client } from '../support/client';

jest.setTimeout(90_000);

const YEAR = new Date().getUTCFullYear() + 1;
const march = (day: number) => `${YEAR}-03-${String(day).padStart(2, '0')}`;

describeScreens('a drag in the calendar, which is drawn anew meanwhile', (ui) => {
  let calendar: CalendarPage;
  let user: Client;
  let dragged: Item;
  let other: Item;
  let sent: unknown[];

  /** Holds the post over the 24th meanwhile, then drops it without another movement. */
  async function dropAfter(meanwhile: () => Promise<unknown>) {
    user = await ui.users.subscriber({ timezone: 'UTC' });
    dragged = await add(user, 'Dragged', `${march(16)} 14:00:00`);
    other = await add(user, 'Other', `${march(18)} 14:00:00`);
    calendar = await CalendarPage.open(ui, user, { now: `${march(1)}T15:00:00Z`, timezoneId: 'UTC' });
    const { entry, day, page } = calendar;
    await calendar.hold(entry('Dragged'), day(march(24)));
    await meanwhile();
    sent = calls(page, 'PUT', /\/reschedule$/);
    await page.mouse.up();
  }
  const move = (item: Item, day: number) =>
    user.put(`/api/videos/${item.id}/reschedule`, { scheduled_for: `${march(day)} 09:00:00` });
  /** A fetch that began before the change may still be answered after it. */
  const isRefetched = async (isNew: (plan: string) => boolean) => {
    const { page } = calendar;
    await page.waitForResponse(
      async (response) => response.url().includes('/api/calendar?') && isNew(await response.text()),
    );
    // Drawn by now: it takes two frames.
    await page.evaluate('new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))');
  };
  const becomes = (time: string | null) =>
    eventually(
      async () => (await stored(user, dragged)).scheduled_for,
      (found) => found === time,
    );
  afterEach(() => calendar.close());

  it('reschedules the post when another one has moved', async () => {
    await dropAfter(async () => {
      await move(other, 10);
      await calendar.day(march(10)).getByText('Other').waitFor();
    });
    await becomes(`${march(24)}T14:00:00.000Z`);
    await calendar.toast('Video rescheduled successfully');
    await calendar.day(march(24)).getByText('Dragged').waitFor();
    expect(sent).toHaveLength(1);
  });

  it('reschedules the post that has moved itself, and undoes that to where it was last', async () => {
    const time = `${march(10)}T09:00:00.000Z`;
    await dropAfter(() => Promise.all([isRefetched((plan) => plan.includes(time)), move(dragged, 10)]));
    await becomes(`${march(24)}T14:00:00.000Z`);
    expect(sent).toHaveLength(1);
    await calendar.page.getByRole('button', { name: 'Undo' }).click();
    await becomes(time);
    await calendar.day(march(10)).getByText('Dragged').waitFor();
  });

  it('says that the post is gone, and shows it no longer', async () => {
    await dropAfter(() =>
      Promise.all([
        isRefetched((plan) => !plan.includes('Dragged')),
        user.delete(`/api/videos/${dragged.id}`),
      ]),
    );
    await calendar.toast(/^Failed to reschedule video: .*not found/);
    await calendar.plan.getByText('Dragged').waitFor({ state: 'detached' });
    await calendar.day(march(18)).getByText('Other').waitFor();
    expect(sent).toHaveLength(1);
  });
});
