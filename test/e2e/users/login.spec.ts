import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import { Client } from '../../support/client';

const app = useApp();
// All that is registered here comes from one address, which may do so thirty times a minute.
afterEach(() => app.running.nest.get(Database).run('DELETE FROM limit_windows'));

const PASSWORD = 'secret-enough';
const login = (email: string, password: string) => app.client.post('/api/auth/login', { email, password });

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
