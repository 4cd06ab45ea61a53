import { once } from 'node:events';
import { createServer, request, type ClientRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatheredBody } from './gathered-body';

const MEGABYTE = 1024 ** 2;

describe('the gathered body of a request', () => {
  let server: Server;
  let taken: Promise<IncomingMessage>;

  beforeEach(async () => {
    server = createServer({ highWaterMark: MEGABYTE });
    taken = new Promise((take) => server.once('request', take));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  function send(): ClientRequest {
    const { port } = server.address() as AddressInfo;
    const call = request({ port, host: '127.0.0.1', method: 'PATCH' });
    call.on('error', () => undefined);
    return call;
  }

  const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, n) => (n * 31) % 251));

  it('holds every byte in its order, in pieces larger than they came for a slow reader', async () => {
    const sent = bytesOf(8 * MEGABYTE);
    send().end(sent);
    const got: Uint8Array[] = [];
    for await (const piece of gatheredBody(await taken)) {
      got.push(piece);
      await new Promise((done) => setTimeout(done, 20));
    }
    expect(Buffer.concat(got).equals(sent)).toBe(true);
    expect(Math.max(...got.map(({ length }) => length))).toBeGreaterThan(256 * 1024);
    expect(Math.max(...got.map(({ length }) => length))).toBeLessThan(2 * MEGABYTE);
  });

  it('hands on at once what a slow line brings', async () => {
    const call = send();
    call.write('some');
    const reader = gatheredBody(await taken).getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('some');
    call.end('more');
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('more');
    expect((await reader.read()).done).toBe(true);
  });

  it('hands on what came before a break, and then fails', async () => {
    const call = send();
    call.setHeader('content-length', 1_000);
    call.write('before');
    const raw = await taken;
    const reader = gatheredBody(raw).getReader();
    const first = reader.read();
    expect(Buffer.from((await first).value ?? []).toString()).toBe('before');
    call.destroy();
    await expect(reader.read()).rejects.toThrow();
  });

  it('fails when the connection broke before anybody read', async () => {
    const call = send();
    call.setHeader('content-length', 1_000);
    call.flushHeaders();
    const raw = await taken;
    call.destroy();
    await new Promise((gone) => raw.once('close', gone).on('error', () => undefined));
    await expect(gatheredBody(raw).getReader().read()).rejects.toThrow();
  });

  it('is read by nobody as long as nobody asks', async () => {
    send().end(bytesOf(1_000));
    const raw = await taken;
    gatheredBody(raw);
    await new Promise((done) => setTimeout(done, 50));
    expect(raw.readableFlowing).toBeNull();
  });

  it('is empty without bytes', async () => {
    send().end();
    expect(
      (
        await gatheredBody(await taken)
          .getReader()
          .read()
      ).done,
    ).toBe(true);
  });
});
