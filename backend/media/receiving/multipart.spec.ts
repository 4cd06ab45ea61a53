import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { multipart } from '../../../test/support/media';
import { readMultipart, type PartHandlers } from './multipart';
import { SHARE_BYTES } from './turn-share';

const BODIES = 4;
/** Read from a connection at a time. */
const PIECE_BYTES = 64 * 1024;

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
    // A connection that the server ends while it is idle could be in use again by then.
    server.keepAliveTimeout = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => (mostBytes = Infinity));

  async function send(more: Partial<PartHandlers> = {}, fileBytes = 100_000): Promise<string> {
    handlers = { ...NOTHING, ...more };
    const form = multipart([
      { name: 'titles[]', value: 'A' },
      { name: 'videos[]', buffer: Buffer.alloc(fileBytes) },
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

  it.each([
    ['Content-Type: image/png', 'Every part of the request needs a name.'],
    ['Content-Disposition: attachment; name="a"', 'Every part of the request needs a name.'],
    ['Content-Disposition: form-data; name="a"', 'read'],
    ['Content-Disposition: form-data; name="a"; filename="a"', 'read'],
  ])('with a part of the header %s beside others: %s', async (header, answer) => {
    handlers = NOTHING;
    const named = 'Content-Disposition: form-data; name="b"';
    const parts = [named, header].map((each) => `--x\r\n${each}\r\n\r\nhello\r\n`);
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: `${parts.join('')}--x--\r\n`,
    });
    expect(await response.text()).toBe(answer);
  });

  it('fails its request when it is longer than allowed, whatever is in it', async () => {
    mostBytes = 50_000;
    expect(await send()).toBe('The request is larger than this call takes.');
  });

  it('leaves other calls their share of every turn of the event loop, however fast the bytes come', async () => {
    let [inThisTurn, mostInATurn, isOver] = [0, 0, false];
    const turn = () => {
      mostInATurn = Math.max(mostInATurn, inThisTurn);
      inThisTurn = 0;
      if (!isOver) setImmediate(turn);
    };
    turn();
    const file: PartHandlers['file'] = (_name, stream) =>
      stream.on('data', (bytes: Buffer) => (inThisTurn += bytes.length));
    const sending = Array.from({ length: BODIES }, () => send({ file }, 8 * 1024 * 1024));
    const bodies = await Promise.all(sending).finally(() => (isOver = true));
    expect(bodies).toEqual(Array(BODIES).fill('read'));
    // A connection that is told to pause has one more piece on its way.
    expect(mostInATurn).toBeLessThanOrEqual(SHARE_BYTES + 2 * BODIES * PIECE_BYTES);
  });
});
