import { readFileSync } from 'node:fs';
import { checkInstallation } from '../../../backend/backup/check-installation';
import { Database } from '../../../backend/database/database';
import { Storage } from '../../../backend/ports/storage/storage';
import { MediaRetention } from '../../../backend/publishing/housekeeping/media-retention';
import { MediaSweep } from '../../../backend/publishing/housekeeping/media-sweep';
import { QuotaRecount } from '../../../backend/publishing/housekeeping/quota-recount';
import { MediaRemoval } from '../../../backend/uploads/media-removal';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';
import { makePost } from '../../support/made-posts';
import { tusOf } from '../../support/tus';
import { videoUploads } from '../../support/video-uploads';

const app = useApp();
const { usage, filesKept } = videoUploads(app);
const nest = () => app.running.nest;
const A_DAY_MS = 86_400_000;

let user: Client;
let media: string[];
let cover: string;
beforeEach(async () => {
  user = await app.users.subscriber();
  const { upload } = tusOf(user);
  media = [];
  for (const name of ['photo.jpg', 'photo.png', 'portrait.mp4'])
    media.push(await upload(readFileSync(fixture(name)), { filename: name }));
  cover = await upload(readFileSync(fixture('photo-exif.jpg')), { filename: 'c.jpg', purpose: 'cover' });
});
afterEach(async () => {
  expect(await nest().get(QuotaRecount).wrong()).toEqual([]);
});

const carousel = () =>
  makePost(nest(), user.user.id, { network: 'instagram', format: 'carousel', media, cover });
const statuses = async () =>
  Promise.all([...media, cover].map(async (id) => (await user.get(`/api/media/${id}`)).status));

it('stay while a post uses them, first or further or as its cover, and go with the last of them', async () => {
  const before = await filesKept();
  const used = await usage(user);
  const one = await carousel();
  const two = await carousel();
  expect(await usage(user)).toEqual({ ...used, tasks: 2 });
  for (const id of [...media, cover]) expect((await user.delete(`/api/media/${id}`)).status).toBe(409);
  app.clock.forward(2 * A_DAY_MS);
  await nest().get(MediaRemoval).removeExpired();
  expect((await user.delete(`/api/posts/${one}`)).status).toBe(200);
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  expect(await filesKept()).toEqual(before);
  expect((await user.delete(`/api/posts/${two}`)).status).toBe(200);
  expect(await statuses()).toEqual([404, 404, 404, 404]);
  expect(await usage(user)).toEqual({ tasks: 0, bytes: 0 });
  expect((await filesKept()).length).toBe(before.length - 4);
});

it('are kept by the order of the post, also in a copy of it', async () => {
  const id = await carousel();
  const copy = await user.post(`/api/posts/${id}/duplicate`);
  expect([copy.status, copy.body.format, copy.body.draft]).toEqual([201, 'carousel', 1]);
  const db = nest().get(Database);
  const filesOf = (post: number) =>
    db.rows(`SELECT position, type, f.file_key FROM post_media f WHERE post_id = ? ORDER BY position`, [
      post,
    ]);
  expect(await filesOf(copy.body.id)).toEqual(await filesOf(id));
  expect(await filesOf(id)).toMatchObject([
    { position: 1, type: 'image' },
    { position: 2, type: 'video' },
  ]);
  expect((await user.delete(`/api/posts/${id}`)).status).toBe(200);
  expect(await statuses()).toEqual([200, 200, 200, 200]);
});

it('are shown with the post, in their order', async () => {
  const id = await makePost(nest(), user.user.id, {
    ...{ network: 'instagram', format: 'carousel', media, altTexts: ['A loaf', null, 'A film'] },
    cover_at_ms: 1500,
    first_comment: 'First!',
  });
  const { body } = await user.get(`/api/posts/${id}`);
  expect(
    body.media.map((each: Record<string, unknown>) => [each.media_id, each.type, each.alt_text]),
  ).toEqual([
    [media[0], 'image', 'A loaf'],
    [media[1], 'image', null],
    [media[2], 'video', 'A film'],
  ]);
  expect(body).toMatchObject({ cover: { at_ms: 1500 }, link: null, first_comment: 'First!' });
  expect(body.first_comment_status).toBeNull();
  const film = await fetch(`${user.url}/storage/${body.media[2].file_path}`);
  expect(Buffer.from(await film.arrayBuffer()).equals(readFileSync(fixture('portrait.mp4')))).toBe(true);
  const { body: list } = await user.get('/api/posts');
  expect(list.data[0].media).toHaveLength(3);
  const withPicture = await makePost(nest(), user.user.id, {
    ...{ network: 'instagram', format: 'reel', media: [media[2]!], cover },
  });
  const { body: reel } = await user.get(`/api/posts/${withPicture}`);
  expect(reel.cover).toEqual({ media_id: cover, file_path: expect.stringContaining('.jpg') });
});

it('are neither swept nor reported as unknown, and are missed when they are gone', async () => {
  const id = await carousel();
  expect(await nest().get(MediaSweep).sweep({ all: true })).toMatchObject({ files: 0 });
  const db = nest().get(Database);
  const storage = nest().get(Storage);
  const [last] = await db.rows<{ file_key: string }>(
    'SELECT file_key FROM post_media WHERE post_id = ? ORDER BY position DESC',
    [id],
  );
  await storage.delete(last!.file_key);
  const { missing } = await checkInstallation(db, storage);
  expect(missing).toContain(`file of post ${id}: ${last!.file_key}`);
});

it('go when the retention of an ended post is over', async () => {
  const id = await carousel();
  const db = nest().get(Database);
  const ended = app.clock.now() - 400 * A_DAY_MS;
  await db.run("UPDATE posts SET status = 'published', idle_since = ? WHERE id = ?", [ended, id]);
  await db.run('UPDATE quota_usage SET tasks_used = tasks_used - 1 WHERE user_id = ?', [user.user.id]);
  await nest().get(MediaRetention).run();
  expect(await statuses()).toEqual([404, 404, 404, 404]);
  const [post] = await db.rows('SELECT file_key, cover_key FROM posts WHERE id = ?', [id]);
  expect(post).toEqual({ file_key: null, cover_key: null });
  expect((await user.post(`/api/posts/${id}/duplicate`)).status).toBe(409);
});
