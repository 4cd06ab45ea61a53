import { readFile } from 'node:fs/promises';
import { Database } from '../../../backend/database/database';
import { ADMIN, useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';

const app = useApp();
let admin: Client;
let user: Client;
beforeAll(async () => {
  admin = await app.client.login(ADMIN.email, ADMIN.password);
  user = await app.client.register();
});

const latest = async (who: Client, path: string): Promise<unknown[]> => {
  const [row] = (await who.get(`${path}?page=1`)).body.data;
  return [row?.user_id, row?.action, row?.target];
};

it('notes what administrators change, for themselves and for whom it concerns', async () => {
  const { id } = user.user;
  const me = admin.user.id;
  const change = async (body: unknown) => {
    expect((await admin.put(`/api/admin/users/${id}`, body)).status).toBe(200);
    return latest(admin, '/api/admin/activity');
  };
  expect(await change({ can_use_shared_videos: 1 })).toEqual([me, 'library_given', `user:${id}`]);
  expect(await latest(user, '/api/activity')).toEqual([me, 'library_given', `user:${id}`]);
  expect(await change({ is_admin: 1 })).toEqual([me, 'admin_given', `user:${id}`]);
  expect(await change({ is_admin: 0 })).toEqual([me, 'admin_taken', `user:${id}`]);
  expect(await change({ name: 'Renamed' })).toEqual([me, 'user_changed', `user:${id}`]);
  // What stays as it was is no change.
  expect(await change({ name: 'Renamed', is_admin: 0 })).toEqual([me, 'user_changed', `user:${id}`]);

  const { body: given } = await admin.post('/api/admin/subscriptions', { user_id: id, plan_id: 2 });
  expect(await latest(user, '/api/activity')).toEqual([me, 'subscription_given', `user:${id}`]);
  await admin.put(`/api/admin/subscriptions/${given.id}`, { expires_at: '2030-01-01T00:00:00Z' });
  expect(await latest(user, '/api/activity')).toEqual([me, 'subscription_changed', `user:${id}`]);
  await admin.put(`/api/admin/subscriptions/${given.id}`, { status: 'inactive' });
  expect(await latest(user, '/api/activity')).toEqual([me, 'subscription_ended', `user:${id}`]);
});

async function film(): Promise<FormData> {
  const form = new FormData();
  const bytes = await readFile(fixture('portrait.mp4'));
  form.append('video', new Blob([bytes], { type: 'video/mp4' }), 'p.mp4');
  return form;
}

it('notes changes of plans, categories and the shared library', async () => {
  const me = admin.user.id;
  const seen = () => latest(admin, '/api/admin/activity');
  const plan = {
    name: 'P',
    description: '',
    price: 1,
    duration_days: 1,
    max_storage_bytes: 1,
    max_pending_submissions: 1,
  };
  const { body: made } = await admin.post('/api/admin/plans', plan);
  expect(await seen()).toEqual([me, 'plan_added', `plan:${made.id}`]);
  await admin.put(`/api/admin/plans/${made.id}`, plan);
  expect(await seen()).toEqual([me, 'plan_changed', `plan:${made.id}`]);
  await admin.delete(`/api/admin/plans/${made.id}`);
  expect(await seen()).toEqual([me, 'plan_deleted', `plan:${made.id}`]);

  const { body: category } = await admin.post('/api/categories', { name: 'Cats' });
  expect(await seen()).toEqual([me, 'category_added', `category:${category.id}`]);
  await admin.put(`/api/categories/${category.id}`, { name: 'Dogs' });
  expect(await seen()).toEqual([me, 'category_changed', `category:${category.id}`]);

  const { body: video, status } = await admin.post('/api/shared-videos', await film());
  expect([status, await seen()]).toEqual([201, [me, 'shared_video_added', `shared_video:${video.id}`]]);
  await admin.put(`/api/shared-videos/${video.id}/category`, { category_id: category.id });
  expect(await seen()).toEqual([me, 'shared_video_changed', `shared_video:${video.id}`]);
  await admin.delete(`/api/shared-videos/${video.id}`);
  expect(await seen()).toEqual([me, 'shared_video_deleted', `shared_video:${video.id}`]);

  await admin.delete(`/api/categories/${category.id}`);
  expect(await seen()).toEqual([me, 'category_deleted', `category:${category.id}`]);
});

it('notes nothing of what was refused', async () => {
  const before = (await admin.get('/api/admin/activity')).body.total;
  for (const [path, body] of [
    ['/api/categories/999999', { name: 'X' }],
    [
      '/api/admin/plans/999999',
      { name: 'X', price: 1, duration_days: 1, max_storage_bytes: 1, max_pending_submissions: 1 },
    ],
    [`/api/admin/users/${admin.user.id}`, { is_admin: 0 }],
    ['/api/admin/subscriptions/999999', { status: 'inactive' }],
    ['/api/shared-videos/999999/category', { category_id: null }],
  ] as const)
    expect((await admin.put(path, body)).status).toBeGreaterThanOrEqual(404);
  expect((await admin.delete('/api/admin/users/999999')).status).toBe(404);
  expect((await admin.delete(`/api/admin/users/${admin.user.id}`)).status).toBe(409);
  expect((await admin.get('/api/admin/activity')).body.total).toBe(before);
});

it('makes nothing whose entry fails, so that a repeated call makes it once', async () => {
  const db = app.running.nest.get(Database);
  const plan = { price: 1, duration_days: 1, max_storage_bytes: 1, max_pending_submissions: 1 };
  const calls = [
    ['/api/admin/plans', () => ({ name: 'Once', ...plan })],
    ['/api/categories', () => ({ name: 'Once' })],
    ['/api/shared-videos', film],
  ] as const;
  for (const [path, body] of calls) {
    const total = async (): Promise<number> => (await admin.get(`${path}?page=1`)).body.total;
    const before = await total();
    await db.run(
      `CREATE TRIGGER no_entries BEFORE INSERT ON activity BEGIN SELECT RAISE(ABORT, 'no entries'); END`,
    );
    const refused = await admin.post(path, await body());
    await db.run('DROP TRIGGER no_entries');
    expect([path, refused.status, await total()]).toEqual([path, 500, before]);
    expect((await admin.post(path, await body())).status).toBe(201);
    expect([path, await total()]).toEqual([path, before + 1]);
  }
});

it('speaks both dialects of lists, and nobody but administrators sees everything', async () => {
  const page = await admin.get('/api/admin/activity?page=1&per_page=2');
  expect(page.body).toMatchObject({ current_page: 1, per_page: 2, total: expect.any(Number) });
  expect(page.body.data).toHaveLength(2);
  expect(page.body.data[0]).toEqual({
    id: expect.any(Number),
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    user_id: admin.user.id,
    action: 'shared_video_added',
    target: expect.stringMatching(/^shared_video:\d+$/),
    address: '127.0.0.1',
  });
  const filter = encodeURIComponent(JSON.stringify({ action: ['plan_added', 'plan_deleted'] }));
  const range = await admin.get(`/api/admin/activity?range=[0,9]&sort=["at","ASC"]&filter=${filter}`);
  expect(range.headers.get('content-range')).toBe('activity 0-2/3');
  const actions = range.body.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(['plan_added', 'plan_deleted', 'plan_added']);
  expect((await user.get('/api/admin/activity')).status).toBe(403);
  expect((await app.client.get('/api/activity')).status).toBe(401);
  expect((await user.get('/api/activity?sort=["address","ASC"]')).status).toBe(422);
  const { body: own } = await user.get('/api/activity?range=[0,99]');
  // The administrator's address is not the user's to know.
  expect(own.filter((row: any) => row.user_id !== user.user.id && row.address !== null)).toEqual([]);
});

it('keeps that somebody was deleted, and by whom', async () => {
  const { user: gone } = await app.client.register();
  await admin.delete(`/api/admin/users/${gone.id}`);
  expect(await latest(admin, '/api/admin/activity')).toEqual([
    admin.user.id,
    'user_deleted',
    `user:${gone.id}`,
  ]);
});
