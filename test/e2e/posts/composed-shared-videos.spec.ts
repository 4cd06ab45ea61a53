import { readFileSync } from 'node:fs';
import { Database } from '../../../backend/database/database';
import { QuotaRecount } from '../../../backend/publishing/housekeeping/quota-recount';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';
import { addAccount } from '../../support/more-accounts';
import { addSharedVideo } from '../../support/shared-library';
import { tusOf } from '../../support/tus';
import { videoUploads } from '../../support/video-uploads';

// Without a publisher, which would answer to the times.
const app = useApp({ env: { ROLE: 'api' } });
const { usage, leavesNothing } = videoUploads(app);
const AT = '2030-12-05T12:00:00.000Z';

let admin: Client;
let user: Client;
let page: number;
let reels: number;
let video: number;
beforeAll(async () => {
  admin = await app.users.admin();
});
beforeEach(async () => {
  user = await app.users.subscriber();
  await allow(user);
  const add = (more: Parameters<typeof addAccount>[2]) => addAccount(app.running.nest, user.user.id, more);
  page = await add({ id: '930100', name: 'Bakery', is_default: 1 });
  reels = await add({ id: '930200', name: 'bakery', network: 'instagram', is_default: 1 });
  video = await addSharedVideo(admin, 'Knead v1.2');
});
afterEach(async () => {
  expect(await app.running.nest.get(QuotaRecount).wrong()).toEqual([]);
});

const allow = (client: Client, can_use_shared_videos = 1) =>
  admin.put(`/api/admin/users/${client.user.id}`, { can_use_shared_videos });
const shared = (shared_video_id: unknown = video) => ({ media: [{ shared_video_id }] });
const both = () => [
  { account_id: page, format: 'reel' },
  { account_id: reels, format: 'reel' },
];
const uses = () =>
  app.running.nest
    .get(Database)
    .rows('SELECT remote_id FROM library_uses WHERE user_id = ? AND shared_video_id = ? ORDER BY remote_id', [
      user.user.id,
      video,
    ]);

describe('a shared video in POST /posts', () => {
  it('is a task on each account, takes no storage, and counts as used there', async () => {
    const { status, body } = await user.post('/api/posts', {
      ...shared(),
      targets: both(),
      description: 'Ten minutes.',
      cover: { at_ms: 500 },
    });
    expect([status, body.message]).toEqual([201, undefined]);
    expect(body.posts).toMatchObject([
      { format: 'reel', title: 'Knead v1.2', shared_video_id: video, size_bytes: 0, cover: { at_ms: 500 } },
      { kind: 'instagram_video', description: 'Ten minutes.', shared_video_id: video },
    ]);
    expect(await usage(user)).toEqual({ tasks: 2, bytes: 0 });
    expect(await uses()).toEqual([{ remote_id: '930100' }, { remote_id: '930200' }]);
    // By hand, it may go out again.
    const again = { ...shared(String(video)), targets: [{ account_id: page, format: 'story' }] };
    expect((await user.post('/api/posts', { ...again, scheduled_for: AT })).status).toBe(201);
    expect(await uses()).toHaveLength(2);
    for (const { id } of body.posts) await user.delete(`/api/posts/${id}`);
    expect((await user.get(`/api/shared-videos/${video}`)).status).toBe(200);
  });

  it('is refused to those who may not use the library, and where it is no longer in it', async () => {
    const wanted = { ...shared(), targets: both() };
    await allow(user, 0);
    for (const path of ['/api/posts', '/api/posts/check']) {
      const { status, body } = await leavesNothing(user, () => user.post(path, wanted));
      expect([status, body.message]).toEqual([403, 'You need permission to access shared videos.']);
    }
    await allow(user);
    await admin.delete(`/api/shared-videos/${video}`);
    const { status, body } = await leavesNothing(user, () => user.post('/api/posts', wanted));
    expect([status, body.errors]).toEqual([
      422,
      { 'media[0]': [`The shared video ${video} is not in the library (any more).`] },
    ]);
  });

  it.each([[0], [-1], ['x'], [null], [{}], [[1]], [1e9], ['9'.repeat(30)], [1.5]])(
    'has an id of the library, unlike %j',
    async (id) => {
      const { status, body } = await user.post('/api/posts', { ...shared(id), targets: both() });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['media[0]']]);
    },
  );

  it('is one file, the only one of its post, and of a format that lasts as long', async () => {
    const photo = await tusOf(user).upload(readFileSync(fixture('photo.jpg')), { filename: 'a.jpg' });
    const errorsOf = async (media: object[], format = 'carousel') =>
      (await user.post('/api/posts', { media, targets: [{ account_id: reels, format }] })).body.errors;
    expect(await errorsOf([{ shared_video_id: video }, { media_id: photo }])).toEqual({
      media: ['A shared video is the only file of its post.'],
    });
    expect(Object.keys(await errorsOf([{ shared_video_id: video, media_id: photo }]))).toEqual(['media[0]']);
    expect(await errorsOf([{ shared_video_id: video }], 'photo')).toEqual({
      'targets[0].format': ['Knead v1.2: A photo is made of a picture'],
    });
  });
});

describe('a shared video in PUT /posts/{id}', () => {
  const make = async (body: object) =>
    (await user.post('/api/posts', { targets: both().slice(0, 1), ...body })).body.posts[0].id as number;

  it('takes the place of a file, which frees its storage, and gives its place to one', async () => {
    const upload = (name: string) =>
      tusOf(user).upload(readFileSync(fixture('portrait.mp4')), { filename: name });
    const id = await make({ media: [{ media_id: await upload('own.mp4') }] });
    const { body } = await user.put(`/api/posts/${id}`, shared());
    expect([body.shared_video_id, body.media[0].media_id]).toEqual([video, null]);
    expect(await usage(user)).toEqual({ tasks: 1, bytes: 0 });
    expect(await uses()).toEqual([{ remote_id: '930100' }]);
    const own = await upload('own.mp4');
    const back = await user.put(`/api/posts/${id}`, { media: [{ media_id: own }] });
    expect([back.body.shared_video_id, back.body.media[0].media_id]).toEqual([null, own]);
    expect((await user.get(`/api/shared-videos/${video}`)).body.thumbnail_path).toBeNull();
    await user.delete(`/api/posts/${id}`);
  });

  it('counts as used on the account that the post moves to with it', async () => {
    const other = await addAccount(app.running.nest, user.user.id, { id: '930300', name: 'Second' });
    const id = await make({ targets: [{ account_id: page, format: 'text' }], description: 'Text' });
    expect((await user.put(`/api/posts/${id}`, shared())).status).toBe(422);
    const reel = await make(shared(await addSharedVideo(admin, 'First')));
    const moved = await user.put(`/api/posts/${reel}`, { ...shared(), account_id: other });
    expect([moved.status, moved.body.account.id]).toEqual([200, other]);
    expect(await uses()).toContainEqual({ remote_id: '930300' });
    const again = await make(shared(await addSharedVideo(admin, 'Second')));
    const refused = await user.put(`/api/posts/${again}`, { ...shared(), account_id: other });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'That account has this shared video already. An account posts each one once.',
    ]);
  });

  it('is refused to those who may not use the library; what is made of one already may change', async () => {
    const id = await make(shared());
    await allow(user, 0);
    expect((await user.put(`/api/posts/${id}`, shared())).status).toBe(403);
    expect((await user.put(`/api/posts/${id}`, { description: 'New' })).body).toMatchObject({
      description: 'New',
      shared_video_id: video,
    });
  });
});
