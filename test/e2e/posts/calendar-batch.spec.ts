import { Clock } from '../../../backend/common/time/clock';
import { Database } from '../../../backend/database/database';
import { Changes } from '../../../backend/database/changes';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { nowToPost } from '../../support/post-times';
import { uploadItem, idsIn, nameOf, batch, storedItem } from '../../support/calendar-calls';

const MINUTE = 60_000;

const app = useApp();
afterEach(() => {
  app.running.nest.get(Clock).now = () => Date.now();
});

const pick = ({ kind, id }: any) => ({ kind, id });

describe('POST /calendar/batch', () => {
  it('gives times at an interval over all kinds, in the order given, and tells the publisher', async () => {
    const user = await app.users.subscriber({ timezone: 'Asia/Kolkata' });
    const items = [
      await uploadItem(user, 'photo'),
      await uploadItem(user, 'video'),
      await uploadItem(user, 'instagram_video'),
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
      expect(await storedItem(user, item)).toMatchObject({ status: 'pending', scheduled_for: times[n] });
    expect(await idsIn(user, '2040-03-01', '2040-03-02')).toEqual(items.map(nameOf));
  });

  it('takes an id for the kind that it has, and no other', async () => {
    const user = await app.users.subscriber();
    const { id } = await uploadItem(user, 'video');
    const both = [
      { kind: 'video', id },
      { kind: 'photo', id },
    ];
    expect((await batch(user, both, '2041-01-01 00:00:00')).status).toBe(404);
    expect((await storedItem(user, { kind: 'video', id })).scheduled_for).toBeNull();
  });

  it('moves what has a time already, and goes out at it', async () => {
    const user = await app.users.subscriber({ connected: true });
    const item = await uploadItem(user, 'video', '2040-01-01T00:00:00Z');
    expect((await batch(user, [pick(item)], (await nowToPost()).toISOString())).status).toBe(200);
    await eventually(
      () => storedItem(user, item),
      ({ status }) => status === 'published',
    );
  });

  it('counts minutes as they pass, also over a change of the clocks', async () => {
    const user = await app.users.subscriber({ timezone: 'Europe/Berlin' });
    const items = [
      await uploadItem(user, 'video'),
      await uploadItem(user, 'video'),
      await uploadItem(user, 'video'),
    ];
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
    const item = await uploadItem(user, 'video');
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
      items = [await uploadItem(user, 'video'), await uploadItem(user, 'photo', '2040-09-09T09:00:00Z')];
    });
    afterEach(async () => {
      const [video, photo] = items;
      expect((await storedItem(user, video)).scheduled_for).toBeNull();
      expect((await storedItem(user, photo)).scheduled_for).toBe('2040-09-09T09:00:00.000Z');
    });

    it.each(['scheduled', 'processing', 'uploaded', 'published', 'failed'])(
      '409 with one that is %s',
      async (status) => {
        const busy = await uploadItem(user, 'instagram_video');
        const db = app.running.nest.get(Database);
        await db.run('UPDATE posts SET status = ? WHERE id = ?', [status, busy.id]);
        const { status: answer, body } = await batch(user, [...items, busy].map(pick), '2040-01-01 00:00:00');
        expect([answer, body.error]).toEqual([409, 'conflict']);
        expect(body.message).toContain(status);
        expect((await storedItem(user, busy)).scheduled_for).toBeNull();
        await db.run('DELETE FROM posts WHERE id = ?', [busy.id]);
      },
    );

    it("404 with another's, a missing one, and one of another kind", async () => {
      const foreign = await uploadItem(await app.users.subscriber(), 'video');
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
