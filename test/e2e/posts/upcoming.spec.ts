import { Clock } from '../../../backend/common/time/clock';
import { Database } from '../../../backend/database/database';
import { DatabaseTime } from '../../../backend/database/database-time';
import type { NewRow } from '../../../backend/database/tables';
import type { PostKind } from '../../../backend/publishing/formats/formats';
import { formatIn, listOf, NETWORK_OF } from '../../../backend/publishing/formats/lists';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

// No publisher beside it: nothing moves on by itself.
const app = useApp({ env: { ROLE: 'api' } });
let files = 0;

const now = () => app.running.nest.get(Clock).now();

/** By hand, so that posts can be in any state; `null`: no time. */
function post({ user }: Client, kind: PostKind, at: number | null, more: Partial<NewRow<'posts'>> = {}) {
  return app.running.nest.get(Database).insert('posts', {
    user_id: user.id,
    kind,
    network: NETWORK_OF[kind],
    format: formatIn(listOf(kind)).name,
    title: `Post ${++files}`,
    status: 'pending',
    scheduled_for: at,
    due_at: at,
    file_key: `${files}`.padStart(40, 'c') + '.mp4',
    size_bytes: 10,
    width: 540,
    height: 960,
    duration_ms: 3000,
    created_at: now(),
    ...more,
  });
}
const failed = { status: 'failed', due_at: null, upload_error: 'Refused.' } as const;
const outlook = async (user: Client) => (await user.get('/api/calendar/outlook')).body;
const idsOf = (entries: any[]) => entries.map(({ kind, item }) => [kind, item?.id]);

it('names the first three to go out, over the three kinds, however many there are', async () => {
  const user = await app.users.subscriber();
  for (let n = 10; n < 60; n++) await post(user, 'video', now() + n * DAY);
  const photo = await post(user, 'photo', now() + 2 * HOUR);
  const reel = await post(user, 'instagram_video', now() + HOUR);
  const onItsWay = await post(user, 'video', now() - 60_000, { status: 'processing' });
  const { next, waiting, failed: none, last } = await outlook(user);
  expect(idsOf(next)).toEqual([
    ['video', onItsWay],
    ['instagram_video', reel],
    ['photo', photo],
  ]);
  expect(next[1]).toMatchObject({ why: 'time', item: { status: 'pending' } });
  expect([waiting, none, last]).toEqual([0, [], null]);
});

it('foresees what goes out by the posting frequency, once the page is connected', async () => {
  const user = await app.users.subscriber();
  const id = await post(user, 'video', null);
  expect(await outlook(user)).toMatchObject({ next: [], waiting: 1 });
  await user.put('/api/user/facebook-settings', {
    access_token: 'EAAB_CANARY_page',
    page_id: '100200300400500',
  });
  const { next } = await outlook(user);
  expect(next).toMatchObject([{ why: 'frequency', kind: 'video', item: { id } }]);
  const wait = Date.parse(next[0].at) - now();
  expect(wait).toBeGreaterThan(0.9 * HOUR);
  expect(wait).toBeLessThanOrEqual(HOUR);
});

it('foresees no post without an account beside one of its network, and counts those without a time', async () => {
  const user = await app.users.subscriber({ connected: true });
  const timed = await post(user, 'video', now() + HOUR, { account_id: null });
  await post(user, 'video', null, { account_id: null });
  expect(await outlook(user)).toMatchObject({ next: [], waiting: 1 });
  expect((await user.get(`/api/videos/${timed}`)).body).toMatchObject({ next_at: null, next_why: null });
});

it('tells what failed in the last two weeks, the latest first, and what went out last', async () => {
  const user = await app.users.subscriber();
  await post(user, 'video', now() - 15 * DAY, failed);
  const missed = await post(user, 'photo', now() - 2 * DAY, failed);
  // Uploaded long ago, waited for its turn, and failed just now.
  const late = await post(user, 'instagram_video', null, { ...failed, created_at: now() - 40 * DAY });
  const step = { post_id: late, fence: 1, step: 'start', outcome: 'failed' };
  await app.running.nest.get(Database).insert('publish_steps', { ...step, started_at: now() - HOUR });
  const published = { status: 'published', due_at: null } as const;
  await post(user, 'video', now() - 3 * DAY, { ...published, published_at: now() - 3 * DAY });
  const newest = await post(user, 'photo', null, { ...published, published_at: now() - 5 * HOUR });

  const { failed: told, last, next } = await outlook(user);
  expect(idsOf(told)).toEqual([
    ['instagram_video', late],
    ['photo', missed],
  ]);
  expect(told[1].item.upload_error).toBe('Refused.');
  expect(idsOf([last])).toEqual([['photo', newest]]);
  expect(next).toEqual([]);
});

it('tells when a post failed, and not when it was last tried', async () => {
  const user = await app.users.subscriber();
  for (let n = 0; n < 3; n++)
    await post(user, 'photo', now() - DAY, { ...failed, failed_at: now() - 2 * HOUR });
  const at = now() - 60_000;
  const missed = await post(user, 'video', now() - DAY, { ...failed, failed_at: at });
  const step = { post_id: missed, fence: 1, step: 'start', outcome: 'failed' };
  await app.running.nest.get(Database).insert('publish_steps', { ...step, started_at: now() - 20 * DAY });
  const [latest] = (await outlook(user)).failed;
  expect(latest).toMatchObject({ at: new Date(at).toISOString(), item: { id: missed } });
});

it("goes by the database's time, as everything that publishes does", async () => {
  const user = await app.users.subscriber();
  await post(user, 'video', now() - 15 * DAY, { ...failed, failed_at: now() - 14 * DAY + HOUR });
  expect((await outlook(user)).failed).toHaveLength(1);
  const time = jest.spyOn(app.running.nest.get(DatabaseTime), 'now').mockReturnValue(now() + 2 * HOUR);
  const { failed: shown } = await outlook(user);
  time.mockRestore();
  expect(shown).toEqual([]);
});

it("shows nobody another's posts, and needs a subscription", async () => {
  const user = await app.users.subscriber();
  await post(await app.users.subscriber(), 'video', now() + HOUR);
  expect(await outlook(user)).toEqual({ next: [], waiting: 0, failed: [], last: null });
  const refused = await (await app.users.newcomer()).get('/api/calendar/outlook');
  expect([refused.status, refused.body.error]).toEqual([403, 'subscription_required']);
  expect((await app.client.get('/api/calendar/outlook')).status).toBe(401);
});
