import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startFake } from '../../support/app';
import { Users } from '../../support/users';
import { Client, eventually } from '../../support/client';
import type { FakeGraph } from '../../support/fake-graph';
import { multipart, paddedVideo } from '../../support/media';
import { MAIN, Product } from '../../support/process';
import { openSocket } from '../../support/raw-http';

jest.setTimeout(120_000);

let fake: FakeGraph;
let dir: string;
let product: Product;

beforeEach(async () => {
  fake = await startFake();
  dir = await mkdtemp(join(tmpdir(), 'pagecast-shutdown-'));
});
afterEach(async () => {
  await product.kill();
  await fake.stop();
  await rm(dir, { recursive: true, force: true });
});

async function start(graceSeconds: number): Promise<Client> {
  const env = { SHUTDOWN_GRACE_SECONDS: String(graceSeconds) };
  product = await Product.start(MAIN, { fake, dir, env });
  return new Users(new Client(product.url)).subscriber({ connected: true });
}

interface Call {
  sent: ClientRequest;
  answer: Promise<{ status: number; headers: IncomingMessage['headers']; body: any }>;
}

function call(user: Client, method: string, path: string, contentType: string, length: number): Call {
  const sent = request(`${product.url}${path}`, {
    method,
    agent: false,
    headers: {
      authorization: `Bearer ${user.token}`,
      'content-type': contentType,
      'content-length': length,
      connection: 'keep-alive',
    },
  });
  const answer = once(sent, 'response').then(async ([response]: IncomingMessage[]) => {
    const { statusCode, headers } = response as IncomingMessage;
    let text = '';
    for await (const piece of response as AsyncIterable<Buffer>) text += piece.toString();
    return { status: statusCode ?? 0, headers, body: JSON.parse(text) };
  });
  answer.catch(() => undefined);
  sent.on('error', () => undefined);
  return { sent, answer };
}

/** An upload of which the first half has come to the disk. */
async function halfAnUpload(user: Client): Promise<Call & { sendTheRest(): void }> {
  const path = await paddedVideo(join(dir, 'film.mp4'), 6_000_000);
  const form = multipart([{ name: 'videos[]', path, type: 'video/mp4' }]);
  const bytes = form.buffer();
  const half = call(user, 'POST', '/api/videos', form.contentType, bytes.length);
  half.sent.write(bytes.subarray(0, 3_000_000));
  await eventually(incoming, (files) => files.length > 0);
  return { ...half, sendTheRest: () => half.sent.end(bytes.subarray(3_000_000)) };
}

async function incoming(): Promise<string[]> {
  const entries = await readdir(join(dir, 'media', 'incoming'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Less than the shortest of the times for which an end waits at most. */
const AT_ONCE_MS = 2_400;

const logged = (msg: string) => product.logs.filter((line) => line.msg === msg);

const stopping = () =>
  eventually(
    () => Promise.resolve(logged('stopping')),
    (lines) => lines.length > 0,
  );

describe('a process that is told to stop', () => {
  it('ends uploads under way, takes no new one, and answers the rest as ever', async () => {
    const user = await start(30);
    const upload = await halfAnUpload(user);
    await eventually(
      () => user.get('/health/ready'),
      ({ body }) => body.prober === 'up',
    );
    const idle = await openSocket(product.url);
    idle.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(idle, 'data');
    const idleClosed = once(idle, 'close');
    const stream = await fetch(`${product.url}/api/events`, {
      headers: { authorization: `Bearer ${user.token}`, accept: 'text/event-stream' },
    });

    product.signal('SIGTERM');
    await stopping();
    // Both are over while the upload is not.
    await Promise.all([idleClosed, stream.text()]);
    product.signal('SIGTERM');
    product.signal('SIGINT');

    const ready = await fetch(`${product.url}/health/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ status: 'stopping', database: 'up', prober: 'up' });
    const others = [await user.get('/health/live'), await user.get('/api/user')];
    others.push(await user.post('/api/captions', { content: 'Still here' }));
    expect(others.map(({ status }) => status)).toEqual([200, 200, 201]);

    const film = multipart([{ name: 'x', path: join(dir, 'film.mp4'), type: 'video/mp4' }]);
    const small = multipart([{ name: 'captions_file', buffer: Buffer.from('["a"]'), filename: 'a.json' }]);
    const calls: Array<[string, string, typeof film]> = [
      ['POST', '/api/videos', film],
      ['POST', '/api/instagram/videos', film],
      ['POST', '/api/photos', film],
      ['POST', '/api/shared-videos', film],
      ['PUT', '/api/videos/1/file', film],
      ['POST', '/api/captions', small],
    ];
    for (const [method, path, form] of calls) {
      const { sent, answer } = call(user, method, path, form.contentType, form.length);
      sent.end(form.buffer());
      const { status, headers, body } = await answer;
      expect([path, status, body.error, headers.connection]).toEqual([path, 503, 'unavailable', 'close']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }

    await pause(1_000);
    upload.sendTheRest();
    const { status, body } = await upload.answer;
    const answeredAt = performance.now();
    expect([status, body.videos]).toEqual([201, [expect.objectContaining({ status: 'pending' })]]);
    expect(await product.exit()).toEqual({ code: 0, signal: null });
    expect(performance.now() - answeredAt).toBeLessThan(AT_ONCE_MS);
    expect(await incoming()).toEqual([]);
    expect(logged('stopping')).toEqual([expect.objectContaining({ uploads: 1, publications: 0 })]);
    expect(logged('stopped')).toEqual([
      expect.objectContaining({ uploads_given_up: 0, publications_given_up: 0 }),
    ]);
  });

  it('refuses what is left after the grace, with an answer, and leaves nothing of it', async () => {
    const user = await start(1);
    const upload = await halfAnUpload(user);
    const captions = call(user, 'POST', '/api/captions', 'multipart/form-data; boundary=x', 1000);
    const half = '--x\r\nContent-Disposition: form-data; name="captions_file"; filename="a.json"\r\n';
    await new Promise((written) => captions.sent.write(half, written));
    // What came later and was answered took the same way as far as it goes.
    for (let n = 0; n < 3; n++) expect((await user.get('/api/user/subscription')).status).toBe(200);
    const toldAt = performance.now();
    product.signal('SIGINT');
    for (const { answer } of [upload, captions]) {
      const { status, headers, body } = await answer;
      expect(performance.now() - toldAt).toBeGreaterThan(900);
      expect([status, body.error, headers.connection]).toEqual([503, 'unavailable', 'close']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await product.exit()).toEqual({ code: 0, signal: null });
    expect(performance.now() - toldAt).toBeLessThan(6_000);
    expect(await incoming()).toEqual([]);
    expect(logged('stopped')).toEqual([expect.objectContaining({ uploads_given_up: 2 })]);
  });

  it('is gone at once when nothing is under way, also with connections that never asked for anything', async () => {
    await start(30);
    const silent = await openSocket(product.url);
    silent.on('error', () => undefined);
    const toldAt = performance.now();
    product.signal('SIGTERM');
    expect(await product.exit()).toEqual({ code: 0, signal: null });
    expect(performance.now() - toldAt).toBeLessThan(AT_ONCE_MS);
  });

  it('goes on after SIGHUP', async () => {
    const user = await start(30);
    product.signal('SIGHUP');
    await pause(500);
    expect((await user.get('/health/ready')).status).toBe(200);
    expect(logged('stopping')).toEqual([]);
    product.signal('SIGTERM');
    expect(await product.exit()).toEqual({ code: 0, signal: null });
  });
});
