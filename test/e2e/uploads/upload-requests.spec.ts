import { setTimeout as pause } from 'node:timers/promises';
import { type Client } from '../../support/client';
import { multipart, type Part } from '../../support/media';
import { openSocket, sendRaw } from '../../support/raw-http';
import { useApp } from '../../support/app';
import { PORTRAIT, videoPart, videoUploads } from '../../support/video-uploads';

const app = useApp();
const { leavesNothing, send } = videoUploads(app);

let user: Client;
beforeAll(async () => {
  user = await app.users.subscriber();
});

describe('a request to POST /videos', () => {
  it('asks for a file', async () => {
    const none = await leavesNothing(user, () => send(user, [{ name: 'titles[]', value: 'A' }]));
    expect([none.status, Object.keys(none.body.errors)]).toEqual([422, ['videos']]);
    const elsewhere = await leavesNothing(user, () =>
      send(user, [{ name: 'photos[]', path: PORTRAIT }, videoPart()]),
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
    const answer = await leavesNothing(user, () => send(user, [videoPart()], { 'content-type': type }));
    expect([400, 415]).toContain(answer.status);
    if (status === 415) expect([answer.status, answer.body.error]).toEqual([415, 'unsupported_media_type']);
  });

  it('takes at most twenty files', async () => {
    const files = Array.from({ length: 21 }, (_, n) => videoPart(`${n}.mp4`));
    const { status, body } = await leavesNothing(user, () => send(user, files));
    expect([status, body.error]).toEqual([413, 'payload_too_large']);
    expect(body.message).toMatch(/20 files/);
  });

  it.each([
    [
      'one file too many',
      [...Array.from({ length: 20 }, (_, n) => videoPart(`${n}.mp4`)), videoPart('last.mp4')],
      413,
    ],
    ['a field of another call', [{ ...videoPart(), name: 'photos[]' }], 422],
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
    const body = multipart([videoPart()]);
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
    const whole = multipart([videoPart()]);
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
