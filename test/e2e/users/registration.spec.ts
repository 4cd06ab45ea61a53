import { Database } from '../../../backend/database/database';
import { startTestApp, useApp } from '../../support/app';
import { Client } from '../../support/client';

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

  it('reads a zone of null as none', async () => {
    const { status, body } = await register(someone({ email: 'nowhere@example.com', timezone: null }));
    expect([status, body.user.timezone]).toEqual([201, 'UTC']);
  });

  it('keeps a password whole: blanks and letters beyond ASCII count', async () => {
    const password = '  пароль с 🎬  ';
    await register(someone({ email: 'wide@example.com', password, password_confirmation: password }));
    expect((await login('wide@example.com', password)).status).toBe(200);
    expect((await login('wide@example.com', password.trim())).status).toBe(401);
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
