import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { type Client } from '../../support/client';
import { fixture, paddedVideo } from '../../support/media';
import { useApp } from '../../support/app';
import { useScratchFolder } from '../../support/scratch-folder';
import { PORTRAIT, videoPart, videoUploads } from '../../support/video-uploads';

const app = useApp();
const scratch = useScratchFolder();
const { leavesNothing, send } = videoUploads(app);

let user: Client;
beforeAll(async () => {
  user = await app.users.subscriber();
});

const MEGABYTE = 1024 ** 2;

describe('POST /videos', () => {
  const MP4_ONLY = 'Only MP4 videos are supported';
  const UNREADABLE = 'Unable to validate video dimensions';
  const ASPECT = 'Video must have a 9:16 aspect ratio';

  it.each(['portrait.mp4', 'portrait-1080.mp4', 'long.mp4', 'rotated.mp4', 'anamorphic.mp4', 'hevc.mp4'])(
    'takes %s',
    async (name) => {
      const { status, body } = await user.upload('/api/videos', [fixture(name)]);
      expect([status, body.errors]).toEqual([201, undefined]);
      expect(body.videos).toHaveLength(1);
      const { size } = await stat(fixture(name));
      const [width, height] = name === 'portrait-1080.mp4' ? [1080, 1920] : [540, 960];
      expect(body.videos[0]).toMatchObject({
        title: name.replace('.mp4', ''),
        status: 'pending',
        size_bytes: size,
        width,
        height,
      });
      await user.delete(`/api/videos/${body.videos[0].id}`);
    },
  );

  it.each([
    ['short.mp4', 'Video must be at least 3 seconds long'],
    ['landscape.mp4', 'Video resolution must be at least 540x960 pixels'],
    ['small.mp4', 'Video resolution must be at least 540x960 pixels'],
    ['tall-4k.mp4', 'Video resolution must not exceed 1080x1920 pixels'],
    ['square.mp4', ASPECT],
    ['mpeg4.mp4', 'Video must be encoded as H.264, HEVC, VP9 or AV1'],
    ['audio-only.mp4', UNREADABLE],
    ['broken-moov.mp4', UNREADABLE],
    ['truncated.mp4', UNREADABLE],
    ['portrait.mov', MP4_ONLY],
    ['webm.mp4', MP4_ONLY],
    ['text.mp4', MP4_ONLY],
    ['not-image.jpg', MP4_ONLY],
    ['photo.jpg', MP4_ONLY],
    ['photo.gif', MP4_ONLY],
    ['evil-hls.mp4', MP4_ONLY],
    ['evil-dash.mp4', MP4_ONLY],
    ['evil-concat.mp4', MP4_ONLY],
  ])('refuses %s: %s', async (name, sentence) => {
    const { status, body } = await leavesNothing(user, () => user.upload('/api/videos', [fixture(name)]));
    expect([status, body]).toEqual([
      422,
      {
        statusCode: 422,
        error: 'validation_failed',
        message: `${name}: ${sentence}`,
        errors: { [name]: [sentence] },
      },
    ]);
  });

  it('takes a file of 100 MB, and not a byte more', async () => {
    const most = await paddedVideo(scratch('most.mp4'), 100 * MEGABYTE);
    const more = await paddedVideo(scratch('more.mp4'), 100 * MEGABYTE + 1);
    const taken = await user.upload('/api/videos', [most]);
    expect([taken.status, taken.body.videos[0].size_bytes]).toEqual([201, 100 * MEGABYTE]);
    await user.delete(`/api/videos/${taken.body.videos[0].id}`);
    const { status, body } = await leavesNothing(user, () => user.upload('/api/videos', [more]));
    expect([status, body.errors]).toEqual([422, { 'more.mp4': ['Video must be under 100MB'] }]);
  });

  it('keeps all or nothing', async () => {
    const files = [PORTRAIT, fixture('rotated.mp4'), fixture('square.mp4'), fixture('hevc.mp4')];
    const { status, body } = await leavesNothing(user, () => user.upload('/api/videos', files));
    expect([status, body.errors]).toEqual([422, { 'square.mp4': [ASPECT] }]);
  });

  it('keeps several with their titles, descriptions and times, in their order', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const { status, body } = await send(user, [
      { name: 'titles[]', value: 'One' },
      { name: 'titles[]', value: ' ' },
      { name: 'descriptions[]', value: 'First' },
      { name: 'scheduled_for[]', value: '' },
      { name: 'scheduled_for[]', value: soon },
      videoPart('a.mp4'),
      videoPart('b.b.mp4'),
    ]);
    expect(status).toBe(201);
    expect(body.videos).toMatchObject([
      { title: 'One', description: 'First', scheduled_for: null },
      { title: 'b.b', description: null, scheduled_for: soon },
    ]);
    expect(body.subscription_status).toEqual({
      remaining_submissions: expect.any(Number),
      remaining_storage: expect.any(Number),
    });
    for (const { id } of body.videos) await user.delete(`/api/videos/${id}`);
  });

  it('refuses a time that has passed, and keeps nothing', async () => {
    const { status, body } = await leavesNothing(user, () =>
      user.upload('/api/videos', [PORTRAIT], { scheduled_for: ['2020-01-01 00:00:00'] }),
    );
    expect([status, body.errors]).toEqual([
      422,
      { 'scheduled_for[0]': ['Choose a time that has not passed.'] },
    ]);
  });

  it.each([
    ['../../../etc/passwd.mp4', 'passwd'],
    ['..\\..\\evil.mp4', undefined],
    ['a%22b.mp4', 'a"b'],
    ['name with ; semicolons = and, commas.mp4', 'name with ; semicolons = and, commas'],
    ['видео 🎬.mp4', 'видео 🎬'],
    ['-rf.mp4', '-rf'],
    ['.mp4', undefined],
    [`${'x'.repeat(400)}.mp4`, 'x'.repeat(255)],
    ['<img src=x onerror=alert(1)>.mp4', '<img src=x onerror=alert(1)>'],
    ['con\u202egpj.mp4', undefined],
  ])('never makes a path of a name: case %#', async (filename, title) => {
    const outside = async () => (await readdir(app.dir)).sort();
    const before = await outside();
    const { status, body } = await send(user, [videoPart(filename)]);
    expect(status).toBe(201);
    const item = body.videos[0];
    if (title !== undefined) expect(item.title).toBe(title);
    expect(item.title).not.toMatch(/[\p{Cc}\p{Cf}]|\.\./u);
    expect(item.title.length).toBeGreaterThan(0);
    expect(item.file_path).toMatch(/^[0-9a-f]{40}\.mp4\?/);
    expect(await outside()).toEqual(before);
    await user.delete(`/api/videos/${item.id}`);
  });

  it('names the file in its sentence without what would break the sentence', async () => {
    const { body } = await send(user, [
      { name: 'videos[]', path: fixture('text.mp4'), filename: 'a\u0000b\u001b[31m.mp4' },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/\\u00|\u001b/);
    const proto = await send(user, [{ name: 'videos[]', path: fixture('text.mp4'), filename: '__proto__' }]);
    expect([proto.status, Object.keys(proto.body.errors)]).toEqual([422, ['__proto__']]);
  });

  it('opens no connection and no neighbour for what an upload names', async () => {
    let asked = 0;
    const canary = createServer((_request, response) => {
      asked++;
      response.end();
    });
    canary.on('connection', () => asked++);
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    const { port } = canary.address() as AddressInfo;
    for (const name of ['evil-hls.mp4', 'evil-dash.mp4', 'evil-concat.mp4']) {
      const text = (await readFile(fixture(name), 'utf8')).replaceAll('127.0.0.1:9', `127.0.0.1:${port}`);
      const bare = scratch(name);
      await writeFile(bare, text);
      // The same behind an honest beginning, so that it gets as far as the probe.
      const dressed = scratch(`dressed-${name}`);
      const head = (await readFile(fixture('broken-moov.mp4'))).subarray(0, 40);
      await writeFile(dressed, Buffer.concat([head, Buffer.from(text.padEnd(4096, '\n'))]));
      for (const path of [bare, dressed])
        expect((await leavesNothing(user, () => user.upload('/api/videos', [path]))).status).toBe(422);
    }
    expect(asked).toBe(0);
    await new Promise((resolve) => canary.close(resolve));
  });
});
