import { readFileSync } from 'node:fs';
import { FakeGraph } from './fake-graph';
import { ByHand, otherPage, page } from './fake-graph/by-hand';
import { fixture } from './media';

const video = readFileSync(fixture('short.mp4'));
const photo = readFileSync(fixture('photo.jpg'));

describe('the checker of the fake Graph server', () => {
  let fake: FakeGraph;
  let hand: ByHand;
  const rules = () => fake.violations().map((found) => found.split(':')[0]);

  beforeEach(async () => {
    fake = new FakeGraph({ processingMs: 0 });
    fake.addPage(page);
    fake.addPage(otherPage);
    await fake.start();
    hand = new ByHand(fake);
  });
  afterEach(() => fake.stop());

  it('finds a second finish of a reel', async () => {
    const id = await hand.uploadReel(video);
    await hand.finishReel(id);
    expect(rules()).toEqual([]);
    await hand.finishReel(id);
    expect(rules()).toEqual(['second-public-call']);
  });

  it('finds a second finish of a video', async () => {
    const path = `${page.id}/videos`;
    const { upload_session_id } = (await hand.post(path, { upload_phase: 'start', file_size: video.length }))
      .body;
    const params = { upload_phase: 'transfer', upload_session_id, start_offset: '0' };
    await hand.postForm(path, params, { name: 'video_file_chunk', bytes: video });
    for (let i = 0; i < 2; i++) await hand.postForm(path, { upload_phase: 'finish', upload_session_id });
    expect(rules()).toEqual(['second-public-call']);
  });

  it('finds a second feed of a photo', async () => {
    const { body } = await hand.postForm(
      `${page.id}/photos`,
      { published: 'false' },
      { name: 'source', bytes: photo },
    );
    for (let i = 0; i < 2; i++)
      await hand.post(`${page.id}/feed`, { attached_media: [{ media_fbid: body.id }] });
    expect(rules()).toEqual(['second-public-call', 'same-bytes-twice']);
  });

  it('finds a second publish of a container', async () => {
    const { body } = await hand.post(`${page.igId}/media`, { media_type: 'REELS', upload_type: 'resumable' });
    await hand.send(body.uri, video, 0, video.length);
    for (let i = 0; i < 2; i++) await hand.post(`${page.igId}/media_publish`, { creation_id: body.id });
    expect(rules()).toEqual(['second-public-call']);
  });

  it('finds the same file twice on a page, in two sessions', async () => {
    for (let i = 0; i < 2; i++) await hand.finishReel(await hand.uploadReel(video));
    expect(rules()).toEqual(['same-bytes-twice']);
  });

  it('finds a finish before all bytes', async () => {
    const { body } = await hand.startReel();
    const { status } = await hand.finishReel(body.video_id);
    expect([status, fake.published()]).toEqual([400, []]);
    const container = await hand.post(`${page.igId}/media`, {
      media_type: 'REELS',
      upload_type: 'resumable',
    });
    await hand.post(`${page.igId}/media_publish`, { creation_id: container.body.id });
    expect(rules()).toEqual(['finish-before-bytes', 'finish-before-bytes']);
  });

  it('does not blame a client for an offset that was right when it asked', async () => {
    const { body } = await hand.startReel();
    const send = (bytes: Buffer, offset: number) => hand.send(body.upload_url, bytes, offset, video.length);
    fake.fault({ on: 'reels.bytes', do: { cutAtBytes: 100 } });
    await send(video, 0).catch(() => undefined);
    const told = (await hand.statusOf(body.video_id)).status.uploading_phase.bytes_transferred;
    fake.fault({ on: 'reels.bytes', do: { cutAtBytes: 50 } });
    await send(video.subarray(told), told).catch(() => undefined);
    expect((await send(video.subarray(told), told)).body.debug_info.type).toBe('OffsetInvalidError');
    expect(rules()).toEqual([]);
    await send(video.subarray(told - 1), told - 1);
    expect(rules()).toEqual(['wrong-offset']);
  });

  it('finds wrong offsets and truncated bodies', async () => {
    const { body } = await hand.startReel();
    const short = await hand.send(body.upload_url, video.subarray(0, 100), 0, video.length);
    expect(short.body.debug_info.type).toBe('PartialRequestError');
    const wrong = await hand.send(body.upload_url, video.subarray(100), 100, video.length);
    expect(wrong.body.debug_info.type).toBe('OffsetInvalidError');
    const path = `${page.id}/videos`;
    const { upload_session_id } = (await hand.post(path, { upload_phase: 'start', file_size: video.length }))
      .body;
    const params = { upload_phase: 'transfer', upload_session_id, start_offset: '5' };
    const refused = await hand.postForm(path, params, { name: 'video_file_chunk', bytes: video });
    expect(refused.body.error).toMatchObject({
      code: 6001,
      error_subcode: 1363037,
      error_data: { start_offset: '0', end_offset: String(video.length) },
    });
    expect(rules()).toEqual(['wrong-length', 'wrong-offset', 'wrong-offset']);
  });

  it('finds missing headers', async () => {
    const { body } = await hand.startReel();
    const bare = { method: 'POST', body: video };
    expect((await fetch(body.upload_url, bare)).status).toBe(401);
    const headers = { authorization: `OAuth ${page.token}` };
    const answer = await fetch(body.upload_url, { ...bare, headers });
    expect(((await answer.json()) as any).debug_info.message).toBe(
      'Header Offset not convertable to unsigned long',
    );
    await fetch(`${fake.graphUrl}/v26.0/me`);
    expect(rules()).toEqual(['missing-header', 'missing-header', 'missing-header']);
  });

  it('finds tokens in URLs and tokens of another page', async () => {
    await hand.get(`me?access_token=${page.token}`);
    const intruder = hand.as(otherPage.token);
    expect((await intruder.startReel()).body.error.code).toBe(200);
    const { body } = await hand.startReel();
    expect((await intruder.send(body.upload_url, video, 0, video.length)).status).toBe(401);
    await intruder.get(`${page.id}?fields=id`);
    expect(rules()).toEqual(['token-in-url', 'foreign-token', 'foreign-token']);
  });

  it('finds unknown parameters and the fields parameter on a write, which takes effect and answers an error', async () => {
    await hand.post(`${page.id}/video_reels`, { upload_phase: 'start', colour: 'red' });
    const answer = await hand.post(`${page.id}/feed?fields=id`, { message: 'hello' });
    expect(answer.body.error).toMatchObject({ code: 20, error_subcode: 1772107 });
    expect(fake.published()).toHaveLength(1);
    expect(rules()).toEqual(['unknown-parameter', 'fields-on-write']);
  });

  it('finds calls that Meta does not have', async () => {
    await fetch(`${fake.graphUrl}/me`, { headers: { authorization: `Bearer ${page.token}` } });
    await hand.post(`${page.id}/publish_everything`, {});
    await hand.post(`${page.id}/video_reels`, {});
    expect(rules()).toEqual(['no-version', 'unknown-call', 'unknown-call']);
  });

  it('finds unexpected bytes and posts that are published early', async () => {
    const soon = new Date(Date.now() + 60_000);
    fake.expectBytes('0'.repeat(64), 'fresh bread');
    fake.expectNotBefore('fresh bread', soon);
    await hand.finishReel(await hand.uploadReel(video));
    expect(rules()).toEqual(['wrong-bytes', 'too-early']);
  });
});
