import { Database } from '../../backend/database/database';
import { MOVING } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { add, CalendarPage, stored } from '../support/ui/calendar-page';
import { holds, stalled } from '../support/ui/upload-area';
import { eventually, type Client } from '../support/client';

jest.setTimeout(90_000);

const ZONE = 'America/New_York';
const MARCH = `${new Date().getUTCFullYear() + 1}-03`;
const march = (day: number) => `${MARCH}-${String(day).padStart(2, '0')}`;
const FAILED = { status: 500, body: '{}' };

describeScreens('drags that are answered late', (ui) => {
  let calendar: CalendarPage;

  afterEach(() => calendar.close());

  /** The calendar, whose moves are held until the test answers them. */
  async function open(user: Client) {
    calendar = await CalendarPage.open(ui, user, { now: `${march(1)}T15:00:00Z`, ...MOVING });
    return { ...calendar, moves: await stalled(calendar.page, /\/reschedule$/, 'PUT') };
  }

  it('does not bring back a post that was deleted meanwhile', async () => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    const soup = await add(user, 'Soup of the day', `${march(10)} 14:00:00`);
    await add(user, 'Dessert', `${march(11)} 14:00:00`);
    const { plan, moves, toast, entry, day } = await open(user);
    await calendar.drag(entry('Soup of the day'), day(march(17)));
    await holds(moves, 1);
    expect((await user.delete(`/api/videos/${soup.id}`)).status).toBe(200);
    await plan.getByText('Soup of the day').waitFor({ state: 'detached' });
    await moves[0]!.continue();
    await toast('Failed to reschedule video: This video was not found.');
    // A drag begins when all is answered and drawn.
    await calendar.drag(entry('Dessert'), day(march(18)));
    await holds(moves, 2);
    expect(await plan.getByText('Soup of the day').count()).toBe(0);
  });

  it('shows a post as published that was published meanwhile', async () => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    const soup = await add(user, 'Soup of the day', `${march(10)} 14:00:00`);
    const { moves, toast, entry, day } = await open(user);
    await calendar.drag(entry('Soup of the day'), day(march(17)));
    await holds(moves, 1);
    await ui.app.running.nest
      .get(Database)
      .run("UPDATE posts SET status = 'published', due_at = NULL WHERE id = ?", [soup.id]);
    const reason = 'Only a pending item can be rescheduled; this one is published.';
    await moves[0]!.continue();
    await toast(`Failed to reschedule video: ${reason}`);
    // Published ones cannot be dragged.
    await calendar.drag(entry('Soup of the day'), day(march(18)));
    await day(march(10)).getByText('Soup of the day').waitFor();
    expect(await day(march(10)).getByText('Pending').count()).toBe(0);
    expect(moves).toHaveLength(1);
  });

  it('puts each of two posts back whose moves fail', async () => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    await add(user, 'Soup of the day', `${march(10)} 14:00:00`);
    await add(user, 'Dessert', `${march(11)} 14:00:00`);
    const { moves, entry, day } = await open(user);
    await calendar.drag(entry('Soup of the day'), day(march(17)));
    await holds(moves, 1);
    await calendar.dragMeanwhile(entry('Dessert'), day(march(18)));
    await holds(moves, 2);
    await moves[0]!.fulfill(FAILED);
    await day(march(10)).getByText('Soup of the day').waitFor();
    await day(march(18)).getByText('Dessert').waitFor();
    await moves[1]!.fulfill(FAILED);
    await day(march(11)).getByText('Dessert').waitFor();
    await day(march(10)).getByText('Soup of the day').waitFor();
  });

  it('leaves a post that is moved twice where it was moved last, and undoes the last move alone', async () => {
    const user = await ui.users.subscriber({ timezone: ZONE });
    const soup = await add(user, 'Soup of the day', `${march(16)} 14:00:00`);
    const { moves, entry, day } = await open(user);
    await calendar.drag(entry('Soup of the day'), day(march(17)));
    await holds(moves, 1);
    await calendar.dragMeanwhile(entry('Soup of the day'), day(march(18)));
    await day(march(18)).getByText('Soup of the day').waitFor();
    // On the way at once, the first could arrive last.
    expect(moves).toHaveLength(1);
    await moves[0]!.continue();
    await holds(moves, 2);
    await moves[1]!.continue();
    await eventually(
      () => stored(user, soup),
      ({ scheduled_for }) => scheduled_for === `${march(18)}T18:00:00.000Z`,
    );
    await day(march(18)).getByText('Soup of the day').waitFor();
    const toast = calendar.page.getByRole('status').filter({ hasText: /goes out Mar 18/ });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await holds(moves, 3);
    await moves[2]!.continue();
    await eventually(
      () => stored(user, soup),
      ({ scheduled_for }) => scheduled_for === `${march(17)}T18:00:00.000Z`,
    );
    await day(march(17)).getByText('Soup of the day').waitFor();
  });
});
