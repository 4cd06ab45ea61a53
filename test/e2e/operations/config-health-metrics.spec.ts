import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestApp, useApp } from '../../support/app';
import { eventually } from '../../support/client';

const app = useApp();

const LOGIN = '/api/auth/login';

describe('GET /api/config', () => {
  it('tells what the client needs before login', async () => {
    await eventually(
      () => app.client.get('/api/config'),
      ({ body }) => body.publisher === 'alive',
    );
    const { status, body } = await app.client.get('/api/config');
    expect([status, body]).toMatchObject([
      200,
      {
        product: 'Pagecast',
        network: 'live',
        support_url: null,
        publisher: 'alive',
        rehearsal: null,
        media_rules: {
          facebook_video: {
            maxBytes: 100 * 1024 ** 2,
            min: { width: 540, height: 960 },
            max: { width: 1080, height: 1920 },
            sentences: {
              container: 'Only MP4 videos are supported',
              aspect: 'Video must have a 9:16 aspect ratio',
            },
          },
          shared_video: { maxBytes: 25 * 1024 ** 2, sentences: { unreadable: 'Unable to validate video' } },
          photo: { min: 500, max: 4096 },
        },
      },
    ]);
  });

  it('links to support where a phone is set, and says where the rehearsal shows', async () => {
    const other = await startTestApp({ env: { SUPPORT_PHONE: '4915112345678', NETWORK: 'rehearsal' } });
    try {
      expect((await other.client.get('/api/config')).body).toMatchObject({
        support_url: 'https://wa.me/4915112345678',
        network: 'rehearsal',
        rehearsal: { url: '/rehearsal', page_id: expect.stringMatching(/^\d+$/) },
      });
    } finally {
      await other.end();
    }
  });
});

describe('health', () => {
  it('is live, and ready while the database answers and the publisher ticks', async () => {
    expect(await app.client.get('/health/live')).toMatchObject({ status: 200, body: { status: 'live' } });
    expect(await app.client.get('/health/ready')).toMatchObject({
      status: 200,
      body: { status: 'ready', database: 'up', publisher: 'alive', queue: 'ok' },
    });
    expect((await app.client.get('/api/health/live')).status).toBe(404);
  });
});

describe('GET /metrics', () => {
  it('answers this machine, but nobody through a proxy on it', async () => {
    await app.client.get('/api/plans');
    const { status, body, headers } = await app.client.get('/metrics');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
    for (const name of [
      'pagecast_queue_depth 0',
      'pagecast_http_requests_total{method="GET",route="/api/plans",status="2xx"}',
      'pagecast_lateness_seconds_bucket{le="60"} 0',
      'process_cpu_seconds_total',
    ])
      expect(body).toContain(name);
    for (const name of ['x-forwarded-for', 'forwarded'])
      expect((await app.client.call('GET', '/metrics', undefined, { [name]: '1.2.3.4' })).status).toBe(403);
    expect(
      (await app.client.call('GET', '/metrics', undefined, { 'x-forwarded-for': '127.0.0.1' })).status,
    ).toBe(403);
  });

  it('wants the token where one is set', async () => {
    const other = await startTestApp({ env: { METRICS_TOKEN: 'a-metrics-token' } });
    try {
      const ask = async (authorization?: string) =>
        (await other.client.call('GET', '/metrics', undefined, authorization ? { authorization } : {}))
          .status;
      expect(await ask()).toBe(401);
      expect(await ask('Bearer wrong')).toBe(401);
      expect(await ask('Bearer a-metrics-tokeN')).toBe(401);
      expect(await ask('Bearer a-metrics-token')).toBe(200);
    } finally {
      await other.end();
    }
  });
});

describe('ROLE', () => {
  it('publisher answers health and metrics, and nothing else', async () => {
    const other = await startTestApp({ env: { ROLE: 'publisher' } });
    try {
      await eventually(
        () => other.client.get('/health/ready'),
        ({ status }) => status === 200,
      );
      expect((await other.client.get('/health/live')).status).toBe(200);
      expect((await other.client.get('/metrics')).status).toBe(200);
      for (const path of [
        '/',
        '/api/plans',
        '/api/config',
        '/storage/x',
        '/dashboard',
        '/healthy',
        '/metrics/x',
      ])
        expect([path, (await other.client.get(path)).status]).toEqual([path, 404]);
      expect((await other.client.post(LOGIN, { email: 'a@example.com', password: 'x' })).status).toBe(404);
    } finally {
      await other.end();
    }
  });

  it('api publishes nothing, and says whether somebody does', async () => {
    const api = await startTestApp({ env: { ROLE: 'api' } });
    try {
      expect(await api.client.get('/health/ready')).toMatchObject({
        status: 200,
        body: { status: 'ready', publisher: 'away' },
      });
      expect((await api.client.get('/api/config')).body.publisher).toBe('away');
      const publisher = await startTestApp({ env: { ROLE: 'publisher' }, dir: api.dir, fake: api.fake });
      await eventually(
        () => api.client.get('/health/ready'),
        ({ body }) => body.publisher === 'alive',
      );
      await publisher.stop();
      expect((await api.client.get('/health/ready')).body.publisher).toBe('away');
    } finally {
      await api.end();
    }
  });
});

it('keeps its secrets for its owner only', async () => {
  const { stat } = await import('node:fs/promises');
  for (const name of ['jwt-secret', 'encryption-key'])
    expect(((await stat(join(app.dir, name))).mode & 0o777).toString(8)).toBe('600');
  expect(await readFile(join(app.dir, 'encryption-key'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
});
