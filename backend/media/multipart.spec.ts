import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { multipart } from '../../test/support/media';
import { readMultipart, type PartHandlers } from './multipart';

const NOTHING: PartHandlers = {
  file: (_name, stream) => void stream.resume(),
  field: () => undefined,
  tooMany: () => undefined,
};

describe('a multipart body', () => {
  let server: Server;
  let handlers: PartHandlers;
  let mostBytes = Infinity;

  beforeAll(() => {
    server = createServer((raw, response) => {
      readMultipart(raw, handlers, { limits: { parts: 3 }, mostBytes }).then(
        () => response.end('read'),
        (error: unknown) => response.end((error as Error).message),
      );
    }).listen(0);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => (mostBytes = Infinity));

  async function send(more: Partial<PartHandlers> = {}): Promise<string> {
    handlers = { ...NOTHING, ...more };
    const form = multipart([
      { name: 'titles[]', value: 'A' },
      { name: 'videos[]', buffer: Buffer.alloc(100_000) },
      { name: 'last', value: 'B' },
    ]);
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      method: 'POST',
      headers: { 'content-type': form.contentType },
      body: new Uint8Array(form.buffer()),
    });
    return response.text();
  }

  const bug = (): never => {
    throw new Error('a bug');
  };

  it('is read to its end', async () => {
    expect(await send()).toBe('read');
  });

  it.each<keyof PartHandlers>(['file', 'field', 'tooMany'])(
    'fails its request, and not the process, when `%s` throws',
    async (name) => {
      expect(await send({ [name]: bug })).toBe('a bug');
      expect(await send()).toBe('read');
    },
  );

  it('fails its request when it is longer than allowed, whatever is in it', async () => {
    mostBytes = 50_000;
    expect(await send()).toBe('The request is larger than this call takes.');
  });
});
