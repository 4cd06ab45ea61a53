import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../../../backend/database/database';
import { startTestApp, type TestApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { fixture, paddedVideo } from '../../support/media';
import { nowToPost } from '../../support/post-times';
import type { Fate } from '../../support/swift/faulty-link';
import { onSwift } from '../../support/swift/swift';
import { AppBucket } from '../../support/swift/use-bucket';
import { PORTRAIT, videoUploads } from '../../support/video-uploads';

const MEGABYTE = 1024 ** 2;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

onSwift('while the bucket', (swift) => {
  let bucket: AppBucket;
  let app: TestApp;
  let user: Client;
  let large: string;
  beforeAll(async () => {
    bucket = await AppBucket.make(swift());
    app = await startTestApp({ env: bucket.env });
    user = await app.users.subscriber({ connected: true });
    large = await paddedVideo(join(app.dir, 'large.mp4'), 12 * MEGABYTE);
  });
  afterEach(() => bucket.link.mend());
  afterAll(async () => {
    await app.end();
    await bucket.link.end();
  });

  const isFile = ({ path }: { path: string }) => path.includes('/media/');
  const item = async (kind: string, id: number) => (await user.get(`/api/${kind}/${id}`)).body;
  const isPublished = (kind: string, id: number) =>
    eventually(
      () => item(kind, id),
      ({ status }) => status === 'published',
      30_000,
    );
  const tries = async (id: number) =>
    (await app.running.nest
      .get(Database)
      .row<{ tries: number }>('SELECT tries FROM posts WHERE id = ?', [id]))!.tries;
  const published = (title: string) =>
    app.fake.published().filter((post) => [post.title, post.caption].includes(title));
  const state = async () => [
    await videoUploads(app).usage(user),
    (await user.get('/api/videos')).body.total,
    (await readdir(join(app.dir, 'incoming'), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    ),
  ];

  it.each<[string, Fate]>([
    ['is away', 'is cut'],
    ['never answers', 'is ignored'],
    ['does not accept the keys any more', { status: 403, code: 'InvalidAccessKeyId' }],
    ['is overloaded', { status: 503, code: 'SlowDown' }],
    ['is gone', { status: 404, code: 'NoSuchBucket' }],
  ])('%s, uploads get a clear 503 and posts wait without losing a try', async (how, fate) => {
    const { body } = await user.upload('/api/videos', [PORTRAIT], {
      titles: [how],
      scheduled_for: [new Date(Date.now() + 3_600_000).toISOString()],
    });
    const { id } = body.videos[0];
    const before = await state();
    bucket.link.fate = () => fate;
    // The mark counts as read for ten seconds unless something fails.
    await user.put(`/api/videos/${id}/reschedule`, { scheduled_for: (await nowToPost()).toISOString() });
    const refused = await user.upload('/api/videos', [PORTRAIT]);
    expect([refused.status, refused.body.error]).toEqual([503, 'unavailable']);
    expect(refused.body.message).toMatch(/media storage cannot be reached just now\. Try again/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const path of ['live', 'ready']) expect((await fetch(`${app.url}/health/${path}`)).status).toBe(200);
    await pause(3_000);
    expect(await item('videos', id)).toMatchObject({ upload_error: null });
    expect(await tries(id)).toBe(0);
    expect(published(how)).toEqual([]);
    expect(await state()).toEqual(before);

    bucket.link.mend();
    await isPublished('videos', id);
    expect(published(how)).toHaveLength(1);
    expect((await user.upload('/api/videos', [PORTRAIT])).status).toBe(201);
  });

  it.each<[string, Fate]>([
    ['refuses the second part of an upload', { status: 403, code: 'AccessDenied' }],
    ['fails at the second part of an upload', { status: 500, code: 'InternalError' }],
    ['goes away at the second part of an upload', 'is cut'],
  ])('%s, nothing of it is kept', async (_how, fate) => {
    const [before, files] = [await state(), await bucket.files()];
    bucket.link.fate = ({ path }) => (/[?&]partNumber=2/.test(path) ? fate : 'passes');
    const refused = await user.upload('/api/videos', [large]);
    expect([refused.status, refused.body.error]).toEqual([503, 'unavailable']);
    expect([await state(), await bucket.files()]).toEqual([before, files]);
  });

  it('answers only about its mark, no post is called missing, and none loses a try', async () => {
    const { body } = await user.upload('/api/videos', [PORTRAIT], { titles: ['Only the mark'] });
    const { id } = body.videos[0];
    bucket.link.fate = (asked) => (isFile(asked) ? { status: 503, code: 'SlowDown' } : 'passes');
    await user.put(`/api/videos/${id}/reschedule`, { scheduled_for: (await nowToPost()).toISOString() });
    await pause(5_000);
    expect(await item('videos', id)).toMatchObject({ upload_error: null });
    expect(await tries(id)).toBe(0);
    bucket.link.mend();
    await isPublished('videos', id);
  });

  it.each([
    ['videos', PORTRAIT],
    ['photos', fixture('photo.jpg')],
  ])('breaks off again and again, %s wait for it, and go out once and whole', async (kind, path) => {
    const title = `Cut ${kind}`;
    const { body } = await user.upload(`/api/${kind}`, [path], { titles: [title] }, kind);
    const { id } = body[kind][0];
    bucket.link.fate = (asked) => (asked.method === 'GET' && isFile(asked) ? { cutAfter: 0 } : 'passes');
    await user.put(`/api/${kind}/${id}/reschedule`, { scheduled_for: (await nowToPost()).toISOString() });
    await pause(5_000);
    expect(await item(kind, id)).toMatchObject({ upload_error: null });
    expect(await tries(id)).toBe(0);
    bucket.link.mend();
    await isPublished(kind, id);
    const bytesSha256 = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    expect(published(title)).toMatchObject([{ bytesSha256 }]);
  });

  it('fails a post in words when its file alone is missing', async () => {
    const { body } = await user.upload('/api/videos', [PORTRAIT], { titles: ['Missing'] });
    const { id } = body.videos[0];
    bucket.link.fate = (asked) => (isFile(asked) ? { status: 404, code: 'NoSuchKey' } : 'passes');
    await user.put(`/api/videos/${id}/reschedule`, { scheduled_for: (await nowToPost()).toISOString() });
    const failed = await eventually(
      () => item('videos', id),
      ({ status }) => status === 'failed',
    );
    expect(failed.upload_error).toBe('The media file is missing. Upload it again.');
  });

  it('is away when the product starts, it starts all the same and goes on when the bucket is back', async () => {
    const own = await AppBucket.make(swift());
    own.link.cut();
    const late = await startTestApp({ fake: app.fake, env: own.env });
    try {
      const early = await late.users.subscriber();
      expect((await early.upload('/api/videos', [PORTRAIT])).status).toBe(503);
      own.link.mend();
      await eventually(
        async () => (await early.upload('/api/videos', [PORTRAIT])).status,
        (status) => status === 201,
      );
    } finally {
      await late.end();
      await own.link.end();
    }
  });
});
