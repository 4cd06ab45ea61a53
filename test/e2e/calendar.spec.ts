import { readFileSync } from 'node:fs';
import { Clock } from '../../backend/common/clock';
import { Database } from '../../backend/database/database';
import { Changes } from '../../backend/database/changes';
import { useApp } from '../support/app';
import { eventually, type Client } from '../support/client';
import { fixture } from '../support/media';
import { nowToPost } from '../support/post-times';

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

const PATHS = { video: '/api/videos', instagram_video: '/api/instagram/videos', photo: '/api/photos' };
type Kind = keyof typeof PATHS;

async function upload(user: Client, kind: Kind, scheduled_for = ''): Promise<any> {
  const form = new FormData();
  const file = new Blob([readFileSync(fixture(kind === 'photo' ? 'photo.jpg' : 'portrait.mp4'))]);
  const collection = kind === 'photo' ? 'photos' : 'videos';
  form.append(`${collection}[]`, file, kind === 'photo' ? 'photo.jpg' : 'portrait.mp4');
  form.append('scheduled_for[]', scheduled_for);
  const { status, body } = await user.post(PATHS[kind], form);
  expect([status, body.errors]).toEqual([201, undefined]);
  return { kind, ...body[collection][0] };
}

const window = (user: Client, from: unknown, to: unknown) =>
  user.get(`/api/calendar?from=${encodeURIComponent(String(from))}&to=${encodeURIComponent(String(to))}`);
const idsIn = async (user: Client, from: unknown, to: unknown) =>
  (await window(user, from, to)).body.items.map(({ kind, id }: any) => `${kind} ${id}`);
const nameOf = ({ kind, id }: any) => `${kind} ${id}`;
const pick = ({ kind, id }: any) => ({ kind, id });
const batch = (user: Client, items: unknown, start: unknown, every_minutes: unknown = 60) =>
  user.post('/api/calendar/batch', { items, start, every_minutes });
const stored = async (user: Client, { kind, id }: { kind: Kind; id: number }) =>
  (await user.get(`${PATHS[kind]}/${id}`)).body;

describe('GET /calendar', () => {
  it('shows the three kinds together, in order of time, each as its own call shows it', async () => {
    const user = await app.users.subscriber();
    const photo = await upload(user, 'photo', '2040-05-03T00:00:00Z');
    const video = await upload(user, 'video', '2040-05-01T00:00:00Z');
    const reel = await upload(user, 'instagram_video', '2040-05-02T00:00:00Z');
    await upload(user, 'video');
    const { status, body } = await window(user, '2040-05-01', '2040-06-01');
    expect([status, body.slots]).toEqual([200, []]);
    expect(body.items.map(nameOf)).toEqual([video, reel, photo].map(nameOf));
    const { attempts: _, ...alone } = await stored(user, reel);
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
    for (const time of times) items.push(await upload(user, 'video', time));
    const names = items.map(nameOf);
    expect(await idsIn(user, '2040-06-10', '2040-06-11')).toEqual(names.slice(1, 3));
    expect(await idsIn(user, '2040-06-10T04:00:00Z', '2040-06-11T04:00:00Z')).toEqual(names.slice(1, 3));
    expect(await idsIn(user, '2040-06-10T00:00:00Z', '2040-06-11T00:00:00Z')).toEqual(names.slice(0, 2));
    expect(await idsIn(user, '2040-06-10T06:00:00+02:00', '2040-06-10T06:01:00+02:00')).toEqual([names[1]]);
    expect(await idsIn(user, '2040-06-10 00:01', '2040-06-11 00:01')).toEqual(names.slice(2));
  });

  it('a day on which the clocks change has the hours that it has', async () => {
    const user = await app.users.subscriber({ timezone: 'Europe/Berlin' });
    const [first, last] = [
      await upload(user, 'video', '2040-10-28 00:00:00'),
      await upload(user, 'video', '2040-10-28T22:59:00Z'),
    ];
    await upload(user, 'video', '2040-10-29 00:00:00');
    expect(await idsIn(user, '2040-10-28', '2040-10-29')).toEqual([first, last].map(nameOf));
  });

  it("shows only the caller's", async () => {
    const [owner, other] = [await app.users.subscriber(), await app.users.subscriber()];
    await upload(owner, 'video', '2040-07-01T00:00:00Z');
    expect(await idsIn(other, '2040-07-01', '2040-08-01')).toEqual([]);
  });

  it('shows what was published where it stood, and at its instant what had no time', async () => {
    const user = await app.users.subscriber({ connected: true });
    const start = (await nowToPost()).getTime();
    const planned = await upload(user, 'video', new Date(start).toISOString());
    await eventually(
      () => stored(user, planned),
      ({ status }) => status === 'published',
    );
    const unplanned = await upload(user, 'photo');
    const published = start - 3 * HOUR;
    await app.running.nest
      .get(Database)
      .run("UPDATE posts SET status = 'published', published_at = ? WHERE id = ?", [published, unplanned.id]);
    const { body } = await window(
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
      window(user, new Date(from).toISOString(), new Date(to).toISOString()).then(({ body }) => body);

    it('are a frequency apart, by kind, and where the window is', async () => {
      const user = await app.users.subscriber({ connected: true });
      await user.put('/api/user/facebook-settings', { upload_frequency: 90, photo_upload_frequency: 30 });
      const videos = [await upload(user, 'video'), await upload(user, 'video'), await upload(user, 'video')];
      const photo = await upload(user, 'photo');
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

    it('leave a slot to what has a time, and are in the order of going out', async () => {
      const user = await app.users.subscriber({ connected: true });
      const waiting = await upload(user, 'video');
      const planned = Date.now() + 50 * MINUTE;
      await upload(user, 'video', new Date(planned).toISOString());
      const { items, slots } = await soon(user);
      expect(items).toHaveLength(1);
      expect(slots).toMatchObject([{ id: waiting.id, at: new Date(planned + HOUR).toISOString() }]);
    });

    it('are none without a connection, while it is paused, and without a subscription', async () => {
      const lonely = await app.users.subscriber();
      await upload(lonely, 'video');
      expect((await soon(lonely)).slots).toEqual([]);

      const user = await app.users.subscriber({ connected: true });
      await upload(user, 'video');
      await upload(user, 'instagram_video');
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
    const { status, body } = await window(user, from, to);
    expect([status, body.error, Object.keys(body.errors)]).toEqual([422, 'validation_failed', [field]]);
  });

  it('refuses a window without edges, or with two of them', async () => {
    for (const query of ['', '?from=2040-01-01', '?from=2040-01-01&to=2040-01-02&to=2040-01-03'])
      expect((await admin.get(`/api/calendar${query}`)).status).toBe(422);
  });
});

describe('POST /calendar/batch', () => {
  it('gives times at an interval over all kinds, in the order given, and tells the publisher', async () => {
    const user = await app.users.subscriber({ timezone: 'Asia/Kolkata' });
    const items = [
      await upload(user, 'photo'),
      await upload(user, 'video'),
      await upload(user, 'instagram_video'),
    ];
    const woken = jest.spyOn(app.running.nest.get(Changes), 'wake');
    const { status, body } = await batch(user, items.map(pick), '2040-03-01 10:00:00', 45);
    expect(woken).toHaveBeenCalled();
    woken.mockRestore();
    const times = ['04:30', '05:15', '06:00'].map((time) => `2040-03-01T${time}:00.000Z`);
    expect([status, body.items.map(nameOf), body.items.map(({ at }: any) => at)]).toEqual([
      200,
      items.map(nameOf),
      times,
    ]);
    for (const [n, item] of items.entries())
      expect(await stored(user, item)).toMatchObject({ status: 'pending', scheduled_for: times[n] });
    expect(await idsIn(user, '2040-03-01', '2040-03-02')).toEqual(items.map(nameOf));
  });

  it('takes an id for the kind that it has, and no other', async () => {
    const user = await app.users.subscriber();
    const { id } = await upload(user, 'video');
    const both = [
      { kind: 'video', id },
      { kind: 'photo', id },
    ];
    expect((await batch(user, both, '2041-01-01 00:00:00')).status).toBe(404);
    expect((await stored(user, { kind: 'video', id })).scheduled_for).toBeNull();
  });

  it('moves what has a time already, and goes out at it', async () => {
    const user = await app.users.subscriber({ connected: true });
    const item = await upload(user, 'video', '2040-01-01T00:00:00Z');
    expect((await batch(user, [pick(item)], (await nowToPost()).toISOString())).status).toBe(200);
    await eventually(
      () => stored(user, item),
      ({ status }) => status === 'published',
    );
  });

  it('counts minutes as they pass, also over a change of the clocks', async () => {
    const user = await app.users.subscriber({ timezone: 'Europe/Berlin' });
    const items = [await upload(user, 'video'), await upload(user, 'video'), await upload(user, 'video')];
    const { body } = await batch(user, items.map(pick), '2040-03-25 01:30:00', 30);
    expect(body.items.map(({ at }: any) => at)).toEqual([
      '2040-03-25T00:30:00.000Z',
      '2040-03-25T01:00:00.000Z',
      '2040-03-25T01:30:00.000Z',
    ]);
    const skipped = await batch(user, items.map(pick), '2040-03-25 02:30:00');
    expect([skipped.status, skipped.body.errors.start[0]]).toEqual([
      422,
      expect.stringMatching(/does not exist in Europe\/Berlin/),
    ]);
    // Of an hour that comes twice the first is meant.
    const twice = await batch(user, items.slice(0, 1).map(pick), '2040-10-28 02:30:00');
    expect(twice.body.items[0].at).toBe('2040-10-28T00:30:00.000Z');
  });

  it('takes the minute that runs, and no earlier one', async () => {
    const user = await app.users.subscriber();
    const item = await upload(user, 'video');
    // Near: by a far one, what housekeeping deletes meanwhile would be everybody's session.
    const minute = Math.ceil(Date.now() / MINUTE) * MINUTE;
    app.running.nest.get(Clock).now = () => minute + 45_000;
    const onTheWall = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
    const past = await batch(user, [pick(item)], onTheWall(minute - 1000));
    expect([past.status, past.body.errors]).toEqual([422, { start: ['Choose a time that has not passed.'] }]);
    expect((await batch(user, [pick(item)], onTheWall(minute))).status).toBe(200);
  });

  describe('is all or nothing', () => {
    let user: Client;
    let items: any[];
    beforeAll(async () => {
      user = await app.users.subscriber();
      items = [await upload(user, 'video'), await upload(user, 'photo', '2040-09-09T09:00:00Z')];
    });
    afterEach(async () => {
      const [video, photo] = items;
      expect((await stored(user, video)).scheduled_for).toBeNull();
      expect((await stored(user, photo)).scheduled_for).toBe('2040-09-09T09:00:00.000Z');
    });

    it.each(['scheduled', 'processing', 'uploaded', 'published', 'failed'])(
      '409 with one that is %s',
      async (status) => {
        const busy = await upload(user, 'instagram_video');
        const db = app.running.nest.get(Database);
        await db.run('UPDATE posts SET status = ? WHERE id = ?', [status, busy.id]);
        const { status: answer, body } = await batch(user, [...items, busy].map(pick), '2040-01-01 00:00:00');
        expect([answer, body.error]).toEqual([409, 'conflict']);
        expect(body.message).toContain(status);
        expect((await stored(user, busy)).scheduled_for).toBeNull();
        await db.run('DELETE FROM posts WHERE id = ?', [busy.id]);
      },
    );

    it("404 with another's, a missing one, and one of another kind", async () => {
      const foreign = await upload(await app.users.subscriber(), 'video');
      for (const wrong of [pick(foreign), { kind: 'video', id: 1e9 }, { kind: 'video', id: items[1].id }]) {
        const { status, body } = await batch(user, [...items.map(pick), wrong], '2040-01-01 00:00:00');
        expect([status, body.error]).toEqual([404, 'not_found']);
      }
    });

    it.each([
      ['an item twice', () => [items[0], items[0]].map(pick), '2040-01-01 00:00:00', 60, 'items'],
      ['no items', () => [], '2040-01-01 00:00:00', 60, 'items'],
      ['no list', () => 'all', '2040-01-01 00:00:00', 60, 'items'],
      [
        'too many',
        () => Array.from({ length: 501 }, (_, n) => ({ kind: 'video', id: n + 1 })),
        '2040-01-01 00:00:00',
        60,
        'items',
      ],
      ['an unknown kind', () => [{ kind: 'story', id: 1 }], '2040-01-01 00:00:00', 60, 'items.0.kind'],
      ['no id', () => [{ kind: 'video', id: '1 OR 1' }], '2040-01-01 00:00:00', 60, 'items.0.id'],
      ['a start that has passed', () => items.map(pick), '2020-01-01 00:00:00', 60, 'start'],
      ['no start', () => items.map(pick), undefined, 60, 'start'],
      ['nonsense as start', () => items.map(pick), { a: 1 }, 60, 'start'],
      ['no interval', () => items.map(pick), '2040-01-01 00:00:00', 0, 'every_minutes'],
      ['half an interval', () => items.map(pick), '2040-01-01 00:00:00', 1.5, 'every_minutes'],
      ['an end after the calendar’s', () => items.map(pick), '2100-12-01 00:00:00', 525_600, 'every_minutes'],
    ])('422 with %s', async (_, some, start, every, field) => {
      const { status, body } = await batch(user, some(), start, every);
      expect([status, body.error, Object.keys(body.errors)]).toEqual([422, 'validation_failed', [field]]);
    });
  });
});
