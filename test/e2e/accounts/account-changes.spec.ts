import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';
import { accountsOf, addPage, connectPage, withPages } from '../../support/pages';

const app = useApp();

describe('PUT /accounts/{id}', () => {
  const put = (user: Client, { id }: any, change: object) => user.put(`/api/accounts/${id}`, change);

  it('moves the default mark, and no item', async () => {
    const [first, second] = [addPage(app), addPage(app)];
    const { user, accounts } = await withPages(app, first, second);
    await user.upload('/api/videos', [fixture('portrait.mp4')]);
    const { status, body } = await put(user, accounts[2], { is_default: 1 });
    expect([status, body.is_default]).toEqual([200, 1]);
    expect((await accountsOf(user)).map(({ is_default, pending }) => [is_default, pending])).toEqual([
      [0, 1],
      [1, 0],
      [1, 0],
      [0, 0],
    ]);
    expect((await user.get('/api/user')).body.page_id).toBe(second.id);
    expect((await user.get('/api/user/connection')).body.facebook.id).toBe(second.id);
    for (const is_default of [0, null, 'yes', 2])
      expect((await put(user, accounts[2], { is_default })).body.is_default).toBe(1);
  });

  it('keeps one default of a network when several are marked at once', async () => {
    const { user, accounts } = await withPages(app, addPage(app), addPage(app), addPage(app));
    const pages = accounts.filter(({ network }) => network === 'facebook');
    const answers = await Promise.all(
      [...pages, ...pages].map((account) => put(user, account, { is_default: 1 })),
    );
    for (const { status } of answers) expect(status).toBe(200);
    const marks = (await accountsOf(user)).filter(({ network }) => network === 'facebook');
    expect(marks.map(({ is_default }) => is_default).sort()).toEqual([0, 0, 1]);
  });

  it('keeps frequencies and posting times per account, and drops everything else', async () => {
    const { user, accounts } = await withPages(app, addPage(app), addPage(app));
    const slots = [
      { day: 1, time: '09:00' },
      { day: 7, time: '23:59' },
    ];
    const change = { upload_frequency: 5, photo_upload_frequency: 6, posting: 'slots', slots };
    const foreign = { name: 'Mine', remote_id: '1', token: 'x', status: 'paused', removed_at: 5, user_id: 1 };
    const { body } = await put(user, accounts[2], { ...change, ...foreign });
    expect(body).toEqual({ ...accounts[2], ...change });
    expect((await accountsOf(user))[0]).toEqual(accounts[0]);
    // Other fields stay.
    expect((await put(user, accounts[2], { posting: 'frequency' })).body.slots).toEqual(slots);
    expect((await put(user, accounts[2], {})).body.upload_frequency).toBe(5);
    // What is new begins with the settings' frequencies, which nobody has changed.
    expect((await connectPage(user, addPage(app), { instagram: false })).body[0].upload_frequency).toBe(60);
  });

  it.each([
    [{ upload_frequency: 0 }, 'upload_frequency'],
    [{ photo_upload_frequency: 1.5 }, 'photo_upload_frequency'],
    [{ posting: 'never' }, 'posting'],
    [{ posting: 'slots' }, 'slots'],
    [{ posting: 'slots', slots: [] }, 'slots'],
    [{ slots: 'monday' }, 'slots'],
    [{ slots: Array.from({ length: 101 }, (_none, n) => ({ day: 1, time: `09:${n % 60}` })) }, 'slots'],
    [{ slots: [{ day: 8, time: '09:00' }] }, 'slots.0.day'],
    [{ slots: [{ day: 1, time: '9:00' }] }, 'slots.0.time'],
    [{ slots: [1] }, 'slots.0.day'],
  ])('refuses %j', async (change, field) => {
    const { user, accounts } = await withPages(app, addPage(app));
    const { status, body } = await put(user, accounts[0], { upload_frequency: 9, ...change });
    expect([status, Object.keys(body.errors)[0]]).toEqual([422, field]);
    expect(await accountsOf(user)).toEqual(accounts);
  });

  it('says what is wrong with posting times', async () => {
    const { user, accounts } = await withPages(app, addPage(app));
    const monday = { day: 1, time: '09:00' };
    const refusals = [
      await put(user, accounts[0], { posting: 'slots' }),
      await put(user, accounts[0], { slots: [monday, monday] }),
    ];
    expect(refusals.map(({ body }) => body.message)).toEqual([
      'Add at least one posting time.',
      'Monday 09:00 is there twice.',
    ]);
    await put(user, accounts[0], { posting: 'slots', slots: [monday] });
    expect((await put(user, accounts[0], { slots: [] })).status).toBe(422);
  });
});
