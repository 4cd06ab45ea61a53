import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ffprobeStatic from 'ffprobe-static';
import { box } from '../../../backend/media/mp4/mp4-box';
import { startTestApp, type TestApp } from '../../support/app';
import type { Answer, Client } from '../../support/client';
import { fixture, multipart, type Part } from '../../support/media';
import { BOMBS, sampleBomb } from '../../support/mp4-bombs';

jest.setTimeout(90_000);

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'pagecast-probers-'))));
afterAll(() => rm(folder, { recursive: true }));

async function send(app: TestApp, who: Client, path: string, parts: Part[]): Promise<Answer> {
  const body = multipart(parts);
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': body.contentType },
    body: new Uint8Array(body.buffer()),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** Files on their way, whichever installation's. */
async function incoming(app: TestApp): Promise<string[]> {
  const folder = join(app.dir, 'media', 'incoming');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('without a prober that works', () => {
  let app: TestApp;
  let user: Client;
  let admin: Client;
  let prober: string;
  beforeAll(async () => {
    prober = join(folder, 'installed-later');
    app = await startTestApp({ env: { FFPROBE_PATH: prober } });
    user = await app.users.subscriber();
    admin = await app.users.admin();
  });
  afterAll(() => app.end());

  const video = (name: string): Part => ({ name, path: fixture('portrait.mp4') });

  it('starts the product, which says that it is ready and that the prober is down', async () => {
    const { status, body } = await app.client.get('/health/ready');
    expect([status, body]).toEqual([200, expect.objectContaining({ status: 'ready', prober: 'down' })]);
  });

  it.each([
    ['/api/videos', 'videos[]'],
    ['/api/instagram/videos', 'videos[]'],
    ['/api/shared-videos', 'video'],
  ])('refuses a video that cannot be checked just now: %s', async (path, name) => {
    const who = path === '/api/shared-videos' ? admin : user;
    const { status, body, headers } = await send(app, who, path, [video(name)]);
    expect([status, body]).toEqual([
      503,
      { statusCode: 503, error: 'unavailable', message: 'Videos cannot be checked just now' },
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await incoming(app)).toEqual([]);
  });

  it('takes a photo', async () => {
    const { status } = await send(app, user, '/api/photos', [
      { name: 'photos[]', path: fixture('photo.png') },
    ]);
    expect(status).toBe(201);
  });

  it('takes the next video as soon as the prober is back', async () => {
    await symlink(ffprobeStatic.path, prober);
    expect((await send(app, user, '/api/videos', [video('videos[]')])).status).toBe(201);
    expect((await app.client.get('/health/ready')).body.prober).toBe('up');
    await rm(prober);
    expect((await send(app, user, '/api/videos', [video('videos[]')])).status).toBe(503);
    expect((await app.client.get('/health/ready')).body.prober).toBe('down');
  });
});

describe('a film that is made to keep the prober busy', () => {
  let app: TestApp;
  let admin: Client;
  let attacker: Client;
  let user: Client;
  beforeAll(async () => {
    // Over these, and only these, it takes as long as it may.
    const slow = join(folder, 'slow');
    const script = `for file; do :; done; grep -q take-your-time "\${file#file:}" && sleep 1; exec ${ffprobeStatic.path} "$@"`;
    await writeFile(slow, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    app = await startTestApp({ env: { FFPROBE_PATH: slow } });
    admin = await app.users.admin();
    attacker = await app.users.subscriber();
    user = await app.users.subscriber();
  });
  afterAll(() => app.end());

  it.each(Object.keys(BOMBS))('is refused at once: %s', async (name) => {
    const buffer = BOMBS[name] as Buffer;
    const { status, body } = await send(app, attacker, '/api/videos', [
      { name: 'videos[]', filename: 'bomb.mp4', buffer },
    ]);
    expect([status, body.errors]).toEqual([422, { 'bomb.mp4': ['Unable to validate video dimensions'] }]);
    const second = await send(app, admin, '/api/shared-videos', [
      { name: 'video', filename: 'bomb.mp4', buffer },
    ]);
    expect(second.body.errors).toEqual({ 'bomb.mp4': ['Unable to validate video'] });
  });

  it('keeps nobody else waiting, however many there are', async () => {
    const lazy = Buffer.concat([sampleBomb(20_000), box('free', Buffer.from('take-your-time'))]);
    const bombs = Array.from({ length: 20 }, (_, n): Part => ({
      name: 'videos[]',
      filename: `bomb-${n}.mp4`,
      buffer: n % 2 ? lazy : sampleBomb(60_000_000),
    }));
    const begun = performance.now();
    const attack = send(app, attacker, '/api/videos', bombs);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const started = performance.now();
    const honest = await send(app, user, '/api/videos', [
      { name: 'videos[]', path: fixture('portrait.mp4') },
    ]);
    expect(honest.status).toBe(201);
    const waitedMs = performance.now() - started;
    const { status, body } = await attack;
    // Each of the ten lazy ones takes a second.
    expect(waitedMs).toBeLessThan((performance.now() - begun) / 2);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toContain('bomb-0.mp4');
    expect(await incoming(app)).toEqual([]);
  });
});
