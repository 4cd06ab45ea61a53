import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../../backend/database/database';
import { ADMIN, startTestApp, useApp } from '../support/app';
import { Client } from '../support/client';

const app = useApp();
// All that is registered here comes from one address, which may do so thirty times a minute.
afterEach(() => app.running.nest.get(Database).run('DELETE FROM limit_windows'));

const PASSWORD = 'secret-enough';
const someone = (more: Record<string, unknown> = {}) => ({
  name: 'Ada',
  email: 'ada@example.com',
  password: PASSWORD,
  password_confirmation: PASSWORD,
  ...more,
});
const register = (body: unknown) => app.client.post('/api/auth/register', body);
const login = (email: string, password: string) => app.client.post('/api/auth/login', { email, password });

describe('POST /auth/register', () => {
  it('answers a token and the user, without password or hash', async () => {
    const { status, body } = await register(someone({ timezone: 'Asia/Kolkata' }));
    expect(status).toBe(201);
    expect(body).toEqual({
      token: expect.any(String),
      user: {
        id: expect.any(Number),
        name: 'Ada',
        email: 'ada@example.com',
        is_admin: 0,
        can_use_shared_videos: 0,
        timezone: 'Asia/Kolkata',
        page_id: null,
        instagram_page_id: null,
        has_access_token: false,
        access_token_last4: null,
        upload_frequency: 60,
        photo_upload_frequency: 60,
        preferred_categories: [],
        two_factor: 0,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
    expect((await new Client(app.url, body.token).get('/api/user')).body).toEqual(body.user);
  });

  it.each([
    ['Enter your name.', 'name', ''],
    ['Enter your name.', 'name', '   '],
    ['Enter your name.', 'name', undefined],
    ['Enter your name.', 'name', ['a']],
    ['A name has at most 255 characters.', 'name', 'x'.repeat(256)],
    ['Enter a valid email address.', 'email', undefined],
    ['Enter a valid email address.', 'email', 'nobody'],
    ['Enter a valid email address.', 'email', 'a@example.com\r\nBcc: b@example.com'],
    ['Enter a valid email address.', 'email', ['a@example.com']],
    ['Enter a valid email address.', 'email', { a: 1 }],
    ['A password has 8 to 128 characters.', 'password', 'short12'],
    ['A password has 8 to 128 characters.', 'password', 'x'.repeat(129)],
    ['Enter a password.', 'password', 12345678],
    ['The two passwords differ.', 'password_confirmation', 'another-one'],
    ['The two passwords differ.', 'password_confirmation', undefined],
    ['Choose a time zone by its IANA name, like Europe/Berlin.', 'timezone', 'Mars/Olympus'],
  ])('says "%s" of a %s that is not one', async (sentence, field, value) => {
    const change =
      field === 'password' ? { password: value, password_confirmation: value } : { [field]: value };
    const { status, body } = await register(someone({ email: 'new@example.com', ...change }));
    expect([status, body.error]).toEqual([422, 'validation_failed']);
    expect([body.errors, body.message]).toEqual([{ [field]: [sentence] }, sentence]);
  });

  it('names every field that is wrong at once', async () => {
    const { status, body } = await register({});
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['email', 'name', 'password']]);
  });

  it.each([[null], [[]], ['text'], [7], [[1, 2]]])('refuses the body %j as a 422', async (given) => {
    expect((await register(given)).status).toBe(422);
  });

  it('takes an address once, whatever its case and blanks', async () => {
    const { body } = await register(someone({ email: '  Grace@Example.COM ' }));
    expect(body.user.email).toBe('grace@example.com');
    const again = await register(someone({ email: 'GRACE@example.com' }));
    expect([again.status, again.body.errors]).toEqual([
      422,
      { email: ['This email address is already registered.'] },
    ]);
    expect((await login(' GRACE@EXAMPLE.com', PASSWORD)).status).toBe(200);
  });

  it('makes one account when two ask for an address at once', async () => {
    const both = await Promise.all([1, 2].map(() => register(someone({ email: 'race@example.com' }))));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  it('gives nobody what they ask for beyond their name, address, password and zone', async () => {
    const { body } = await app.client.call('POST', '/api/auth/register', {
      ...someone({ email: 'mallory@example.com' }),
      id: 1,
      is_admin: 1,
      isAdmin: 1,
      can_use_shared_videos: 1,
      canUseSharedVideos: 1,
      password_hash: 'x',
      passwordHash: 'x',
      created_at: 0,
      upload_frequency: 1,
      ['__proto__']: { is_admin: 1 },
      constructor: { prototype: { is_admin: 1 } },
    });
    expect(body.user).toMatchObject({ is_admin: 0, can_use_shared_videos: 0, upload_frequency: 60 });
    expect(body.user.id).not.toBe(1);
    expect((await login('mallory@example.com', PASSWORD)).status).toBe(200);
    expect((await new Client(app.url, body.token).get('/api/admin/users')).status).toBe(403);
  });

  it('keeps a password whole: blanks and letters beyond ASCII count', async () => {
    const password = '  пароль с 🎬  ';
    await register(someone({ email: 'wide@example.com', password, password_confirmation: password }));
    expect((await login('wide@example.com', password)).status).toBe(200);
    expect((await login('wide@example.com', password.trim())).status).toBe(401);
  });
});

describe('POST /auth/login', () => {
  it('answers the same for a wrong password and for an unknown account', async () => {
    const { user } = await app.client.register();
    const wrong = await login(user.email, 'not-the-password');
    const unknown = await login('nobody@example.com', 'not-the-password');
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({
      statusCode: 401,
      error: 'invalid_credentials',
      message: 'Invalid credentials',
    });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  it.each([
    ['password', { email: 'a@example.com' }],
    ['email', { password: 'x' }],
    ['email', { email: ['a@example.com'], password: 'x' }],
    ['password', { email: 'a@example.com', password: { $ne: 1 } }],
    ['password', { email: 'a@example.com', password: 'x'.repeat(1025) }],
  ])('refuses what is no %s as a 422', async (field, body) => {
    const answer = await app.client.post('/api/auth/login', body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('lets an account be tried ten times a minute, and no other suffers', async () => {
    const { user } = await app.client.register();
    const other = await app.client.register();
    for (let n = 0; n < 10; n++) expect((await login(user.email, 'wrong-one')).status).toBe(401);
    const refused = await login(` ${user.email.toUpperCase()}`, PASSWORD);
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await login(other.user.email, PASSWORD)).status).toBe(200);
  });
});

describe('POST /auth/logout', () => {
  it('revokes this token and no other', async () => {
    const { user, token } = await app.client.register();
    const first = new Client(app.url, token);
    const second = await app.client.login(user.email, PASSWORD);
    expect((await first.post('/api/auth/logout')).status).toBe(200);
    expect((await first.get('/api/auth/validate-token')).status).toBe(401);
    expect((await first.post('/api/auth/logout')).status).toBe(401);
    expect((await second.get('/api/auth/validate-token')).body).toMatchObject({
      valid: true,
      user: { email: user.email },
    });
  });
});

describe('PUT /user', () => {
  it('changes name, email and zone, and nothing else, whatever is sent', async () => {
    const user = await app.client.register();
    const before = (await user.get('/api/user')).body;
    const { status, body } = await user.put('/api/user', {
      name: ' New Name ',
      email: 'New.Address@Example.com',
      current_password: PASSWORD,
      timezone: 'Europe/Berlin',
      id: 1,
      is_admin: 1,
      can_use_shared_videos: 1,
      password: 'another-password',
      password_hash: 'x',
      access_token: 'EAAB',
      page_id: '1',
      upload_frequency: 1,
      preferred_categories: [1],
      created_at: '2000-01-01T00:00:00Z',
    });
    expect(status).toBe(200);
    const after = {
      ...before,
      name: 'New Name',
      email: 'new.address@example.com',
      timezone: 'Europe/Berlin',
    };
    expect(body).toEqual(after);
    expect((await user.get('/api/user')).body).toEqual(after);
    expect((await login('new.address@example.com', PASSWORD)).status).toBe(200);
  });

  it("keeps the zone when none is sent, and refuses another's address", async () => {
    const user = await app.client.register({ timezone: 'Asia/Tokyo' });
    const { name, email } = user.user;
    expect((await user.put('/api/user', { name, email })).body.timezone).toBe('Asia/Tokyo');
    const { status, body } = await user.put('/api/user', {
      name,
      email: ADMIN.email,
      current_password: PASSWORD,
    });
    expect([status, body.errors]).toEqual([422, { email: ['This email address is already registered.'] }]);
  });
});

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

  it('are HS256, for seven days, with a session', () => {
    expect(head).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(payload).toMatchObject({ iss: 'pagecast', aud: 'pagecast', sid: expect.any(String) });
    expect(payload.exp - payload.iat).toBe(7 * 86_400);
  });

  it('are as good when signed here with the same secret: so what follows is refused for what it says', async () => {
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

it('takes thirty registrations a minute from one address', async () => {
  const fresh = await startTestApp();
  try {
    const one = (n: number) =>
      fresh.client.post('/api/auth/register', someone({ email: `n${n}@example.com` }));
    for (let n = 1; n <= 30; n++) expect((await one(n)).status).toBe(201);
    const refused = await one(31);
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await fresh.end();
  }
});
