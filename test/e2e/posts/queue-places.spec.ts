import { useApp } from '../../support/app';
import { uploadOne } from '../../support/autopost-setup';
import type { Client } from '../../support/client';
import { PAGE } from '../../support/credentials';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const app = useApp({ env: { ROLE: 'api' } });
let user: Client;
let account: number;

beforeEach(async () => {
  user = await app.users.subscriber({ connected: PAGE });
  account = (await user.get('/api/accounts')).body[0].id;
});
afterEach(() => app.clock.reset());

const all = async () => (await user.get('/api/posts?sort=["id","ASC"]&range=[0,99]')).body;
const places = async () =>
  (await all()).map((item: any) => [item.title, item.position, item.next_at, item.next_why]);
const iso = (at: number) => new Date(at).toISOString();

it('count over all kinds of an account, and tell when each post goes out', async () => {
  const titles = [
    await uploadOne(user, 'photos'),
    await uploadOne(user, 'videos'),
    await uploadOne(user, 'photos'),
  ];
  const at = iso(Math.floor(Date.now() / MINUTE) * MINUTE + DAY);
  const timed = await uploadOne(user, 'videos', { 'scheduled_for[]': at });
  const draft = await uploadOne(user, 'videos');
  const items = await all();
  await user.put(`/api/posts/${items[4].id}`, { draft: 1 });
  const [first, second, third] = items.map(({ created_at }: any): number =>
    Date.parse(created_at),
  ) as number[];
  expect(await places()).toEqual([
    [titles[0], 1, iso(first! + 60 * MINUTE), 'frequency'],
    [titles[1], 2, iso(second! + 60 * MINUTE), 'frequency'],
    // A photo waits for the one before it.
    [titles[2], 3, iso(Math.max(first! + 120 * MINUTE, third! + 60 * MINUTE)), 'frequency'],
    [timed, null, at, 'time'],
    [draft, null, null, null],
  ]);

  expect(
    (await user.put(`/api/accounts/${account}/queue`, { ids: [2, 0, 1].map((n) => items[n].id) })).status,
  ).toBe(200);
  expect((await places()).map(([, position]: unknown[]) => position)).toEqual([2, 3, 1, null, null]);
});

it('are posting times where the account has some, however deep the queue is', async () => {
  const day = new Date(Date.now() + 2 * DAY);
  const slot = { day: day.getUTCDay() || 7, time: '09:30' };
  await user.put(`/api/accounts/${account}`, { posting: 'slots', slots: [slot] });
  const first = new Date(day).setUTCHours(9, 30, 0, 0);
  for (let n = 0; n < 4; n++) await uploadOne(user, n % 2 ? 'videos' : 'photos');
  expect((await places()).map((place: unknown[]) => place.slice(1))).toEqual(
    [0, 1, 2, 3].map((n) => [n + 1, iso(first + n * 7 * DAY), 'slot']),
  );
});

it('are the same in every list and for one item', async () => {
  await uploadOne(user, 'photos');
  const [item] = await all();
  const { position, next_at, next_why } = item;
  expect([position, next_why, Date.parse(next_at) > 0]).toEqual([1, 'frequency', true]);
  const same = { position, next_at, next_why };
  expect((await user.get('/api/photos?page=1')).body.data[0]).toMatchObject(same);
  expect((await user.get(`/api/photos/${item.id}`)).body).toMatchObject(same);
  expect((await user.get(`/api/posts/${item.id}`)).body).toMatchObject(same);
  expect((await user.put(`/api/photos/${item.id}`, { title: 'Other' })).body).toMatchObject(same);
  const cleared = await user.put(`/api/photos/${item.id}/reschedule`, { scheduled_for: null });
  expect(cleared.body).toMatchObject(same);
});
