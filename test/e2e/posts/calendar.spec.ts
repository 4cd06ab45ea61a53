import { Clock } from '../../../backend/common/time/clock';
import { Database } from '../../../backend/database/database';
import type { Row } from '../../../backend/database/tables';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { insertRows } from '../../support/many-accounts';
import { nowToPost } from '../../support/post-times';
import { uploadItem, windowOf, idsIn, nameOf, storedItem } from '../../support/calendar-calls';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const app = useApp();
let admin: Client;
beforeAll(async () => {
  admin = await app.users.admin();
});
afterEach(() => {
  app.running.nest.get(Clock).now = () => Date.now();
});

describe('GET /calendar', () => {
  it('shows the three kinds together, in order of time, each as its own call shows it', async () => {
    const user = await app.users.subscriber();
    const photo = await uploadItem(user, 'photo', '2040-05-03T00:00:00Z');
    const video = await uploadItem(user, 'video', '2040-05-01T00:00:00Z');
    const reel = await uploadItem(user, 'instagram_video', '2040-05-02T00:00:00Z');
    await uploadItem(user, 'video');
    const { status, body } = await windowOf(user, '2040-05-01', '2040-06-01');
    expect([status, body.slots]).toEqual([200, []]);
    expect(body.items.map(nameOf)).toEqual([video, reel, photo].map(nameOf));
    const { attempts: _, ...alone } = await storedItem(user, reel);
    expect(body.items[1]).toEqual({ ...alone, kind: 'instagram_video', at: '2040-05-02T00:00:00.000Z' });
  });

  it("reads plain dates in the user's zone, from the first instant up to, not including, the last", async () => {
    const user = await app.users.subscriber({ timezone: 'America/New_York' });
    const times = [
      '2040-06-09 23:59:00',
      '2040-06-10 00:00:00',
      '2040-06-10 23:59:00',
      '2040-06-11 00:00:00',
    ];
    const items: any[] = [];
    for (const time of times) items.push(await uploadItem(user, 'video', time));
    const names = items.map(nameOf);
    expect(await idsIn(user, '2040-06-10', '2040-06-11')).toEqual(names.slice(1, 3));
    expect(await idsIn(user, '2040-06-10T04:00:00Z', '2040-06-11T04:00:00Z')).toEqual(names.slice(1, 3));
    expect(await idsIn(user, '2040-06-10T00:00:00Z', '2040-06-11T00:00:00Z')).toEqual(names.slice(0, 2));
    expect(await idsIn(user, '2040-06-10T06:00:00+02:00', '2040-06-10T06:01:00+02:00')).toEqual([names[1]]);
    expect(await idsIn(user, '2040-06-10 00:01', '2040-06-11 00:01')).toEqual(names.slice(2));
  });

  it('gives a day on which the clocks change its 23 or 25 hours', async () => {
    const user = await app.users.subscriber({ timezone: 'Europe/Berlin' });
    const [first, last] = [
      await uploadItem(user, 'video', '2040-10-28 00:00:00'),
      await uploadItem(user, 'video', '2040-10-28T22:59:00Z'),
    ];
    await uploadItem(user, 'video', '2040-10-29 00:00:00');
    expect(await idsIn(user, '2040-10-28', '2040-10-29')).toEqual([first, last].map(nameOf));
  });

  it('shows each of thousands, those of one instant by age', async () => {
    const user = await app.users.subscriber();
    const [start, published] = [Date.UTC(2040, 7, 1), Date.UTC(2040, 8, 1)];
    const rows = Array.from({ length: 5_100 }, (_, n) => ({
      at: n < 2_000 ? start : n < 4_500 ? start + n * MINUTE : published + n,
      created_at: 10_000 - n,
      isTimed: n < 4_500,
    }));
    await insertRows(app.running.nest.get(Database), 'posts', rows.length, (n) => {
      const { at, created_at, isTimed } = rows[n - 1]!;
      return {
        ...{ user_id: user.user.id, kind: 'text' as const, network: 'facebook' as const },
        ...{ format: 'text' as const, title: `Text ${n}`, size_bytes: 0, width: 0, height: 0, created_at },
        ...{ status: isTimed ? ('pending' as const) : ('published' as const) },
        ...{ scheduled_for: isTimed ? at : null, published_at: isTimed ? null : at },
      };
    });
    const { body } = await windowOf(user, '2040-08-01', '2040-10-01');
    const inOrder = [...rows].sort((a, b) => a.at - b.at || a.created_at - b.created_at);
    expect(body.items.map(({ at, created_at }: any) => [Date.parse(at), Date.parse(created_at)])).toEqual(
      inOrder.map(({ at, created_at }) => [at, created_at]),
    );
    expect(new Set(body.items.map(nameOf)).size).toBe(rows.length);
  });

  it("shows only the caller's", async () => {
    const [owner, other] = [await app.users.subscriber(), await app.users.subscriber()];
    await uploadItem(owner, 'video', '2040-07-01T00:00:00Z');
    expect(await idsIn(other, '2040-07-01', '2040-08-01')).toEqual([]);
  });

  it('shows what was published where it stood, and at its instant what had no time', async () => {
    const user = await app.users.subscriber({ connected: true });
    const start = (await nowToPost()).getTime();
    const planned = await uploadItem(user, 'video', new Date(start).toISOString());
    await eventually(
      () => storedItem(user, planned),
      ({ status }) => status === 'published',
    );
    const unplanned = await uploadItem(user, 'photo');
    const published = start - 3 * HOUR;
    await app.running.nest
      .get(Database)
      .run("UPDATE posts SET status = 'published', published_at = ? WHERE id = ?", [published, unplanned.id]);
    const { body } = await windowOf(
      user,
      new Date(start - 4 * HOUR).toISOString(),
      new Date(start + HOUR).toISOString(),
    );
    expect(body.items.map(({ id, status, at }: any) => [id, status, at])).toEqual([
      [unplanned.id, 'published', new Date(published).toISOString()],
      [planned.id, 'published', new Date(start).toISOString()],
    ]);
  });

  describe('ghost slots', () => {
    const soon = (user: Client, from = Date.now(), to = Date.now() + 10 * HOUR) =>
      windowOf(user, new Date(from).toISOString(), new Date(to).toISOString()).then(({ body }) => body);

    it('shows ghost slots a frequency apart, by kind, within the window', async () => {
      const user = await app.users.subscriber({ connected: true });
      await user.put('/api/user/facebook-settings', { upload_frequency: 90, photo_upload_frequency: 30 });
      const videos = [
        await uploadItem(user, 'video'),
        await uploadItem(user, 'video'),
        await uploadItem(user, 'video'),
      ];
      const photo = await uploadItem(user, 'photo');
      const { items, slots } = await soon(user);
      expect(items).toEqual([]);
      expect(slots.map(({ kind, why, id }: any) => [kind, why, id])).toEqual([
        ...videos.map(({ id }) => ['video', 'frequency', id]),
        ['photo', 'frequency', photo.id],
      ]);
      const at = slots.map((slot: any) => Date.parse(slot.at));
      expect(at[0]).toBe(Date.parse(videos[0].created_at) + 90 * MINUTE);
      expect([at[1] - at[0], at[2] - at[1]]).toEqual([90 * MINUTE, 90 * MINUTE]);
      expect(at[3]).toBe(Date.parse(photo.created_at) + 30 * MINUTE);
      expect(slots.map(({ title }: any) => title)).toEqual([...videos, photo].map(({ title }) => title));

      // From included, to not.
      expect((await soon(user, at[1], at[2])).slots.map(({ id }: any) => id)).toEqual([videos[1].id]);
      expect((await soon(user, Date.now() - HOUR, Date.now())).slots).toEqual([]);
    });

    it('shows the slot of an item that hundreds go before, when its window is asked for', async () => {
      const user = await app.users.subscriber({ connected: true });
      const first = await uploadItem(user, 'video');
      const db = app.running.nest.get(Database);
      const row = (await db.row<Row<'posts'>>('SELECT * FROM posts WHERE id = ?', [first.id]))!;
      await insertRows(db, 'posts', 209, (n) => ({ ...row, id: row.id + n, file_key: `waits${n}.mp4` }));
      const item = await storedItem(user, { kind: 'video', id: row.id + 204 });
      expect(item).toMatchObject({ position: 205, next_why: 'frequency' });
      const at = Date.parse(item.next_at);
      const { slots } = await soon(user, at - HOUR, at + HOUR);
      expect(slots).toContainEqual(expect.objectContaining({ id: item.id, at: item.next_at }));
    });

    it('leaves a slot to a post with a time, and orders the others as they go out', async () => {
      const user = await app.users.subscriber({ connected: true });
      const waiting = await uploadItem(user, 'video');
      const planned = Date.now() + 50 * MINUTE;
      await uploadItem(user, 'video', new Date(planned).toISOString());
      const { items, slots } = await soon(user);
      expect(items).toHaveLength(1);
      expect(slots).toMatchObject([{ id: waiting.id, at: new Date(planned + HOUR).toISOString() }]);
    });

    it('shows no ghost slots without a connection, while it is paused, and without a subscription', async () => {
      const lonely = await app.users.subscriber();
      await uploadItem(lonely, 'video');
      expect((await soon(lonely)).slots).toEqual([]);

      const user = await app.users.subscriber({ connected: true });
      await uploadItem(user, 'video');
      await uploadItem(user, 'instagram_video');
      expect((await soon(user)).slots.map(({ kind }: any) => kind)).toEqual(['video']);
      const db = app.running.nest.get(Database);
      await db.run("UPDATE accounts SET paused_reason = 'No.' WHERE user_id = ?", [user.user.id]);
      expect((await soon(user)).slots).toEqual([]);
      await db.run('UPDATE accounts SET paused_reason = NULL WHERE user_id = ?', [user.user.id]);
      expect((await soon(user)).slots).toHaveLength(1);
      await db.run('UPDATE subscriptions SET expires_at = 1 WHERE user_id = ?', [user.user.id]);
      const { status, body } = await user.get('/api/calendar?from=2040-01-01&to=2040-02-01');
      expect([status, body.error]).toEqual([403, 'subscription_required']);
    });
  });

  it.each([
    ['from', 'soon', '2040-01-02'],
    ['from', '', '2040-01-02'],
    ['from', '2040-13-01', '2040-01-02'],
    ['from', '2040-02-30', '2040-03-02'],
    ['to', '2040-01-01', '2040-01-01'],
    ['to', '2040-01-02', '2040-01-01'],
    ['to', '2040-01-01', '2042-01-01'],
    ['to', '2040-01-01', '12'.repeat(500)],
    ['to', '2040-01-01', '2040-01-01T25:00:00Z'],
  ])('refuses nonsense in %s: %s, %s', async (field, from, to) => {
    const user = admin;
    await app.users.grant(user, 1);
    const { status, body } = await windowOf(user, from, to);
    expect([status, body.error, Object.keys(body.errors)]).toEqual([422, 'validation_failed', [field]]);
  });

  it('takes 400 days, also those that have an hour more or less', async () => {
    const user = await app.users.subscriber({ timezone: 'Europe/Berlin' });
    const statuses = async (...windows: [string, string][]) => {
      const answers = windows.map(([from, to]) => windowOf(user, from, to));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const autumn = statuses(['2040-10-01', '2041-11-05'], ['2040-10-01', '2041-11-06']);
    expect(await autumn).toEqual([200, 422]);
    const spring = statuses(['2040-03-01', '2041-04-05'], ['2040-03-01', '2041-04-06']);
    expect(await spring).toEqual([200, 422]);
    const instants = statuses(['2040-03-01T00:00:00Z', '2041-04-05T00:00:00Z']);
    expect(await instants).toEqual([200]);
  });

  it('refuses a window without edges, or with two of them', async () => {
    for (const query of ['', '?from=2040-01-01', '?from=2040-01-01&to=2040-01-02&to=2040-01-03'])
      expect((await admin.get(`/api/calendar${query}`)).status).toBe(422);
  });
});
