import { ADMIN, useApp } from '../../support/app';
import type { Answer, Client } from '../../support/client';

const LOGIN = '/api/auth/login';
const KB = 1024;

const app = useApp();
let user: Client;
beforeAll(async () => {
  user = await app.users.subscriber({ connected: true });
});

async function send(path: string, body: string, client: Client = app.client): Promise<Answer> {
  const response = await fetch(app.url + path, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      ...(client.token && { authorization: `Bearer ${client.token}` }),
    },
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

const sized = (bytes: number) => JSON.stringify({ email: 'x'.repeat(bytes - 12) });
const manyKeys = (count: number) =>
  `{${Array.from({ length: count }, (_, n) => `"${n.toString(36)}":1`).join()}}`;

describe('the size of a JSON body', () => {
  it('is 64 KB at most', async () => {
    expect(sized(64 * KB)).toHaveLength(64 * KB);
    expect((await send(LOGIN, sized(64 * KB))).status).toBe(422);
    const { status, body } = await send(LOGIN, sized(64 * KB + 1));
    expect([status, body]).toEqual([
      413,
      {
        statusCode: 413,
        error: 'payload_too_large',
        message: 'The request is larger than this call takes.',
      },
    ]);
  });

  it('counts bytes, not characters, and also what comes in chunks', async () => {
    expect((await send(LOGIN, JSON.stringify({ email: 'ü'.repeat(33 * KB) }))).status).toBe(413);
    const response = await fetch(app.url + LOGIN, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([sized(65 * KB)]).stream(),
      duplex: 'half',
    });
    expect(response.status).toBe(413);
  });

  it.each(['/api/videos', '/api/instagram/videos', '/api/photos', '/api/shared-videos'])(
    'is 2 MB at most where it describes many posts: %s',
    async (path) => {
      expect((await send(path, sized(2 * KB * KB), user)).status).not.toBe(413);
      expect((await send(path, sized(2 * KB * KB + 1), user)).status).toBe(413);
      expect((await send(path, `[${'0,'.repeat(60_000)}0]`, user)).status).toBe(413);
    },
  );
});

it.each<[string, string, number]>([
  ['120,000 keys', manyKeys(120_000), 413],
  ['as many keys as fit', manyKeys(8_000), 422],
  ['the same key again and again', `{${'"email":{},'.repeat(5000)}"email":[]}`, 422],
  ['keys in the place of a text', `{"email":${manyKeys(8_000)},"password":${manyKeys(100)}}`, 422],
  ['a list of empty objects', `{"email":[${'{},'.repeat(20_000)}{}]}`, 422],
  ['lists in lists', '['.repeat(30_000) + ']'.repeat(30_000), 400],
  ['objects in objects, without an end', '{"email":'.repeat(7000), 400],
  ['numbers without an end', `{"email":${'9'.repeat(60_000)}}`, 422],
  ['an address that is one long word', `{"email":"${'a@'.repeat(30_000)}","password":"x"}`, 422],
  ['keys of the prototype', '{"__proto__":{"email":"a@b.de"},"constructor":{"prototype":{"x":1}}}', 422],
  ['an escaped key of the prototype', '{"__proto_\\u005f":{"email":"a@b.de","password":"x"}}', 422],
])('answers what is hostile as any other mistake: %s', async (_, text, status) => {
  for (const path of [LOGIN, '/api/auth/register', '/api/auth/forgot-password', '/api/auth/reset-password']) {
    expect((await send(path, text)).status).toBe(status);
  }
  expect(({} as Record<string, unknown>).email).toBeUndefined();
});

it('still takes an honest body', async () => {
  expect((await send(LOGIN, JSON.stringify({ ...ADMIN, remember: { me: [1, 2, 3] } }))).status).toBe(200);
});
