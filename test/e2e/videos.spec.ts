import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DateTime } from 'luxon';
import { Database } from '../../backend/database/database';
import { startTestApp, type TestApp } from '../support/app';
import { eventually, type Answer, type Client } from '../support/client';
import { fixture, multipart, paddedVideo, type Part } from '../support/media';
import { nowToPost } from '../support/post-times';
import { openSocket, sendRaw } from '../support/raw-http';

let app: TestApp;
let user: Client;
let scratch: string;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.users.subscriber();
  scratch = await mkdtemp(join(tmpdir(), 'pagecast-videos-'));
});
afterAll(async () => {
  await app.end();
  await rm(scratch, { recursive: true, force: true });
});

const PORTRAIT = fixture('portrait.mp4');
const MEGABYTE = 1024 ** 2;

const database = () => app.running.nest.get(Database);
const usage = async (who: Client) => {
  const { body } = await who.get('/api/user/subscription');
  return { tasks: body.submissions.used as number, bytes: body.storage.used as number };
};
const filesKept = async () => {
  const entries = await readdir(join(app.dir, 'media'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
};

/** Runs it and shows that it left no row, no file and nothing charged. */
async function leavesNothing<T>(who: Client, work: () => Promise<T>): Promise<T> {
  const state = async () => [await usage(who), await filesKept(), (await who.get('/api/videos')).body.total];
  const before = await state();
  const result = await work();
  await eventually(state, (after) => JSON.stringify(after) === JSON.stringify(before));
  return result;
}

async function send(who: Client, parts: Part[], headers: Record<string, string> = {}): Promise<Answer> {
  const body = multipart(parts);
  const response = await fetch(`${app.url}/api/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': body.contentType, ...headers },
    body: new Uint8Array(body.buffer()),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

const video = (filename = 'portrait.mp4'): Part => ({ name: 'videos[]', path: PORTRAIT, filename });
async function uploaded(who: Client, title = 'A video', more: Record<string, string[]> = {}): Promise<any> {
  const { status, body } = await who.upload('/api/videos', [PORTRAIT], { titles: [title], ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.videos[0];
}

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
    const most = await paddedVideo(join(scratch, 'most.mp4'), 100 * MEGABYTE);
    const more = await paddedVideo(join(scratch, 'more.mp4'), 100 * MEGABYTE + 1);
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
      video('a.mp4'),
      video('b.b.mp4'),
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
    ['a%22b.mp4', undefined],
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
    const { status, body } = await send(user, [video(filename)]);
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
    await mkdir(scratch, { recursive: true });
    for (const name of ['evil-hls.mp4', 'evil-dash.mp4', 'evil-concat.mp4']) {
      const text = (await readFile(fixture(name), 'utf8')).replaceAll('127.0.0.1:9', `127.0.0.1:${port}`);
      const bare = join(scratch, name);
      await writeFile(bare, text);
      // The same behind an honest beginning, so that it gets as far as the probe.
      const dressed = join(scratch, `dressed-${name}`);
      const head = (await readFile(fixture('broken-moov.mp4'))).subarray(0, 40);
      await writeFile(dressed, Buffer.concat([head, Buffer.from(text.padEnd(4096, '\n'))]));
      for (const path of [bare, dressed])
        expect((await leavesNothing(user, () => user.upload('/api/videos', [path]))).status).toBe(422);
    }
    expect(asked).toBe(0);
    await new Promise((resolve) => canary.close(resolve));
  });

  it('asks for a file', async () => {
    const none = await leavesNothing(user, () => send(user, [{ name: 'titles[]', value: 'A' }]));
    expect([none.status, Object.keys(none.body.errors)]).toEqual([422, ['videos']]);
    const elsewhere = await leavesNothing(user, () =>
      send(user, [{ name: 'photos[]', path: PORTRAIT }, video()]),
    );
    expect([elsewhere.status, Object.keys(elsewhere.body.errors)]).toEqual([422, ['photos[]']]);
    const empty = await leavesNothing(user, () =>
      send(user, [{ name: 'videos[]', buffer: Buffer.alloc(0) }]),
    );
    expect(empty.status).toBe(422);
  });

  it.each([
    ['application/x-www-form-urlencoded', 415],
    ['text/plain', 415],
    ['video/mp4', 415],
    ['multipart/mixed; boundary=x', 415],
    ['multipart/form-data', 400],
  ])('answers a body of %s with %d', async (type, status) => {
    const answer = await leavesNothing(user, () => send(user, [video()], { 'content-type': type }));
    expect([400, 415]).toContain(answer.status);
    if (status === 415) expect([answer.status, answer.body.error]).toEqual([415, 'unsupported_media_type']);
  });

  it('takes at most twenty files', async () => {
    const files = Array.from({ length: 21 }, (_, n) => video(`${n}.mp4`));
    const { status, body } = await leavesNothing(user, () => send(user, files));
    expect([status, body.error]).toEqual([413, 'payload_too_large']);
    expect(body.message).toMatch(/20 files/);
  });

  it.each([
    [
      'one file too many',
      [...Array.from({ length: 20 }, (_, n) => video(`${n}.mp4`)), video('last.mp4')],
      413,
    ],
    ['a field of another call', [{ ...video(), name: 'photos[]' }], 422],
    ['what is no video', [{ name: 'videos[]', filename: 'a.mp4', buffer: Buffer.alloc(9000, 'x') }], 422],
  ])('refuses %s while its bytes are still to come', async (_, parts: Part[], status) => {
    const body = multipart(parts);
    const bytes = body.buffer();
    const answer = await leavesNothing(user, () =>
      sendRaw(
        app.url,
        Buffer.concat([
          Buffer.from(
            `POST /api/videos HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\nContent-Type: ${body.contentType}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
          ),
          bytes.subarray(0, bytes.length - 4000),
        ]),
      ),
    );
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it.each([
    ['a field without end', [{ name: 'titles[]', value: 'x'.repeat(20_000) }]],
    ['a thousand fields', Array.from({ length: 1000 }, () => ({ name: 'titles[]', value: 'x' }))],
    [
      'nested names',
      [
        { name: `titles${'[a]'.repeat(50)}`, value: 'x' },
        { name: '__proto__[a]', value: 'x' },
      ],
    ],
  ])('stays up after %s', async (_, parts) => {
    const answer = await send(user, parts);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect((await app.client.get('/health/live')).status).toBe(200);
  });

  it('leaves nothing of an upload that breaks off', async () => {
    const body = multipart([video()]);
    const bytes = body.buffer();
    for (const share of [0, 0.01, 0.5, 0.99]) {
      await leavesNothing(user, async () => {
        const socket = await openSocket(app.url);
        socket.on('error', () => undefined);
        socket.write(
          `POST /api/videos HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\nContent-Type: ${body.contentType}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
        );
        socket.write(bytes.subarray(0, Math.floor(bytes.length * share)));
        await pause(60);
        socket.destroy();
        await pause(60);
      });
    }
  });

  it('leaves nothing of a body without its final boundary', async () => {
    const whole = multipart([video()]);
    const cut = whole.buffer().subarray(0, -(whole.boundary.length + 8));
    const answer = await leavesNothing(user, async () => {
      const response = await fetch(`${app.url}/api/videos`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': whole.contentType },
        body: new Uint8Array(cut),
      });
      return { status: response.status, body: (await response.json()) as any };
    });
    expect([answer.status, answer.body.error]).toEqual([400, 'bad_request']);
  });
});

describe('quotas', () => {
  it('refuse a task too many with their own word', async () => {
    const small = await app.users.subscriber({ tasks: 1 });
    await uploaded(small);
    const { status, body } = await leavesNothing(small, () => small.upload('/api/videos', [PORTRAIT]));
    expect([status, body.error]).toEqual([422, 'task_quota_exceeded']);
    expect(body.message).toMatch(/1 task/);
  });

  it('refuse two at once where one is free, and keep neither', async () => {
    const small = await app.users.subscriber({ tasks: 1 });
    const { status, body } = await leavesNothing(small, () =>
      small.upload('/api/videos', [PORTRAIT, PORTRAIT]),
    );
    expect([status, body.error]).toEqual([422, 'task_quota_exceeded']);
  });

  it('refuse bytes too many with their own word, and give them back on delete', async () => {
    const { size } = await stat(PORTRAIT);
    const small = await app.users.subscriber({ bytes: size });
    const { id } = await uploaded(small);
    expect(await usage(small)).toEqual({ tasks: 1, bytes: size });
    const { status, body } = await leavesNothing(small, () => small.upload('/api/videos', [PORTRAIT]));
    expect([status, body.error]).toEqual([422, 'storage_quota_exceeded']);
    expect((await small.delete(`/api/videos/${id}`)).status).toBe(200);
    expect(await usage(small)).toEqual({ tasks: 0, bytes: 0 });
    await uploaded(small);
  });

  it('let exactly ten of a hundred uploads at once through where ten tasks are free', async () => {
    const busy = await app.users.subscriber({ tasks: 10 });
    const { size } = await stat(PORTRAIT);
    const before = (await filesKept()).length;
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => busy.upload('/api/videos', [PORTRAIT])),
    );
    const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([counts(201), counts(422)]).toEqual([10, 90]);
    expect(new Set(answers.filter(({ status }) => status === 422).map(({ body }) => body.error))).toEqual(
      new Set(['task_quota_exceeded']),
    );
    expect(await usage(busy)).toEqual({ tasks: 10, bytes: 10 * size });
    expect((await busy.get('/api/videos')).body.total).toBe(10);
    expect((await filesKept()).length - before).toBe(10);
  });
});

describe('GET /videos', () => {
  let lister: Client;
  const ids: number[] = [];
  beforeAll(async () => {
    lister = await app.users.subscriber();
    for (let n = 1; n <= 17; n++)
      ids.push((await uploaded(lister, `Video ${String(n).padStart(2, '0')}`)).id);
  });

  it('answers a page of fifteen, newest first, in an envelope', async () => {
    const { body } = await lister.get('/api/videos');
    expect(body).toEqual({
      data: expect.any(Array),
      current_page: 1,
      last_page: 2,
      per_page: 15,
      total: 17,
      from: 1,
      to: 15,
      prev_page_url: null,
      next_page_url: '/api/videos?page=2',
    });
    expect(body.data.map(({ id }: any) => id)).toEqual([...ids].reverse().slice(0, 15));
    expect(body.data[0]).toMatchObject({
      id: ids[16],
      title: 'Video 17',
      description: null,
      status: 'pending',
      file_path: expect.any(String),
      thumbnail_path: null,
      scheduled_for: null,
      created_at: expect.stringMatching(/Z$/),
      upload_error: null,
      published_at: null,
      permalink: null,
      posted_text: null,
      size_bytes: expect.any(Number),
      width: 540,
      height: 960,
      duration_ms: expect.any(Number),
    });
    for (const inner of [
      'user_id',
      'file_key',
      'poster_key',
      'locked_by',
      'fence',
      'remote_session',
      'due_at',
      'kind',
    ])
      expect(body.data[0]).not.toHaveProperty(inner);
  });

  it.each([
    ['page=2', { from: 16, to: 17, prev_page_url: '/api/videos?page=1', next_page_url: null }],
    [
      'page=2&per_page=5',
      {
        from: 6,
        to: 10,
        last_page: 4,
        prev_page_url: '/api/videos?page=1&per_page=5',
        next_page_url: '/api/videos?page=3&per_page=5',
      },
    ],
    [
      'page=9',
      { data: [], from: null, to: null, total: 17, prev_page_url: '/api/videos?page=2', next_page_url: null },
    ],
    ['page=1000000000', { data: [], from: null, to: null }],
  ])('answers ?%s', async (query, expected) => {
    expect((await lister.get(`/api/videos?${query}`)).body).toMatchObject(expected);
  });

  it('answers a range with Content-Range', async () => {
    const { body, headers } = await lister.get('/api/videos?range=[5,7]&sort=["title","ASC"]');
    expect(headers.get('content-range')).toBe('videos 5-7/17');
    expect(body.map(({ title }: any) => title)).toEqual(['Video 06', 'Video 07', 'Video 08']);
    const past = await lister.get('/api/videos?range=[90,99]');
    expect([past.status, past.body, past.headers.get('content-range')]).toEqual([200, [], 'videos */17']);
  });

  it('filters by id, status and part of the title', async () => {
    const found = async (filter: object) =>
      (
        await lister.get(`/api/videos?range=[0,24]&filter=${encodeURIComponent(JSON.stringify(filter))}`)
      ).body.map(({ id }: any) => id);
    expect(await found({ id: [ids[3], ids[0]] })).toEqual([ids[3], ids[0]]);
    expect(await found({ q: 'O 0' })).toHaveLength(9);
    expect(await found({ q: '%' })).toEqual([]);
    expect(await found({ status: 'published' })).toEqual([]);
    expect(await found({ status: ['pending', 'failed'] })).toHaveLength(17);
    await lister.put(`/api/videos/${ids[2]}/reschedule`, { scheduled_for: '2040-01-01 00:00:00' });
    expect(await found({ scheduled: true })).toEqual([ids[2]]);
    expect(await found({ scheduled: false, status: 'pending' })).toHaveLength(16);
    await lister.put(`/api/videos/${ids[2]}/reschedule`, { scheduled_for: null });
    expect(await found({ scheduled: true })).toEqual([]);
  });

  it.each([
    'page=0',
    'per_page=101',
    'range=[2,1]',
    'sort=["file_key","ASC"]',
    'filter={"user_id":1}',
    'filter={"scheduled":"no"}',
  ])('refuses ?%s and names it', async (query) => {
    const { status, body } = await lister.get(`/api/videos?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
  });

  it('never shows what is somebody else’s, nor counts it', async () => {
    const stranger = await app.users.subscriber();
    expect((await stranger.get('/api/videos')).body).toMatchObject({
      data: [],
      total: 0,
      from: null,
      to: null,
    });
    const asked = await stranger.get(`/api/videos?range=[0,9]&filter={"id":[${ids.join()}]}`);
    expect([asked.body, asked.headers.get('content-range')]).toEqual([[], 'videos */0']);
    const absent = (await stranger.get('/api/videos/999999')).body;
    const calls = ['GET', 'PUT', 'DELETE', 'PUT /reschedule', 'POST /retry'];
    for (const call of calls) {
      const [method, rest = ''] = call.split(' ') as [string, string?];
      const body = method === 'GET' ? undefined : { title: 'Mine now', scheduled_for: null };
      for (const id of [ids[0], '0', '-1', '1.0', 'abc', '1e3', '99999999999', '%31%00']) {
        const answer = await stranger.call(method, `/api/videos/${id}${rest}`, body);
        expect([call, id, answer.status, answer.body.error]).toEqual([call, id, 404, 'not_found']);
        if (id === ids[0]) expect(answer.body).toEqual(absent);
      }
    }
    expect((await lister.get(`/api/videos/${ids[0]}`)).body).toMatchObject({
      title: 'Video 01',
      attempts: [],
    });
  });
});

describe('PUT /videos/{id}/reschedule', () => {
  let berliner: Client;
  let path: string;
  beforeAll(async () => {
    berliner = await app.users.subscriber({ timezone: 'Europe/Berlin' });
    path = `/api/videos/${(await uploaded(berliner)).id}/reschedule`;
  });
  const reschedule = async (scheduled_for: unknown) => await berliner.put(path, { scheduled_for });

  it("takes wall-clock time in the user's zone, and ISO 8601 with an offset", async () => {
    const year = new Date().getUTCFullYear() + 1;
    const at = async (time: string) => (await reschedule(time)).body;
    expect(await at(`${year}-01-15 18:30:00`)).toMatchObject({
      status: 'pending',
      scheduled_for: `${year}-01-15T17:30:00.000Z`,
    });
    expect((await at(`${year}-07-15 18:30:00`)).scheduled_for).toBe(`${year}-07-15T16:30:00.000Z`);
    expect((await at(`${year}-07-15T18:30:00+05:30`)).scheduled_for).toBe(`${year}-07-15T13:00:00.000Z`);
    expect((await reschedule(null)).body.scheduled_for).toBeNull();
  });

  it('means the first of a time that occurs twice, and refuses one that does not occur', async () => {
    const [gap, fold] = lastSundays(new Date().getUTCFullYear() + 1);
    expect((await reschedule(`${fold} 02:30:00`)).body.scheduled_for).toBe(`${fold}T00:30:00.000Z`);
    const { status, body } = await reschedule(`${gap} 02:30:00`);
    expect([status, body.errors.scheduled_for[0]]).toEqual([
      422,
      'This time does not exist in Europe/Berlin: the clocks are set forward over it. Choose another one.',
    ]);
  });

  it('takes the minute that runs, and nothing before it', async () => {
    // Where the clocks never change, so that no wall-clock time of this minute means another one.
    const timezone = 'Asia/Kolkata';
    const resident = await app.users.subscriber({ timezone });
    const item = `/api/videos/${(await uploaded(resident)).id}/reschedule`;
    const to = (time: DateTime) =>
      resident.put(item, { scheduled_for: time.setZone(timezone).toFormat('yyyy-MM-dd HH:mm:00') });
    const now = DateTime.fromJSDate(await nowToPost());
    expect((await to(now)).status).toBe(200);
    const { status, body } = await to(now.minus({ minutes: 2 }));
    expect([status, body.errors]).toEqual([422, { scheduled_for: ['Choose a time that has not passed.'] }]);
  });

  it.each([
    undefined,
    '',
    'tomorrow',
    7,
    true,
    [],
    {},
    '2030-02-30 10:00:00',
    '2030-01-01',
    '9999-01-01 00:00:00',
  ])('refuses %j', async (value) => {
    const { status, body } = await reschedule(value);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['scheduled_for']]);
  });

  /** When the zone of Berlin sets its clocks. */
  function lastSundays(year: number): [string, string] {
    const last = (month: number) => {
      const end = DateTime.utc(year, month, 31);
      return end.minus({ days: end.weekday % 7 }).toISODate()!;
    };
    return [last(3), last(10)];
  }
});

describe('a pending video', () => {
  it('can be edited: title and description, and nothing else', async () => {
    const item = await uploaded(user, 'Before');
    const path = `/api/videos/${item.id}`;
    const { status, body } = await user.put(path, {
      title: '  After ',
      description: 'Words',
      status: 'published',
      user_id: 1,
      size_bytes: 0,
      file_key: 'x',
      scheduled_for: '2099-01-01 00:00:00',
      id: 1,
    });
    expect([status, body]).toEqual([200, { ...item, title: 'After', description: 'Words' }]);
    expect((await user.put(path, { title: 'After' })).body.description).toBe('Words');
    expect((await user.put(path, { title: 'After', description: '' })).body.description).toBeNull();
    expect((await user.put(path, {})).body).toMatchObject({ title: 'After', description: null });
    expect((await user.put(path, { description: 'New' })).body).toMatchObject({
      title: 'After',
      description: 'New',
    });
    for (const title of [null, '', '  ', 'x'.repeat(256), 7])
      expect((await user.put(path, { title })).status).toBe(422);
    await user.delete(path);
  });

  it('is deleted with its bytes and its quota, and answers what was deleted', async () => {
    const deleter = await app.users.subscriber();
    const before = await filesKept();
    const item = await uploaded(deleter);
    const { status, body } = await deleter.delete(`/api/videos/${item.id}`);
    expect([status, body]).toEqual([200, item]);
    expect(await filesKept()).toEqual(before);
    expect(await usage(deleter)).toEqual({ tasks: 0, bytes: 0 });
    expect((await deleter.get(`/api/videos/${item.id}`)).status).toBe(404);
    expect((await deleter.delete(`/api/videos/${item.id}`)).status).toBe(404);
    expect((await fetch(`${app.url}/storage/${item.file_path}`)).status).toBe(404);
  });

  it('frees its quota once when it is deleted twice at once', async () => {
    const deleter = await app.users.subscriber();
    await uploaded(deleter);
    const { id } = await uploaded(deleter);
    const answers = await Promise.all([1, 2, 3].map(() => deleter.delete(`/api/videos/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect((await usage(deleter)).tasks).toBe(1);
  });

  it('cannot be retried', async () => {
    const { id } = await uploaded(user);
    const { status, body } = await user.post(`/api/videos/${id}/retry`);
    expect([status, body.error]).toEqual([409, 'conflict']);
    await user.delete(`/api/videos/${id}`);
  });
});

describe.each(['scheduled', 'processing', 'uploaded', 'published', 'failed'])('a %s video', (status) => {
  it('can be neither rescheduled, edited nor deleted', async () => {
    const item = await uploaded(user);
    await database().run('UPDATE posts SET status = ? WHERE id = ?', [status, item.id]);
    const path = `/api/videos/${item.id}`;
    const soon = new Date(Date.now() + 60_000).toISOString();
    const answers = [
      await user.put(`${path}/reschedule`, { scheduled_for: soon }),
      await user.put(path, { title: 'Other' }),
      await user.delete(path),
      ...(status === 'failed' ? [] : [await user.post(`${path}/retry`)]),
    ];
    for (const { status: code, body } of answers) expect([code, body.error]).toEqual([409, 'conflict']);
    expect(answers[0]!.body.message).toBe(`Only a pending item can be rescheduled; this one is ${status}.`);
    expect((await user.get(path)).body).toMatchObject({ title: 'A video', status, scheduled_for: null });
    await database().run("UPDATE posts SET status = 'pending' WHERE id = ?", [item.id]);
    await user.delete(path);
  });
});

it('retries a failed video: its task is taken again, and its time, if passed, becomes now', async () => {
  const retrier = await app.users.subscriber({ tasks: 1 });
  const item = await uploaded(retrier);
  const fail = async (id: number) => {
    await database().run(
      "UPDATE posts SET status = 'failed', scheduled_for = 1000, due_at = NULL, upload_error = 'No.' WHERE id = ?",
      [id],
    );
    await database().run('UPDATE quota_usage SET tasks_used = 0 WHERE user_id = ?', [retrier.user.id]);
  };
  await fail(item.id);
  const path = `/api/videos/${item.id}`;
  expect((await retrier.get(path)).body).toMatchObject({ status: 'failed', upload_error: 'No.' });
  const before = Date.now();
  const answers = await Promise.all([1, 2].map(() => retrier.post(`${path}/retry`)));
  const done = answers.filter(({ status }) => status === 200);
  expect(done).toHaveLength(1);
  expect(done[0]!.body).toMatchObject({ status: 'pending', upload_error: null });
  expect(Date.parse(done[0]!.body.scheduled_for)).toBeGreaterThanOrEqual(before);
  expect((await usage(retrier)).tasks).toBe(1);

  await fail(item.id);
  const other = await uploaded(retrier);
  const refused = await retrier.post(`${path}/retry`);
  expect([refused.status, refused.body.error]).toEqual([422, 'task_quota_exceeded']);
  await retrier.delete(`/api/videos/${other.id}`);
});

describe('GET /storage', () => {
  let link: string;
  let bytes: Buffer;
  beforeAll(async () => {
    bytes = await readFile(PORTRAIT);
    link = `${app.url}/storage/${(await uploaded(user)).file_path}`;
  });
  const read = async (headers: Record<string, string> = {}, url = link, method = 'GET') => {
    const response = await fetch(url, { headers, method });
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };

  it('sends the bytes as they came, and nothing in them can run', async () => {
    const { status, headers, bytes: sent } = await read();
    expect([status, sent.equals(bytes)]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(bytes.length),
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'accept-ranges': 'bytes',
    });
    expect((await read({ 'if-none-match': headers.get('etag')! })).status).toBe(304);
  });

  it('is the same link while it is good, so that browsers keep what they show', async () => {
    const [first, second] = [
      (await user.get('/api/videos')).body.data[0],
      (await user.get('/api/videos')).body.data[0],
    ];
    expect(first.file_path).toBe(second.file_path);
    const expires = Number(new URL(`http://x/${first.file_path}`).searchParams.get('expires')) * 1000;
    expect(expires - Date.now()).toBeGreaterThan(3_600_000 - 1000);
    expect(expires - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=-5', -5, -1],
    ['bytes=100-', 100, -1],
    ['bytes=0-99999999999', 0, -1],
  ])('sends %s only', async (range, from, to) => {
    const size = bytes.length;
    const [start, end] = [from < 0 ? size + from : from, to < 0 ? size + to : to];
    const { status, headers, bytes: sent } = await read({ range });
    expect([status, headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${size}`]);
    expect(sent.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  it('says 416 for a range past the end, and sends all for what it does not take', async () => {
    const past = await read({ range: `bytes=${bytes.length}-` });
    expect([past.status, past.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    for (const range of ['bytes=0-1,5-6', 'items=0-1', 'bytes=abc', 'bytes=5-2']) {
      const { status, bytes: sent } = await read({ range });
      expect([200, 416]).toContain(status);
      if (status === 200) expect(sent.equals(bytes)).toBe(true);
    }
  });

  // A known fault: the framework's HEAD puts 0 over the length. To be an `it` when media.controller.ts is mended.
  it('answers HEAD with the size', async () => {
    const { status, headers } = await read({}, link, 'HEAD');
    expect([status, headers.get('content-length'), headers.get('content-type')]).toEqual([
      200,
      String(bytes.length),
      'video/mp4',
    ]);
  });

  it('refuses a link that was changed, has ended, or has no signature', async () => {
    const url = new URL(link);
    const changed = (change: (target: URL) => void) => {
      const target = new URL(link);
      change(target);
      return target.href;
    };
    const signature = url.searchParams.get('signature')!;
    const links = [
      `${url.origin}${url.pathname}`,
      changed(({ searchParams }) =>
        searchParams.set(
          'signature',
          signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
        ),
      ),
      changed(({ searchParams }) => searchParams.set('signature', '')),
      changed(({ searchParams }) => searchParams.append('signature', signature)),
      changed(({ searchParams }) => searchParams.set('expires', '9999999999')),
      changed(({ searchParams }) => searchParams.set('expires', '1')),
      changed(
        (target) =>
          (target.pathname = target.pathname.replace(
            /[0-9a-f]\.mp4$/,
            (c) => (c[0] === 'a' ? 'b' : 'a') + '.mp4',
          )),
      ),
      changed((target) => (target.pathname = target.pathname.replace('.mp4', '.gif'))),
    ];
    for (const each of links) {
      const { status } = await read({}, each);
      expect([each.replace(app.url, ''), status]).toEqual([each.replace(app.url, ''), 403]);
    }
  });

  it.each([
    '/storage/..%2f..%2fpagecast.sqlite',
    '/storage/%2e%2e/jwt-secret',
    '/storage/../jwt-secret',
    '/storage/..%2fjwt-secret',
    '/storage/..%5cjwt-secret',
    '/storage/incoming',
    '/storage/%00',
    '/storage//etc/passwd',
    '//etc/passwd',
    '/../../../../etc/passwd',
    '/..%2f..%2f..%2f..%2fetc%2fpasswd',
  ])('lets nobody out of the folder: %s', async (path) => {
    const secret = await readFile(join(app.dir, 'jwt-secret'), 'utf8');
    const answer = await sendRaw(app.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 [2-4]\d\d /);
    if (path.startsWith('/storage')) expect(answer).toMatch(/^HTTP\/1\.1 40[034] /);
    expect(answer).not.toMatch(/SQLite format|root:/);
    expect(answer).not.toContain(secret);
  });
});
