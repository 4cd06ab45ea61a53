import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import type { Answer, Client } from '../../support/client';
import { fixture, paddedVideo } from '../../support/media';

const HOUR = 3_600_000;

const app = useApp();
let db: Database;
beforeAll(() => void (db = app.running.nest.get(Database)));
afterEach(() => {
  app.clock.reset();
});

/** A post that failed, as the publisher leaves one. */
async function failedPost(user: Client, { time = null }: { time?: number | null } = {}): Promise<string> {
  const { body } = await user.upload('/api/videos', [fixture('portrait.mp4')], { titles: ['It failed'] });
  const { id } = body.videos[0];
  await db.run(
    `UPDATE posts SET status = 'failed', upload_error = 'Meta refused it.', due_at = NULL, scheduled_for = ?, tries = 8,
       remote_session = '{"remoteId":"1"}', posted_text = 'Old words' WHERE id = ?`,
    [time, id],
  );
  await db.run('UPDATE quota_usage SET tasks_used = tasks_used - 1 WHERE user_id = ?', [user.user.id]);
  return `/api/videos/${id}`;
}

async function sendFile(user: Client, path: string, files: string[], part = 'file'): Promise<Answer> {
  const form = new FormData();
  for (const file of files) form.append(part, new Blob([await readFile(file)]), 'another.mp4');
  return user.put(`${path}/file`, form);
}

const usage = async (user: Client) => {
  const { submissions, storage } = (await user.get('/api/user/subscription')).body;
  return { tasks: submissions.used, bytes: storage.used };
};
const sizeOf = async (name: string) => (await readFile(fixture(name))).length;

describe('a failed item that is brought back without a time', () => {
  it('is pending and unscheduled, and can be edited and deleted', async () => {
    const user = await app.users.subscriber();
    const path = await failedPost(user, { time: Date.now() + HOUR });
    const { status, body } = await user.post(`${path}/retry`, { unscheduled: 1 });
    expect([status, body.status, body.scheduled_for, body.upload_error]).toEqual([
      200,
      'pending',
      null,
      null,
    ]);
    expect((await usage(user)).tasks).toBe(1);
    expect((await user.put(path, { title: 'Edited' })).body.title).toBe('Edited');
    expect((await user.delete(path)).status).toBe(200);
    expect(await usage(user)).toEqual({ tasks: 0, bytes: 0 });
  });

  it('comes back even when the tasks of the plan are used up, which a plain retry does not', async () => {
    const user = await app.users.subscriber({ tasks: 1 });
    const path = await failedPost(user);
    await user.upload('/api/videos', [fixture('portrait.mp4')]);
    expect((await user.post(`${path}/retry`)).body.error).toBe('task_quota_exceeded');
    expect((await user.post(`${path}/retry`, { unscheduled: 0 })).body.error).toBe('task_quota_exceeded');
    expect((await user.post(`${path}/retry`, { unscheduled: 1 })).body.status).toBe('pending');
    expect((await usage(user)).tasks).toBe(2);
    expect((await user.upload('/api/videos', [fixture('portrait.mp4')])).body.error).toBe(
      'task_quota_exceeded',
    );
  });

  it('is left alone by the frequency for an hour, and goes out at once when it is given a time', async () => {
    const user = await app.users.subscriber({ connected: true });
    await user.put('/api/user/facebook-settings', { upload_frequency: 1 });
    const path = await failedPost(user);
    await db.run('UPDATE posts SET created_at = 1, stored_at = 1 WHERE user_id = ?', [user.user.id]);
    const retriedAt = Date.now();
    await user.post(`${path}/retry`, { unscheduled: 1 });
    const answeredAt = Date.now();
    const from = new Date(retriedAt).toISOString();
    const to = new Date(retriedAt + 2 * HOUR).toISOString();
    const { slots } = (await user.get(`/api/calendar?from=${from}&to=${to}`)).body;
    expect(slots).toHaveLength(1);
    expect(Date.parse(slots[0].at) - retriedAt).toBeGreaterThanOrEqual(HOUR);
    expect(Date.parse(slots[0].at) - answeredAt).toBeLessThanOrEqual(HOUR);
    const soon = new Date(retriedAt + 10 * 60_000).toISOString();
    expect((await user.put(`${path}/reschedule`, { scheduled_for: soon })).body.scheduled_for).toBe(soon);
    expect((await user.get('/api/calendar/outlook')).body.next[0]).toMatchObject({ why: 'time', at: soon });
  });

  it('is refused for a value that is neither 0 nor 1, for other states, and without its bytes', async () => {
    const user = await app.users.subscriber();
    const path = await failedPost(user);
    for (const unscheduled of [2, '1', [], {}]) {
      const { status, body } = await user.post(`${path}/retry`, { unscheduled });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['unscheduled']]);
    }
    expect((await user.post(`${path}/retry`, { unscheduled: 1 })).status).toBe(200);
    expect((await user.post(`${path}/retry`, { unscheduled: 1 })).status).toBe(409);
    const gone = await failedPost(user);
    await db.run('UPDATE posts SET file_key = NULL WHERE id = ?', [Number(gone.split('/').at(-1))]);
    expect((await user.post(`${gone}/retry`, { unscheduled: 1 })).status).toBe(409);
  });

  it('comes back once for two calls at once', async () => {
    const user = await app.users.subscriber();
    const path = await failedPost(user);
    const answers = await Promise.all([1, 2, 3].map(() => user.post(`${path}/retry`, { unscheduled: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await usage(user)).tasks).toBe(1);
  });
});

describe('another file for a failed item', () => {
  it('makes it pending without a time, with the new bytes in the place of the old ones', async () => {
    const user = await app.users.subscriber();
    const path = await failedPost(user, { time: Date.now() - HOUR });
    const before = (await user.get(path)).body;
    app.clock.ahead = 10 * 60_000;
    const begun = app.clock.now();
    const { status, body } = await sendFile(user, path, [fixture('hevc.mp4')]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: before.id,
      title: before.title,
      status: 'pending',
      scheduled_for: null,
      upload_error: null,
      size_bytes: await sizeOf('hevc.mp4'),
    });
    expect(Date.parse(body.created_at)).toBeGreaterThanOrEqual(begun);
    expect(await usage(user)).toEqual({ tasks: 1, bytes: await sizeOf('hevc.mp4') });
    const [old, fresh] = await Promise.all(
      [before, body].map(({ file_path }) => fetch(`${app.url}/storage/${file_path}`)),
    );
    expect([old!.status, fresh!.status]).toEqual([404, 200]);
    const bytes = Buffer.from(await fresh!.arrayBuffer());
    expect(bytes.equals(await readFile(fixture('hevc.mp4')))).toBe(true);
  });

  it('is taken for an item whose bytes are gone, and for one from the shared library', async () => {
    const user = await app.users.subscriber();
    const path = await failedPost(user);
    await db.run('UPDATE posts SET file_key = NULL WHERE id = ?', [Number(path.split('/').at(-1))]);
    await db.run('UPDATE quota_usage SET storage_used = 0 WHERE user_id = ?', [user.user.id]);
    expect((await sendFile(user, path, [fixture('portrait.mp4')])).status).toBe(200);
    expect(await usage(user)).toEqual({ tasks: 1, bytes: await sizeOf('portrait.mp4') });
  });

  it('counts the old bytes as free, and changes nothing when it does not fit', async () => {
    const bytes = 300_000;
    const user = await app.users.subscriber({ bytes, tasks: 5 });
    const path = await failedPost(user);
    const before = [await usage(user), (await user.get(path)).body];
    const [fits, tooLarge] = await Promise.all([
      paddedVideo(join(app.dir, 'fits.mp4'), bytes),
      paddedVideo(join(app.dir, 'too-large.mp4'), bytes + 1),
    ]);
    const refused = await sendFile(user, path, [tooLarge]);
    expect([refused.status, refused.body.error]).toEqual([422, 'storage_quota_exceeded']);
    expect([await usage(user), (await user.get(path)).body]).toEqual(before);
    expect((await sendFile(user, path, [fits])).status).toBe(200);
    expect((await usage(user)).bytes).toBe(bytes);
  });

  it('needs a free task', async () => {
    const user = await app.users.subscriber({ tasks: 1 });
    const path = await failedPost(user);
    await user.upload('/api/videos', [fixture('portrait.mp4')]);
    expect((await sendFile(user, path, [fixture('portrait.mp4')])).body.error).toBe('task_quota_exceeded');
  });

  it('is refused by the rules of an upload, as a second file, under another name, or missing', async () => {
    const user = await app.users.subscriber();
    const path = await failedPost(user);
    const film = fixture('portrait.mp4');
    const answers = [
      await sendFile(user, path, [fixture('landscape.mp4')]),
      await sendFile(user, path, [film, film]),
      await sendFile(user, path, [film], 'videos[]'),
      await sendFile(user, path, []),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, expect.any(Number)]);
    expect(answers.map(({ body }) => body.errors && Object.keys(body.errors)).slice(0, 3)).toEqual([
      ['another.mp4'],
      ['file'],
      ['videos[]'],
    ]);
    expect(answers[3]!.status).toBeGreaterThanOrEqual(400);
    expect((await user.put(`${path}/file`, { file: 'x' })).status).toBe(415);
    expect((await user.get(path)).body.status).toBe('failed');
  });

  it('is refused for an item that has not failed, and is a 404 for others', async () => {
    const user = await app.users.subscriber();
    const { body } = await user.upload('/api/videos', [fixture('portrait.mp4')]);
    const path = `/api/videos/${body.videos[0].id}`;
    expect((await sendFile(user, path, [fixture('portrait.mp4')])).status).toBe(409);
    const other = await app.users.subscriber();
    expect((await sendFile(other, path, [fixture('portrait.mp4')])).status).toBe(404);
  });

  it('replaces it once for two calls at once, and leaves one file', async () => {
    const user = await app.users.subscriber();
    const path = await failedPost(user);
    const answers = await Promise.all([1, 2].map(() => sendFile(user, path, [fixture('portrait.mp4')])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await usage(user)).toEqual({ tasks: 1, bytes: await sizeOf('portrait.mp4') });
  });
});

describe('a failure that is dismissed', () => {
  it('leaves the home screen and nothing else, also when it is dismissed twice', async () => {
    const user = await app.users.subscriber();
    const path = await failedPost(user);
    const failed = async () => (await user.get('/api/calendar/outlook')).body.failed.length;
    expect(await failed()).toBe(1);
    const first = await user.post(`${path}/dismiss`);
    expect([first.status, first.body.status]).toEqual([200, 'failed']);
    expect(first.body.dismissed_at).toEqual(expect.any(String));
    expect(await failed()).toBe(0);
    const second = await user.post(`${path}/dismiss`);
    expect([second.status, second.body.dismissed_at]).toEqual([200, first.body.dismissed_at]);
    expect((await user.get('/api/videos')).body.data[0].status).toBe('failed');

    const back = await user.post(`${path}/retry`, { unscheduled: 1 });
    expect(back.body.dismissed_at).toBeNull();
    expect((await user.post(`${path}/dismiss`)).status).toBe(409);
    expect((await (await app.users.subscriber()).post(`${path}/dismiss`)).status).toBe(404);
  });
});
