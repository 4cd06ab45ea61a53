import { Database } from '../../../backend/database/database';
import { type Client } from '../../support/client';
import { useApp } from '../../support/app';
import { uploadVideo, videoUploads } from '../../support/video-uploads';

const app = useApp();
const { usage, filesKept } = videoUploads(app);

let user: Client;
beforeAll(async () => {
  user = await app.users.subscriber();
});

const database = () => app.running.nest.get(Database);

describe('a pending video', () => {
  it('can be edited: title and description, and nothing else', async () => {
    const item = await uploadVideo(user, 'Before');
    const path = `/api/videos/${item.id}`;
    const { status, body } = await user.put(path, {
      title: '  After ',
      description: 'Words',
      status: 'published',
      user_id: 1,
      size_bytes: 0,
      file_key: 'x',
      scheduled_for: '2099-01-01 00:00:00',
      id: 1,
    });
    expect([status, body]).toEqual([200, { ...item, title: 'After', description: 'Words' }]);
    expect((await user.put(path, { title: 'After' })).body.description).toBe('Words');
    expect((await user.put(path, { title: 'After', description: '' })).body.description).toBeNull();
    expect((await user.put(path, {})).body).toMatchObject({ title: 'After', description: null });
    expect((await user.put(path, { description: 'New' })).body).toMatchObject({
      title: 'After',
      description: 'New',
    });
    for (const title of [null, '', '  ', 'x'.repeat(256), 7])
      expect((await user.put(path, { title })).status).toBe(422);
    await user.delete(path);
  });

  it('is deleted with its bytes and its quota, and answers what was deleted', async () => {
    const deleter = await app.users.subscriber();
    const before = await filesKept();
    const item = await uploadVideo(deleter);
    const { status, body } = await deleter.delete(`/api/videos/${item.id}`);
    expect([status, body]).toEqual([200, item]);
    expect(await filesKept()).toEqual(before);
    expect(await usage(deleter)).toEqual({ tasks: 0, bytes: 0 });
    expect((await deleter.get(`/api/videos/${item.id}`)).status).toBe(404);
    expect((await deleter.delete(`/api/videos/${item.id}`)).status).toBe(404);
    expect((await fetch(`${app.url}/storage/${item.file_path}`)).status).toBe(404);
  });

  it('frees its quota once when it is deleted twice at once', async () => {
    const deleter = await app.users.subscriber();
    await uploadVideo(deleter);
    const { id } = await uploadVideo(deleter);
    const answers = await Promise.all([1, 2, 3].map(() => deleter.delete(`/api/videos/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect((await usage(deleter)).tasks).toBe(1);
  });

  it('cannot be retried', async () => {
    const { id } = await uploadVideo(user);
    const { status, body } = await user.post(`/api/videos/${id}/retry`);
    expect([status, body.error]).toEqual([409, 'conflict']);
    await user.delete(`/api/videos/${id}`);
  });
});

describe.each(['scheduled', 'processing', 'uploaded', 'published', 'failed'])('a %s video', (status) => {
  it('can be neither rescheduled, edited nor deleted', async () => {
    const item = await uploadVideo(user);
    await database().run('UPDATE posts SET status = ? WHERE id = ?', [status, item.id]);
    const path = `/api/videos/${item.id}`;
    const soon = new Date(Date.now() + 60_000).toISOString();
    const answers = [
      await user.put(`${path}/reschedule`, { scheduled_for: soon }),
      await user.put(path, { title: 'Other' }),
      await user.delete(path),
      ...(status === 'failed' ? [] : [await user.post(`${path}/retry`)]),
    ];
    for (const { status: code, body } of answers) expect([code, body.error]).toEqual([409, 'conflict']);
    expect(answers[0]!.body.message).toBe(`Only a pending item can be rescheduled; this one is ${status}.`);
    expect((await user.get(path)).body).toMatchObject({ title: 'A video', status, scheduled_for: null });
    await database().run("UPDATE posts SET status = 'pending' WHERE id = ?", [item.id]);
    await user.delete(path);
  });
});

it('retries a failed video: its task is taken again, and its time, if passed, becomes now', async () => {
  const retrier = await app.users.subscriber({ tasks: 1 });
  const item = await uploadVideo(retrier);
  const fail = async (id: number) => {
    await database().run(
      "UPDATE posts SET status = 'failed', scheduled_for = 1000, due_at = NULL, upload_error = 'No.' WHERE id = ?",
      [id],
    );
    await database().run('UPDATE quota_usage SET tasks_used = 0 WHERE user_id = ?', [retrier.user.id]);
  };
  await fail(item.id);
  const path = `/api/videos/${item.id}`;
  expect((await retrier.get(path)).body).toMatchObject({ status: 'failed', upload_error: 'No.' });
  const before = Date.now();
  const answers = await Promise.all([1, 2].map(() => retrier.post(`${path}/retry`)));
  const done = answers.filter(({ status }) => status === 200);
  expect(done).toHaveLength(1);
  expect(done[0]!.body).toMatchObject({ status: 'pending', upload_error: null });
  expect(Date.parse(done[0]!.body.scheduled_for)).toBeGreaterThanOrEqual(before);
  expect((await usage(retrier)).tasks).toBe(1);

  await fail(item.id);
  const other = await uploadVideo(retrier);
  const refused = await retrier.post(`${path}/retry`);
  expect([refused.status, refused.body.error]).toEqual([422, 'task_quota_exceeded']);
  await retrier.delete(`/api/videos/${other.id}`);
});
