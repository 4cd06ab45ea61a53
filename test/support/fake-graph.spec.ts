import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeGraph, FakeGraphProcess } from './fake-graph';
import { ByHand, page } from './fake-graph/by-hand';
import { fixture } from './media';

const video = readFileSync(fixture('portrait.mp4'));
const photo = readFileSync(fixture('photo.jpg'));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('the fake Graph server', () => {
  let fake: FakeGraph;
  let hand: ByHand;
  let now: number;

  beforeEach(async () => {
    now = Date.now();
    fake = new FakeGraph({ processingMs: 30, windowBytes: [10_000, 6_000], now: () => now });
    fake.addPage(page);
    await fake.start();
    hand = new ByHand(fake);
  });
  afterEach(() => fake.stop());

  it('publishes a reel after start, upload, finish and processing', async () => {
    fake.expectBytes(sha256(video));
    const id = await hand.uploadReel(video);
    expect(BigInt(id)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    expect(await hand.statusOf(id)).toMatchObject({
      published: false,
      status: { video_status: 'upload_complete', uploading_phase: { bytes_transferred: video.length } },
    });

    const finished = await hand.finishReel(id);
    expect(finished.body).toEqual({ success: true });
    expect(finished.headers.get('content-type')).toBe('text/javascript; charset=UTF-8');
    expect((await hand.statusOf(id)).status.publishing_phase.status).toBe('in_progress');

    now += 30;
    expect(await hand.statusOf(id)).toMatchObject({
      published: true,
      permalink_url: `https://www.facebook.com/reel/${id}`,
      status: {
        video_status: 'ready',
        publishing_phase: { status: 'complete', publish_status: 'published' },
      },
    });
    expect((await hand.get(`${page.id}/video_reels`)).body.data).toMatchObject([
      { id, description: 'fresh bread' },
    ]);
    expect(
      (await hand.get(`${page.id}/published_posts?fields=id,message,attachments`)).body.data,
    ).toMatchObject([{ message: 'fresh bread', attachments: { data: [{ target: { id } }] } }]);
    expect(fake.published()).toMatchObject([{ kind: 'reel', objectId: id, bytesSha256: sha256(video) }]);
    expect(fake.violations()).toEqual([]);
  });

  it('resumes the upload of a reel after a cut', async () => {
    fake.fault({ on: 'reels.bytes', do: { cutAtBytes: 9000 } });
    const { body } = await hand.startReel();
    await expect(hand.send(body.upload_url, video, 0, video.length)).rejects.toThrow();
    const { status } = await hand.statusOf(body.video_id);
    expect(status.uploading_phase.bytes_transferred).toBe(9000);

    const rest = await hand.send(body.upload_url, video.subarray(9000), 9000, video.length);
    expect(rest.body).toEqual({ success: true });
    await hand.finishReel(body.video_id);
    expect(fake.published()[0]?.bytesSha256).toBe(sha256(video));
    expect(fake.violations()).toEqual([]);
  });

  it('asks for a video in chunks, and answers the right offset after a cut', async () => {
    fake.fault({ on: 'videos.transfer', nth: 2, do: { cutAtBytes: 3000 } });
    const path = `${page.id}/videos`;
    const start = (await hand.post(path, { upload_phase: 'start', file_size: video.length })).body;
    expect(start.start_offset).toBe('0');
    const upload_session_id = start.upload_session_id;
    let [from, to] = [0, Number(start.end_offset)];
    const corrections = [];
    while (from < to) {
      const params = { upload_phase: 'transfer', upload_session_id, start_offset: String(from) };
      const file = { name: 'video_file_chunk', bytes: video.subarray(from, to) };
      const answer = await hand.postForm(path, params, file).catch(() => undefined);
      if (answer?.status === 400) corrections.push(answer.body.error.error_subcode);
      const window = answer?.body.error?.error_data ?? answer?.body;
      if (window) [from, to] = [Number(window.start_offset), Number(window.end_offset)];
    }
    expect(corrections).toEqual([1363037]);
    const finish = await hand.post(path, {
      upload_phase: 'finish',
      upload_session_id,
      title: 'Bread',
      description: 'x',
    });
    expect(finish.body).toEqual({ success: true });
    expect(fake.published()).toMatchObject([{ kind: 'video', title: 'Bread', bytesSha256: sha256(video) }]);
    expect(fake.violations()).toEqual([]);
  });

  it('publishes a photo only with its post', async () => {
    const { body } = await hand.postForm(
      `${page.id}/photos`,
      { published: 'false' },
      { name: 'source', bytes: photo },
    );
    expect(fake.published()).toEqual([]);
    const post = await hand.post(`${page.id}/feed`, {
      message: 'hi',
      attached_media: [{ media_fbid: body.id }],
    });
    expect(fake.published()).toMatchObject([
      { kind: 'photo', objectId: post.body.id, bytesSha256: sha256(photo) },
    ]);
    const listed = await hand.get(`${page.id}/published_posts?fields=id,message,attachments,permalink_url`);
    expect(listed.body.data).toMatchObject([
      { id: post.body.id, attachments: { data: [{ target: { id: body.id } }] } },
    ]);
    expect(fake.violations()).toEqual([]);
  });

  it.each([
    ['https://www.youtube.com/watch?v=1', 'video', 'video_inline'],
    ['http://YOUTU.BE/1', 'video', 'video_inline'],
    ['https://vimeo.com', 'video', 'video_inline'],
    ['https://notvimeo.com/youtube.com', 'link', 'share'],
  ])('shows what a link leads to, without an id: %s', async (link, media_type, type) => {
    await hand.post(`${page.id}/feed`, { message: 'see', link });
    const { body } = await hand.get(`${page.id}/published_posts?fields=attachments`);
    expect(body.data).toEqual([
      {
        id: expect.any(String),
        attachments: { data: [{ media_type, type, target: { url: link }, url: link }] },
      },
    ]);
  });

  it('publishes an Instagram reel through a container', async () => {
    const params = { media_type: 'REELS', upload_type: 'resumable', caption: 'crumbs' };
    const { body } = await hand.post(`${page.igId}/media`, params);
    expect((await hand.send(body.uri, video, 0, video.length)).body.message).toBe('Upload successful.');
    const early = await hand.post(`${page.igId}/media_publish`, { creation_id: body.id });
    expect(early.body.error).toMatchObject({ code: 9007, error_subcode: 2207027 });
    now += 30;
    const status = await hand.get(`${body.id}?fields=status_code,video_status`);
    expect(status.body).toMatchObject({ status_code: 'FINISHED' });

    const published = await hand.post(`${page.igId}/media_publish`, { creation_id: body.id });
    const media = await hand.get(`${published.body.id}?fields=permalink,timestamp`);
    expect(media.body.permalink).toMatch(/^https:\/\/www\.instagram\.com\/reel\//);
    expect((await hand.get(`${page.igId}/media?fields=id,caption`)).body.data).toEqual([
      { id: published.body.id, caption: 'crumbs' },
    ]);
    const limit = await hand.get(`${page.igId}/content_publishing_limit?fields=config,quota_usage`);
    expect(limit.body.data).toEqual([
      { quota_usage: 1, config: { quota_total: 100, quota_duration: 86400 } },
    ]);
    expect(fake.violations()).toEqual([]);
  });

  it('identifies users and Pages by their tokens', async () => {
    const user = hand.as(page.userToken);
    const accounts = await user.get(
      'me/accounts?fields=id,name,access_token,tasks,instagram_business_account{id,username}',
    );
    expect(accounts.body.data[0]).toMatchObject({
      id: page.id,
      access_token: page.token,
      instagram_business_account: { id: page.igId, username: 'bakery' },
    });
    expect((await hand.get('me?fields=id,name')).body).toEqual({ id: page.id, name: 'Bakery' });
    expect((await hand.get(`debug_token?input_token=${page.token}`)).body.data).toMatchObject({
      type: 'PAGE',
      is_valid: true,
    });
    const longLived = await user.get(
      `oauth/access_token?grant_type=fb_exchange_token&fb_exchange_token=${page.userToken}`,
    );
    expect((await hand.as(longLived.body.access_token).get('me/accounts')).body.data).toHaveLength(1);
    expect((await user.startReel()).body.error.code).toBe(200);

    fake.revoke(page.token, 463);
    expect((await hand.get('me')).body.error).toMatchObject({ code: 190, error_subcode: 463 });
    expect((await hand.get(`debug_token?input_token=${page.token}`)).body.error.code).toBe(190);
    expect(JSON.stringify(fake.history())).not.toContain('EAAB');
    expect(fake.violations()).toEqual([]);
  });

  it('runs in a process of its own, with its history in a file', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'graph-')), 'history.jsonl');
    const apart = new FakeGraphProcess(['--history', file]);
    await apart.start();
    try {
      await apart.addPage(page);
      await apart.fault({ on: 'me', do: { status: 503, html: true } });
      const ask = () =>
        fetch(`${apart.graphUrl}/v26.0/me`, { headers: { authorization: `Bearer ${page.token}` } });
      expect((await ask()).status).toBe(503);
      expect((await ask()).status).toBe(200);
      expect((await apart.waitForCall('me', 2)).nth).toBe(2);
      expect(await apart.violations()).toEqual([]);
    } finally {
      await apart.stop();
    }
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).status)).toEqual([503, 200]);
  });
});
