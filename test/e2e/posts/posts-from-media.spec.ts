import { readFileSync } from 'node:fs';
import { Storage } from '../../../backend/ports/storage/storage';
import { QuotaRecount } from '../../../backend/publishing/housekeeping/quota-recount';
import { MediaRemoval } from '../../../backend/uploads/media-removal';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';
import { tusOf } from '../../support/tus';
import { nowToPost } from '../../support/post-times';
import { STUDIO_PLAN } from '../../support/users';
import { PORTRAIT, videoUploads } from '../../support/video-uploads';

const HOUR = 3_600_000;

const app = useApp();
const { usage, filesKept } = videoUploads(app);
const video = readFileSync(PORTRAIT);
const photo = readFileSync(fixture('photo.jpg'));

let user: Client;
let id: string;
beforeEach(async () => {
  user = await app.users.subscriber();
  id = await tusOf(user).upload(video, { filename: 'Winter.mp4' });
});
afterEach(async () => {
  expect(await app.running.nest.get(QuotaRecount).wrong()).toEqual([]);
});

it('makes items of a file, whose bytes count once and go with the last of them', async () => {
  const before = await filesKept();
  const first = await user.post('/api/videos', {
    media_ids: [id, id],
    titles: ['One'],
    descriptions: ['', 'Text'],
    scheduled_for: ['', '2030-12-05 12:00:00'],
  });
  expect(first.status).toBe(201);
  expect(first.body.videos).toMatchObject([
    { title: 'One', description: null, scheduled_for: null, size_bytes: video.length },
    { title: 'Winter', description: 'Text', size_bytes: video.length },
  ]);
  const reel = await user.post('/api/instagram/videos', { media_ids: [id] });
  expect(reel.status).toBe(201);
  expect(await usage(user)).toEqual({ tasks: 3, bytes: video.length });
  expect((await user.get(`/api/media/${id}`)).body.expires_at).toBeNull();
  expect((await user.delete(`/api/media/${id}`)).status).toBe(409);
  expect((await tusOf(user).send('DELETE', `/api/uploads/${id}`)).status).toBe(409);

  app.clock.forward(1441 * 60_000);
  await app.running.nest.get(MediaRemoval).removeExpired();
  const [one, two] = first.body.videos;
  for (const path of [`videos/${one.id}`, `videos/${two.id}`])
    expect((await user.delete(`/api/${path}`)).status).toBe(200);
  const left = await user.get(`/api/instagram/videos/${reel.body.videos[0].id}`);
  const file = await fetch(`${user.url}/storage/${left.body.file_path}`);
  expect(Buffer.from(await file.arrayBuffer()).equals(video)).toBe(true);
  expect(await filesKept()).toEqual(before);
  expect((await user.delete(`/api/instagram/videos/${left.body.id}`)).status).toBe(200);
  expect(await usage(user)).toEqual({ tasks: 0, bytes: 0 });
  expect((await user.get(`/api/media/${id}`)).status).toBe(404);
  expect((await filesKept()).length).toBe(before.length - 1);
});

it('applies the rules of the list, and stores nothing of a refused call', async () => {
  const picture = await tusOf(user).upload(photo, { filename: 'Photo.jpg' });
  const used = await usage(user);
  const refused = await user.post('/api/videos', { media_ids: [id, picture] });
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { 'Photo.jpg': ['Only MP4 videos are supported'] },
  ]);
  const other = await app.users.subscriber();
  expect((await other.post('/api/videos', { media_ids: [id] })).body.errors).toHaveProperty('media_ids');
  for (const media_ids of [[], 'x', [1], ['f'.repeat(32)], null])
    expect((await user.post('/api/videos', { media_ids })).body.errors).toHaveProperty('media_ids');
  const path = await tusOf(user).begin(10);
  const unfinished = await user.post('/api/videos', { media_ids: [path.split('/').at(-1)] });
  expect([unfinished.status, unfinished.body.error]).toEqual([409, 'upload_incomplete']);
  await tusOf(user).send('DELETE', path);
  expect(await usage(user)).toEqual(used);
  expect((await user.post('/api/photos', { media_ids: [picture] })).status).toBe(201);
});

it('takes no task too many, and keeps the file', async () => {
  const small = await app.users.subscriber({ tasks: 2, bytes: 10 * video.length });
  const medium = await tusOf(small).upload(video);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => small.post('/api/videos', { media_ids: [medium] })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422]);
  expect(await usage(small)).toEqual({ tasks: 2, bytes: video.length });
});

it('gives each item the picture of the file', async () => {
  await tusOf(user).send('PUT', `/api/media/${id}/poster`, { 'content-type': 'image/jpeg' }, photo);
  const { body } = await user.post('/api/videos', { media_ids: [id, id] });
  const pictures = body.videos.map((each: any) => each.thumbnail_path.split('?')[0]);
  expect(new Set(pictures).size).toBe(2);
});

/** The file, with a picture; but of that nothing is stored any more. */
async function withoutPicture(who: Client, medium: string): Promise<string> {
  await tusOf(who).send('PUT', `/api/media/${medium}/poster`, { 'content-type': 'image/jpeg' }, photo);
  const { thumbnail_path } = (await who.get(`/api/media/${medium}`)).body;
  await app.running.nest.get(Storage).delete(thumbnail_path.split('?')[0]);
  return medium;
}

it('makes items without a picture when the one of the file is missing', async () => {
  const media_ids = [await withoutPicture(user, id)];
  const { status, body } = await user.post('/api/videos', { media_ids });
  expect([status, body.videos]).toMatchObject([201, [{ thumbnail_path: null }]]);
  expect((await user.post('/api/instagram/videos', { media_ids })).status).toBe(201);
});

describe('an administrator with an uploaded file', () => {
  let admin: Client;
  let medium: string;
  beforeEach(async () => {
    admin = await app.users.admin();
    await app.users.grant(admin, STUDIO_PLAN);
    medium = await tusOf(admin).upload(video, { filename: 'Knead.mp4', purpose: 'library' });
  });

  it('shares it without a picture when that is missing', async () => {
    const media_ids = [await withoutPicture(admin, medium)];
    const { status, body } = await admin.post('/api/shared-videos', { media_ids });
    expect([status, body.thumbnail_path]).toEqual([201, null]);
  });

  it('is told when its bytes are gone', async () => {
    const { file_path } = (await admin.get(`/api/media/${medium}`)).body;
    await app.running.nest.get(Storage).delete(file_path.split('?')[0]);
    const { status, body } = await admin.post('/api/shared-videos', { media_ids: [medium] });
    expect([status, body.errors]).toEqual([
      422,
      { media_ids: [`The file ${medium} is none of your uploads, or is gone.`] },
    ]);
  });
});

it('adds an uploaded file to the shared library, with bytes of its own', async () => {
  const admin = await app.users.admin();
  expect((await user.post('/api/shared-videos', { media_ids: [id] })).status).toBe(403);
  await app.users.grant(admin, STUDIO_PLAN);
  const medium = await tusOf(admin).upload(video, { filename: 'Knead.mp4', purpose: 'library' });
  for (const media_ids of [[], [medium, medium], [id]])
    expect((await admin.post('/api/shared-videos', { media_ids })).body.errors).toHaveProperty('media_ids');
  const { status, body } = await admin.post('/api/shared-videos', {
    media_ids: [medium],
    titles: ['By hand'],
  });
  expect([status, body.title, body.size_bytes]).toEqual([201, 'By hand', video.length]);
  expect((await admin.delete(`/api/media/${medium}`)).status).toBe(200);
  const file = await fetch(`${admin.url}/storage/${body.file_path}`);
  expect(Buffer.from(await file.arrayBuffer()).equals(video)).toBe(true);
});

describe('an upload that takes a while', () => {
  it('puts its item where it began, and takes a time that passed meanwhile', async () => {
    const { pieces, path, time } = await beginLong();
    await user.post('/api/videos', { media_ids: [id], titles: ['Quick'] });
    app.clock.forward(5 * 60_000);
    await pieces();
    const made = await user.post('/api/videos', {
      media_ids: [path.split('/').at(-1)],
      titles: ['Long'],
      scheduled_for: [time],
    });
    expect(made.body.videos).toMatchObject([{ title: 'Long', scheduled_for: time }]);
    const again = await user.post('/api/videos', {
      media_ids: [path.split('/').at(-1)],
      scheduled_for: [time],
    });
    expect([again.status, again.body.errors]).toEqual([422, { 'scheduled_for[0]': [expect.any(String)] }]);
  });

  it('takes no time that passed after it had come in, and still puts its item where it began', async () => {
    const { pieces, path, time } = await beginLong();
    await pieces();
    const media_ids = [path.split('/').at(-1)];
    app.clock.forward(8 * HOUR);
    const anHourOn = new Date(Date.parse(time) + HOUR).toISOString();
    const late = await user.post('/api/videos', { media_ids, scheduled_for: [anHourOn] });
    expect([late.status, late.body.errors]).toEqual([
      422,
      { 'scheduled_for[0]': ['Choose a time that has not passed.'] },
    ]);
    const { body } = await user.post('/api/videos', { media_ids });
    expect(Date.parse(body.videos[0].created_at) - Date.parse(time)).toBeLessThan(HOUR);
  });

  async function beginLong() {
    const path = await tusOf(user).begin(video.length, { filename: 'Long.mp4' });
    const pieces = () => tusOf(user).piece(path, 0, video);
    return { path, pieces, time: (await nowToPost(app.clock.ahead)).toISOString() };
  }
});
