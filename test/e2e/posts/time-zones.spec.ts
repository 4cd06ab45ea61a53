import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { AutoPosting } from '../../../backend/autopost/auto-posting';
import { Clock } from '../../../backend/common/time/clock';
import { DuePosts } from '../../../backend/publishing/publisher/due-posts';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { signedInUntil } from '../../support/long-session';
import { fixture } from '../../support/media';

const MINUTE = 60_000;

const app = useApp();
let offset = 0;
/** The clock stands there. */
let stands: number | undefined;
let titles = 0;
beforeAll(() => (app.running.nest.get(Clock).now = () => stands ?? Date.now() + offset));
afterEach(() => {
  offset = 0;
  stands = undefined;
});

/** Somebody who lives there, whose plan and session outlast whatever the clock is set to. */
async function resident(timezone: string): Promise<Client> {
  const user = await app.users.subscriber({ timezone, connected: true });
  await app.users.grant(user, 2, { expires_at: '2050-01-01T00:00:00Z' });
  return signedInUntil(Date.UTC(2050, 0), app, user);
}

async function setClock(instant: string, { stops = false } = {}): Promise<void> {
  offset = Date.parse(instant) - Date.now();
  stands = stops ? Date.parse(instant) : undefined;
  await app.running.nest.get(AutoPosting).look();
  void app.running.nest.get(DuePosts).look();
}

async function upload(user: Client, scheduled_for = '') {
  const form = new FormData();
  const title = `Post ${++titles}`;
  form.append('titles[]', title);
  form.append('scheduled_for[]', scheduled_for);
  form.append('videos[]', new Blob([readFileSync(fixture('portrait.mp4'))]), 'portrait.mp4');
  const { status, body } = await user.post('/api/videos', form);
  return { status, body, title, item: body.videos?.[0] };
}

const reschedule = (user: Client, id: number, scheduled_for: string) =>
  user.put(`/api/videos/${id}/reschedule`, { scheduled_for });
const isOut = (title: string) => app.fake.published().some(({ caption }) => caption === title);
const calendar = async (user: Client, from: string, to: string) =>
  (await user.get(`/api/calendar?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`)).body;

const SKIPPED = (zone: string) =>
  `This time does not exist in ${zone}: the clocks are set forward over it. Choose another one.`;

describe.each([
  {
    zone: 'America/New_York',
    gap: '2040-03-11 02:30:00',
    before: ['2040-03-11 01:59:00', '2040-03-11T06:59:00.000Z'],
    after: ['2040-03-11 03:00:00', '2040-03-11T07:00:00.000Z'],
    twice: ['2040-11-04 01:30:00', '2040-11-04T05:30:00.000Z'],
    afterTwice: ['2040-11-04 02:00:00', '2040-11-04T07:00:00.000Z'],
  },
  {
    zone: 'Pacific/Auckland',
    gap: '2040-09-30 02:30:00',
    before: ['2040-09-30 01:59:00', '2040-09-29T13:59:00.000Z'],
    after: ['2040-09-30 03:00:00', '2040-09-29T14:00:00.000Z'],
    twice: ['2040-04-01 02:30:00', '2040-03-31T13:30:00.000Z'],
    afterTwice: ['2040-04-01 03:00:00', '2040-03-31T15:00:00.000Z'],
  },
])('where the clocks change: $zone', ({ zone, gap, ...times }) => {
  let user: Client;
  let id: number;
  beforeAll(async () => {
    user = await resident(zone);
    ({ id } = (await upload(user)).item);
  });

  it('refuses a skipped time in words, by every call that takes one', async () => {
    const uploaded = await upload(user, gap);
    expect([uploaded.status, Object.values(uploaded.body.errors ?? {})]).toEqual([422, [[SKIPPED(zone)]]]);
    const moved = await reschedule(user, id, gap);
    expect([moved.status, moved.body.errors]).toEqual([422, { scheduled_for: [SKIPPED(zone)] }]);
    const items = [{ kind: 'video', id }];
    const batch = await user.post('/api/calendar/batch', { items, start: gap, every_minutes: 1 });
    expect([batch.status, batch.body.errors]).toEqual([422, { start: [SKIPPED(zone)] }]);
    expect((await user.get(`/api/videos/${id}`)).body.scheduled_for).toBeNull();
  });

  it.each(Object.entries(times))('%s the change', async (_name, [wall, instant]) => {
    const { status, body } = await reschedule(user, id, wall!);
    expect([status, body.scheduled_for]).toEqual([200, instant]);
    const day = wall!.slice(0, 10);
    const [shown] = (await calendar(user, day, `${day} 23:59:59`)).items;
    expect(shown).toMatchObject({ id, at: instant });
  });

  it('ends a day when its wall clock says so', async () => {
    const day = gap.slice(0, 10);
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * MINUTE).toISOString().slice(0, 10);
    await reschedule(user, id, `${day} 23:59:00`);
    expect((await calendar(user, day, next)).items.map((item: any) => item.id)).toEqual([id]);
    expect((await calendar(user, next, `${next} 12:00:00`)).items).toEqual([]);
    await reschedule(user, id, `${next} 00:00:00`);
    expect((await calendar(user, day, next)).items).toEqual([]);
  });
});

describe('a chosen time', () => {
  it.each([
    ['Asia/Kolkata', '2040-06-01 09:15:00', '2040-06-01T03:45:00.000Z'],
    ['America/New_York', '2040-11-04 01:30:00', '2040-11-04T05:30:00.000Z'],
    ['Pacific/Auckland', '2040-09-30 03:00:00', '2040-09-29T14:00:00.000Z'],
  ])('comes in %s when it does there, and not a moment before', async (zone, wall, instant) => {
    const user = await resident(zone);
    const { title, item } = await upload(user, wall);
    expect(item.scheduled_for).toBe(instant);
    await setClock(new Date(Date.parse(instant) - 5 * MINUTE).toISOString());
    await setClock(new Date(Date.parse(instant) - 1).toISOString(), { stops: true });
    await pause(300);
    expect(isOut(title)).toBe(false);
    await setClock(new Date(Date.parse(instant) - 1).toISOString());
    const { body } = await eventually(
      () => user.get(`/api/videos/${item.id}`),
      (answer) => answer.body.status === 'published',
    );
    expect(Date.parse(body.published_at)).toBeGreaterThanOrEqual(Date.parse(instant));
  });

  it.each([0, 1, 59])('is taken when it is the current minute, at its second %i', async (second) => {
    const user = await resident('Asia/Kolkata');
    await setClock(`2041-02-03T18:29:${String(second).padStart(2, '0')}.500Z`, { stops: true });
    const late = await upload(user, '2041-02-03 23:58:00');
    expect([late.status, isOut(late.title)]).toEqual([422, false]);
    const now = await upload(user, '2041-02-03 23:59:00');
    expect([now.status, now.item?.scheduled_for]).toEqual([201, '2041-02-03T18:29:00.000Z']);
    await eventually(() => Promise.resolve(isOut(now.title)), Boolean);
  });
});

describe('automatic posting', () => {
  it.each([
    ['America/New_York', '2040-11-04T05:10:00Z'],
    ['Pacific/Auckland', '2040-09-29T13:10:00Z'],
  ])('counts minutes in %s as they pass, also over a change of the clocks', async (zone, begin) => {
    const user = await resident(zone);
    await setClock(begin);
    const posts = [await upload(user), await upload(user)];
    const start = Date.parse(begin);
    const window = [begin, new Date(start + 300 * MINUTE).toISOString()] as const;
    const minutes = (await calendar(user, ...window)).slots.map((slot: any) =>
      Math.floor((Date.parse(slot.at) - start) / MINUTE),
    );
    expect(minutes).toEqual([60, 120]);
    for (const [n, { title, item }] of posts.entries()) {
      await setClock(new Date(start + (n + 1) * 60 * MINUTE - MINUTE).toISOString());
      expect(isOut(title)).toBe(false);
      await setClock(new Date(start + (n + 1) * 60 * MINUTE + (n + 1) * MINUTE).toISOString());
      await eventually(
        () => user.get(`/api/videos/${item.id}`),
        (answer) => answer.body.status === 'published',
      );
    }
  });
});
