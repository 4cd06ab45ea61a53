import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exchange } from './http-exchange';
import { goesThrough } from './proxy';

const proxy = { url: 'http://proxy.test:3128', except: '' };

it.each([
  ['https://graph.facebook.com/x', '', true],
  ['http://graph.facebook.com/x', '', false],
  ['https://graph.facebook.com/x', '*', false],
  ['https://graph.facebook.com/x', 'localhost, .facebook.com', false],
  ['https://graph.facebook.com/x', 'facebook.com:443', false],
  ['https://graph.facebook.com/x', 'book.com,graph.facebook', true],
])('%s with NO_PROXY=%s goes through the proxy: %s', (address, except, expected) => {
  expect(goesThrough({ ...proxy, except }, new URL(address))).toBe(expected);
  expect(goesThrough(undefined, new URL(address))).toBe(false);
});

describe('a proxy', () => {
  let server: Server;
  const asked: { target?: string; login?: string }[] = [];
  const begin = async (status: string) => {
    asked.length = 0;
    server = createServer();
    server.on('connect', (request, socket) => {
      asked.push({ target: request.url, login: request.headers['proxy-authorization'] });
      socket.end(`HTTP/1.1 ${status}\r\n\r\n`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://some:one@127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  afterEach(() => server.close());

  const call = (url: string, method: 'GET' | 'POST' = 'POST') =>
    exchange({
      method,
      url: new URL('https://graph.facebook.test/v26.0/1/feed'),
      headers: { authorization: 'Bearer EAAB_CANARY' },
      body: method === 'POST' ? Buffer.from('{}') : undefined,
      timeoutMs: 5_000,
      proxy: { url, except: '' },
    });

  it('gets a tunnel request for the host, with its own login and without the token', async () => {
    const url = await begin('403 Forbidden');
    expect(await call(url)).toEqual({
      kind: 'lost',
      reached: false,
      reason: 'the proxy answered with status 403',
    });
    const login = `Basic ${Buffer.from('some:one').toString('base64')}`;
    expect(asked).toEqual([{ target: 'graph.facebook.test:443', login }]);
  });

  it('loses the answer when it hangs up', async () => {
    const url = await begin('200 OK');
    expect(await call(url, 'GET')).toMatchObject({ kind: 'lost' });
  });
});
