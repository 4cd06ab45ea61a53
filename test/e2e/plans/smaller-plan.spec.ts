import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture, paddedVideo } from '../../support/media';
import { tusOf } from '../../support/tus';
import { addSharedVideo } from '../../support/shared-library';
import { PORTRAIT, uploadVideo, videoUploads } from '../../support/video-uploads';

const app = useApp();
const { usage } = videoUploads(app);

/** As the publisher leaves it. */
async function fail(user: Client, id: number): Promise<void> {
  const db = app.running.nest.get(Database);
  await db.run("UPDATE posts SET status = 'failed', due_at = NULL WHERE id = ?", [id]);
  await db.run('UPDATE quota_usage SET tasks_used = tasks_used - 1 WHERE user_id = ?', [user.user.id]);
}

async function sendFile(user: Client, id: number, file: string) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await readFile(file))]), 'another.mp4');
  return user.put(`/api/videos/${id}/file`, form);
}

const accountOf = async (user: Client): Promise<number> => (await user.get('/api/accounts')).body[0].id;

async function withLessStorage(user: Client): Promise<void> {
  await app.users.grant(user, await app.users.plan({ max_storage_bytes: 1000 }));
}

describe('a plan with less storage than is used', () => {
  let user: Client;
  beforeEach(async () => {
    user = await app.users.subscriber({ connected: true });
  });

  it('lets a failed item, whose bytes are still counted, be tried again', async () => {
    const { id } = await uploadVideo(user);
    await fail(user, id);
    const { bytes } = await usage(user);
    await withLessStorage(user);
    const { status, body } = await user.post(`/api/videos/${id}/retry`);
    expect([status, body.status]).toEqual([200, 'pending']);
    expect(await usage(user)).toEqual({ tasks: 1, bytes });
  });

  it('takes what needs no storage: texts, files that are counted already, the library, duplicates', async () => {
    const medium = await tusOf(user).upload(await readFile(PORTRAIT));
    const admin = await app.users.admin();
    const shared = await addSharedVideo(admin, 'Of the library');
    await admin.put(`/api/admin/users/${user.user.id}`, { can_use_shared_videos: 1 });
    await withLessStorage(user);
    const account_id = await accountOf(user);
    const text = { targets: [{ account_id, format: 'text' }], description: 'Words' };
    const film = { targets: [{ account_id, format: 'reel' }], media: [{ media_id: medium }] };
    const answers = [
      await user.post('/api/posts', text),
      await user.post('/api/posts', film),
      await user.post('/api/videos', { media_ids: [medium] }),
      await user.post('/api/videos', { shared_video_ids: [shared] }),
    ];
    const made = (await user.get('/api/posts')).body.data[0].id;
    answers.push(await user.post(`/api/posts/${made}/duplicate`));
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
      answers.map(() => [201, undefined]),
    );
    expect(await usage(user)).toEqual({ tasks: 5, bytes: (await stat(PORTRAIT)).size });
  });

  it('takes a smaller file in the place of another, and no larger one', async () => {
    const [large, larger] = await Promise.all([
      paddedVideo(join(app.dir, 'large.mp4'), 300_000),
      paddedVideo(join(app.dir, 'larger.mp4'), 300_001),
    ]);
    const { body } = await user.upload('/api/videos', [large]);
    const { id } = body.videos[0];
    await fail(user, id);
    await withLessStorage(user);
    expect((await sendFile(user, id, larger)).body.error).toBe('storage_quota_exceeded');
    const { status } = await sendFile(user, id, fixture('portrait.mp4'));
    expect(status).toBe(200);
    expect((await usage(user)).bytes).toBe((await stat(PORTRAIT)).size);
  });

  it('refuses what needs more', async () => {
    await uploadVideo(user);
    await withLessStorage(user);
    expect((await user.upload('/api/videos', [PORTRAIT])).body.error).toBe('storage_quota_exceeded');
    expect((await tusOf(user).create(1)).body.error).toBe('storage_quota_exceeded');
  });
});

describe('more tasks than the plan allows', () => {
  it('let an upload begin, which takes none, and no item be made of it', async () => {
    const user = await app.users.subscriber({ tasks: 1 });
    const { id } = await uploadVideo(user);
    await fail(user, id);
    await uploadVideo(user);
    expect((await user.post(`/api/videos/${id}/retry`, { unscheduled: 1 })).status).toBe(200);
    expect((await usage(user)).tasks).toBe(2);
    const medium = await tusOf(user).upload(await readFile(PORTRAIT));
    const { status, body } = await user.post('/api/videos', { media_ids: [medium] });
    expect([status, body.error]).toEqual([422, 'task_quota_exceeded']);
    expect(body.message).toMatch(/^Your plan allows 1 task at a time and 2 are taken\./);
  });
});
