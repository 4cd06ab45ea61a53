import { useApp } from '../support/app';
import type { Client } from '../support/client';
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
