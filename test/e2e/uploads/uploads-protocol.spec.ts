import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { useApp } from '../../support/app';
import { Client, eventually } from '../../support/client';
import { fixture } from '../../support/media';
import { sendRaw } from '../../support/raw-http';
import { idOf, tusOf } from '../../support/tus';

const app = useApp();
const photo = readFileSync(fixture('photo.jpg'));

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

describe('a method in X-HTTP-Method-Override', () => {
  const OF_PIECES = 'application/offset+octet-stream';
  const over = (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Uint8Array,
    who = tus,
  ) => who.send('POST', path, { 'x-http-method-override': method, ...headers }, body);
  const at = (offset: number) => ({ 'upload-offset': String(offset), 'content-type': OF_PIECES });
  const bytes = new Uint8Array(10);

  it('is that of a POST', async () => {
    const path = await tus.begin(photo.length, { filename: 'a.jpg' });
    const sent = await over('PATCH', path, at(0), photo.subarray(0, 500));
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, '500']);
    const told = await over('HEAD', path);
    expect([told.status, told.headers.get('upload-offset')]).toEqual([200, '500']);
    expect((await over('PATCH', path, { 'upload-offset': '500' })).status).toBe(204);
    expect((await over('PATCH', path, at(500), photo.subarray(500))).status).toBe(204);
    expect((await user.get(`/api/media/${idOf(path)}`)).body.type).toBe('image/jpeg');
    const other = await tus.begin(100);
    expect((await over('DELETE', other)).status).toBe(204);
    expect((await tus.offsetOf(other)).status).toBe(404);
  });

  it('takes more in one piece than a body of JSON may have', async () => {
    const path = await tus.begin(200_000);
    expect((await over('PATCH', path, at(0), new Uint8Array(150_000))).status).toBe(204);
    expect((await over('PATCH', path, at(150_000), new Uint8Array(50_001))).status).toBe(413);
    expect(await offsetAt(path)).toBe('150000');
  });

  it.each(['GET', 'POST', 'PUT', 'OPTIONS', 'patch', 'PATCH, DELETE', ''])(
    'is a 404 if it is %p',
    async (method) => {
      const path = await tus.begin(100);
      const { status, body } = await over(method, path, at(0), bytes);
      expect([status, body.error]).toEqual([404, 'not_found']);
      expect((await tus.send('POST', path)).status).toBe(404);
      expect(await offsetAt(path)).toBe('0');
    },
  );

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'image/jpeg'])(
    'takes no piece that is %s',
    async (type) => {
      const path = await tus.begin(100);
      const headers = { 'upload-offset': '0', 'content-type': type };
      expect((await over('PATCH', path, headers, Buffer.from('{}'))).status).toBe(415);
      expect(await offsetAt(path)).toBe('0');
    },
  );

  it('opens to nobody else what is closed to the method', async () => {
    const path = await tus.begin(100);
    const stranger = tusOf(await app.users.subscriber());
    const withoutPlan = tusOf(await app.users.newcomer());
    const signedOut = tusOf(new Client(user.url, 'x'));
    for (const method of ['PATCH', 'DELETE', 'HEAD'])
      for (const [who, status] of [
        [stranger, 404],
        [withoutPlan, 403],
        [signedOut, 401],
      ] as const)
        expect((await over(method, path, at(0), bytes, who)).status).toBe(status);
    expect((await over('PATCH', path, { ...at(0), 'tus-resumable': '0.2.2' }, bytes)).status).toBe(412);
    expect((await over('PATCH', path, at(5), bytes)).status).toBe(409);
    expect(await offsetAt(path)).toBe('0');
  });

  it('lets one of two requests write', async () => {
    const path = await tus.begin(100);
    // Silent for three seconds, the first would lose the upload.
    app.clock.stop();
    let end: (() => void) | undefined;
    const slow = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes);
        end = () => controller.close();
      },
    });
    const first = tus.send('POST', path, { 'x-http-method-override': 'PATCH', ...at(0) }, slow);
    await eventually(
      () => stat(join(app.dir, 'uploads', idOf(path))),
      ({ size }) => size === 10,
    );
    expect((await over('PATCH', path, at(0), bytes)).status).toBe(423);
    app.clock.start();
    end?.();
    expect((await first).status).toBe(204);
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

  it('is an empty piece at the end of a file that was stored or refused, and nothing more may come', async () => {
    for (const file of [photo, new Uint8Array(10)]) {
      const path = await tus.begin(file.length, { filename: 'a.jpg' });
      expect((await tus.piece(path, 0, file)).status).toBe(204);
      const look = async () => {
        const { status, body } = await user.get(`/api/media/${idOf(path)}`);
        return [status, body];
      };
      const before = await look();
      const end = `Upload-Offset: ${file.length}`;
      const answer = await patch(path, end, TYPE, '', '');
      expect(answer).toMatch(/^HTTP\/1.1 204 /);
      expect(answer).toMatch(new RegExp(`^upload-offset: ${file.length}\r$`, 'im'));
      expect(await patch(path, end, CHUNKED, TYPE, '', '0', '', '')).toMatch(/^HTTP\/1.1 204 /);
      expect(await patch(path, end, CHUNKED, TYPE, '', '1', 'x', '0', '', '')).toMatch(/^HTTP\/1.1 413 /);
      expect(await patch(path, 'Upload-Offset: 0', TYPE, '', '')).toMatch(/^HTTP\/1.1 409 /);
      expect(await look()).toEqual(before);
    }
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
