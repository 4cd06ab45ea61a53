import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BulkMarking } from '../../../backend/accounts/turns/bulk-marking';
import { AutoPosting } from '../../../backend/autopost/auto-posting';
import type { Done } from '../../../backend/database/database';
import { DatabaseAway } from '../../../backend/database/database-errors';
import { RemovedVideos } from '../../../backend/publishing/housekeeping/removed-videos';
import { ADMIN, useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { fixture } from '../../support/media';
import { nowToPost } from '../../support/post-times';
import { videoUploads } from '../../support/video-uploads';

describe('the shared library', () => {
  const app = useApp();
  let admin: Client;
  let user: Client;
  let category: number;

  beforeAll(async () => {
    admin = await app.client.login(ADMIN.email, ADMIN.password);
    user = await app.users.subscriber({ connected: true });
    await admin.put(`/api/admin/users/${user.user.id}`, { can_use_shared_videos: 1 });
    category = (await admin.post('/api/categories', { name: 'Recipes' })).body.id;
  });

  const share = async (who: Client, file: string, more: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(more)) form.append(name, value);
    form.append('video', new Blob([await readFile(fixture(file))], { type: 'video/mp4' }), file);
    return who.post('/api/shared-videos', form);
  };

  it('is filled by administrators alone, by the second rule set', async () => {
    expect((await share(user, 'portrait.mp4')).status).toBe(403);
    const { status, body } = await share(admin, 'portrait.mov', {
      title: 'Soup',
      category_id: String(category),
    });
    expect([status, body]).toMatchObject([
      201,
      { title: 'Soup', category_id: category, category: { id: category, name: 'Recipes' } },
    ]);
    expect((await share(admin, 'small.mp4', { title: 'Small' })).status).toBe(201);
    expect((await share(admin, 'text.mp4')).body.errors).toEqual({
      'text.mp4': ['Only MP4 or MOV videos are supported'],
    });
    expect((await share(admin, 'short.mp4')).body.errors).toEqual({
      'short.mp4': ['Video duration must be between 3 seconds and 15 minutes'],
    });
    expect((await share(admin, 'tall-4k.mp4')).body.errors).toEqual({
      'tall-4k.mp4': ['Video width must not exceed 1920 pixels'],
    });
    expect((await share(admin, 'square.mp4')).body.errors).toEqual({
      'square.mp4': ['Video must have a 9:16 aspect ratio'],
    });
    expect((await share(admin, 'broken-moov.mp4')).body.errors).toEqual({
      'broken-moov.mp4': ['Unable to validate video'],
    });
    expect((await share(admin, 'portrait.mp4', { category_id: '999' })).body.errors).toHaveProperty(
      'category_id',
    );
  });

  it('is seen by those who may, by category too', async () => {
    const stranger = await app.client.register();
    const refused = await stranger.get('/api/shared-videos');
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'You need permission to access shared videos.',
    ]);
    const all = await user.get('/api/shared-videos');
    expect(all.body.map(({ title }: { title: string }) => title)).toEqual(['Small', 'Soup']);
    expect((await user.get(`/api/shared-videos?category_id=${category}`)).body).toHaveLength(1);
    expect((await user.get('/api/shared-videos?category_id=x')).status).toBe(422);
    const media = await fetch(`${app.url}/storage/${all.body[0].file_path}`);
    expect(media.status).toBe(200);
  });

  it('lets a video be posted without taking storage, and deleted while it is still needed', async () => {
    const { body: videos } = await user.get('/api/shared-videos');
    const soup = videos.find(({ title }: { title: string }) => title === 'Soup');
    const before = (await user.get('/api/user/subscription')).body;
    const { status, body } = await user.post('/api/videos', {
      shared_video_ids: [soup.id],
      titles: ['My soup'],
    });
    expect([status, body.videos]).toMatchObject([
      201,
      [{ title: 'My soup', shared_video_id: soup.id, category: { name: 'Recipes' } }],
    ]);
    const after = (await user.get('/api/user/subscription')).body;
    expect([
      after.submissions.used - before.submissions.used,
      after.storage.used - before.storage.used,
    ]).toEqual([1, 0]);

    expect((await user.delete(`/api/shared-videos/${soup.id}`)).status).toBe(403);
    expect((await admin.delete(`/api/shared-videos/${soup.id}`)).body.title).toBe('Soup');
    expect((await user.get(`/api/shared-videos/${soup.id}`)).status).toBe(404);
    await app.running.nest.get(RemovedVideos).run();
    const { id } = body.videos[0];
    await user.put(`/api/videos/${id}/reschedule`, { scheduled_for: (await nowToPost()).toISOString() });
    const item = await eventually(
      () => user.get(`/api/videos/${id}`),
      (answer) => ['published', 'failed'].includes(answer.body.status),
    );
    expect([item.body.status, item.body.upload_error]).toEqual(['published', null]);

    const [key = ''] = item.body.file_path.split('?');
    const path = join(app.dir, 'media', key.slice(0, 2), key);
    expect(existsSync(path)).toBe(true);
    await app.running.nest.get(RemovedVideos).run();
    expect(existsSync(path)).toBe(false);
    expect((await user.get(`/api/videos/${id}`)).body.file_path).toBeNull();
  });

  it('refuses ids that are not in it, and those who may not', async () => {
    const stranger = await app.users.subscriber({ connected: true });
    expect((await stranger.post('/api/videos', { shared_video_ids: [1], titles: [] })).status).toBe(403);
    for (const ids of [[999], [], 'x', [-1], [{}]])
      expect((await user.post('/api/videos', { shared_video_ids: ids, titles: [] })).status).toBe(422);
  });

  it('feeds an empty queue by preferred categories, each video once', async () => {
    await share(admin, 'portrait-1080.mp4', { title: 'Bread', category_id: String(category) });
    await user.put('/api/user/preferences/categories', { category_ids: [category] });
    const posted = async () => (await user.get('/api/videos?filter={"q":"Bread"}&range=[0,9]')).body;
    app.clock.forward(61 * 60_000);
    await app.running.nest.get(AutoPosting).look();
    await eventually(posted, ([post]) => post?.status === 'published');
    app.clock.forward(61 * 60_000);
    await app.running.nest.get(AutoPosting).look();
    await app.running.nest.get(AutoPosting).look();
    expect(await posted()).toHaveLength(1);
  });

  it('moves videos between categories, and leaves them without one when it is deleted', async () => {
    const [video] = (await user.get('/api/shared-videos')).body;
    expect(
      (await user.put(`/api/shared-videos/${video.id}/category`, { category_id: category })).status,
    ).toBe(403);
    expect(
      (await admin.put(`/api/shared-videos/${video.id}/category`, { category_id: null })).body.category,
    ).toBeNull();
    expect(
      (await admin.put(`/api/shared-videos/${video.id}/category`, { category_id: category })).body
        .category_id,
    ).toBe(category);
    await admin.delete(`/api/categories/${category}`);
    expect((await user.get(`/api/shared-videos/${video.id}`)).body.category).toBeNull();
  });

  describe('when the category is deleted after it was looked for', () => {
    const { filesKept } = videoUploads(app);
    let doomed: number;
    let files: string[];

    beforeEach(async () => {
      doomed = (await admin.post('/api/categories', { name: 'Doomed' })).body.id;
      files = await filesKept();
    });

    /** Runs in place of the change. */
    function instead(work: (change: () => Promise<Done[] | null>) => Promise<Done[] | null>): void {
      const marking = app.running.nest.get(BulkMarking);
      const real = marking.change.bind(marking);
      jest
        .spyOn(marking, 'change')
        .mockImplementationOnce((...statements) => work(() => real(...statements)));
    }
    const deleteIt = async () => {
      expect((await admin.delete(`/api/categories/${doomed}`)).status).toBe(200);
    };
    const deleteItFirst = () => instead((change) => deleteIt().then(change));
    const NONE = [422, { category_id: ['There is no such category.'] }];

    it('refuses an upload into it, and keeps no file of it', async () => {
      deleteItFirst();
      const { status, body } = await share(admin, 'portrait.mp4', { category_id: String(doomed) });
      expect([status, body.errors]).toEqual(NONE);
      expect(await filesKept()).toEqual(files);
    });

    it('moves no video into it', async () => {
      const { id } = (await share(admin, 'portrait.mp4')).body;
      deleteItFirst();
      const { status, body } = await admin.put(`/api/shared-videos/${id}/category`, { category_id: doomed });
      expect([status, body.errors]).toEqual(NONE);
    });

    it('still answers 503 when the video may have been stored before', async () => {
      instead(async (change) => {
        await change();
        await deleteIt();
        throw new DatabaseAway();
      });
      const { status } = await share(admin, 'portrait.mp4', { title: 'Stored', category_id: `${doomed}` });
      expect(status).toBe(503);
      const [video] = (await user.get('/api/shared-videos')).body;
      expect([video.title, video.category]).toEqual(['Stored', null]);
      expect((await fetch(`${app.url}/storage/${video.file_path}`)).status).toBe(200);
    });

    it('still answers 500 for a failure that has nothing to do with it', async () => {
      instead(() => Promise.reject(new Error('out of memory')));
      expect((await share(admin, 'portrait.mp4', { category_id: `${doomed}` })).status).toBe(500);
    });
  });
});
