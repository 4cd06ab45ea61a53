import { priceLine } from '../../../backend/subscriptions/price-summary';
import { startTestApp, useApp } from '../../support/app';
import { sendRaw } from '../../support/raw-http';

const app = useApp();

const statusOf = async (path: string, accept: string) => {
  const { status, headers } = await app.client.call('GET', path, undefined, { accept });
  return [status, headers.get('content-type')?.split(';')[0]];
};

describe('a path', () => {
  it.each(['/', '/login', '/register', '/reset-password', '/dashboard', '/dashboard/videos', '/dashboard/'])(
    'answers the path of a screen with a page: %s',
    async (path) => expect(await statusOf(path, '*/*')).toEqual([200, 'text/html']),
  );

  it.each(['/.env', '/.git/config', '/data/jwt-secret', '/nothing', '/dashboard~', '/login/x', '/login.php'])(
    'answers 404 where no screen is, in words for the one who asks: %s',
    async (path) => {
      expect(await statusOf(path, 'text/html,*/*')).toEqual([404, 'text/html']);
      expect(await statusOf(path, 'application/json')).toEqual([404, 'application/json']);
    },
  );

  it('forbids caches to keep an answer of the API, however the path is spelled', async () => {
    const { token } = await app.client.register();
    for (const path of ['/api/user', '/%61pi/user', '/ap%69/user', '/API/user', '//api/user', '/api//user']) {
      const answer = await sendRaw(
        app.url,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
      );
      expect([path, answer.toLowerCase()]).toEqual([
        path,
        expect.stringContaining('cache-control: no-store'),
      ]);
    }
  });
});

it.each([
  ['a path that cannot be read', 'GET /api/% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['no HTTP', 'HELLO\r\n\r\n'],
  ['endless headers', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`],
])('sends nosniff and no-store with a refusal before routing: %s', async (_, text) => {
  const answer = (await sendRaw(app.url, text)).toLowerCase();
  expect(answer).toContain('x-content-type-options: nosniff');
  expect(answer).toContain('cache-control: no-store');
});

it('asks for https for a year where PUBLIC_URL is https, and otherwise never', async () => {
  expect((await app.client.get('/api/config')).headers.get('strict-transport-security')).toBeNull();
  const other = await startTestApp({ env: { PUBLIC_URL: 'https://pagecast.example' } });
  try {
    for (const path of ['/', '/api/config', '/nothing'])
      expect((await other.client.get(path)).headers.get('strict-transport-security')).toBe(
        'max-age=31536000',
      );
  } finally {
    await other.end();
  }
});

it.each([
  [499, 30, 'Plans from ₹499 a month.'],
  [125_000, 90, 'Plans from ₹1,25,000 for 90 days.'],
  [99.5, 30, 'Plans from ₹99.50 a month.'],
  [0, 30, 'There is a free plan.'],
])('sums up the plans on the landing page: ₹%d for %d days is "%s"', (price, duration_days, line) => {
  expect(priceLine({ price, duration_days })).toBe(line);
});

it('names no price on the landing page when registration is closed', async () => {
  const closed = await startTestApp({ env: { REGISTRATION: 'closed' } });
  try {
    const { body } = await closed.client.get('/');
    expect(body).not.toMatch(/Plans from|PRICE_LINE/);
    expect((await app.client.get('/')).body).toContain('Plans from ₹499 a month.');
  } finally {
    await closed.end();
  }
});

it('keeps no token in the page of the API', async () => {
  const { body } = await app.client.get('/api/docs/start.js');
  expect(body).toContain('persistAuthorization: false');
});
