import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { nowToPost } from '../../support/post-times';
import { addSharedVideo } from '../../support/shared-library';

// Without a publisher, which would take the time away again from what it has posted.
const app = useApp({ env: { ROLE: 'api' } });
let user: Client;
let videos: number[];
beforeAll(async () => {
  const admin = await app.users.admin();
  user = await app.users.subscriber({ timezone: 'Asia/Kolkata', connected: true });
  await admin.put(`/api/admin/users/${user.user.id}`, { can_use_shared_videos: 1 });
  videos = [await addSharedVideo(admin, 'Knead'), await addSharedVideo(admin, 'Bake')];
});

const pick = (scheduled_for: unknown) =>
  user.post('/api/videos', { shared_video_ids: videos, titles: ['x'], scheduled_for });

it('gives picked videos their times at once, in the zone of the user', async () => {
  const { status, body } = await pick(['', '2030-01-05 12:00:00']);
  expect(status).toBe(201);
  const at = '2030-01-05T06:30:00.000Z';
  expect(body.videos).toMatchObject([
    { title: 'x', scheduled_for: null },
    { title: 'Bake', scheduled_for: at },
  ]);
  const rows = await app.running.nest
    .get(Database)
    .rows('SELECT due_at FROM posts WHERE user_id = ? ORDER BY id', [user.user.id]);
  expect(rows).toEqual([{ due_at: null }, { due_at: Date.parse(at) }]);
});

it('takes null for no times', async () => {
  expect((await pick(null)).body.videos).toMatchObject([{ scheduled_for: null }, { scheduled_for: null }]);
});

it('lets one of the current minute go out now', async () => {
  const now = await nowToPost();
  const { status, body } = await pick([now.toISOString()]);
  expect(status).toBe(201);
  const [row] = await app.running.nest
    .get(Database)
    .rows<{ due_at: number }>('SELECT due_at FROM posts WHERE id = ?', [body.videos[0].id]);
  expect(row!.due_at).toBeGreaterThanOrEqual(now.getTime());
});

it.each([
  [['2020-01-01 00:00:00'], 'scheduled_for[0]'],
  [['', 'tomorrow'], 'scheduled_for[1]'],
  ['2030-01-05 12:00:00', 'scheduled_for'],
])('makes nothing for the times %j', async (times, field) => {
  const before = (await user.get('/api/videos')).body.total;
  const { status, body } = await pick(times);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  expect((await user.get('/api/videos')).body.total).toBe(before);
});

describe('a copy of one', () => {
  const given = async (rights: { can_use_shared_videos: 0 | 1; is_admin: 0 | 1 }) => {
    const admin = await app.users.admin();
    expect((await admin.put(`/api/admin/users/${user.user.id}`, rights)).status).toBe(200);
  };
  afterEach(() => given({ can_use_shared_videos: 1, is_admin: 0 }));

  it('takes the same permission as the pick', async () => {
    const { id } = (await pick(null)).body.videos[0];
    const total = async () => (await user.get('/api/videos')).body.total;
    const duplicate = () => user.post(`/api/posts/${id}/duplicate`);
    await given({ can_use_shared_videos: 0, is_admin: 0 });
    const before = await total();
    const refused = await duplicate();
    const { status, body } = await pick(null);
    expect([refused.status, refused.body]).toEqual([status, body]);
    expect([status, await total()]).toEqual([403, before]);
    for (const rights of [
      { can_use_shared_videos: 0, is_admin: 1 },
      { can_use_shared_videos: 1, is_admin: 0 },
    ] as const) {
      await given(rights);
      expect(await duplicate()).toMatchObject({ status: 201, body: { title: 'x', draft: 1 } });
    }
  });
});
