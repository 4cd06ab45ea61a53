import { request } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PlansService } from '../../backend/subscriptions/plans.service';
import { startTestApp, useApp } from '../support/app';
import { eventually, type Answer } from '../support/client';
import { sendRaw } from '../support/raw-http';

const app = useApp();

const LOGIN = '/api/auth/login';

/** Sends the text as it is. */
async function send(path: string, body: string, type = 'application/json', method = 'POST'): Promise<Answer> {
  const response = await fetch(app.url + path, {
    method,
    body,
    headers: type ? { 'content-type': type } : {},
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text), headers: response.headers };
}

describe('errors', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['DELETE', LOGIN],
    ['GET', '/api/videos/1/2/3'],
    ['GET', '/api'],
    ['GET', '/nothing.txt'],
    ['GET', '/health/nothing'],
  ])('say in one shape that there is nothing: %s %s', async (method, path) => {
    const { status, body, headers } = await app.client.call(method, path);
    expect([status, body]).toEqual([
      404,
      { statusCode: 404, error: 'not_found', message: 'There is nothing at this address.' },
    ]);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });

  it.each(['/api/%', '/api/plans%ZZ', '/%E0%A4%A', '/storage/%c0%af'])(
    'keep the shape for the address %s, which cannot be read',
    async (path) => {
      const { status, body } = await app.client.get(path);
      expect([status, body]).toEqual([
        400,
        { statusCode: 400, error: 'bad_request', message: 'The request is not valid.' },
      ]);
    },
  );

  it.each(['{', '{"email":', 'undefined', '{"a":1}}', '\u0000', "{'a':1}", '[1,]'])(
    'call %j broken JSON',
    async (text) => {
      const { status, body } = await send(LOGIN, text);
      expect([status, body]).toEqual([
        400,
        { statusCode: 400, error: 'bad_request', message: 'The body is not valid JSON.' },
      ]);
    },
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'text/json', 'nonsense'])(
    'refuse a body of %s',
    async (type) => {
      const { status, body } = await send(LOGIN, '{"email":"a@example.com","password":"x"}', type);
      expect([status, body.error]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it('tell of an unexpected fault its id and nothing else', async () => {
    jest
      .spyOn(app.running.nest.get(PlansService), 'list')
      .mockRejectedValueOnce(new Error('SQLITE: no such table at /home/someone/secret.ts'));
    const { status, body, headers } = await app.client.get('/api/plans');
    expect(status).toBe(500);
    expect(body).toEqual({
      statusCode: 500,
      error: 'internal',
      message:
        'Something went wrong on our side. Please try again; if it stays, tell support the request id.',
      request_id: headers.get('x-request-id'),
    });
  });

  it.each([
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
    ],
    [
      'length and chunks',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no HTTP', 'HELLO\r\n\r\n'],
    [
      'a header of 100 KB',
      `GET /health/live HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`,
      431,
    ],
  ])('refuse what can be read in two ways, or by nobody: %s', async (_, text, status: number = 400) => {
    const [head = '', body = ''] = (await sendRaw(app.url, text)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(body)).toEqual({
      statusCode: status,
      error: status === 431 ? 'headers_too_large' : 'bad_request',
      message: expect.stringMatching(/\.$/),
    });
    expect((await app.client.get('/health/live')).status).toBe(200);
  });
});

describe('headers', () => {
  it('are those of a careful server, on every answer', async () => {
    for (const path of ['/api/plans', '/api/nothing', '/api/user', '/health/live', '/storage/x']) {
      const { headers } = await app.client.get(path);
      expect([path, Object.fromEntries(headers)]).toMatchObject([
        path,
        {
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      ]);
      if (path.startsWith('/api')) expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.has('x-powered-by')).toBe(false);
      expect(headers.has('set-cookie')).toBe(false);
    }
  });

  it('give each request an id of its own, and none that was sent', async () => {
    const id = async () =>
      (await app.client.call('GET', '/api/plans', undefined, { 'x-request-id': 'mine' })).headers.get(
        'x-request-id',
      );
    const [first, second] = [await id(), await id()];
    expect([first === second, first]).toEqual([false, expect.not.stringMatching('mine')]);
  });

  it('open nothing to pages of other origins', async () => {
    const origin = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const { headers } = await app.client.call(
        method,
        method === 'POST' ? LOGIN : '/api/plans',
        undefined,
        origin,
      );
      expect(headers.has('access-control-allow-origin')).toBe(false);
    }
  });

  it('answer HEAD as GET, without the body', async () => {
    const get = await fetch(`${app.url}/api/plans`);
    const head = await fetch(`${app.url}/api/plans`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String((await get.text()).length));
  });

  it('of the Host change nothing', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
      request(`${app.url}/api/videos?page=1`, { headers }, (response) => {
        response.setEncoding('utf8');
        let text = '';
        response.on('data', (chunk: string) => (text += chunk)).on('end', () => resolve(text));
      })
        .on('error', reject)
        .end();
    });
    expect(answer).not.toContain('evil.example');
  });
});

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
    const { status, body, headers } = await app.client.get('/metrics');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
    for (const name of [
      'pagecast_queue_depth 0',
      'pagecast_http_requests_total{method="GET",route="/api/plans",status="200"}',
      'pagecast_lateness_seconds_max_last_hour',
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
