import { request } from 'node:http';
import { useApp } from '../../support/app';

const app = useApp();

const LOGIN = '/api/auth/login';

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

  it('do not depend on the Host that was asked for', async () => {
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
