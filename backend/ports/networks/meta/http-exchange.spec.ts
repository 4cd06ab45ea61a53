import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { withOwnPieces } from '../../../common/files/spent-piece';
import { exchange } from './http-exchange';

const PIECE_BYTES = 64 * 1024;

/** Talks raw bytes, so that it can answer as no HTTP server would. */
async function listen(talk: (socket: Socket) => void): Promise<{ url: URL; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/x`),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const post = (
  url: URL,
  more: {
    headers?: OutgoingHttpHeaders;
    timeoutMs?: number;
    body?: Buffer | Readable;
    signal?: AbortSignal;
    held?: () => boolean;
    repeatable?: boolean;
  } = {},
) => exchange({ method: 'POST', url, headers: {}, timeoutMs: 5_000, body: Buffer.from('{}'), ...more });

describe('exchange', () => {
  let server: Awaited<ReturnType<typeof listen>>;
  afterEach(() => server.close());

  it('reports an unreachable server as not reached', async () => {
    server = await listen(() => undefined);
    const { url } = server;
    server.close();
    expect(await post(url)).toEqual({ kind: 'lost', reached: false, reason: 'ECONNREFUSED' });
  });

  it('reports a request that was aborted before it began as not reached', async () => {
    const talk = jest.fn();
    server = await listen((socket) => socket.once('data', talk));
    expect(await post(server.url, { signal: AbortSignal.abort() })).toMatchObject({ reached: false });
    expect(talk).not.toHaveBeenCalled();
  });

  it.each([
    ['at once', (socket: Socket) => socket.destroy()],
    ['after the request', (socket: Socket) => socket.once('data', () => socket.destroy())],
    [
      'in the middle of the answer',
      (socket: Socket) =>
        socket.once('data', () =>
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"su', () => socket.destroy()),
        ),
    ],
  ])('reports a connection that breaks off %s as possibly reached', async (_when, talk) => {
    server = await listen((socket) => void talk(socket));
    expect(await post(server.url)).toMatchObject({ kind: 'lost', reached: true });
  });

  it.each([
    ['a call', () => Buffer.from('{}')],
    ['a transfer', () => Readable.from([Buffer.from('bytes')])],
  ])('ends %s in time although the answer drips', async (_what, body) => {
    server = await listen((socket) => {
      socket.resume();
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 20);
      socket.once('close', () => clearInterval(drip));
    });
    const began = performance.now();
    expect(await post(server.url, { timeoutMs: 300, body: body() })).toMatchObject({
      kind: 'lost',
      reached: true,
    });
    // The answer alone would take twenty seconds.
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('sends all pieces of a stream to a slow reader, in order, and frees each once it is sent, if it may', async () => {
    const hash = createHash('sha256');
    let left = 40 * PIECE_BYTES;
    server = await listen((socket) => {
      socket.on('data', (chunk: Buffer) => {
        const body = chunk.subarray(chunk.indexOf('\r\n\r\n') === -1 ? 0 : chunk.indexOf('\r\n\r\n') + 4);
        hash.update(body);
        left -= body.length;
        socket.pause();
        setTimeout(() => socket.resume(), 1);
        if (left === 0) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      });
    });
    // Nothing in them is the end of a head.
    const pieces = Array.from({ length: 40 }, (_, n) => Buffer.alloc(PIECE_BYTES, n + 65));
    const sum = createHash('sha256').update(Buffer.concat(pieces)).digest('hex');
    const headers = { 'content-length': left };
    expect(await post(server.url, { body: withOwnPieces(Readable.from(pieces)), headers })).toMatchObject({
      text: '{}',
    });
    expect([left, hash.digest('hex')]).toEqual([0, sum]);
    expect(pieces.map(({ length }) => length)).toEqual(pieces.map(() => 0));
  });

  it('leaves pieces alone that others may read', async () => {
    server = await listen((socket) =>
      socket.on('data', (chunk: Buffer) => {
        if (chunk.includes('!')) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      }),
    );
    const pieces = [Buffer.alloc(PIECE_BYTES, 1), Buffer.from('!')];
    expect(await post(server.url, { body: Readable.from(pieces) })).toMatchObject({ kind: 'answered' });
    expect(pieces.map(({ length }) => length)).toEqual([PIECE_BYTES, 1]);
  });

  it('frees no piece that was not sent', async () => {
    server = await listen((socket) => socket.once('data', () => socket.destroy()));
    const pieces = Array.from({ length: 40 }, () => Buffer.alloc(16 * PIECE_BYTES, 1));
    expect(await post(server.url, { body: withOwnPieces(Readable.from(pieces)) })).toMatchObject({
      kind: 'lost',
    });
    expect(pieces.at(-1)).toHaveLength(16 * PIECE_BYTES);
  });

  it('keeps a transfer alive while it moves, and ends one that stalls', async () => {
    let stall = false;
    server = await listen((socket) => {
      socket.on('data', (chunk: Buffer) => {
        if (stall || !chunk.includes('last')) return;
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      });
    });
    // The watch's clock advances only between pieces: each time by less than the timeout, in total by more.
    let now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const slowly = () =>
      Readable.from(
        (async function* () {
          for (const piece of ['first', 'second', 'third', 'fourth', 'last']) {
            await new Promise((resolve) => setTimeout(resolve, 120));
            now += 300;
            yield Buffer.from(piece);
          }
        })(),
      );
    expect(await post(server.url, { timeoutMs: 400, body: slowly() })).toMatchObject({ kind: 'answered' });
    clock.mockRestore();
    stall = true;
    expect(await post(server.url, { timeoutMs: 400, body: slowly() })).toMatchObject({
      kind: 'lost',
      reached: true,
      reason: 'ETIMEOUT',
    });
  });

  it('stops reading an endless answer', async () => {
    server = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const pour = () => {
        while (socket.writable && socket.write(Buffer.alloc(65_536, 'x')));
      };
      socket.on('drain', pour);
      pour();
    });
    const answer = await post(server.url);
    expect(answer.kind === 'answered' && answer.text.length).toBeLessThan(2 * 1024 * 1024);
  });

  it('sends nothing if the post is no longer held when the connection is established', async () => {
    const talk = jest.fn();
    server = await listen((socket) => socket.once('data', talk));
    expect(await post(server.url, { held: () => false })).toMatchObject({ kind: 'lost', reached: false });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(talk).not.toHaveBeenCalled();
  });

  it('sends the whole request while the post is held', async () => {
    server = await listen((socket) =>
      socket.on('data', (chunk: Buffer) => {
        if (chunk.includes('{}')) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]');
      }),
    );
    expect(await post(server.url, { held: () => true })).toMatchObject({ kind: 'answered', text: '[]' });
  });

  describe('over a connection that was kept', () => {
    let connections: number;
    beforeEach(async () => {
      connections = 0;
      server = await listen((socket) => {
        connections++;
        socket.on('data', (chunk: Buffer) => {
          if (chunk.includes('HTTP/1.1')) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
        });
      });
    });
    const answered = { kind: 'answered', text: '{}' };

    it('sends what may be repeated', async () => {
      for (let n = 0; n < 3; n++)
        expect(await post(server.url, { repeatable: true })).toMatchObject(answered);
      expect(connections).toBe(1);
    });

    it('sends it over a new one after two seconds', async () => {
      await post(server.url, { repeatable: true });
      await new Promise((resolve) => setTimeout(resolve, 2_200));
      expect(await post(server.url, { repeatable: true })).toMatchObject(answered);
      expect(connections).toBe(2);
    });

    it.each([
      ['what is not said to be repeatable', {}],
      ['what makes a post public', { repeatable: true, held: () => true }],
      ['bytes', { repeatable: true, body: () => Readable.from([Buffer.from('bytes')]) }],
    ])(
      'sends nothing of %s',
      async (_what, { body, ...more }: { body?: () => Readable; held?: () => boolean }) => {
        await post(server.url, { repeatable: true });
        expect(await post(server.url, { ...more, ...(body && { body: body() }) })).toMatchObject(answered);
        expect(connections).toBe(2);
      },
    );
  });

  it('does not follow redirects', async () => {
    server = await listen((socket) =>
      socket.once('data', () =>
        socket.end('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n'),
      ),
    );
    expect(await post(server.url)).toMatchObject({ kind: 'answered', status: 302 });
  });
});
