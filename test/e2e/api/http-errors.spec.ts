import { PlansService } from '../../../backend/subscriptions/plans.service';
import { useApp } from '../../support/app';
import { type Answer } from '../../support/client';
import { sendRaw } from '../../support/raw-http';

const app = useApp();

const ERRORS: Record<number, string> = {
  400: 'bad_request',
  417: 'expectation_failed',
  431: 'headers_too_large',
};

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
  ])('answers 404 in the same shape everywhere: %s %s', async (method, path) => {
    const { status, body, headers } = await app.client.call(method, path);
    expect([status, body]).toEqual([
      404,
      { statusCode: 404, error: 'not_found', message: 'There is nothing at this address.' },
    ]);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });

  it.each(['/api/%', '/api/plans%ZZ', '/%E0%A4%A', '/storage/%c0%af'])(
    'keeps the shape for the unreadable address %s',
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
    'refuses a body of %s',
    async (type) => {
      const { status, body } = await send(LOGIN, '{"email":"a@example.com","password":"x"}', type);
      expect([status, body.error]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it('tells the id of an unexpected fault and nothing else', async () => {
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
    ['no host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a wish', 'GET /health/live HTTP/1.1\r\nHost: a\r\nExpect: magic\r\nConnection: close\r\n\r\n', 417],
  ])('refuses an ambiguous or unreadable request: %s', async (_, text, status: number = 400) => {
    const [head = '', body = ''] = (await sendRaw(app.url, text)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(body)).toEqual({
      statusCode: status,
      error: ERRORS[status],
      message: expect.stringMatching(/\.$/),
    });
    expect(head).toMatch(/x-content-type-options: nosniff/i);
    expect(head).toMatch(/cache-control: no-store/i);
    expect((await app.client.get('/health/live')).status).toBe(200);
  });
});
