import { readFileSync } from 'node:fs';
import { Database, type Statement } from '../../../backend/database/database';
import { DatabaseAway } from '../../../backend/database/database-errors';
import { ADMIN, useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';
import { tusOf } from '../../support/tus';
import { PORTRAIT, uploadVideo } from '../../support/video-uploads';

const app = useApp({ env: { ROLE: 'api' } });

it('keeps the bytes of an upload whose rows were written, though the answer of the database was lost', async () => {
  const user = await app.users.subscriber();
  const db = app.running.nest.get(Database);
  const real = db.atomically.bind(db);
  const lost = jest.spyOn(db, 'atomically').mockImplementation(async (statements) => {
    await real(statements);
    throw new DatabaseAway();
  });
  const { status, body } = await user.upload('/api/videos', [PORTRAIT]);
  lost.mockRestore();
  expect([status, body.error]).toEqual([503, 'unavailable']);
  const [item] = (await user.get('/api/videos')).body.data;
  expect((await fetch(`${app.url}/storage/${item.file_path}`)).status).toBe(200);
});

const READ_BACK = /from `posts` where `id` in|from `shared_videos`.* where .*`v`.`id` = /;

/** What runs whenever what was just made is read. */
function beforeReadBack(work: () => void | Promise<void>) {
  const db = app.running.nest.get<{ read: (statement: Statement) => Promise<unknown[]> }>(Database);
  const real = db.read.bind(db);
  return jest.spyOn(db, 'read').mockImplementation(async (statement) => {
    if (READ_BACK.test(statement.sql)) await work();
    return real(statement);
  });
}

describe.each([new DatabaseAway(), new Error('out of memory')])(
  'when reading back fails with %p',
  (error) => {
    const failing = () =>
      beforeReadBack(() => {
        throw error;
      });
    const bytesOf = async (user: Client, id: number): Promise<number> => {
      const { file_path } = (await user.get(`/api/videos/${id}`)).body;
      return (await (await fetch(`${app.url}/storage/${file_path}`)).arrayBuffer()).byteLength;
    };

    it('keeps the bytes of an upload', async () => {
      const user = await app.users.subscriber();
      const failure = failing();
      const { status } = await user.upload('/api/videos', [PORTRAIT]);
      failure.mockRestore();
      expect(status).toBe(error instanceof DatabaseAway ? 503 : 500);
      const [item] = (await user.get('/api/videos')).body.data;
      expect(await bytesOf(user, item.id)).toBe(item.size_bytes);
    });

    it('keeps the bytes of a copy', async () => {
      const user = await app.users.subscriber();
      const original = await uploadVideo(user);
      const failure = failing();
      const { status } = await user.post(`/api/posts/${original.id}/duplicate`);
      failure.mockRestore();
      expect(status).toBe(error instanceof DatabaseAway ? 503 : 500);
      const copy = (await user.get('/api/videos')).body.data.find(
        ({ id }: { id: number }) => id !== original.id,
      );
      expect(await bytesOf(user, copy.id)).toBe(original.size_bytes);
    });

    it('keeps the bytes of a video of the library', async () => {
      const admin = await app.client.login(ADMIN.email, ADMIN.password);
      const form = new FormData();
      form.append('video', new Blob([readFileSync(PORTRAIT)], { type: 'video/mp4' }), 'a.mp4');
      const failure = failing();
      const { status } = await admin.post('/api/shared-videos', form);
      failure.mockRestore();
      expect(status).toBe(error instanceof DatabaseAway ? 503 : 500);
      const [video] = (await admin.get('/api/shared-videos')).body;
      expect((await fetch(`${app.url}/storage/${video.file_path}`)).status).toBe(200);
    });

    it('keeps the poster of a post that is made from an uploaded file', async () => {
      const user = await app.users.subscriber();
      const tus = tusOf(user);
      const id = await tus.upload(readFileSync(PORTRAIT), { filename: 'a.mp4' });
      const poster = readFileSync(fixture('photo.jpg'));
      await tus.send('PUT', `/api/media/${id}/poster`, { 'content-type': 'image/jpeg' }, poster);
      const failure = failing();
      await user.post('/api/videos', { media_ids: [id] });
      failure.mockRestore();
      const [item] = (await user.get('/api/videos')).body.data;
      expect((await fetch(`${app.url}/storage/${item.thumbnail_path}`)).status).toBe(200);
    });
  },
);

it('says that a copy changed which was removed before it could be shown', async () => {
  const user = await app.users.subscriber();
  const original = await uploadVideo(user);
  const db = app.running.nest.get(Database);
  const removal = beforeReadBack(async () => {
    await db.run('DELETE FROM posts WHERE id > ?', [original.id]);
  });
  const { status, body } = await user.post(`/api/posts/${original.id}/duplicate`);
  removal.mockRestore();
  expect([status, body.message]).toEqual([409, 'This item changed just now. Reload and try again.']);
});
