import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { multipart, paddedVideo } from '../../support/media';
import { openSocket } from '../../support/raw-http';

// Real time passes here: limits that only a clock of ours knew would say nothing of Node's own.
jest.setTimeout(90_000);

// At the end an upload is still under way.
const app = useApp({ env: { SHUTDOWN_GRACE_SECONDS: '1' } });
let user: Client;
beforeAll(async () => {
  user = await app.users.subscriber();
});

interface Slow {
  /** What came back until the server closed, and after how many seconds it did. */
  ended: Promise<{ answer: string; seconds: number }>;
}

/** Sends the beginning, then one byte a second for as long as the server listens. */
async function drip(beginning: string | Buffer, bytesPerSecond = 1): Promise<Slow> {
  const socket = await openSocket(app.url);
  return { ended: watch(socket, beginning, bytesPerSecond) };
}

async function watch(socket: Socket, beginning: string | Buffer, bytesPerSecond: number) {
  const started = performance.now();
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(beginning);
  const more = setInterval(() => socket.write('x'.repeat(bytesPerSecond)), 1000);
  await once(socket, 'close');
  clearInterval(more);
  return { answer, seconds: (performance.now() - started) / 1000 };
}

const bodyOf = (answer: string): unknown => JSON.parse(answer.split('\r\n\r\n')[1] ?? '');

describe('slow clients', () => {
  it('are dropped after a while with a sentence, and delay nobody', async () => {
    const film = join(app.dir, 'film.mp4');
    await paddedVideo(film, 40_000_000);
    const form = multipart([{ name: 'videos[]', path: film }]);
    const upload = (length: number) =>
      `POST /api/videos HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\n` +
      `Content-Type: ${form.contentType}\r\nContent-Length: ${length}\r\n\r\n`;
    const beginning = Buffer.concat([Buffer.from(upload(50_000_000)), form.buffer().subarray(0, 100_000)]);

    const idle = await Promise.all(Array.from({ length: 1000 }, () => openSocket(app.url)));
    const headers = await Promise.all(
      Array.from({ length: 50 }, () => drip('GET /api/plans HTTP/1.1\r\nHost: x\r\nX-Slow: ')),
    );
    const json = await drip(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
    );
    const refusedAtOnce = await drip(
      'POST /api/captions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
    );
    const video = await drip(beginning);
    const honest = drip(beginning, 20_000);

    for (let n = 0; n < 20; n++) expect((await app.client.get('/health/live')).status).toBe(200);

    for (const { ended } of headers) {
      const { answer, seconds } = await ended;
      expect(bodyOf(answer)).toMatchObject({ statusCode: 408, error: 'request_timeout' });
      expect(seconds).toBeLessThan(25);
    }
    for (const { ended } of [json, video]) {
      const { answer, seconds } = await ended;
      expect(bodyOf(answer)).toMatchObject({ statusCode: 408, error: 'request_timeout' });
      expect(seconds).toBeGreaterThan(25);
      expect(seconds).toBeLessThan(45);
    }
    const { answer: only } = await refusedAtOnce.ended;
    expect([only.split('HTTP/1.1 ').length - 1, only.slice(9, 12)]).toEqual([
      1,
      expect.stringMatching(/^40[18]$/),
    ]);
    // That of the honest one. A file of the other may go after its answer, and housekeeping looks at the time by one.
    await eventually(
      () => readdir(join(app.dir, 'media', 'incoming'), { recursive: true, withFileTypes: true }),
      (incoming) => incoming.filter((entry) => entry.isFile()).length === 1,
    );

    // Twenty kilobytes a second are slow and honest: that one goes on when the others are long gone.
    const stillThere = await Promise.race([
      (await honest).ended.then(() => false),
      new Promise((resolve) => setTimeout(() => resolve(true), 1000)),
    ]);
    expect(stillThere).toBe(true);
    for (const socket of idle) socket.destroy();
  });
});
