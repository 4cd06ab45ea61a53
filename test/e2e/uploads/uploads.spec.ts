import { readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { MediaRemoval } from '../../../backend/uploads/media-removal';
import { QuotaRecount } from '../../../backend/publishing/housekeeping/quota-recount';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { fixture } from '../../support/media';
import { sendRaw } from '../../support/raw-http';
import { idOf, tusOf } from '../../support/tus';
import { PORTRAIT, videoUploads } from '../../support/video-uploads';

const app = useApp();
const { usage, filesKept } = videoUploads(app);
const video = readFileSync(PORTRAIT);
const photo = readFileSync(fixture('photo.jpg'));

let user: Client;
let tus: ReturnType<typeof tusOf>;
beforeEach(async () => {
  user = await app.users.subscriber();
  tus = tusOf(user);
});

const stored = async (path: string) =>
  Buffer.from(await (await fetch(`${user.url}/storage/${path}`)).arrayBuffer());
const pieces = () => readdir(join(app.dir, 'uploads')).catch(() => [] as string[]);
/** So much of it is there, so its request has the upload. */
const holds = (path: string, bytes: number) =>
  eventually(
    () => stat(join(app.dir, 'uploads', idOf(path))),
    ({ size }) => size === bytes,
  );
const statusOf = async (answer: Promise<{ status: number; body: any }>) => {
  const { status, body } = await answer;
  return [status, body?.error];
};

it('takes a file in one piece, and tells what it is', async () => {
  const { status, headers } = await tus.create(video.length, { filename: 'Winter.mp4', purpose: 'post' });
  expect(status).toBe(201);
  const path = headers.get('location') as string;
  expect(path).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/);
  expect(Date.parse(headers.get('upload-expires') ?? '')).toBeGreaterThan(app.clock.now());
  expect(await usage(user)).toEqual({ tasks: 0, bytes: video.length });
  expect(await statusOf(user.get(`/api/media/${idOf(path)}`))).toEqual([409, 'upload_incomplete']);
  const sent = await tus.piece(path, 0, video);
  expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, String(video.length)]);
  const { body } = await user.get(`/api/media/${idOf(path)}`);
  expect(body).toMatchObject({
    id: idOf(path),
    name: 'Winter.mp4',
    type: 'video/mp4',
    size_bytes: video.length,
    thumbnail_path: null,
  });
  expect(body.fits.map(({ network, format }: any) => `${network} ${format}`)).toEqual([
    'facebook reel',
    'facebook video',
    'facebook photo',
    'facebook story',
    'instagram reel',
    'instagram photo',
    'instagram story',
  ]);
  expect(body.fits.find(({ format }: any) => format === 'photo')).toMatchObject({
    ok: 0,
    message: 'A photo is made of a picture',
  });
  const file = await stored(body.file_path);
  expect(file.equals(video)).toBe(true);
  expect(await pieces()).not.toContain(idOf(path));
});

it('goes on after a cut at every eighth, with the same bytes', async () => {
  const path = await tus.begin(video.length);
  const { hostname, port } = new URL(user.url);
  for (let eighth = 1; eighth < 8; eighth++) {
    const { headers } = await tus.offsetOf(path);
    const offset = Number(headers.get('upload-offset'));
    const end = Math.floor((video.length * eighth) / 8);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\nTus-Resumable: 1.0.0\r\n` +
        `Content-Type: application/offset+octet-stream\r\nUpload-Offset: ${offset}\r\n` +
        `Content-Length: ${video.length - offset}\r\n\r\n`,
    );
    socket.write(video.subarray(offset, end));
    await holds(path, end);
    socket.destroy();
    const after = await tus.offsetOf(path);
    expect([after.status, Number(after.headers.get('upload-offset'))]).toEqual([200, end]);
  }
  const { headers } = await tus.offsetOf(path);
  const offset = Number(headers.get('upload-offset'));
  expect((await tus.piece(path, offset, video.subarray(offset))).status).toBe(204);
  const { body } = await user.get(`/api/media/${idOf(path)}`);
  const file = await stored(body.file_path);
  expect(file.equals(video)).toBe(true);
});

it('refuses what is not the protocol, in our words', async () => {
  const path = await tus.begin(100);
  const bytes = new Uint8Array(10);
  const withoutVersion = fetch(user.url + path, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${user.token}` },
  });
  expect((await withoutVersion).status).toBe(412);
  const create = (headers: Record<string, string>) => statusOf(tus.send('POST', '/api/uploads', headers));
  expect(await create({})).toEqual([400, 'bad_request']);
  expect(await create({ 'upload-defer-length': '1' })).toEqual([400, 'bad_request']);
  expect(await create({ 'upload-length': '-1' })).toEqual([400, 'bad_request']);
  expect(await create({ 'upload-length': '1e3' })).toEqual([400, 'bad_request']);
  expect(await create({ 'upload-length': '5', 'upload-metadata': 'filename ???' })).toEqual([
    400,
    'bad_request',
  ]);
  expect(await create({ 'upload-length': String(101 * 1024 ** 2) })).toEqual([413, 'payload_too_large']);
  expect(await statusOf(tus.create(5, { purpose: 'else' }))).toEqual([422, 'validation_failed']);
  expect(await statusOf(tus.create(5, { purpose: 'library' }))).toEqual([403, 'forbidden']);
  expect(await statusOf(tus.create(11 * 1024 ** 2, { purpose: 'cover' }))).toEqual([
    413,
    'payload_too_large',
  ]);
  expect(await statusOf(tus.send('GET', path))).toEqual([405, 'method_not_allowed']);
  expect(await statusOf(tus.piece(path, 5, bytes))).toEqual([409, 'conflict']);
  expect(await statusOf(tus.piece(path, 'x', bytes))).toEqual([400, 'bad_request']);
  expect(
    await statusOf(tus.send('PATCH', path, { 'content-type': 'application/offset+octet-stream' }, bytes)),
  ).toEqual([400, 'bad_request']);
  for (const type of ['application/json', 'text/plain', 'application/octet-stream'])
    expect(await statusOf(tus.piece(path, 0, bytes, { 'content-type': type }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
  expect(await statusOf(tus.piece(path, 0, new Uint8Array(101)))).toEqual([413, 'payload_too_large']);
  expect((await tus.offsetOf(path)).headers.get('upload-offset')).toBe('0');
});

it("hides another user's uploads", async () => {
  const path = await tus.begin(100);
  const other = tusOf(await app.users.subscriber());
  expect((await other.offsetOf(path)).status).toBe(404);
  expect((await other.piece(path, 0, new Uint8Array(10))).status).toBe(404);
  expect((await other.send('DELETE', path)).status).toBe(404);
  expect((await other.send('GET', `/api/media/${idOf(path)}`)).status).toBe(404);
  expect((await tus.offsetOf('/api/uploads/%2e%2e')).status).toBe(404);
});

it.each(['?x=/', '#/', '?'])("takes none of another user's uploads from behind %p", async (behind) => {
  const theirs = tusOf(await app.users.subscriber());
  const victim = await theirs.begin(video.length, { filename: 'theirs.mp4' });
  const own = await tus.begin(video.length, { filename: 'own.mp4' });
  // Some clients send no fragment.
  const ask = (method: string, ...more: string[]) =>
    sendRaw(
      user.url,
      [
        `${method} ${own}${behind}${idOf(victim)} HTTP/1.1`,
        ...['Host: localhost', 'Connection: close', `Authorization: Bearer ${user.token}`],
        ...['Tus-Resumable: 1.0.0', ...more],
      ].join('\r\n'),
    );
  expect(await ask('HEAD', '', '')).toContain(Buffer.from('own.mp4').toString('base64'));
  const piece = ['Upload-Offset: 0', 'Content-Type: application/offset+octet-stream', 'Content-Length: 10'];
  await ask('PATCH', ...piece, '', '0123456789');
  expect((await tus.offsetOf(own)).headers.get('upload-offset')).toBe('10');
  expect(await ask('DELETE', '', '')).toContain('204 No Content');
  expect((await tus.offsetOf(own)).status).toBe(404);
  expect((await theirs.offsetOf(victim)).headers.get('upload-offset')).toBe('0');
});

it('lets one of two requests write', async () => {
  const path = await tus.begin(video.length);
  // Silent for three seconds, the first would lose the upload.
  app.clock.stop();
  let go: (() => void) | undefined;
  const slow = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(video.subarray(0, 1000)));
      go = () => {
        controller.enqueue(new Uint8Array(video.subarray(1000)));
        controller.close();
      };
    },
  });
  const first = tus.piece(path, 0, slow);
  await holds(path, 1000);
  const second = await tus.piece(path, 0, video);
  expect([second.status, second.body.error]).toEqual([423, 'locked']);
  app.clock.start();
  go?.();
  expect((await first).status).toBe(204);
});

it('lets a new connection take over from a silent one', async () => {
  const path = await tus.begin(video.length);
  const silent = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(video.subarray(0, 1000))),
  });
  const first = tus.piece(path, 0, silent).catch(() => 'cut off');
  await holds(path, 1000);
  app.clock.forward(4_000);
  const { status, headers } = await tus.offsetOf(path);
  expect([status, headers.get('upload-offset')]).toEqual([200, '1000']);
  expect(await first).toBe('cut off');
  expect((await tus.piece(path, 1000, video.subarray(1000))).status).toBe(204);
});

it('takes no twenty-first unfinished upload, and no byte beyond the storage', async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => tus.create(10)));
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: 20 }, () => 201),
    ...Array.from({ length: 5 }, () => 429),
  ]);
  expect(await usage(user)).toEqual({ tasks: 0, bytes: 200 });
  const [one] = answers.filter(({ status }) => status === 201);
  expect((await tus.send('DELETE', one?.headers.get('location') ?? '')).status).toBe(204);
  expect(await usage(user)).toEqual({ tasks: 0, bytes: 190 });
  expect((await tus.create(10)).status).toBe(201);

  const small = await app.users.subscriber({ tasks: 5, bytes: 1000 });
  const many = await Promise.all(Array.from({ length: 5 }, () => tusOf(small).create(300)));
  expect(many.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422]);
});

it('refuses what is nothing we take, and frees its bytes', async () => {
  const before = await filesKept();
  const id = await tus.upload(Buffer.from('no film at all'), { filename: 'film.mp4' });
  const { status, body } = await user.get(`/api/media/${id}`);
  expect([status, body.errors]).toEqual([
    422,
    { 'film.mp4': ['Only MP4, MOV, JPEG, PNG and GIF files are supported'] },
  ]);
  expect(await usage(user)).toEqual({ tasks: 0, bytes: 0 });
  const cover = await tus.upload(video, { filename: 'film.mp4', purpose: 'cover' });
  expect((await user.get(`/api/media/${cover}`)).status).toBe(422);
  expect(await filesKept()).toEqual(before);
  expect(await pieces()).not.toContain(id);
});

it('deletes what nobody used in time, and frees its storage', async () => {
  const unfinished = await tus.begin(1000);
  const ready = await tus.upload(photo, { filename: 'a.jpg' });
  expect(await usage(user)).toEqual({ tasks: 0, bytes: 1000 + photo.length });
  app.clock.forward(1441 * 60_000);
  await app.running.nest.get(MediaRemoval).removeExpired();
  expect(await usage(user)).toEqual({ tasks: 0, bytes: 0 });
  expect(await pieces()).not.toContain(idOf(unfinished));
  expect((await user.get(`/api/media/${ready}`)).status).toBe(404);
});

it('takes a small JPEG as the picture of a file', async () => {
  const id = await tus.upload(video);
  const put = (bytes: Uint8Array, type = 'image/jpeg') =>
    tus.send('PUT', `/api/media/${id}/poster`, { 'content-type': type }, bytes);
  expect((await put(new Uint8Array(300 * 1024 + 1))).status).toBe(413);
  expect((await put(Buffer.from('no picture'))).status).toBe(422);
  expect((await put(photo, 'image/png')).status).toBe(415);
  const { status, body } = await put(photo);
  expect([status, body.thumbnail_path]).toEqual([200, expect.stringMatching(/\.jpg\?expires=/)]);
  expect((await user.delete(`/api/media/${id}`)).status).toBe(200);
  expect(await usage(user)).toEqual({ tasks: 0, bytes: 0 });
  expect((await user.get(`/api/media/${id}`)).status).toBe(404);
});

it('counts what it holds as the rows do', async () => {
  await tus.begin(1000);
  await tus.upload(photo, { filename: 'a.jpg' });
  await eventually(
    () => app.running.nest.get(QuotaRecount).wrong(),
    (wrong) => wrong.length === 0,
  );
});
