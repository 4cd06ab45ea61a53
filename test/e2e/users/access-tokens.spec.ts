import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import { Client } from '../../support/client';

const app = useApp();
// All that is registered here comes from one address, which may do so thirty times a minute.
afterEach(() => app.running.nest.get(Database).run('DELETE FROM limit_windows'));

const PASSWORD = 'secret-enough';

describe('tokens', () => {
  const now = Math.floor(Date.now() / 1000);
  let secret: string;
  let mine: Client;
  let other: Client;
  let payload: any;
  let head: any;

  beforeAll(async () => {
    secret = await readFile(join(app.dir, 'jwt-secret'), 'utf8');
    mine = await app.client.register();
    other = await app.client.register();
    [head, payload] = mine.token!.split('.').map(decode);
  });

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const decode = (text: string) => {
    try {
      return JSON.parse(Buffer.from(text, 'base64url').toString());
    } catch {
      return undefined;
    }
  };
  const sign = (claims: unknown, { key = secret, hash = 'sha256', header = head as unknown } = {}) => {
    const text = `${encode(header)}.${encode(claims)}`;
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
  };
  const signatureOf = (token: string) => token.split('.')[2]!;

  it('are signed with HS256 for seven days and belong to a session', () => {
    expect(head).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(payload).toMatchObject({ iss: 'pagecast', aud: 'pagecast', sid: expect.any(String) });
    expect(payload.exp - payload.iat).toBe(7 * 86_400);
  });

  it('are accepted when the test signs them with the same secret, so that others are refused for their content', async () => {
    expect((await new Client(app.url, sign(payload)).get('/api/user')).status).toBe(200);
  });

  const forgeries: [string, () => string | Promise<string>][] = [
    ['nothing', () => ''],
    ['no token at all', () => 'abc'],
    ['three dots', () => '...'],
    ['alg none', () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`],
    ['alg None', () => `${encode({ alg: 'None', typ: 'JWT' })}.${encode(payload)}.`],
    [
      'alg none with the signature',
      () => `${encode({ alg: 'none' })}.${encode(payload)}.${signatureOf(mine.token!)}`,
    ],
    ['no signature', () => mine.token!.split('.').slice(0, 2).join('.') + '.'],
    ['half a signature', () => mine.token!.slice(0, -20)],
    ['another secret', () => sign(payload, { key: 'another secret, as long as the right one is' })],
    ['an empty secret', () => sign(payload, { key: '' })],
    ['HS384', () => sign(payload, { hash: 'sha384', header: { alg: 'HS384', typ: 'JWT' } })],
    ['HS512', () => sign(payload, { hash: 'sha512', header: { alg: 'HS512', typ: 'JWT' } })],
    ['RS256 in name', () => sign(payload, { header: { alg: 'RS256', typ: 'JWT' } })],
    [
      'a key in the header',
      () => sign(payload, { key: 'k', header: { ...head, jwk: { kty: 'oct', k: 'aw' } } }),
    ],
    ['a key id that is a path', () => sign(payload, { key: '', header: { ...head, kid: '/dev/null' } })],
    [
      'a changed user',
      () => [encode(head), encode({ ...payload, sub: '1' }), signatureOf(mine.token!)].join('.'),
    ],
    ['expired', () => sign({ ...payload, exp: now - 10 })],
    ['not valid yet', () => sign({ ...payload, nbf: now + 600 })],
    ['another audience', () => sign({ ...payload, aud: 'elsewhere' })],
    ['another issuer', () => sign({ ...payload, iss: 'elsewhere' })],
    ['no audience', () => sign({ ...payload, aud: undefined })],
    ['no issuer', () => sign({ ...payload, iss: undefined })],
    ['no session', () => sign({ ...payload, sid: undefined })],
    ['a session that is a list', () => sign({ ...payload, sid: [payload.sid] })],
    ['an unknown session', () => sign({ ...payload, sid: 'x'.repeat(32) })],
    ["another's session", () => sign({ ...payload, sid: decode(other.token!.split('.')[1]!).sid })],
    ['no end', () => sign({ ...payload, exp: undefined })],
    ['an end that is no number', () => sign({ ...payload, exp: String(payload.exp) })],
    ['a user that is a number', () => sign({ ...payload, sub: Number(payload.sub) })],
    ['a user that is a list', () => sign({ ...payload, sub: [payload.sub] })],
    ['a hexadecimal user', () => sign({ ...payload, sub: `0x${Number(payload.sub).toString(16)}` })],
    ['a user with blanks', () => sign({ ...payload, sub: ` ${payload.sub}` })],
    ['no user', () => sign({ ...payload, sub: undefined })],
    ['a user that is no number', () => sign({ ...payload, sub: '1 OR 1=1' })],
    [
      'signed out',
      async () => {
        const user = await app.client.login(other.user.email, PASSWORD);
        await user.post('/api/auth/logout');
        return user.token!;
      },
    ],
  ];

  it.each(forgeries)('are refused everywhere with %s', async (_name, forge) => {
    const token = await forge();
    const calls = [
      'GET /user',
      'PUT /user',
      'GET /auth/validate-token',
      'POST /auth/logout',
      'GET /videos',
      'POST /videos',
      'DELETE /videos/1',
      'GET /user/connection',
      'PUT /user/facebook-settings',
      'GET /admin/users',
    ];
    for (const call of calls) {
      const [method, path] = call.split(' ') as [string, string];
      const { status, body, headers } = await app.client.call(method, `/api${path}`, undefined, {
        authorization: `Bearer ${token}`,
      });
      expect([call, status, body.error, headers.get('www-authenticate')]).toEqual([
        call,
        401,
        'unauthorized',
        'Bearer',
      ]);
    }
    expect((await mine.get('/api/user')).status).toBe(200);
  });

  it('are taken from the Authorization header as a bearer only', async () => {
    const { token } = mine;
    const ways: [string, Record<string, string>][] = [
      ['/api/user', {}],
      [`/api/user?token=${token}&access_token=${token}`, {}],
      ['/api/user', { authorization: token! }],
      ['/api/user', { authorization: `Basic ${token}` }],
      ['/api/user', { cookie: `token=${token}` }],
      ['/api/user', { 'x-access-token': token! }],
    ];
    for (const [path, headers] of ways)
      expect((await app.client.call('GET', path, undefined, headers)).status).toBe(401);
  });
});
