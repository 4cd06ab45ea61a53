import { ADMIN, startTestApp, type TestApp } from '../../support/app';

const login = ({ client }: TestApp, password: string, forwardedFor: string) =>
  client.call(
    'POST',
    '/api/auth/login',
    { email: ADMIN.email, password },
    { 'x-forwarded-for': forwardedFor },
  );

/** One wrong login more than an account may have from one address; the last answer. */
async function guess(app: TestApp, forwardedFor: (n: number) => string): Promise<number> {
  let status = 0;
  for (let n = 0; n < 11; n++) ({ status } = await login(app, 'wrong', forwardedFor(n)));
  return status;
}

describe('whom the limits count', () => {
  let app: TestApp;
  afterEach(() => app.end());

  it('is the connection, whatever a client writes, when no proxy is trusted', async () => {
    app = await startTestApp();
    expect(await guess(app, (n) => `198.18.0.${n}`)).toBe(429);
  });

  it('is the address that a trusted proxy saw', async () => {
    app = await startTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    expect(await guess(app, (n) => `198.18.0.${n}, 203.0.113.5`)).toBe(429);
    const other = await login(app, ADMIN.password, '203.0.113.6');
    expect(other.status).toBe(200);
  });

  it('is one IPv6 customer, not each of their addresses', async () => {
    app = await startTestApp({ env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
    expect(await guess(app, (n) => `2001:db8:5:6::${n + 1}`)).toBe(429);
  });
});
