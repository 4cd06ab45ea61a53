import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { addAccount } from '../../support/more-accounts';
import { addSharedVideo } from '../../support/shared-library';
import { uploadVideo, videoUploads } from '../../support/video-uploads';

const app = useApp();
const { usage, filesKept } = videoUploads(app);

let user: Client;
let page: number;
let second: number;

const db = () => app.running.nest.get(Database);
const add = (more: Parameters<typeof addAccount>[2], owner = user) =>
  addAccount(app.running.nest, owner.user.id, more);

beforeEach(async () => {
  user = await app.users.subscriber({ connected: true });
  page = (await db().row<{ id: number }>(
    "SELECT id FROM accounts WHERE user_id = ? AND network = 'facebook' AND is_default = 1",
    [user.user.id],
  ))!.id;
  second = await add({ id: '910100', name: 'Second Page' });
});

const TOMORROW = new Date(Math.floor(Date.now() / 60_000 + 1440) * 60_000).toISOString();
const dueAt = async (id: number) =>
  (await db().row<{ due_at: number | null }>('SELECT due_at FROM posts WHERE id = ?', [id]))!.due_at;

describe('a post', () => {
  let id: number;
  beforeEach(async () => {
    ({ id } = await uploadVideo(user));
  });

  it('is the same one under /posts and in its list', async () => {
    const [one, other] = [await user.get(`/api/posts/${id}`), await user.get(`/api/videos/${id}`)];
    expect(one.body).toEqual(other.body);
    expect((await user.get(`/api/photos/${id}`)).status).toBe(404);
    expect((await user.delete(`/api/posts/${id}`)).body.id).toBe(id);
    expect((await user.get(`/api/videos/${id}`)).status).toBe(404);
    expect(await usage(user)).toEqual({ tasks: 0, bytes: 0 });
  });

  it('takes "now" for the current minute, under /posts and in its list', async () => {
    await user.put(`/api/posts/${id}`, { draft: 1 });
    for (const path of ['posts', 'videos']) {
      const before = Date.now() - 60_000;
      const { status, body } = await user.put(`/api/${path}/${id}/reschedule`, { scheduled_for: 'now' });
      const time = Date.parse(body.scheduled_for);
      expect([status, time % 60_000, time >= before && time <= Date.now()]).toEqual([200, 0, true]);
    }
  });

  it('goes to another account of the network, last in its line', async () => {
    const { status, body } = await user.put(`/api/posts/${id}`, { account_id: second, title: 'There' });
    expect([status, body.account.id, body.title]).toEqual([200, second, 'There']);
    expect((await user.get(`/api/posts?account_id=${page}`)).body.total).toBe(0);
  });

  it('stays where it is when the account is foreign, removed, of the other network or none', async () => {
    const foreign = await add({ id: '910301' }, await app.users.subscriber());
    const removed = await add({ id: '910302', removed_at: 5 });
    const reels = await add({ id: '910303', network: 'instagram' });
    for (const account_id of [foreign, removed, reels, 999_999, 0, -1, 'x', null, [second]]) {
      const { status, body } = await user.put(`/api/posts/${id}`, { account_id, title: 'Changed' });
      expect([account_id, status, Object.keys(body.errors ?? {})]).toEqual([account_id, 422, ['account_id']]);
    }
    const { body } = await user.get(`/api/posts/${id}`);
    expect([body.account.id, body.title]).not.toContain('Changed');
  });

  it('is not changed by values that make no sense', async () => {
    for (const change of [
      { draft: 2 },
      { draft: '1' },
      { draft: null },
      { apply_to_group: 3 },
      { title: '' },
    ]) {
      const { status, body } = await user.put(`/api/posts/${id}`, change);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, Object.keys(change)]);
    }
  });

  it('changes the pending ones that were made with it, and leaves published ones alone', async () => {
    const [sibling, published, stranger] = [
      await uploadVideo(user),
      await uploadVideo(user),
      await uploadVideo(await app.users.subscriber()),
    ].map((post) => post.id);
    await db().run('UPDATE posts SET group_id = ? WHERE id IN (?, ?, ?, ?)', [
      id,
      id,
      sibling!,
      published!,
      stranger!,
    ]);
    await db().run("UPDATE posts SET status = 'published' WHERE id = ?", [published!]);
    await user.put(`/api/posts/${id}`, { title: 'Mine alone' });
    await user.put(`/api/posts/${id}`, { description: 'Ours', draft: 1, apply_to_group: 1 });
    const rows = await db().rows(
      'SELECT title, description, draft FROM posts WHERE group_id = ? ORDER BY id',
      [id],
    );
    expect(rows.map(({ description, draft }: any) => [description, draft])).toEqual([
      ['Ours', 1],
      ['Ours', 1],
      [null, 0],
      [null, 0],
    ]);
    expect(rows.map(({ title }: any) => title === 'Mine alone')).toEqual([true, false, false, false]);
  });
});

it('lets an account have a shared video once, also when posts are moved', async () => {
  const video = await addSharedVideo(await app.users.admin(), 'For all');
  const admin = await app.users.admin();
  await admin.put(`/api/admin/users/${user.user.id}`, { can_use_shared_videos: 1 });
  const { body } = await user.post('/api/videos', { shared_video_ids: [video], account_ids: [page, second] });
  const [first, other] = body.videos;
  const move = (id: number, account_id: number) => user.put(`/api/posts/${id}`, { account_id });
  const refused = await move(first.id, second);
  expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
  const third = await add({ id: '910400' });
  const moves = await Promise.all([move(first.id, third), move(other.id, third)]);
  expect(moves.map(({ status }) => status).sort()).toEqual([200, 409]);
  const moved = moves.find(({ status }) => status === 200)!.body;
  expect((await move(moved.id, moved.id === first.id ? page : second)).status).toBe(200);
  const uses = await db().rows('SELECT remote_id FROM library_uses WHERE user_id = ?', [user.user.id]);
  // None is left on the account that has no post of it any more.
  expect(uses).toHaveLength(2);
});

describe('a draft', () => {
  let id: number;
  beforeEach(async () => {
    ({ id } = await uploadVideo(user));
  });
  const draft = (value: number) => user.put(`/api/posts/${id}`, { draft: value });

  it('is never due, whatever its time, and gets its time back', async () => {
    await user.put(`/api/posts/${id}/reschedule`, { scheduled_for: TOMORROW });
    expect((await draft(1)).body).toMatchObject({ draft: 1, status: 'pending', scheduled_for: TOMORROW });
    expect(await dueAt(id)).toBeNull();
    const later = new Date(Date.parse(TOMORROW) + 60_000).toISOString();
    await user.put(`/api/videos/${id}/reschedule`, { scheduled_for: later });
    await user.post('/api/calendar/batch', {
      items: [{ kind: 'video', id }],
      start: TOMORROW,
      every_minutes: 5,
    });
    expect(await dueAt(id)).toBeNull();
    expect((await draft(0)).body).toMatchObject({ draft: 0, scheduled_for: TOMORROW });
    expect(await dueAt(id)).toBe(Date.parse(TOMORROW));
    expect((await draft(0)).status).toBe(200);
    expect(await dueAt(id)).toBe(Date.parse(TOMORROW));
  });

  it('is due now when it is released after its time, and waits for its turn without one', async () => {
    await draft(1);
    await draft(0);
    expect(await dueAt(id)).toBeNull();
    await draft(1);
    const old = Date.now() - 40 * 86_400_000;
    await db().run('UPDATE posts SET scheduled_for = ? WHERE id = ?', [old, id]);
    const before = Date.now();
    const { body } = await draft(0);
    expect(Date.parse(body.scheduled_for)).toBeGreaterThanOrEqual(before);
    expect(body.status).not.toBe('failed');
  });

  it('takes a task and its bytes, and no place in the queue', async () => {
    const held = await usage(user);
    expect(held.tasks).toBe(1);
    expect((await user.get('/api/calendar/outlook')).body).toMatchObject({ waiting: 1 });
    await draft(1);
    expect(await usage(user)).toEqual(held);
    const { next, waiting } = (await user.get('/api/calendar/outlook')).body;
    expect([next, waiting]).toEqual([[], 0]);
    expect((await user.get('/api/posts?draft=1')).body.total).toBe(1);
  });
});

describe('POST /posts/{id}/duplicate', () => {
  it('makes a draft with the same file, title, text and account, and bytes of its own', async () => {
    const { id } = await uploadVideo(user);
    await user.put(`/api/posts/${id}`, { account_id: second, title: 'Once more', description: 'Words' });
    await user.put(`/api/posts/${id}/reschedule`, { scheduled_for: TOMORROW });
    const before = await filesKept();
    const { status, body } = await user.post(`/api/posts/${id}/duplicate`);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ title: 'Once more', description: 'Words', draft: 1, scheduled_for: null }),
    ]);
    expect([body.id === id, body.account.id]).toEqual([false, second]);
    expect(await usage(user)).toEqual({ tasks: 2, bytes: 2 * body.size_bytes });
    expect((await filesKept()).length).toBeGreaterThan(before.length);
    expect((await user.delete(`/api/posts/${id}`)).status).toBe(200);
    const media = await fetch(`${app.url}/storage/${body.file_path}`);
    expect([media.status, (await media.arrayBuffer()).byteLength]).toEqual([200, body.size_bytes]);
  });

  it('is refused when the bytes are gone, or the plan has no task or no room left, and leaves nothing', async () => {
    const small = await app.users.subscriber({ tasks: 2 });
    const { id } = await uploadVideo(small);
    const race = await Promise.all(Array.from({ length: 3 }, () => small.post(`/api/posts/${id}/duplicate`)));
    expect(race.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect((await usage(small)).tasks).toBe(2);
    await db().run('UPDATE posts SET file_key = NULL WHERE id = ?', [id]);
    const gone = await small.post(`/api/posts/${id}/duplicate`);
    expect([gone.status, gone.body.error]).toEqual([409, 'conflict']);
  });
});
