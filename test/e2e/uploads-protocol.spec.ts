import { useApp } from '../support/app';
import type { Client } from '../support/client';
import { sendRaw } from '../support/raw-http';
import { tusOf } from '../support/tus';

const app = useApp();

let user: Client;
let tus: ReturnType<typeof tusOf>;
beforeEach(async () => {
  user = await app.users.subscriber();
  tus = tusOf(user);
});

const offsetAt = async (path: string) => (await tus.offsetOf(path)).headers.get('upload-offset');

describe('a version that is not spoken here', () => {
  const LENGTH = { 'upload-length': '100' };
  const PIECE = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const BYTES = new Uint8Array(10);

  it.each(['0.2.2', '1.0', '1.0.0, 0.2.2', undefined])('%p is a 412 that names ours', async (version) => {
    const path = await tus.begin(100);
    const ask = async (
      method: string,
      address: string,
      headers: Record<string, string> = {},
      body?: Uint8Array,
    ) => {
      const response = await fetch(user.url + address, {
        method,
        headers: {
          authorization: `Bearer ${user.token}`,
          ...(version !== undefined && { 'tus-resumable': version }),
          ...headers,
        },
        body,
      });
      const text = await response.text();
      return [response.status, response.headers.get('tus-version'), text && JSON.parse(text).error];
    };
    const refused = [412, '1.0.0', 'precondition_failed'];
    expect(await ask('POST', '/api/uploads', LENGTH)).toEqual(refused);
    expect(await ask('HEAD', path)).toEqual([412, '1.0.0', '']);
    expect(await ask('PATCH', path, PIECE, BYTES)).toEqual(refused);
    expect(await ask('PATCH', path)).toEqual(refused);
    expect(await ask('DELETE', path)).toEqual(refused);
    expect(await ask('OPTIONS', '/api/uploads')).toEqual([204, '1.0.0', '']);
    expect(await offsetAt(path)).toBe('0');
  });
});

describe('a request without a body', () => {
  /** With no header but these: fetch would send a length. */
  const patch = (path: string, ...headers: string[]) =>
    sendRaw(
      user.url,
      [
        `PATCH ${path} HTTP/1.1`,
        ...['Host: localhost', 'Connection: close', `Authorization: Bearer ${user.token}`],
        ...['Tus-Resumable: 1.0.0', ...headers],
      ].join('\r\n'),
    );
  const TYPE = 'Content-Type: application/offset+octet-stream';
  const CHUNKED = 'Transfer-Encoding: chunked';

  it.each([
    ['no length and no type', ['', '']],
    ['no length', [TYPE, '', '']],
    ['the length 0', ['Content-Length: 0', '', '']],
    ['the length 0 and another type', ['Content-Length: 0', 'Content-Type: text/plain', '', '']],
    ['no chunk', [CHUNKED, '', '0', '', '']],
    ['no chunk and a type', [CHUNKED, TYPE, '', '0', '', '']],
  ])('is an empty piece with %s', async (_what, rest) => {
    const path = await tus.begin(100);
    await tus.piece(path, 0, new Uint8Array(10));
    const answer = await patch(path, 'Upload-Offset: 10', ...rest);
    expect(answer).toMatch(/^HTTP\/1.1 204 /);
    expect(answer).toMatch(/^upload-offset: 10\r$/im);
    expect(await patch(path, 'Upload-Offset: 5', ...rest)).toMatch(/^HTTP\/1.1 409 /);
    expect(await patch(path, ...rest)).toMatch(/^HTTP\/1.1 400 /);
    expect(await offsetAt(path)).toBe('10');
  });

  it.each([
    ['a length', ['Content-Length: 1', '', 'x']],
    ['a chunk', [CHUNKED, '', '1', 'x', '0', '', '']],
  ])('is none with %s: without a type it is a 415', async (_what, rest) => {
    const path = await tus.begin(100);
    expect(await patch(path, 'Upload-Offset: 0', ...rest)).toMatch(/^HTTP\/1.1 415 /);
    expect(await offsetAt(path)).toBe('0');
  });
});
