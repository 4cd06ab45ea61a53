import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Clock } from '../common/time/clock';
import { ErrorFilter } from '../common/errors/error.filter';
import { REHEARSAL_PAGE_ID as PAGE } from './rehearsal-account';
import { RehearsalNetwork } from './rehearsal-network';
import { RehearsalModule } from './rehearsal.module';

class SetClock extends Clock {
  time = Date.now();
  override now(): number {
    return this.time;
  }
}

const EVIL = `<script>alert(1)</script>"'<img src=x onerror=alert(2)>`;

let dir: string;
let clock: SetClock;
let network: RehearsalNetwork;
let app: NestFastifyApplication;
let origin: string;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  clock = new SetClock();
  network = new RehearsalNetwork(dir, clock);
  const module = RehearsalModule.register({
    dir,
    publicUrl: 'https://pagecast.example',
    key: randomBytes(32),
    clock,
  });

  app = await NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(), { logger: false });
  app.useGlobalFilters(new ErrorFilter());
  // In the product a guard finds out who calls; here it is an administrator.
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request: any, _reply: unknown, done: () => void) => {
      request.user = { isAdmin: true };
      done();
    });
  await app.listen(0, '127.0.0.1');
  origin = await app.getUrl();
});

afterEach(async () => {
  await app.close();
  rmSync(dir, { recursive: true, force: true });
});

async function video(bytes = 'a video', words: { title?: string; caption?: string } = {}, live = true) {
  const { world, store } = network;
  const id = world.begin({ kind: 'reel', owner: PAGE });
  store.keep(id, 'upload', { file_size: bytes.length });
  await writeFile(store.bytesPath(id), bytes);
  world.process(id, { ms: 2_000 });
  if (live) world.finish(id, { ...words, live: 'now' });
  return id;
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}/rehearsal${path}`, { headers });

const text = async (path = '') => (await get(path)).text();

function turn(body: object, headers: Record<string, string> = {}) {
  return fetch(`${origin}/rehearsal/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'manual',
  });
}

describe('the page', () => {
  it('says so when nothing is published, and runs nothing but its own script', async () => {
    const answer = await get('');
    expect(await answer.text()).toContain('Nothing is published yet');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect((await get('/rehearsal.css')).headers.get('content-type')).toContain('text/css');
    expect((await get('/rehearsal.js')).headers.get('content-type')).toContain('text/javascript');
  });

  it('shows what is live, newest first, and nothing else', async () => {
    const first = await video('1', { title: 'First' });
    clock.time += 1_000;
    const second = await video('2', { title: 'Second' });
    const unfinished = await video('3', {}, false);
    clock.time += 2_000;
    const unripe = await video('4', { title: 'Not yet' });
    const page = await text();
    expect(page.indexOf(second)).toBeLessThan(page.indexOf(first));
    for (const id of [unfinished, unripe]) {
      expect(page).not.toContain(id);
      expect((await get(`/media/${id}`)).status).toBe(404);
    }
    const list = (await (await get('/posts.json')).json()) as { id: string }[];
    expect(list.map(({ id }) => id)).toEqual([second, first]);
  });

  it('escapes every word that came from outside', async () => {
    await video('1', { title: EVIL, caption: `${EVIL} again` });
    clock.time += 2_000;
    const page = await text();
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img src=x');
    expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39;');
    expect(await text(`?page=${encodeURIComponent(EVIL)}`)).not.toContain('<script>alert');
  });
});

describe('media', () => {
  it('comes whole or in ranges, and is never sniffed', async () => {
    const id = await video('0123456789');
    clock.time += 2_000;
    const whole = await get(`/media/${id}`);
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    const ask = async (range: string) => {
      const answer = await get(`/media/${id}`, { range });
      return [answer.status, answer.headers.get('content-range'), await answer.text()];
    };
    expect(await ask('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await ask('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await ask('bytes=-2')).toEqual([206, 'bytes 8-9/10', '89']);
    expect(await ask('bytes=5-900')).toEqual([206, 'bytes 5-9/10', '56789']);
    expect(await ask('bytes=10-')).toEqual([416, 'bytes */10', '']);
    expect(await ask('bytes=4-2')).toEqual([200, null, '0123456789']);
  });

  it.each(['..%2f..%2fpackage.json', '%2e%2e%2faccounts', '..%5cx', '99', '0', 'bytes%00'])(
    'has no %s',
    async (id) => {
      expect((await get(`/media/${id}`)).status).toBe(404);
    },
  );
});

describe('the switches', () => {
  it('turn a failure on and off for one page', async () => {
    network.store.nameAccount('4242');
    const answer = await turn({ page_id: '4242', fault: 'server_error', on: '1' }, { origin });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/rehearsal?page=4242']);
    expect(await (await get('/faults.json?page_id=4242')).json()).toContainEqual({
      fault: 'server_error',
      on: true,
      left: 3,
    });
    expect(await (await get('/faults.json')).json()).toContainEqual({ fault: 'server_error', on: false });
    expect(await text('?page=4242')).toContain('On for 3 more calls');
    await turn({ page_id: '4242', fault: 'server_error', on: '0' });
    expect(await (await get('/faults.json?page_id=4242')).json()).toContainEqual({
      fault: 'server_error',
      on: false,
    });
  });

  it.each<Record<string, string>>([
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
  ])('are closed to other sites: %j', async (headers) => {
    expect((await turn({ page_id: PAGE, fault: 'expired_token', on: '1' }, headers)).status).toBe(403);
    expect(network.faults.active(PAGE, 'expired_token')).toBeUndefined();
  });

  it.each([
    { page_id: '../x', fault: 'expired_token', on: '1' },
    { page_id: '4242', fault: 'expired_token', on: '1' },
    { page_id: PAGE, fault: '__proto__', on: '1' },
    { page_id: [PAGE], fault: 'expired_token' },
    {},
  ])('refuse %j', async (body) => {
    expect((await turn(body)).status).toBe(422);
  });
});
