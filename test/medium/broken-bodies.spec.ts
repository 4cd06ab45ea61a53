import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import fc from 'fast-check';
import { eventually } from '../support/eventually';
import { fixture, multipart, type Part } from '../support/media';
import { receiveCaptionsFile } from '../../backend/captions/receive-captions-file';
import { discard, receiveUpload } from '../../backend/media/receiving/receive-upload';
import { SHARED_VIDEO } from '../../backend/media/rules';

/** How a body gets from the client to the server, if it does. */
interface Trip {
  body: Buffer;
  /** More or less than there is makes the parser wait, or take what follows for another request. */
  contentLength: number;
  pieceBytes: number;
  /** After so many bytes the client is gone. */
  cutAt: number;
}

describe('a body that is broken in any way', () => {
  let server: Server;
  let dir: string;
  let video: Buffer;
  const open = new Set<Promise<unknown>>();

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pagecast-broken-'));
    video = await readFile(fixture('portrait.mp4'));
    const place = { dir, describe: () => Promise.resolve(undefined) };
    const expected = { collection: 'videos', rules: SHARED_VIDEO };
    server = createServer((raw, response) => {
      const request = { raw, headers: raw.headers } as FastifyRequest;
      const work =
        raw.url === '/captions'
          ? receiveCaptionsFile(request)
          : receiveUpload(request, expected, place).then(discard);
      const settled = work.then(
        () => response.end('taken'),
        () => response.end('refused'),
      );
      open.add(settled);
      void settled.then(() => open.delete(settled));
    }).listen(0);
    // What follows a body that was shorter than it said is no request.
    server.on('clientError', (_error, socket) => socket.destroy());
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(dir, { recursive: true });
  });

  async function travel(
    path: string,
    { body, contentLength, pieceBytes, cutAt }: Trip,
    patienceMs = 100,
  ): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${contentLength}\r\n\r\n`,
    );
    for (let at = 0; at < Math.min(body.length, cutAt) && !socket.destroyed; at += pieceBytes) {
      socket.write(body.subarray(at, at + pieceBytes));
      await pause(0);
    }
    await Promise.race([closed, pause(patienceMs)]);
    socket.destroy();
    return answer.split('\r\n\r\n')[1] ?? '';
  }

  /** Also what the server had not even begun with when its client was gone. */
  const everythingSettles = () =>
    eventually(
      async () => ({ open: open.size, files: await readdir(dir) }),
      (left) => left.open === 0 && left.files.length === 0,
    );

  const parts = () =>
    fc.array(
      fc
        .record({
          name: fc.constantFrom('videos[]', 'videos[]', 'photos[]', 'posters[]', 'titles[]', 'captions_file'),
          filename: fc.option(fc.constantFrom('a.mp4', '../x', ''), { nil: undefined }),
          type: fc.constantFrom('video/mp4', 'application/json'),
          bytes: fc.oneof(
            fc.constant('whole' as const),
            fc.integer({ min: 0, max: 24_000 }),
            fc.constantFrom('x', '["a"]'),
          ),
        })
        .map(({ bytes, ...part }): Part => {
          const content =
            bytes === 'whole'
              ? video
              : typeof bytes === 'number'
                ? video.subarray(0, bytes)
                : Buffer.from(bytes);
          return { ...part, buffer: content };
        }),
      { minLength: 1, maxLength: 5 },
    );

  const trip = () =>
    fc
      .record({
        parts: parts(),
        again: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
        kept: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
        flips: fc.array(
          fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 0, max: 255 })),
          {
            maxLength: 20,
          },
        ),
        lie: fc.oneof(fc.constant(1), fc.double({ min: 0.1, max: 2, noNaN: true })),
        pieceBytes: fc.integer({ min: 200, max: 60_000 }),
        cut: fc.oneof(fc.constant(1), fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
      })
      .map(({ parts: list, again, kept, flips, lie, pieceBytes, cut }): Trip => {
        const whole = multipart(list, 'b').buffer();
        const body = Buffer.concat([whole, whole.subarray(0, whole.length * again)]);
        const rest = Buffer.from(body.subarray(0, body.length * kept));
        for (const [where, byte] of flips) if (rest.length) rest[Math.floor(where * rest.length)] = byte;
        return {
          body: rest,
          contentLength: Math.floor(rest.length * lie),
          pieceBytes,
          cutAt: rest.length * cut,
        };
      });

  it.each(['/videos', '/captions'])('ends, keeps no file and takes nobody down: %s', async (path) => {
    await fc.assert(
      fc.asyncProperty(fc.array(trip(), { minLength: 12, maxLength: 12 }), async (trips) => {
        await Promise.all(trips.map((each) => travel(path, each)));
        await everythingSettles();
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  const direct = (body: Buffer): Trip => ({
    body,
    contentLength: body.length,
    pieceBytes: body.length,
    cutAt: body.length,
  });
  const file = (name: string): Part => ({ name, filename: 'a.mp4', type: 'application/json', buffer: video });

  it.each([
    ['/videos', 'videos[]'],
    ['/videos', 'posters[]'],
    ['/captions', 'captions_file'],
  ])('ends when a part begins behind the last boundary: %s %s', async (path, name) => {
    const whole = multipart([{ name: 'titles[]', value: 'a' }, file(name)], 'b').buffer();
    // In the same chunk, where the parser does not yet know that it is done.
    await travel(path, direct(Buffer.concat([whole, whole.subarray(0, whole.length - 2_000)])));
    await everythingSettles();
  });

  it('ends when a file follows a part without sense in the same chunk', async () => {
    const sense = multipart([file('videos[]')], 'b').buffer();
    const none = Buffer.from('--b\r\nno header at all\0\r\n\r\nx\r\n');
    expect(await travel('/videos', direct(Buffer.concat([none, sense])), 20_000)).toBe('refused');
    await everythingSettles();
  });

  it.each([
    ['/videos', 'photos[]'],
    ['/captions', 'videos[]'],
  ])('is refused before a file that nobody reads has come: %s', async (path, name) => {
    const whole = multipart([file(name), file(name)], 'b').buffer();
    await travel(path, { ...direct(whole), cutAt: 9_000, pieceBytes: 3_000 });
    await everythingSettles();
  });
});
