import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock } from '../common/clock';
import { REHEARSAL_INSTAGRAM_ID as INSTAGRAM, REHEARSAL_PAGE_ID as PAGE } from './rehearsal-account';
import type { Fault } from './rehearsal-faults';
import { RehearsalGallery } from './rehearsal-gallery';
import { RehearsalNetwork } from './rehearsal-network';
import { startRehearsalServer, type RehearsalServer } from './rehearsal-server';

class SetClock extends Clock {
  time = Date.now();
  override now(): number {
    return this.time;
  }
}

const VIDEO = Buffer.alloc(300_000, 'pagecast');
const JPEG = Buffer.concat([Buffer.from('ffd8ffe000104a46', 'hex'), Buffer.alloc(500, 1)]);

let dir: string;
let clock: SetClock;
let server: RehearsalServer;
let network: RehearsalNetwork;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  clock = new SetClock();
  server = await startRehearsalServer({ dir, clock });
  network = new RehearsalNetwork(dir, clock);
});

afterEach(async () => {
  await server.close();
  rmSync(dir, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: object, token = 'rehearsal-token') {
  const answer = await fetch(`${server.origin}/v26.0/${path}`, {
    method,
    headers: {
      // What is kept open to a server that restarts would break the next call.
      connection: 'close',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as any };
}

async function push(
  address: string,
  offset: number,
  bytes = VIDEO.subarray(offset),
  token = 'rehearsal-token',
) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { authorization: `OAuth ${token}`, offset: String(offset), file_size: String(VIDEO.length) },
    body: new Uint8Array(bytes),
  });
  return { status: answer.status, json: (await answer.json()) as any };
}

/** Sends what it can and cuts the connection once `bytes` of it have arrived. */
async function cutAfter(address: string, bytes: number, id: string): Promise<void> {
  const request = httpRequest(address, {
    method: 'POST',
    headers: {
      authorization: 'OAuth rehearsal-token',
      offset: 0,
      file_size: VIDEO.length,
      'content-length': VIDEO.length,
    },
  });
  request.on('error', () => undefined);
  request.write(VIDEO.subarray(0, bytes));
  while (network.store.received(id).bytes < bytes) await new Promise((resolve) => setTimeout(resolve, 5));
  request.destroy();
}

async function startReel(page = PAGE) {
  const { json } = await call('POST', `${page}/video_reels`, { upload_phase: 'start' });
  return { id: json.video_id as string, address: json.upload_url as string };
}

async function uploadReel(page = PAGE) {
  const reel = await startReel(page);
  expect((await push(reel.address, 0)).json).toEqual({ success: true });
  return reel.id;
}

const finish = (id: string, more: object = {}, page = PAGE) =>
  call('POST', `${page}/video_reels`, {
    upload_phase: 'finish',
    video_id: id,
    video_state: 'PUBLISHED',
    ...more,
  });

const status = async (id: string) => (await call('GET', `${id}?fields=status,published,permalink_url`)).json;

const posts = () => new RehearsalGallery(network).list(100);

const turn = (fault: Fault, page = PAGE) => network.faults.turn(page, fault, true);

describe('a reel', () => {
  it('is live about two seconds after finish, and listed only then', async () => {
    const id = await uploadReel();
    expect((await status(id)).status).toMatchObject({
      video_status: 'upload_complete',
      uploading_phase: { status: 'complete', bytes_transferred: VIDEO.length },
    });
    expect((await finish(id, { title: 'Hello', description: 'World' })).json).toMatchObject({
      success: true,
    });
    expect((await status(id)).status).toMatchObject({ processing_phase: { status: 'in_progress' } });
    expect(posts()).toEqual([]);
    clock.time += 2_000;
    expect(await status(id)).toMatchObject({
      published: true,
      permalink_url: expect.stringContaining(id),
      status: {
        video_status: 'ready',
        publishing_phase: { status: 'complete', publish_status: 'published' },
      },
    });
    expect(posts()).toMatchObject([
      { id, kind: 'reel', title: 'Hello', caption: 'World', page_name: 'Rehearsal Page' },
    ]);
    const { json } = await call('GET', `${PAGE}/published_posts?fields=id,message`);
    expect(json.data).toEqual([{ id: expect.stringMatching(`^${PAGE}_99\\d{17}$`), message: 'World' }]);
    const post = await call('GET', `${json.data[0].id}?fields=attachments`);
    expect(post.json.attachments.data).toMatchObject([{ media_type: 'video', target: { id } }]);
  });

  it('goes on where a cut transfer stopped', async () => {
    const { id, address } = await startReel();
    await cutAfter(address, 100_000, id);
    const had = Number((await status(id)).status.uploading_phase.bytes_transferred);
    expect(had).toBe(100_000);
    expect((await push(address, had, VIDEO.subarray(had, -1))).json.debug_info.type).toBe(
      'PartialRequestError',
    );
    expect((await push(address, had + 1, VIDEO.subarray(had + 1))).json.debug_info.type).toBe(
      'OffsetInvalidError',
    );
    expect((await push(address, had)).json).toEqual({ success: true });
    await finish(id);
    clock.time += 2_000;
    const file = new RehearsalGallery(network).media(id);
    expect(file).toMatchObject({ bytes: VIDEO.length, mime: 'video/mp4' });
  });

  it('cannot be finished before its bytes are there', async () => {
    const { id, address } = await startReel();
    expect((await finish(id)).json.error.code).toBe(6000);
    await cutAfter(address, 1_000, id);
    expect((await finish(id)).json.error.code).toBe(6000);
  });

  it('is public once, however often it is finished', async () => {
    const id = await uploadReel();
    await Promise.all([finish(id), finish(id), finish(id)]);
    clock.time += 500;
    await finish(id);
    clock.time += 10_000;
    expect(posts()).toHaveLength(1);
  });

  it('survives a restart, and a second process sees the same', async () => {
    const { id, address } = await startReel();
    await cutAfter(address, 50_000, id);
    await server.close();
    server = await startRehearsalServer({ dir, clock });
    expect((await push(address, 50_000)).json).toEqual({ success: true });
    const other = await startRehearsalServer({ dir, clock });
    await finish(id);
    clock.time += 2_000;
    const answer = await fetch(`${other.origin}/v26.0/${id}?fields=published&access_token=rehearsal-token`);
    expect(await answer.json()).toEqual({ id, published: true });
    await other.close();
  });

  it('stays a draft, or waits for its time, when that is asked for', async () => {
    const draft = await uploadReel();
    await finish(draft, { video_state: 'DRAFT' });
    const scheduled = await uploadReel();
    const at = Math.floor(clock.time / 1000) + 3_600;
    await finish(scheduled, { video_state: 'SCHEDULED', scheduled_publish_time: at });
    clock.time += 10_000;
    expect((await status(scheduled)).status.publishing_phase).toMatchObject({ publish_status: 'scheduled' });
    expect(posts()).toEqual([]);
    clock.time += 3_600_000;
    expect(posts().map(({ id }) => id)).toEqual([scheduled]);
  });

  it("is no other page's", async () => {
    const id = await uploadReel();
    expect((await finish(id, {}, '200')).json.error).toMatchObject({ code: 100, error_subcode: 33 });
  });
});

describe('a page video in chunks', () => {
  it('asks for windows of 4 MB until all is there', async () => {
    const file = Buffer.alloc(5 * 1024 * 1024, 7);
    const { json: first } = await call('POST', `${PAGE}/videos`, {
      upload_phase: 'start',
      file_size: file.length,
    });
    expect(first).toMatchObject({ start_offset: '0', end_offset: String(4 * 1024 * 1024) });
    const transfer = async (start: number, end: number) => {
      const form = new FormData();
      form.set('upload_phase', 'transfer');
      form.set('upload_session_id', first.upload_session_id as string);
      form.set('start_offset', String(start));
      form.set('video_file_chunk', new Blob([new Uint8Array(file.subarray(start, end))]), 'chunk');
      return (await call('POST', `${PAGE}/videos`, form)).json;
    };
    expect(await transfer(0, 4 * 1024 * 1024)).toEqual({
      start_offset: 4 * 1024 * 1024,
      end_offset: file.length,
    });
    expect((await transfer(0, 4 * 1024 * 1024)).error).toMatchObject({
      code: 6001,
      error_subcode: 1363037,
      error_data: { start_offset: String(4 * 1024 * 1024), end_offset: String(file.length) },
    });
    const done = await transfer(4 * 1024 * 1024, file.length);
    expect(done.start_offset).toBe(done.end_offset);
    const { upload_session_id } = first;
    const end = { upload_phase: 'finish', upload_session_id, title: 'Long', description: 'Words' };
    expect((await call('POST', `${PAGE}/videos`, end)).json).toEqual({ success: true });
    clock.time += 2_000;
    expect(posts()).toMatchObject([{ id: first.video_id, kind: 'video', title: 'Long', caption: 'Words' }]);
    expect(new RehearsalGallery(network).media(first.video_id as string)).toMatchObject({
      bytes: file.length,
    });
  });
});

describe('photos', () => {
  it('are public with the post that carries them, not before', async () => {
    const form = new FormData();
    form.set('published', 'false');
    form.set('source', new Blob([JPEG]), 'x.svg');
    const { id } = (await call('POST', `${PAGE}/photos`, form)).json;
    const gallery = new RehearsalGallery(network);
    expect(gallery.media(id as string)).toBeUndefined();
    const { json } = await call('POST', `${PAGE}/feed`, {
      message: 'Look',
      attached_media: [{ media_fbid: id }],
    });
    expect(posts()).toMatchObject([{ kind: 'photos', caption: 'Look', media: [{ id, type: 'photo' }] }]);
    expect(gallery.media(id as string)).toMatchObject({ mime: 'image/jpeg' });
    expect((await call('GET', `${json.id}?fields=message`)).json).toMatchObject({ message: 'Look' });
  });

  it('must be pictures', async () => {
    const form = new FormData();
    form.set('source', new Blob(['<svg onload="alert(1)">']), 'x.jpg');
    expect((await call('POST', `${PAGE}/photos`, form)).json.error.error_subcode).toBe(1366046);
  });
});

describe('an Instagram reel', () => {
  it('goes through a container', async () => {
    const wish = { media_type: 'REELS', upload_type: 'resumable', caption: 'Calm' };
    const { id, uri } = (await call('POST', `${INSTAGRAM}/media`, wish)).json;
    const publish = () => call('POST', `${INSTAGRAM}/media_publish`, { creation_id: id });
    expect((await publish()).json.error).toMatchObject({ code: 9007, error_subcode: 2207027 });
    expect((await push(uri as string, 0)).json).toMatchObject({ success: true });
    const state = async () => (await call('GET', `${id}?fields=status_code`)).json.status_code as string;
    expect(await state()).toBe('IN_PROGRESS');
    clock.time = Date.now() + 3_000;
    expect(await state()).toBe('FINISHED');
    const { json: media } = await publish();
    expect(await state()).toBe('PUBLISHED');
    expect((await publish()).json.error).toMatchObject({ code: 24, error_subcode: 2207006 });
    expect((await call('GET', `${INSTAGRAM}/media?fields=id,caption`)).json.data).toEqual([
      { id: media.id, caption: 'Calm' },
    ]);
    expect((await call('GET', `${media.id}?fields=permalink`)).json.permalink).toBe(
      `https://www.instagram.com/reel/${BigInt(media.id as string).toString(36)}/`,
    );
    expect((await call('GET', `${INSTAGRAM}/content_publishing_limit`)).json.data[0].quota_usage).toBe(1);
    expect(posts()).toMatchObject([{ id: media.id, kind: 'instagram_reel', page_name: '@rehearsal_page' }]);
  });
});

describe('identity', () => {
  it('takes each of its own tokens for any page', async () => {
    expect((await call('GET', '424242?fields=id,name', undefined, 'rehearsal-token-7')).json).toEqual({
      id: '424242',
      name: 'Rehearsal Page 4242',
    });
    expect((await call('GET', 'me?fields=id,name')).json).toEqual({ id: PAGE, name: 'Rehearsal Page' });
    expect((await call('GET', `${INSTAGRAM}?fields=id,username`)).json).toEqual({
      id: INSTAGRAM,
      username: 'rehearsal_page',
    });
    expect((await call('GET', 'debug_token?input_token=rehearsal-token')).json.data.is_valid).toBe(true);
  });

  it("lists pages for a user's token only, with tokens that speak for them", async () => {
    expect((await call('GET', 'me/accounts')).json.error.code).toBe(100);
    await call('GET', '424242?fields=id');
    const { data } = (await call('GET', 'me/accounts?fields=id,access_token', undefined, 'user-token')).json;
    expect(data).toEqual([
      { id: PAGE, access_token: 'rehearsal-token' },
      { id: '424242', access_token: 'rehearsal-token-424242' },
    ]);
    expect((await call('GET', 'me', undefined, 'rehearsal-token-424242')).json.id).toBe('424242');
  });

  it.each([
    ['', { code: 2500 }],
    ['expired-1', { code: 190, error_subcode: 463 }],
    ['invalid-1', { code: 190, error_subcode: 467 }],
    ['EAAB-of-Meta', { code: 190, error_subcode: 467 }],
    ['rehearsal-token-', { code: 190, error_subcode: 467 }],
  ])('refuses the token %p', async (token, error) => {
    const answer = await call('GET', PAGE, undefined, token);
    expect(answer.status).toBe(400);
    expect(answer.json.error).toMatchObject(error);
  });
});

describe('a failure that is rehearsed', () => {
  it('expired_token strikes until it is switched off', async () => {
    turn('expired_token');
    for (const path of [PAGE, 'me', `${PAGE}/published_posts`])
      expect((await call('GET', path)).json.error).toMatchObject({ code: 190, error_subcode: 463 });
    expect((await call('GET', '200')).status).toBe(200);
    network.faults.turn(PAGE, 'expired_token', false);
    expect((await call('GET', PAGE)).status).toBe(200);
  });

  it('slow_processing takes a minute', async () => {
    turn('slow_processing');
    const id = await uploadReel();
    await finish(id);
    clock.time += 59_000;
    expect((await status(id)).published).toBe(false);
    clock.time += 1_000;
    expect((await status(id)).published).toBe(true);
  });

  it('rejected_video turns down the next one only', async () => {
    turn('rejected_video');
    const [first, second] = [await uploadReel(), await uploadReel()];
    expect((await finish(first)).json.success).toBe(true);
    await finish(second);
    clock.time += 2_000;
    expect((await status(first)).status).toMatchObject({
      video_status: 'error',
      processing_phase: { status: 'error', errors: [{ code: 1363040, message: expect.any(String) }] },
    });
    expect(posts().map(({ id }) => id)).toEqual([second]);
  });

  it('rate_limited lasts a minute and says how long', async () => {
    turn('rate_limited');
    const { json, headers } = await call('GET', PAGE);
    expect(json.error.code).toBe(80001);
    const usage = JSON.parse(headers.get('x-business-use-case-usage') ?? '{}');
    expect(usage[PAGE][0].estimated_time_to_regain_access).toBe(1);
    clock.time += 60_000;
    expect((await call('GET', PAGE)).status).toBe(200);
  });

  it('lost_answer cuts the connection after the effect', async () => {
    const id = await uploadReel();
    turn('lost_answer');
    await expect(finish(id)).rejects.toThrow();
    clock.time += 2_000;
    expect((await status(id)).published).toBe(true);
    expect(posts()).toHaveLength(1);
  });

  it('server_error strikes three times', async () => {
    turn('server_error');
    for (let n = 0; n < 3; n++) {
      const { status: code, json } = await call('GET', PAGE);
      expect([code, json.error.code, json.error.is_transient]).toEqual([500, 2, true]);
    }
    expect((await call('GET', PAGE)).status).toBe(200);
  });
});

describe('what does not belong here', () => {
  it.each(['..%2f..%2fetc', '%2e%2e/secrets', '..%5c..', '9'.repeat(30), '99%00', 'a'])(
    'refuses the id %s',
    async (id) => {
      expect((await call('GET', id)).json.error.code).toBe(2500);
      const upload = `${server.origin}/video-upload/v26.0/${id}`;
      expect((await push(upload, 0, VIDEO)).status).toBeGreaterThanOrEqual(400);
      const answer = await call('POST', `${PAGE}/video_reels`, {
        upload_phase: 'finish',
        video_id: `../${id}`,
      });
      expect(answer.json.error).toMatchObject({ code: 100, error_subcode: 33 });
    },
  );

  it.each(['__proto__', 'constructor', 'publish_everything', 'videos/more'])(
    'has no edge %s',
    async (edge) => {
      for (const method of ['GET', 'POST', 'DELETE'])
        expect((await call(method, `${PAGE}/${edge}`)).json.error.code).toBe(2500);
      expect((await push(`${server.origin}/video-upload/${edge}`, 0)).status).toBeGreaterThanOrEqual(400);
    },
  );

  it('speaks no version but those that are named', async () => {
    const headers = { authorization: 'Bearer rehearsal-token' };
    const answer = await fetch(`${server.origin}/me`, { headers });
    expect([answer.status, ((await answer.json()) as any).error.code]).toEqual([400, 2500]);
  });

  it('has nothing to say to web pages', async () => {
    const answer = await fetch(`${server.origin}/v26.0/me?access_token=rehearsal-token`, {
      headers: { origin: 'http://evil.example' },
    });
    expect(answer.status).toBe(403);
  });
});
