import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ADMIN, useApp } from '../../support/app';
import type { Client } from '../../support/client';

const JSON_TYPE = { 'content-type': 'application/json' };

const app = useApp({ env: { REGISTRATION: 'closed' } });

const register = (body?: string, headers: Record<string, string> = JSON_TYPE) =>
  fetch(`${app.url}/api/auth/register`, { method: 'POST', headers, body });

const GOOD = JSON.stringify({
  name: 'A',
  email: 'a@example.com',
  password: 'secret-enough',
  password_confirmation: 'secret-enough',
});

it.each<[string, string | undefined, Record<string, string>]>([
  ['a good registration', GOOD, JSON_TYPE],
  ['an empty one', '{}', JSON_TYPE],
  ['nothing', undefined, {}],
  ['broken JSON', '{"name":', JSON_TYPE],
  ['far too much', JSON.stringify({ name: 'x'.repeat(3_000_000) }), JSON_TYPE],
  ['no JSON', 'a=b', { 'content-type': 'text/plain' }],
  ['a form', 'a=b', { 'content-type': 'multipart/form-data; boundary=x' }],
])('answers %s with the same refusal', async (_name, body, headers) => {
  const answer = await register(body, headers);
  expect([answer.status, await answer.json()]).toEqual([
    403,
    {
      statusCode: 403,
      error: 'registration_closed',
      message: 'Nobody can register here. Ask an administrator to add you; you then get a mail.',
    },
  ]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

it('does so however often, and lets people sign in', async () => {
  for (let n = 0; n < 40; n++) expect((await register('{}')).status).toBe(403);
  const admin: Client = await app.client.login(ADMIN.email, ADMIN.password);
  expect((await admin.get('/api/user')).status).toBe(200);
  expect((await app.client.get('/api/auth/register')).status).toBe(404);
});

it('tells the client', async () => {
  expect((await app.client.get('/api/config')).body.registration).toBe('closed');
});

it('leaves no way to sign up on the landing page', async () => {
  const built = readFileSync(join(resolve(__dirname, '../../../dist'), 'public/index.html'), 'utf8');
  expect(built.match(/href="\/register"/g)).toHaveLength(4);
  const page = await (await fetch(app.url)).text();
  expect(page).not.toMatch(/\/register|Sign Up/);
  expect(page.match(/href="\/login"/g)).toHaveLength(4);
  expect(page).toContain('Get Started');
});
