import { Database } from '../../backend/database/database';
import { MOVING, type Look } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { add, CalendarPage, stored, type Item } from '../support/ui/calendar-page';
import { choose } from '../support/ui/posts-screen';
import { heldUndo, unasked } from '../support/ui/toasts';
import { eventually, type Client } from '../support/client';

jest.setTimeout(90_000);

const ZONE = 'America/New_York';
/** Of a year to come, in which New York sets its clocks forward on the second Sunday. */
const MARCH = `${new Date().getUTCFullYear() + 1}-03`;
const march = (day: number) => `${MARCH}-${String(day).padStart(2, '0')}`;
const SUNDAY = 14 - ((new Date(`${MARCH}-01T00:00:00Z`).getUTCDay() + 6) % 7);
const [FRIDAY, MONDAY] = [march(SUNDAY - 2), march(SUNDAY + 1)];
/** Of the last year. */
const may = (day: number) => `${Number(MARCH.slice(0, 4)) - 2}-05-${day}`;

describeScreens('moving things in the calendar', (ui) => {
  let calendar: CalendarPage;

  afterEach(async () => {
    expect(calendar.complaints.filter((line) => !/status of 422/.test(line))).toEqual([]);
    await calendar.close();
  });

  const open = async (user: Client, now = `${march(1)}T15:00:00Z`, look: Look = {}) => {
    calendar = await CalendarPage.open(ui, user, { now, ...look });
    return calendar;
  };
  const timeOf = async (user: Client, item: Item) => (await stored(user, item)).scheduled_for;
  const becomes = (user: Client, item: Item, time: string) =>
    eventually(
      () => timeOf(user, item),
      (found) => found === time,
    );

  it('keeps the hour on the wall in a drag over a change of the clocks, and puts it back by undo', async () => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    const soup = await add(user, 'Soup of the day', `${FRIDAY} 14:00:00`);
    const { entry, day, toast, page } = await open(user);
    await calendar.drag(entry('Soup of the day'), day(MONDAY));
    const undo = await heldUndo(page, 'Soup of the day');
    await becomes(user, soup, `${MONDAY}T18:00:00.000Z`);
    await toast(/^Video rescheduled successfully\s+“.?Soup of the day.?” goes out Mar \d+, \d+, 2:00 PM$/);
    await day(MONDAY).getByText('2:00 PM').waitFor();
    await undo.click();
    await becomes(user, soup, `${FRIDAY}T19:00:00.000Z`);
    await day(FRIDAY).getByText('Soup of the day').waitFor();
  });

  it('refuses an hour that the zone skips with a sentence, and puts the item back', async () => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    const shift = await add(user, 'Night shift', `${FRIDAY} 02:30:00`);
    const { entry, day, toast } = await open(user);
    await calendar.drag(entry('Night shift'), day(march(SUNDAY)));
    await toast(/^Failed to reschedule video: This time does not exist in America\/New_York/);
    await day(FRIDAY).getByText('Night shift').waitFor();
    expect(await timeOf(user, shift)).toBe(`${FRIDAY}T07:30:00.000Z`);
  });

  it('refuses a time that has passed with a sentence, and puts the item back', async () => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    const item = await add(user, 'Too late');
    // The browser lives in last May, so that its month has passed for the server; nothing is due.
    await ui.app.running.nest
      .get(Database)
      .run('UPDATE posts SET scheduled_for = ?, due_at = NULL WHERE id = ?', [
        Date.parse(`${may(12)}T16:00:00Z`),
        item.id,
      ]);
    const { entry, day, toast } = await open(user, `${may(11)}T15:00:00Z`);
    await calendar.drag(entry('Too late'), day(may(20)));
    await toast('Failed to reschedule video: Choose a time that has not passed.');
    await day(may(12)).getByText('Too late').waitFor();
    expect(await timeOf(user, item)).toBe(`${may(12)}T16:00:00.000Z`);
  });

  const PASSED = 'That time has passed. Choose a later one.';

  /** What the browser sends to move something. */
  const moves = () => {
    const asked: string[] = [];
    calendar.page.on('request', (request) => request.method() === 'PUT' && asked.push(request.url()));
    return asked;
  };

  it.each([
    ['as for most people', MOVING],
    ['without movement', {}],
  ])('takes nothing on a day that has passed, and says why, %s', async (_, look) => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    await add(user, 'Morning post', `${MONDAY} 09:00:00`);
    await add(user, 'Waiting');
    const { entry, waiting, day, toast, page } = await open(user, `${FRIDAY}T15:00:00Z`, look);
    const asked = moves();
    const thursday = march(SUNDAY - 3);
    await calendar.drag(entry('Morning post'), day(thursday));
    await toast(PASSED);
    await day(MONDAY).getByText('Morning post').waitFor();
    await calendar.drag(waiting('Waiting'), day(thursday));
    await toast(PASSED);
    await waiting('Waiting').waitFor();
    // Whoever thinks better of it on the way there is told nothing.
    await calendar.drag(waiting('Waiting'), waiting('Waiting'), day(thursday));
    expect(asked).toEqual([]);
    expect(unasked(page)).toEqual([]);
  });

  it('takes nothing on an hour of today that has passed, and says why', async () => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    const [yesterday, today, tomorrow] = [march(SUNDAY + 1), march(SUNDAY + 2), march(SUNDAY + 3)];
    const noon = await add(user, 'Noon post', `${tomorrow} 12:00:00`);
    await add(user, 'Waiting');
    // In New York it is three in the afternoon; in the middle of a day is noon.
    const { waiting, entry, day, toast, page } = await open(user, `${today}T19:00:00Z`);
    await calendar.show('Week');
    const asked = moves();
    await calendar.drag(waiting('Waiting'), day(today));
    await toast(PASSED);
    await waiting('Waiting').waitFor();
    for (const passed of [yesterday, today]) {
      await calendar.drag(entry('Noon post'), day(passed));
      await toast(PASSED);
      await day(tomorrow).getByText('Noon post').waitFor();
    }
    expect(asked).toEqual([]);
    await calendar.drag(entry('Noon post'), day(march(SUNDAY + 4)));
    await eventually(
      () => timeOf(user, noon),
      (time) => time?.startsWith(march(SUNDAY + 4)) === true,
    );
    await toast(/^Video rescheduled successfully/);
    expect(unasked(page)).toEqual([]);
  });

  it('publishes soon what is dropped on today after its time of day, and says so', async () => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    const morning = await add(user, 'Morning post', `${MONDAY} 09:00:00`);
    const afternoon = await add(user, 'Afternoon post', `${MONDAY} 15:00:00`);
    const untimed = await add(user, 'Waiting');
    // In New York it is ten in the morning.
    const { entry, waiting, day, toast, page } = await open(user, `${FRIDAY}T15:00:00Z`);
    await calendar.drag(entry('Morning post'), day(FRIDAY));
    const undo = await heldUndo(page, 'Morning post');
    await becomes(user, morning, `${FRIDAY}T15:30:00.000Z`);
    await toast(/\nThat time has passed, so “.?Morning post.?” goes out Mar \d+, \d+, 10:30 AM$/);
    await day(FRIDAY).getByText('10:30 AM').waitFor();
    await undo.click();
    await becomes(user, morning, `${MONDAY}T13:00:00.000Z`);
    await calendar.drag(entry('Afternoon post'), day(FRIDAY));
    await becomes(user, afternoon, `${FRIDAY}T20:00:00.000Z`);
    await toast(/\n“.?Afternoon post.?” goes out/);
    await calendar.drag(waiting('Waiting'), day(FRIDAY));
    await becomes(user, untimed, `${FRIDAY}T15:30:00.000Z`);
  });

  it('leaves a published post where it is', async () => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    const item = await add(user, 'Long since out', `${FRIDAY} 14:00:00`);
    await ui.app.running.nest
      .get(Database)
      .run("UPDATE posts SET status = 'published', due_at = NULL WHERE id = ?", [item.id]);
    const { entry, day, dialog } = await open(user);
    const asked = moves();
    await calendar.drag(entry('Long since out'), day(MONDAY));
    await day(FRIDAY).getByText('Long since out').click();
    await dialog('Long since out').getByText('Published').waitFor();
    expect(await dialog('Long since out').getByRole('button', { name: 'Reschedule' }).count()).toBe(0);
    expect(asked).toEqual([]);
  });

  it('schedules by a drag from the tray onto a day of the month or an hour of the week', async () => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    const [photo, video] = [await add(user, 'Menu board', '', 'photo'), await add(user, 'Closing time')];
    const { waiting, day, tray, toast } = await open(user, `${FRIDAY}T15:00:00Z`);
    await calendar.drag(waiting('Menu board'), day(MONDAY));
    await toast('Photo rescheduled successfully');
    await becomes(user, photo, `${MONDAY}T14:00:00.000Z`);
    await day(MONDAY).getByText('Menu board').waitFor();
    await waiting('Menu board').waitFor({ state: 'detached' });

    await calendar.show('Week');
    await calendar.drag(waiting('Closing time'), day(march(SUNDAY)));
    // In the middle of the twenty-four hours that a week shows is noon; snapped to a quarter of an hour.
    const time = await eventually(
      () => timeOf(user, video),
      (found) => found !== null,
    );
    expect(time).toMatch(new RegExp(`^${march(SUNDAY)}T1[56]:(00|15|30|45):00.000Z$`));
    await tray.getByText('Everything is scheduled.', { exact: false }).waitFor();
  });

  it('reschedules from the plan with the keyboard alone', async () => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    const item = await add(user, 'Ask us anything', `${FRIDAY} 14:00:00`);
    const { entry, dialog, page } = await open(user);
    await entry('Ask us anything').focus();
    await page.keyboard.press('Enter');
    await dialog('Ask us anything').getByRole('button', { name: 'Reschedule' }).press('Enter');
    const time = dialog('Schedule Video').getByLabel('Date and time');
    expect(await page.locator('input:focus').getAttribute('type')).toBe('datetime-local');
    await time.fill(`${MONDAY}T09:15`);
    await page.keyboard.press('Enter');
    await becomes(user, item, `${MONDAY}T13:15:00.000Z`);
    await dialog('Schedule Video').waitFor({ state: 'detached' });
    await calendar.day(MONDAY).getByText('9:15 AM').waitFor();
    // Where it went, the focus went with it.
    await calendar.day(MONDAY).locator('[role=button]:focus').getByText('Ask us anything').waitFor();
  });

  it('schedules from the tray with the keyboard alone, and shows a refusal by the field', async () => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    const item = await add(user, 'Bloopers');
    const { dialog, page, tray } = await open(user);
    await tray.getByRole('button', { name: 'Schedule Bloopers' }).press('Enter');
    const time = dialog('Schedule Video').getByLabel('Date and time');
    await time.fill(`${march(SUNDAY)}T02:30`);
    await page.keyboard.press('Enter');
    await dialog('Schedule Video')
      .getByRole('alert')
      .getByText(/This time does not exist/)
      .waitFor();
    await time.fill(`${march(SUNDAY)}T03:30`);
    await page.keyboard.press('Enter');
    await becomes(user, item, `${march(SUNDAY)}T07:30:00.000Z`);
  });

  it('closes the dialog of a post that both lists lacked for a while, before its answer came', async () => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    await add(user, 'Between the lists');
    const { page, dialog, toast } = await open(user);
    let answer!: () => void;
    let plan!: () => void;
    const [answered, planned] = [
      new Promise<void>((go) => (answer = go)),
      new Promise<void>((go) => (plan = go)),
    ];
    await page.route(/\/reschedule$/, async (route) => {
      const response = await route.fetch();
      await answered;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Schedule Between the lists' }).click();
    await dialog('Schedule Video').getByLabel('Date and time').fill(`${MONDAY}T10:00`);
    await page.route(/\/api\/calendar\?/, (route) =>
      planned.then(() => route.continue().catch(() => undefined)),
    );
    await dialog('Schedule Video').getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.locator('.tray-item').waitFor({ state: 'detached' });
    await dialog('Schedule Video').getByRole('button', { name: 'Scheduling...' }).waitFor();
    answer();
    await toast(/^Video rescheduled successfully/);
    plan();
    await dialog('Schedule Video').waitFor({ state: 'detached' });
    await calendar.day(MONDAY).getByText('Between the lists').waitFor();
    expect(await dialog('Schedule Video').count()).toBe(0);
  });

  it('keeps the dialog of a post that has left the plan, until it is closed', async () => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    const item = await add(user, 'On the move', `${FRIDAY} 14:00:00`);
    const { entry, dialog, page } = await open(user);
    const drawn = page.locator('main').getByText('On the move');
    await entry('On the move').click();
    const question = dialog('On the move');
    const move = (time: string) => user.put(`/api/videos/${item.id}/reschedule`, { scheduled_for: time });
    await move(`${MARCH.slice(0, 4)}-09-15 10:00:00`);
    await drawn.waitFor({ state: 'detached' });
    await question.getByRole('button', { name: 'Reschedule' }).waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await move(`${MONDAY} 10:00:00`);
    await drawn.waitFor();
    expect(await question.count()).toBe(0);
  });

  it('schedules many posts of the tray at once, an interval apart', async () => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    const items: Item[] = [];
    for (const title of ['First', 'Second', 'Not this one', 'Third'])
      items.push(await add(user, title, '', title === 'Second' ? 'photo' : 'video'));
    const { tray, page, toast } = await open(user);
    await tray.getByRole('button', { name: 'Schedule all' }).click();
    const batch = page.getByRole('dialog', { name: /^Schedule \d posts$/ });
    await batch.getByLabel('First post at').fill(`${MONDAY}T09:00`);
    await batch.getByLabel('Then every').fill('90');
    await choose(page, 'Unit', 'minutes');
    await batch.getByRole('checkbox', { name: 'Not this one' }).uncheck();
    await batch.getByText(/ 12:00 PM$/).waitFor();
    await batch.getByRole('button', { name: 'Schedule', exact: true }).click();
    await toast('3 posts scheduled');
    const times = await Promise.all(items.map((item) => timeOf(user, item)));
    const [first, second, third] = ['13:00', '14:30', '16:00'].map((time) => `${MONDAY}T${time}:00.000Z`);
    expect(times).toEqual([first, second, null, third]);
    await calendar.day(MONDAY).getByText('Third').waitFor();
  });
});
